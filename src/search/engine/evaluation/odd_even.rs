//! What an opinion at the horizon of a search leaves out.
//!
//! Who makes the last move of a search picks the best of several opinions, and
//! each of them has an error: what is picked is more often too good than too bad.
//! So a position would seem better to its side to move after an odd number of plies
//! than after an even one. With an allowance for the side that did not pick, values of
//! all depths can be compared.

use super::accumulator::Opinion;

/// The allowance in the middle of the game, in the parts of a disc that an opinion
/// has: a number that belongs to the evaluator, as `obverse probcut` finds it.
const MOST: u32 = Opinion::FINE as u32 * 9 / 10;

/// It begins with so many empty squares, and is whole from so many on: near the end
/// there is little to pick from, and opinions err less.
const FIRST: u32 = 12;
const WHOLE: u32 = 18;

/// What an opinion is worth at the horizon with so many empty squares, in the parts of
/// a disc that it has: no more than all discs.
#[inline(always)]
pub(crate) fn value(opinion: i32, empty: u32) -> i32 {
    (opinion + allowance(empty)).min(64 * Opinion::FINE)
}

/// What is added there.
#[inline(always)]
pub(crate) fn allowance(empty: u32) -> i32 {
    let part = empty.clamp(FIRST, WHOLE) - FIRST;
    (MOST * part / (WHOLE - FIRST)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_from_nothing_to_nine_tenths_of_a_disc() {
        let allowances: Vec<i32> = (0..=60).map(allowance).collect();
        assert!(allowances.is_sorted());
        assert_eq!((allowances[0], allowances[12]), (0, 0));
        assert!(allowances[13] > 0);
        let whole = Opinion::FINE * 9 / 10;
        assert_eq!((allowances[18], allowances[60]), (whole, whole));
    }

    #[test]
    fn no_value_is_more_than_all_discs() {
        let all = 64 * Opinion::FINE;
        assert_eq!(value(all, 30), all);
        assert!(value(-all, 30) > -all && value(0, 30) > 0);
    }
}
