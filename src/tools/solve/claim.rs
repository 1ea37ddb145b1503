//! What is known about the value of a position or a move.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::score::Bound;
use crate::search::report::Line;

/// What a number says about the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Relation {
    /// It is the value.
    Exact,
    /// The value is at least this number.
    Lower,
    /// The value is at most this number.
    Upper,
}

/// A statement about the value, in discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) relation: Relation,
    pub(super) discs: i32,
}

impl Claim {
    pub(super) fn exact(discs: i32) -> Claim {
        let relation = Relation::Exact;
        Claim { relation, discs }
    }

    /// The values of which it is true.
    pub(super) fn range(self) -> RangeInclusive<i32> {
        match self.relation {
            Relation::Exact => self.discs..=self.discs,
            Relation::Lower => self.discs..=i32::MAX,
            Relation::Upper => i32::MIN..=self.discs,
        }
    }

    /// The same for the other side.
    pub(super) fn flipped(self) -> Claim {
        Claim {
            relation: match self.relation {
                Relation::Exact => Relation::Exact,
                Relation::Lower => Relation::Upper,
                Relation::Upper => Relation::Lower,
            },
            discs: self.discs.saturating_neg(),
        }
    }

    /// Whether both can be true.
    pub(super) fn agrees_with(self, other: Claim) -> bool {
        let (one, other) = (self.range(), other.range());
        one.start() <= other.end() && other.start() <= one.end()
    }
}

/// The results that a run distinguishes: those between two numbers of discs, which are excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Every result is inside.
    pub(super) const FULL: Window = Window {
        alpha: -65,
        beta: 65,
    };

    /// Win, draw or loss.
    pub(super) const WIN_DRAW_LOSS: Window = Window { alpha: -1, beta: 1 };

    /// Whether a claim about a value says all that has to be known.
    pub(super) fn is_decided_by(self, claim: Claim) -> bool {
        match claim.relation {
            Relation::Exact => true,
            Relation::Lower => claim.discs >= self.beta,
            Relation::Upper => claim.discs <= self.alpha,
        }
    }

    /// What a line proves about its value, if the search has come to its end.
    pub(super) fn proven(self, line: &Line, empties: u32) -> Option<Relation> {
        let discs = line.value?.discs();
        let is_to_the_end = line.depth >= empties && line.selectivity == 100;
        match line.bound {
            _ if line.is_exact => Some(Relation::Exact),
            Bound::Lower if is_to_the_end && discs >= self.beta => Some(Relation::Lower),
            Bound::Upper if is_to_the_end && discs <= self.alpha => Some(Relation::Upper),
            _ => None,
        }
    }
}

/// As in `>=+4`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.relation {
            Relation::Exact => "",
            Relation::Lower => ">=",
            Relation::Upper => "<=",
        };
        write!(f, "{sign}{:+}", self.discs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_agree_if_a_value_fits_both() {
        let claim = |text: &str| {
            let relation = match &text[..1] {
                ">" => Relation::Lower,
                "<" => Relation::Upper,
                _ => Relation::Exact,
            };
            let discs = text.trim_start_matches(['>', '<', '=']).parse().unwrap();
            Claim { relation, discs }
        };
        for (one, other, agree) in [
            ("+2", "+2", true),
            ("+2", "+4", false),
            ("+10", ">=+4", true),
            ("+2", ">=+4", false),
            ("-10", "<=-4", true),
            ("+0", "<=-4", false),
            (">=+4", "<=+4", true),
            (">=+4", "<=+2", false),
            (">=+4", ">=+60", true),
        ] {
            let (one, other) = (claim(one), claim(other));
            assert_eq!(one.agrees_with(other), agree, "{one} {other}");
            assert_eq!(other.agrees_with(one), agree, "{other} {one}");
            assert_eq!(claim(&one.to_string()), one);
        }
    }
}
