//! The levels of play.
//!
//! A level sets the depth in the midgame, the numbers of empty squares from which the
//! engine searches to the end of the game, and the selectivity of those searches.
//!
//! The levels below 10 are for human opponents. As players they see the end of the game no
//! earlier than they look ahead, and the lowest have a [`handicap`](super::handicap). An
//! analysis at such a level has neither restriction.
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
use crate::search::Settings;

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

/// The rating of each level from 0 on, on the scale of docs/strength.md.
#[rustfmt::skip]
static RATINGS: [u32; HIGHEST as usize + 1] = [
    730, 840, 1220, 1610, 1990, 2340, 2460, 2580, 2660, 2750,
    2900, 2930, 2960, 2990, 3020, 3050, 3080, 3110, 3140, 3170,
    3200, 3220, 3240, 3260, 3280, 3300, 3320, 3340, 3360, 3380,
    3400,
];

/// The highest level whose rating is measured. Above, only the order is certain.
#[cfg_attr(
    not(feature = "web"),
    allow(dead_code, reason = "only `obverse web` shows ratings")
)]
pub(crate) const HIGHEST_MEASURED: u32 = 10;

/// The lowest rating.
pub(crate) const LOWEST_RATING: u32 = RATINGS[0];

/// The highest rating.
pub(crate) const HIGHEST_RATING: u32 = RATINGS[HIGHEST as usize];

/// The rating of a level. `alpha_beta` to depth 3 with `positional` has a rating of 1000, and a
/// player with 100 points more scores 64 %.
pub fn rating(level: u32) -> u32 {
    RATINGS[level.min(HIGHEST) as usize]
}

/// The highest level whose rating is not above this one, and the share of the moves that the
/// next level must play for this rating.
pub fn between(rating: u32) -> (u32, f64) {
    let above = RATINGS.partition_point(|&lower| lower <= rating);
    let level = above.saturating_sub(1);
    let lower = RATINGS[level];
    let share = RATINGS.get(level + 1).map_or(0.0, |higher| {
        f64::from(rating.saturating_sub(lower)) / f64::from(higher - lower)
    });
    (level as u32, share)
}

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

/// The lowest level that searches to the end of the game before it looks so far ahead.
const LOWEST_SOLVING_LEVEL: u32 = 10;

/// The largest number of empty squares with which a player sees the end of the game, if that is
/// no more than it looks ahead.
pub fn horizon(level: u32) -> Option<u32> {
    let row = &LEVELS[level.min(HIGHEST) as usize];
    (level < LOWEST_SOLVING_LEVEL).then_some(row.depth)
}

/// The level of a player for human opponents, if these are the settings of one.
pub(super) fn for_people(settings: &Settings) -> Option<u32> {
    let level = settings.level.filter(|_| !settings.is_full_strength);
    level.filter(|&level| level < LOWEST_SOLVING_LEVEL)
}

/// The goal of such a player.
pub(super) fn look_ahead(level: u32, empties: u32) -> Goal {
    match LEVELS[level.min(HIGHEST) as usize].depth {
        depth if depth >= empties => Goal::end(empties),
        depth => Goal {
            depth,
            selectivity: Selectivity::MIDGAME,
        },
    }
}

/// The goal of a search at this level, as a depth and a confidence in percent.
pub(crate) fn depth_and_confidence(level: u32, empties: u32) -> (u32, u32) {
    let goal = goal(level, empties);
    (goal.depth, goal.selectivity.percent())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_a_ply_at_a_time() {
        for (level, row) in (0..).zip(&LEVELS) {
            assert_eq!(row.depth, level.max(1), "a ply for each level");
            assert_eq!(
                row.end_searches[0].1,
                Selectivity::NONE,
                "the least selective first"
            );
            assert!(row.end_searches.is_sorted(), "the least selective first");
        }
    }

    #[test]
    fn ratings_lie_between_those_of_levels() {
        assert!(RATINGS.is_sorted_by(|lower, higher| lower < higher));
        for level in 0..=HIGHEST {
            assert_eq!(between(rating(level)), (level, 0.0));
        }
        let (lower, higher) = (RATINGS[3], RATINGS[4]);
        let (level, share) = between((lower + higher) / 2);
        assert_eq!((level, (share * 4.0).round()), (3, 2.0));
        assert_eq!(between(LOWEST_RATING - 1), (0, 0.0));
        assert_eq!(between(HIGHEST_RATING + 1), (HIGHEST, 0.0));
    }
}
