//! How far the engine searches, and with what resources.

use super::goal::Goal;
use super::levels;
use super::selectivity::Selectivity;
use crate::search::Settings;

/// How far the engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// To the exact result of the game.
    End,
    /// To the goal that a [level](levels) sets.
    Level(u32),
    /// This many plies; to the exact result if no more are left.
    Depth(u32),
}

/// The resources of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The number of threads.
    pub threads: usize,
    /// The size of the transposition table in megabytes.
    pub hash_mb: usize,
}

/// One thread and a table of moderate size.
impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions::from(&Settings::default())
    }
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
    /// The goal of a search with this many empty squares.
    pub(super) fn goal(self, empties: u32) -> Goal {
        match self {
            Effort::Level(level) => levels::goal(level, empties),
            Effort::Depth(depth) if depth < empties => Goal {
                depth,
                selectivity: Selectivity::FIXED_DEPTH,
            },
            Effort::End | Effort::Depth(_) => Goal::end(empties),
        }
    }
}
