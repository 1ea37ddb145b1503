//! What a score means for the game: a lead in discs and a chance of winning.
//!
//! ```
//! use obverse::score::Score;
//! use obverse::search::value::{Unit, Value};
//!
//! let even = Value { score: Score::estimate(50), unit: Unit::Percent };
//! assert_eq!((even.win_chance(), even.lead()), (0.5, 0.0));
//! let won = Value { score: Score::result(6), unit: Unit::Percent };
//! assert_eq!((won.win_chance(), won.lead()), (1.0, 6.0));
//! ```

use crate::score::Score;

/// The unit of an algorithm's estimates. The result of a finished game is in discs,
/// whatever the unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// The percentage of random games that are won.
    Percent,
    /// Points of an evaluator.
    Points {
        /// The number of points that correspond to a lead of one disc at the end.
        per_disc: f64,
    },
}

impl Unit {
    /// Points that are whole discs, as in the engine.
    pub const DISCS: Unit = Unit::Points { per_disc: 1.0 };
}

/// The value of a position or a move for one side: a score, and what it means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The number that the search compared.
    pub score: Score,
    /// What it means if it is an estimate.
    pub unit: Unit,
}

impl Value {
    /// The expected lead in discs at which the odds of winning were e (2.718) to 1, on
    /// average, in the games on which the evaluators were measured.
    const DISCS_PER_LOGIT: f64 = 10.0;

    /// The same value for the other side: the lead is negated, and the two chances of
    /// winning add up to 1.
    pub fn flipped(self) -> Value {
        let score = match (self.score.discs(), self.unit) {
            (None, Unit::Percent) => Score::estimate(100 - self.score.value()),
            _ => -self.score,
        };
        Value { score, ..self }
    }

    /// The expected final lead in discs, from -64 to 64; negative if the game is being lost.
    pub fn lead(self) -> f64 {
        const LARGEST: f64 = 64.0;
        let lead = match (self.score.discs(), self.unit) {
            (Some(discs), _) => f64::from(discs),
            (None, Unit::Percent) => {
                let chance = self.win_chance();
                Value::DISCS_PER_LOGIT * (chance / (1.0 - chance)).ln()
            }
            (None, Unit::Points { per_disc }) => f64::from(self.score.value()) / per_disc,
        };
        lead.clamp(-LARGEST, LARGEST)
    }

    /// The lead in whole discs. The engine's values are whole numbers of discs, so
    /// rounding does not change them.
    pub fn discs(self) -> i32 {
        self.lead().round() as i32
    }

    /// The chance of winning, from 0 to 1; a draw counts as half a win.
    pub fn win_chance(self) -> f64 {
        match (self.score.discs(), self.unit) {
            (Some(discs), _) => (1.0 + f64::from(discs.signum())) / 2.0,
            (None, Unit::Percent) => f64::from(self.score.value()) / 100.0,
            (None, Unit::Points { .. }) => {
                1.0 / (1.0 + (-self.lead() / Value::DISCS_PER_LOGIT).exp())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: Unit = Unit::Points { per_disc: 2.0 };

    fn estimate(number: i32, unit: Unit) -> Value {
        Value {
            score: Score::estimate(number),
            unit,
        }
    }

    #[test]
    fn a_result_is_certain() {
        for (discs, chance) in [(12, 1.0), (-64, 0.0), (0, 0.5)] {
            let value = Value {
                score: Score::result(discs),
                unit: POINTS,
            };
            assert_eq!(value.win_chance(), chance);
            assert_eq!(value.lead(), f64::from(discs));
            assert_eq!(value.discs(), discs);
        }
        let lost = Value {
            score: Score::result(-2),
            unit: Unit::Percent,
        };
        assert_eq!(lost.win_chance(), 0.0);
    }

    #[test]
    fn both_sides_share_the_chance_to_win() {
        for value in [
            estimate(7, POINTS),
            estimate(53, Unit::Percent),
            estimate(0, Unit::Percent),
        ] {
            let other = value.flipped();
            assert!((value.win_chance() + other.win_chance() - 1.0).abs() < 1e-9);
            assert!((value.lead() + other.lead()).abs() < 1e-9);
            assert_eq!(other.flipped(), value);
        }
    }

    #[test]
    fn chance_and_lead_go_together() {
        assert_eq!(estimate(-6, POINTS).lead(), -3.0);
        assert_eq!(estimate(0, POINTS).win_chance(), 0.5);
        assert_eq!(estimate(53, Unit::Percent).win_chance(), 0.53);
        assert_eq!(estimate(100, Unit::Percent).lead(), 64.0);
        assert_eq!(estimate(0, Unit::Percent).lead(), -64.0);
        let chance = estimate(20, POINTS).win_chance();
        assert!(0.5 < chance && chance < 1.0);
        let percent = estimate((100.0 * chance).round() as i32, Unit::Percent);
        assert!((percent.lead() - 10.0).abs() < 0.5);
    }
}
