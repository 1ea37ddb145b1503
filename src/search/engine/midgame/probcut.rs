//! How far is a shallow search from a deep one?
//!
//! Multi-ProbCut: where a shallow search says that a value is far outside the
//! window, a deep one would most likely say the same, and is not made. How far
//! is far depends on the error of the shallow search, which is known, and on how
//! sure one wants to be. This file holds the model of that error.

/// A shallow search in the place of a deep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StandIn {
    /// How deep it is, in plies; 0 is the opinion alone.
    pub(crate) shallow: u32,
    /// How deep the other would be; the number of empty squares is the end of the
    /// game.
    pub(crate) deep: u32,
    /// How many squares are empty.
    pub(crate) empty: u32,
}

/// How much each of the [`terms`](StandIn::terms) counts.
pub(crate) type Weights = [f64; 6];

/// The numbers that belong to the evaluator, as `obverse probcut` finds them. But that of
/// the opinion alone was chosen by matches: a wrong guess one ply from the horizon is not
/// made good by any other.
pub(crate) const WEIGHTS: Weights = [1.0128, 0.1006, -0.0120, 0.3365, -0.1042, 0.4055];

/// How deep a search must be for a shallower one, or the opinion alone, to stand in for it.
const LEAST_DEPTH: u32 = 2;

impl StandIn {
    /// What to search instead of `deep` plies. Both depths are even or both are
    /// odd, since who has the last move is worth something.
    pub(crate) fn of(deep: u32, empty: u32) -> Option<StandIn> {
        // A position near the end costs a tenth of one in the middle of the game,
        // so that there a stand-in must be shallower to be cheap.
        let part = if deep == empty { 5 } else { 4 };
        let even = deep / part * 2;
        (deep >= LEAST_DEPTH).then(|| StandIn {
            shallow: (even + deep % 2).min(deep - 2),
            deep,
            empty,
        })
    }

    /// The opinion alone in the place of the shallow search.
    pub(crate) fn opinion(self) -> StandIn {
        StandIn {
            shallow: 0,
            deep: self.shallow,
            empty: self.empty,
        }
    }

    /// The standard error in discs.
    pub(crate) fn error(self) -> f64 {
        self.error_by(&WEIGHTS)
    }

    /// The same with other weights.
    pub(crate) fn error_by(self, weights: &Weights) -> f64 {
        let terms = self.terms().into_iter().zip(weights);
        terms.map(|(term, weight)| term * weight).sum::<f64>().exp()
    }

    /// What the logarithm of the error is made of. It shrinks with the plies that
    /// are searched, the more the emptier the board is; it grows with those that
    /// are left out; at the end of the game there is a result, not an opinion; and the
    /// opinion alone is no search, which has picked the best of many.
    pub(crate) fn terms(self) -> Weights {
        let searched = f64::from(self.shallow + 1).ln();
        [
            1.0,
            searched,
            searched * f64::from(self.empty),
            f64::from(self.deep - self.shallow).ln(),
            f64::from(self.deep == self.empty),
            f64::from(self.shallow == 0),
        ]
    }
}
