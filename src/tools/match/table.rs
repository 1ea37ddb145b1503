//! Formats results for the terminal, for scripts and for the report.

use std::fmt;

use super::standings::{Standing, Standings};
use super::statistics::elo;
use super::statistics::pentanomial::Pentanomial;
use super::statistics::ratings::Rating;
use super::statistics::sprt::{Decision, Sprt};
use crate::text::plain;

/// The formatted results of a pairing, for the report and the terminal.
pub(super) struct PairingText {
    /// `A vs B`
    pub(super) players: String,
    /// `+W =D -L`
    pub(super) score: String,
    pub(super) discs: Option<String>,
    /// Statistics over game pairs, once a pair is complete.
    pub(super) pairs: Option<PairFigures>,
    pub(super) sprt: Option<String>,
}

pub(super) struct PairFigures {
    pub(super) elo: String,
    pub(super) interval: String,
    pub(super) superiority: String,
    pub(super) counts: String,
}

impl PairingText {
    pub(super) fn new(standing: &Standing, names: &[String], sprt: Option<&Sprt>) -> PairingText {
        let [first, second] = standing.players.map(|player| &names[player]);
        let Standing {
            wins,
            draws,
            losses,
            pairs,
            ..
        } = standing;
        PairingText {
            players: format!("{} vs {}", plain(first), plain(second)),
            score: format!("+{wins} ={draws} -{losses}"),
            discs: standing.discs.mean().map(discs),
            pairs: (pairs.count() > 0).then(|| PairFigures::new(pairs)),
            sprt: sprt.map(|sprt| test(sprt, pairs)),
        }
    }
}

impl PairFigures {
    fn new(pairs: &Pentanomial) -> PairFigures {
        let (low, high) = pairs.interval();
        let [low, estimate, high] = [low, pairs.mean(), high].map(elo);
        let (elo, interval) = match estimate {
            // Only a bound is known.
            f64::INFINITY => (format!("> {}", rating(low)), "(all games won)".to_string()),
            f64::NEG_INFINITY => (
                format!("< {}", rating(high)),
                "(all games lost)".to_string(),
            ),
            _ => (
                rating(estimate),
                format!("[{}, {}]", rating(low), rating(high)),
            ),
        };
        PairFigures {
            elo,
            interval,
            superiority: format!("{:.1} %", 100.0 * pairs.superiority()),
            counts: pairs.0.map(|count| count.to_string()).join(" "),
        }
    }
}

impl fmt::Display for PairingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.players, self.score)?;
        if let Some(discs) = &self.discs {
            write!(f, ", discs {discs}")?;
        }
        if let Some(pairs) = &self.pairs {
            let PairFigures {
                elo,
                interval,
                superiority,
                counts,
            } = pairs;
            write!(f, ", Elo {elo} {interval}")?;
            write!(f, ", superiority {superiority}, pairs {counts}")?;
        }
        match &self.sprt {
            Some(sprt) => write!(f, ", SPRT {sprt}"),
            None => Ok(()),
        }
    }
}

/// A mean disc difference with its error.
pub(super) fn discs((mean, error): (f64, f64)) -> String {
    match error.is_finite() {
        true => format!("{mean:+.2} +- {error:.2}"),
        // There is only one game.
        false => format!("{mean:+.2}"),
    }
}

/// The log-likelihood ratio, its bounds and the decision.
fn test(sprt: &Sprt, pairs: &Pentanomial) -> String {
    let (no, yes) = sprt.bounds();
    let verdict = match sprt.decide(pairs) {
        Some(Decision::Accepted) => format!("Elo {} accepted", sprt.elo1),
        Some(Decision::Rejected) => format!("Elo {} accepted", sprt.elo0),
        None => "open".to_string(),
    };
    let log_likelihood_ratio = sprt.log_likelihood_ratio(pairs);
    format!("{log_likelihood_ratio:+.2} [{no:.2}, {yes:.2}] {verdict}")
}

/// The summary of a match: ratings if there are more than two players, then a line
/// for each pairing.
pub(super) fn summary(standings: &Standings, names: &[String], sprt: Option<&Sprt>) -> Vec<String> {
    let mut lines = match names.len() > 2 {
        true => ratings(standings, names),
        false => Vec::new(),
    };
    lines.extend(pairings(standings, names, sprt));
    lines
}

/// A line for each pairing.
pub(super) fn pairings(
    standings: &Standings,
    names: &[String],
    sprt: Option<&Sprt>,
) -> Vec<String> {
    let words = |standing| PairingText::new(standing, names, sprt).to_string();
    standings.pairings.iter().map(words).collect()
}

/// One line with the rating of each player, best first.
pub(super) fn ratings(standings: &Standings, names: &[String]) -> Vec<String> {
    let rated = standings.ranking();
    let name = |player: usize| plain(&names[player]);
    let width = rated
        .iter()
        .map(|(player, _)| name(*player).chars().count());
    let width = width.max().unwrap_or_default();
    let line = |(player, rating): &(usize, Rating)| {
        format!(
            "{:<width$}  Elo {}",
            name(*player),
            rating_and_error(rating)
        )
    };
    rated.iter().map(line).collect()
}

/// A rating with its error.
pub(super) fn rating_and_error(rated: &Rating) -> String {
    format!("{} +- {:.1}", rating(rated.elo), rated.error)
}

/// A rating with its sign, rounded to a tenth; never `-0.0`.
pub(super) fn rating(elo: f64) -> String {
    if elo.is_infinite() {
        return "no bound".to_string();
    }
    format!("{:+.1}", (elo * 10.0).round() / 10.0 + 0.0)
}
