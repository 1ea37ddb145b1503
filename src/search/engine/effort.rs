//! How far the engine searches, and with what resources.

use super::goal::Goal;
use super::levels;
use super::selectivity::Selectivity;
use crate::search::Settings;
use crate::search::dispatch::message::{Message, Words};

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

impl Message for Effort {
    fn put(&self, words: &mut Vec<u64>) {
        let (kind, number) = match *self {
            Effort::End => (0u32, 0),
            Effort::Level(level) => (1, level),
            Effort::Depth(depth) => (2, depth),
        };
        kind.put(words);
        number.put(words);
    }

    fn take(words: &mut Words<'_>) -> Effort {
        match (words.take(), words.take()) {
            (0u32, _) => Effort::End,
            (1, level) => Effort::Level(level),
            (_, depth) => Effort::Depth(depth),
        }
    }
}

impl Message for EngineOptions {
    fn put(&self, words: &mut Vec<u64>) {
        let EngineOptions { threads, hash_mb } = self;
        threads.put(words);
        hash_mb.put(words);
    }

    fn take(words: &mut Words<'_>) -> EngineOptions {
        EngineOptions {
            threads: words.take(),
            hash_mb: words.take(),
        }
    }
}
