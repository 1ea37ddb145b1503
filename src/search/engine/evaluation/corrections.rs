//! Corrections of the static evaluations of leaves, so that scores of searches to different
//! depths, and those before and after a pass, can be compared.
//!
//! **The odd-even effect.** The side that makes the last move before the leaves gets the
//! best of several static evaluations, each with an error, so the evaluation that it gets is
//! too high more often than too low. A search of an odd number of plies would therefore
//! return a higher value than one of an even number. The correction is added for the other
//! side.
//!
//! **Parity.** Unless a side passes, the one that moves with an even number of empty squares
//! leaves the last move of the game to the other, which is an advantage. The evaluator takes
//! too little account of it: it has the same weights for an even number and the next odd one.

use crate::search::engine::score::{MAX_SCORE, UNITS_PER_DISC};

/// What the evaluator gives too much to the side that moves with an even number of empty
/// squares, and too little to the other, in units.
const PARITY: i32 = UNITS_PER_DISC / 2;

/// A static evaluation of a leaf with the corrections, in units. No score is more than
/// a win of all discs.
#[inline(always)]
pub(super) fn corrected(units: i32, empties: u32) -> i32 {
    const MOST: i32 = MAX_SCORE * UNITS_PER_DISC;
    (units + CORRECTIONS[empties as usize]).clamp(-MOST, MOST)
}

/// Both corrections by the number of empty squares, for the side to move.
static CORRECTIONS: [i32; 61] = {
    let mut corrections = [0; 61];
    let mut empties = 0;
    while empties < corrections.len() {
        let parity = if empties % 2 == 0 { -PARITY } else { PARITY };
        corrections[empties] = odd_even(empties as u32) + parity;
        empties += 1;
    }
    corrections
};

/// The correction for the odd-even effect, in units. It belongs to the evaluator:
/// `obverse probcut` measures it. Late in the game there are few moves to choose from, and
/// early in the game they differ little. Late, it is larger than in the games of that tool,
/// as in games of strong players.
pub(crate) const fn odd_even(empties: u32) -> i32 {
    let hundredths = match empties {
        ..=15 => 70,
        16..=17 => 70 + (empties - 15) * 20 / 3,
        18..=32 => 90,
        33.. => 90u32.saturating_sub((empties - 32) * 7 / 2),
    };
    hundredths as i32 * UNITS_PER_DISC / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_moves_last_is_worth_more() {
        for empties in (0..60).step_by(2) {
            let (even, odd) = (corrected(0, empties), corrected(0, empties + 1));
            let odd_even = odd_even(empties + 1) - odd_even(empties);
            assert_eq!(odd - even, 2 * PARITY + odd_even, "{empties}");
        }
    }

    #[test]
    fn the_odd_even_effect_is_greatest_in_the_midgame() {
        let effects: Vec<i32> = (0..=60).map(odd_even).collect();
        let (late, early) = effects.split_at(32);
        assert!(late.is_sorted() && early.is_sorted_by(|one, other| one >= other));
        assert_eq!((effects[18], effects[32]), (late[31], late[31]));
        assert!(effects[0] > 0 && effects[60] >= 0 && effects[60] < effects[0]);
    }

    #[test]
    fn no_score_is_more_than_all_discs() {
        let all = MAX_SCORE * UNITS_PER_DISC;
        for empties in [29, 30] {
            assert_eq!(corrected(2 * all, empties), all);
            assert_eq!(corrected(-2 * all, empties), -all);
        }
    }
}
