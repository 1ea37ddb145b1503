//! The current values of the options.

use std::time::Duration;

use super::kinds::{HIGHEST_LEVEL, cores};
use crate::board::Position;
use crate::search::clock::Budget;
use crate::search::control::Limits;
use crate::search::engine::book::{Guide, Source};
use crate::search::engine::levels;
use crate::search::rng::MoveSeed;
use crate::search::{self, Family, Settings, hybrid};

/// The value of every option. Setting one never changes another.
#[derive(Clone)]
pub struct Options {
    /// The algorithm that chooses moves.
    pub algorithm: &'static search::Row,
    /// How it searches. Depth, level and book are overwritten by
    /// [`Options::settings`].
    pub search: Settings,
    /// The seed of the random number generator.
    pub seed: u64,
    /// Whether the level, a rating or a depth applies.
    pub strength: Strength,
    /// The level. It keeps its value while a rating or a depth applies.
    pub level: u32,
    /// The node limit of a search.
    pub nodes: Option<u64>,
    /// The time limit of a search.
    pub move_time: Option<Duration>,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// The opening book, and how to choose from it.
    pub book: Guide,
    /// Whether to use the book.
    pub is_book_used: bool,
    /// Whether the client wants no text but what it needs, where a protocol has more.
    pub is_quiet: bool,
}

/// Which of level, rating and depth applies: the one that was set last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// This depth in plies.
    Depth(u32),
    /// [`Options::level`].
    Level,
    /// The level without the handicap that it may have.
    FullLevel,
    /// This [rating](levels::rating), by moves of the two levels next to it.
    Rating(u32),
    /// None was set. The default level applies, unless time or nodes are limited: then
    /// the search uses the whole limit.
    Unset,
}

impl Options {
    /// The defaults, with this seed.
    pub fn new(seed: u64) -> Options {
        Options {
            algorithm: search::find("engine").expect("it is in the table"),
            search: Settings {
                threads: cores(),
                ..Settings::default()
            },
            seed,
            strength: Strength::Unset,
            level: 16,
            nodes: None,
            move_time: None,
            ponder: false,
            book: Guide {
                source: Source::Embedded,
                variety: 0,
            },
            is_book_used: false,
            is_quiet: false,
        }
    }

    /// Sets the level, which then applies instead of a depth.
    pub fn set_level(&mut self, level: u32) {
        self.level = level;
        self.strength = Strength::Level;
    }

    /// Sets the level, which then applies without the handicap that it may have.
    pub fn set_full_level(&mut self, level: u32) {
        self.level = level;
        self.strength = Strength::FullLevel;
    }

    /// The family of the algorithm that searches this position.
    pub(crate) fn family_for(&self, position: &Position) -> Family {
        hybrid::in_charge(self.algorithm, &self.search, position).family
    }

    /// The level that applies unless a depth does: for a rating, the lower of the two that play.
    pub fn level_in_use(&self) -> u32 {
        match self.strength {
            Strength::Rating(rating) => levels::between(rating).0,
            _ => self.level,
        }
    }

    /// The rating: that of the level, if none was set.
    pub fn rating(&self) -> u32 {
        match self.strength {
            Strength::Rating(rating) => rating,
            _ => levels::rating(self.level),
        }
    }

    /// The depth in plies. The engine has its own depth for each level.
    pub fn depth(&self) -> u32 {
        match self.strength {
            Strength::Depth(depth) => depth,
            _ => 1 + self.level_in_use() / 4,
        }
    }

    /// The limits of a search for which the clock has this budget.
    pub fn limits(&self, budget: Option<Budget>) -> Limits {
        let hard = budget.map(|budget| budget.hard);
        let time = hard.into_iter().chain(self.move_time).min();
        let soft = budget.map(|budget| budget.soft);
        Limits {
            time,
            soft_time: soft.filter(|&soft| time.is_some_and(|time| soft < time)),
            nodes: self.nodes,
        }
    }

    /// The settings of a search under these limits. With a rating, the seed decides which level
    /// searches.
    pub fn settings(&self, limits: &Limits, seed: MoveSeed) -> Settings {
        let is_limited = limits.time.is_some() || limits.nodes.is_some();
        Settings {
            depth: self.depth(),
            level: match self.strength {
                Strength::Depth(_) => None,
                Strength::Rating(rating) => {
                    let (lower, share) = levels::between(rating);
                    Some(lower + u32::from(seed.decides(share)))
                }
                Strength::Unset if is_limited => Some(HIGHEST_LEVEL),
                Strength::Level | Strength::FullLevel | Strength::Unset => Some(self.level),
            },
            is_full_strength: self.strength == Strength::FullLevel,
            book: self.is_book_used.then(|| self.book.clone()),
            ..self.search.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    const SECOND: Duration = Duration::from_secs(1);

    fn settings(options: &Options, limits: &Limits) -> Settings {
        options.settings(limits, MoveSeed::fixed(&Position::START))
    }

    #[test]
    fn the_last_of_depth_and_level_applies() {
        let mut options = Options::new(7);
        assert_eq!(settings(&options, &Limits::default()).level, Some(16));
        options.strength = Strength::Depth(8);
        assert_eq!(options.depth(), 8);
        assert_eq!(settings(&options, &Limits::default()).level, None);
        options.set_level(1);
        assert_eq!(options.depth(), 1);
        assert_eq!(settings(&options, &Limits::default()).level, Some(1));
        options.set_level(HIGHEST_LEVEL);
        assert_eq!(options.depth(), 8);
    }

    /// Unless a level or a depth was set, a search uses its whole limit.
    #[test]
    fn a_limit_replaces_the_default_level() {
        let mut options = Options::new(7);
        let budget = Budget {
            soft: 2 * SECOND,
            hard: 5 * SECOND,
        };
        let limits = options.limits(Some(budget));
        assert_eq!(
            (limits.time, limits.soft_time),
            (Some(5 * SECOND), Some(2 * SECOND))
        );
        assert_eq!(settings(&options, &limits).level, Some(HIGHEST_LEVEL));
        options.move_time = Some(2 * SECOND);
        let limits = options.limits(Some(budget));
        assert_eq!((limits.time, limits.soft_time), (Some(2 * SECOND), None));
        options.set_level(3);
        assert_eq!(settings(&options, &limits).level, Some(3));
    }
}
