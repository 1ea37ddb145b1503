//! Results as text: for the eye at a terminal, and for a script in a pipe.

use super::standings::{Standing, Standings};
use super::statistics::elo;
use super::statistics::sprt::{Decision, Sprt};

/// A line for a pairing: `A vs B: +W =D -L`, and what that means.
pub(super) fn pairing(standing: &Standing, names: &[String], sprt: Option<&Sprt>) -> String {
    let [first, second] = standing.players.map(|player| &names[player]);
    let Standing {
        wins,
        draws,
        losses,
        pairs,
        ..
    } = standing;
    let mut line = format!("{first} vs {second}: +{wins} ={draws} -{losses}");
    if let Some((mean, error)) = standing.discs.mean() {
        line += &format!(", discs {mean:+.2} +- {error:.2}");
    }
    if pairs.count() > 0 {
        let (low, high) = pairs.interval();
        line += &format!(
            ", Elo {} [{}, {}], superiority {:.1} %",
            rating(elo(pairs.mean())),
            rating(elo(low)),
            rating(elo(high)),
            100.0 * pairs.superiority()
        );
        let counts: Vec<String> = pairs.0.iter().map(u64::to_string).collect();
        line += &format!(", pairs {}", counts.join(" "));
    }
    if let Some(sprt) = sprt {
        let (no, yes) = sprt.bounds();
        let verdict = match sprt.decide(pairs) {
            Some(Decision::Accepted) => format!("Elo {} accepted", sprt.elo1),
            Some(Decision::Rejected) => format!("Elo {} accepted", sprt.elo0),
            None => "open".to_string(),
        };
        let evidence = sprt.evidence(pairs);
        line += &format!(", SPRT {evidence:+.2} [{no:.2}, {yes:.2}] {verdict}");
    }
    line
}

/// The ratings of all players, best first, a line each.
pub(super) fn ratings(standings: &Standings, names: &[String]) -> Vec<String> {
    let mut rated: Vec<(&String, f64, f64)> = names
        .iter()
        .zip(standings.ratings())
        .filter_map(|(name, rating)| rating.map(|rating| (name, rating.elo, rating.error)))
        .collect();
    rated.sort_by(|(_, one, _), (_, other, _)| other.total_cmp(one));
    let width = rated.iter().map(|(name, ..)| name.chars().count()).max();
    let width = width.unwrap_or_default();
    let line = |(name, elo, error): &(&String, f64, f64)| {
        format!("{name:<width$}  Elo {} +- {error:.1}", rating(*elo))
    };
    rated.iter().map(line).collect()
}

/// With its sign, and to a tenth; nothing is negative that looks like zero.
fn rating(elo: f64) -> String {
    format!("{:+.1}", (elo * 10.0).round() / 10.0 + 0.0)
}
