//! The levels of play.
//!
//! A level sets the depth in the midgame, the numbers of empty squares from which the
//! engine searches to the end of the game, and the selectivity of those searches. The
//! lowest levels have a [`handicap`](super::handicap), for human opponents.
//!
//! ```
//! use obverse::search::engine::levels;
//!
//! let (empties, percent) = levels::end_searches(16).next().expect("each level has one");
//! println!("level 16 plays perfectly with {empties} empty squares");
//! assert_eq!(percent, 100);
//! assert_eq!(levels::HIGHEST, 30);
//! ```

use super::goal::Goal;
use super::selectivity::Selectivity;

/// The highest level.
pub const HIGHEST: u32 = 30;

struct Row {
    depth: u32,
    /// The searches to the end of the game: the maximum number of empty squares for
    /// each, and its selectivity. The least selective search comes first.
    end_searches: &'static [(u32, Selectivity)],
}

const fn row(depth: u32, end_searches: &'static [(u32, Selectivity)]) -> Row {
    Row {
        depth,
        end_searches,
    }
}

use Selectivity as S;

/// From level 0 on. A search to the end may take a few times as long as one in the
/// midgame, but not longer: in matches at equal times, the time was better spent in the
/// midgame. With 27 and 28 empty squares the step from 99 % to a proof takes twice as long
/// again and hardly ever finds another move.
#[rustfmt::skip]
static LEVELS: [Row; HIGHEST as usize + 1] = [
    row(1, &[(2, S::NONE)]),
    row(1, &[(4, S::NONE)]),
    row(2, &[(6, S::NONE)]),
    row(3, &[(8, S::NONE)]),
    row(4, &[(8, S::NONE)]),
    row(5, &[(10, S::NONE)]),
    row(6, &[(12, S::NONE)]),
    row(7, &[(14, S::NONE)]),
    row(8, &[(16, S::NONE)]),
    row(9, &[(16, S::NONE)]),
    row(10, &[(16, S::NONE), (18, S::PERCENT_87)]),
    row(11, &[(16, S::NONE), (19, S::PERCENT_87)]),
    row(12, &[(16, S::NONE), (18, S::PERCENT_87), (20, S::PERCENT_73)]),
    row(13, &[(17, S::NONE), (19, S::PERCENT_87), (21, S::PERCENT_73)]),
    row(14, &[(17, S::NONE), (19, S::PERCENT_87), (21, S::PERCENT_73)]),
    row(15, &[(18, S::NONE), (20, S::PERCENT_87), (22, S::PERCENT_73)]),
    row(16, &[(19, S::NONE), (21, S::PERCENT_87), (23, S::PERCENT_73)]),
    row(17, &[(20, S::NONE), (22, S::PERCENT_87), (24, S::PERCENT_73)]),
    row(18, &[(20, S::NONE), (22, S::PERCENT_87), (25, S::PERCENT_73)]),
    row(19, &[(21, S::NONE), (23, S::PERCENT_87), (25, S::PERCENT_73)]),
    row(20, &[(21, S::NONE), (23, S::PERCENT_87), (26, S::PERCENT_73)]),
    row(21, &[(22, S::NONE), (24, S::PERCENT_87), (27, S::PERCENT_73)]),
    row(22, &[(22, S::NONE), (25, S::PERCENT_95), (27, S::PERCENT_73), (29, S::PERCENT_52)]),
    row(23, &[(23, S::NONE), (25, S::PERCENT_95), (28, S::PERCENT_73), (30, S::PERCENT_52)]),
    row(24, &[(24, S::NONE), (26, S::PERCENT_95), (28, S::PERCENT_73), (30, S::PERCENT_52)]),
    row(25, &[(24, S::NONE), (27, S::PERCENT_95), (29, S::PERCENT_73), (31, S::PERCENT_52)]),
    row(26, &[(25, S::NONE), (27, S::PERCENT_95), (29, S::PERCENT_73), (32, S::PERCENT_52)]),
    row(27, &[(25, S::NONE), (28, S::PERCENT_95), (30, S::PERCENT_73), (32, S::PERCENT_52)]),
    row(28, &[(26, S::NONE), (28, S::PERCENT_95), (31, S::PERCENT_73), (33, S::PERCENT_52)]),
    row(29, &[(26, S::NONE), (27, S::PERCENT_99), (29, S::PERCENT_95), (31, S::PERCENT_73), (34, S::PERCENT_52)]),
    row(30, &[(26, S::NONE), (28, S::PERCENT_99), (30, S::PERCENT_95), (32, S::PERCENT_73), (34, S::PERCENT_52)]),
];

/// The searches to the end of the game at a level: the maximum number of empty squares for
/// each, and its confidence in percent (100 is exact). The least selective comes first.
pub fn end_searches(level: u32) -> impl Iterator<Item = (u32, u32)> {
    let row = &LEVELS[level.min(HIGHEST) as usize];
    row.end_searches
        .iter()
        .map(|&(most, selectivity)| (most, selectivity.percent()))
}

/// The goal of a search at this level with this many empty squares.
pub(super) fn goal(level: u32, empties: u32) -> Goal {
    let row = &LEVELS[level.min(HIGHEST) as usize];
    let end = row.end_searches.iter().find(|&&(most, _)| empties <= most);
    match end {
        Some(&(_, selectivity)) => Goal {
            depth: empties,
            selectivity,
        },
        None => Goal {
            depth: row.depth.min(empties),
            selectivity: Selectivity::MIDGAME,
        },
    }
}

/// The same, as a depth and a confidence in percent.
pub(crate) fn depth_and_confidence(level: u32, empties: u32) -> (u32, u32) {
    let goal = goal(level, empties);
    (goal.depth, goal.selectivity.percent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::engine::handicap::Handicap;

    #[test]
    fn levels_rise_a_ply_at_a_time() {
        for (level, row) in (0..).zip(&LEVELS) {
            assert_eq!(row.depth, level.max(1), "a ply for each level");
            let handicap = Handicap::of_level(level);
            assert_eq!(handicap.is_some(), level <= 4, "for people");
            assert_eq!(
                row.end_searches[0].1,
                Selectivity::NONE,
                "the least selective first"
            );
            assert!(row.end_searches.is_sorted(), "the least selective first");
        }
    }
}
