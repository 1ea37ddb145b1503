//! Multi-ProbCut: how far is the value of a shallow search from that of a deep one?
//!
//! If a shallow search finds a value far outside the window, the deep search most likely
//! would, too, and is skipped. How far is far enough depends on the standard deviation of
//! the difference, which is measured, and on the
//! [selectivity](super::super::selectivity). This file has the model of that standard
//! deviation; the null-window search does the pruning.

/// A shallow search that may replace a deep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DepthPair {
    /// In plies; 0 is the static evaluation.
    pub(crate) shallow: u32,
    /// In plies; the number of empty squares stands for the end of the game.
    pub(crate) deep: u32,
    pub(crate) empties: u32,
}

/// A weight for each of the [`terms`](DepthPair::terms).
pub(crate) type Weights = [f64; 6];

/// The weights for this evaluator, as fitted by `obverse probcut`, except for the last
/// one, which was chosen by matches: a wrong cutoff so close to the leaves is never
/// corrected.
pub(crate) const WEIGHTS: Weights = [1.0128, 0.1006, -0.0120, 0.3365, -0.1042, 0.4055];

/// Shallower searches are not replaced.
const MIN_DEPTH: u32 = 2;

impl DepthPair {
    /// The shallow search for a search of `deep` plies. Both depths are even or both
    /// are odd, because of the odd-even effect.
    pub(crate) fn of(deep: u32, empties: u32) -> Option<DepthPair> {
        // A node near the end costs a tenth of one in the middle of the game, so the
        // shallow search must be shallower there to be cheap.
        let divisor = if deep == empties { 5 } else { 4 };
        let even = deep / divisor * 2;
        (deep >= MIN_DEPTH).then(|| DepthPair {
            shallow: (even + deep % 2).min(deep - 2),
            deep,
            empties,
        })
    }

    /// The static evaluation in place of the shallow search.
    pub(super) fn of_evaluation(self) -> DepthPair {
        DepthPair {
            shallow: 0,
            deep: self.shallow,
            empties: self.empties,
        }
    }

    /// The standard deviation of the difference, in discs.
    pub(super) fn sigma(self) -> f64 {
        self.sigma_by(&WEIGHTS)
    }

    /// The standard deviation by a model with other weights.
    pub(crate) fn sigma_by(self, weights: &Weights) -> f64 {
        let terms = self.terms().into_iter().zip(weights);
        terms.map(|(term, weight)| term * weight).sum::<f64>().exp()
    }

    /// The terms of the logarithm of the standard deviation. It decreases with the number
    /// of plies searched, faster if more squares are empty, and increases with the number of
    /// plies skipped. Two more terms are for deep searches that reach the end of the game,
    /// which return a result, and for static evaluations, which are not the best of many.
    pub(crate) fn terms(self) -> Weights {
        let searched = f64::from(self.shallow + 1).ln();
        [
            1.0,
            searched,
            searched * f64::from(self.empties),
            f64::from(self.deep - self.shallow).ln(),
            f64::from(self.deep == self.empties),
            f64::from(self.shallow == 0),
        ]
    }
}
