//! A correction for the odd-even effect.
//!
//! The side that makes the last move before the leaves gets the best of several static
//! evaluations, each with an error, so the evaluation that it gets is too high more often
//! than too low. A search of an odd number of plies would therefore return a higher value
//! than one of an even number. The correction is added for the other side, so that scores
//! of all depths can be compared.

use crate::search::engine::score::{MAX_SCORE, UNITS_PER_DISC};

/// The correction in the middle of the game, in units. It belongs to the evaluator:
/// `obverse probcut` measures it.
const FULL: u32 = UNITS_PER_DISC as u32 * 9 / 10;

/// There is no correction with this many empty squares or fewer: there are few moves to
/// choose from, and the evaluator's errors are smaller.
const NONE_AT: u32 = 12;

/// The correction is [`FULL`] with this many empty squares or more.
const FULL_AT: u32 = 18;

/// A static evaluation of a leaf with the correction, in units. No score is more than
/// a win of all discs.
#[inline(always)]
pub(super) fn corrected(units: i32, empties: u32) -> i32 {
    (units + correction(empties)).min(MAX_SCORE * UNITS_PER_DISC)
}

/// The correction in units.
#[inline(always)]
pub(crate) fn correction(empties: u32) -> i32 {
    let part = empties.clamp(NONE_AT, FULL_AT) - NONE_AT;
    (FULL * part / (FULL_AT - NONE_AT)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_from_nothing_to_nine_tenths_of_a_disc() {
        let corrections: Vec<i32> = (0..=60).map(correction).collect();
        assert!(corrections.is_sorted());
        assert_eq!((corrections[0], corrections[12]), (0, 0));
        assert!(corrections[13] > 0);
        let full = UNITS_PER_DISC * 9 / 10;
        assert_eq!((corrections[18], corrections[60]), (full, full));
    }

    #[test]
    fn no_score_is_more_than_all_discs() {
        let all = MAX_SCORE * UNITS_PER_DISC;
        assert_eq!(corrected(all, 30), all);
        assert!(corrected(-all, 30) > -all && corrected(0, 30) > 0);
    }
}
