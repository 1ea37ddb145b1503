//! How hard the engine searches, and what it may use for that.

use super::goal::Goal;
use super::levels;
use super::selectivity::Selectivity;
use crate::search::Settings;

/// How hard the engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Up to the result of the game.
    End,
    /// As [a level](levels) says.
    Level(u32),
    /// So many plies; up to the result if the game has no more.
    Depth(u32),
}

/// What the engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// How many threads search.
    pub threads: usize,
    /// The size of the table in megabytes.
    pub hash_mb: usize,
}

impl From<&Settings> for EngineOptions {
    fn from(settings: &Settings) -> EngineOptions {
        EngineOptions {
            threads: settings.threads as usize,
            hash_mb: settings.hash_mb as usize,
        }
    }
}

impl From<&Settings> for Effort {
    fn from(settings: &Settings) -> Effort {
        settings
            .level
            .map_or(Effort::Depth(settings.depth), Effort::Level)
    }
}

impl Effort {
    /// How far to go with so many empty squares.
    pub(super) fn goal(self, empty: u32) -> Goal {
        match self {
            Effort::Level(level) => levels::goal(level, empty),
            Effort::Depth(depth) if depth < empty => Goal {
                depth,
                selectivity: Selectivity::CAREFUL,
            },
            Effort::End | Effort::Depth(_) => Goal::end(empty),
        }
    }
}
