//! The results of some games.

use std::cmp::Ordering;

use crate::formats::Outcome;

/// The results of some games from the point of view of one side, which is Black unless they are
/// those of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// The sum of the disc differences.
    pub(super) discs: i64,
    /// The games with a disc difference: those that were played to their end.
    pub(super) counted: u64,
}

/// How a game ended, from the point of view of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    winner: Ordering,
    /// The disc difference; `None` if the game ended early, because the record then has no true
    /// one, or if it is not one of a board.
    pub(super) lead: Option<i32>,
}

impl Ending {
    /// From Black's point of view.
    pub(super) fn of(outcome: Outcome) -> Ending {
        // Unlike -0, this is equal to 0 in every way.
        let lead = outcome.lead + 0.0;
        let is_of_a_board = lead.abs() <= 64.0 && lead.fract() == 0.0;
        let is_true = outcome.early.is_none() && is_of_a_board;
        Ending {
            winner: lead.total_cmp(&0.0),
            lead: is_true.then_some(lead as i32),
        }
    }

    /// From the other side's point of view.
    pub(super) fn reversed(self) -> Ending {
        Ending {
            winner: self.winner.reverse(),
            lead: self.lead.map(|lead| -lead),
        }
    }
}

impl Results {
    /// Counts a game, which is unfinished if it has no ending.
    pub(super) fn add(&mut self, ending: Option<Ending>) {
        self.games += 1;
        let Some(Ending { winner, lead }) = ending else {
            return;
        };
        match winner {
            Ordering::Greater => self.wins += 1,
            Ordering::Equal => self.draws += 1,
            Ordering::Less => self.losses += 1,
        }
        if let Some(lead) = lead {
            self.discs += i64::from(lead);
            self.counted += 1;
        }
    }

    /// These results and others together.
    pub(super) fn with(self, other: Results) -> Results {
        Results {
            games: self.games + other.games,
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            discs: self.discs + other.discs,
            counted: self.counted + other.counted,
        }
    }

    /// The games with a winner or a draw.
    pub(super) fn finished(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub(super) fn unfinished(&self) -> u64 {
        self.games - self.finished()
    }

    /// The score in percent of the finished games, with this number of decimals.
    pub(super) fn score(&self, decimals: i32) -> Option<f64> {
        let half_points = (2 * self.wins + self.draws) as f64;
        rounded(100.0 * half_points, 2 * self.finished(), decimals)
    }

    /// The mean disc difference, in hundredths of a disc at most.
    pub(super) fn lead(&self) -> Option<f64> {
        rounded(self.discs as f64, self.counted, 2)
    }
}

/// A quotient with this number of decimals, if there is one; never a negative zero.
fn rounded(sum: f64, count: u64, decimals: i32) -> Option<f64> {
    let unit = 10f64.powi(decimals);
    // The product is exact, so halves are, too.
    (count > 0).then(|| (unit * sum / count as f64).round() / unit + 0.0)
}

/// A score: `51.3`, or `-` if no game was finished.
pub(super) fn score(results: &Results) -> String {
    let text = results.score(1).map(|score| format!("{score:.1}"));
    text.unwrap_or("-".to_string())
}

/// A mean disc difference with its sign, or `-`.
pub(super) fn lead(results: &Results) -> String {
    let text = results.lead().map(|lead| match lead {
        0.0 => "0.00".to_string(),
        lead => format!("{lead:+.2}"),
    });
    text.unwrap_or("-".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::EarlyEnd;

    #[test]
    fn a_game_that_ended_early_has_a_winner_but_no_discs() {
        let mut results = Results::default();
        let resigned = Outcome {
            lead: 64.0,
            early: Some(EarlyEnd::Resignation),
        };
        for outcome in [Outcome::from_lead(-4), Outcome::from_lead(0), resigned] {
            results.add(Some(Ending::of(outcome)));
        }
        results.add(None);
        assert_eq!((results.games, results.unfinished()), (4, 1));
        assert_eq!(results.score(1), Some(50.0));
        assert_eq!(
            (score(&results), lead(&results)),
            ("50.0".into(), "-2.00".into())
        );
        assert_eq!(score(&Results::default()), "-");
        assert_eq!(lead(&Results::default()), "-");
    }

    #[test]
    fn halves_are_rounded_up() {
        for (sum, count, decimals, expected) in [
            (126.0, 80, 2, Some(1.58)),
            (-126.0, 80, 2, Some(-1.58)),
            (185.0, 4, 1, Some(46.3)),
            (-1.0, 1000, 2, Some(0.0)),
            (1.0, 0, 2, None),
        ] {
            assert_eq!(rounded(sum, count, decimals), expected, "{sum} / {count}");
        }
    }

    #[test]
    fn both_sides_have_the_same_games() {
        let mut black = Results::default();
        let mut white = Results::default();
        for lead in [4, 0, -64, 2] {
            let ending = Ending::of(Outcome::from_lead(lead));
            black.add(Some(ending));
            white.add(Some(ending.reversed()));
        }
        assert_eq!((black.wins, black.draws, black.losses), (2, 1, 1));
        assert_eq!((white.wins, white.draws, white.losses), (1, 1, 2));
        assert_eq!(black.discs, -white.discs);
        let both = black.with(white);
        assert_eq!((both.games, both.score(2), both.discs), (8, Some(50.0), 0));
    }
}
