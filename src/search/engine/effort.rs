//! How far the engine searches, and with what resources.

use super::goal::Goal;
use super::levels;
use super::score::Window;
use super::selectivity::Selectivity;
use crate::search::Settings;
use crate::search::dispatch::message::{Message, Words};

/// How far the engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// To the exact result of the game.
    End,
    /// To the exact result of the game if it lies between these numbers of discs, which are
    /// excluded; otherwise to a bound that shows on which side it lies. Narrow windows are
    /// quicker: -1 and 1 only distinguish wins, draws and losses.
    Within {
        /// Results up to this one get an upper bound.
        alpha: i32,
        /// Results from this one on get a lower bound.
        beta: i32,
    },
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
            Effort::End | Effort::Within { .. } | Effort::Depth(_) => Goal::end(empties),
        }
    }

    /// The results that it distinguishes in a search to the end.
    pub(super) fn limits(self) -> Window {
        match self {
            Effort::Within { alpha, beta } => {
                let alpha = alpha.clamp(Window::FULL.alpha, Window::FULL.beta - 1);
                let beta = beta.clamp(alpha + 1, Window::FULL.beta);
                Window { alpha, beta }
            }
            Effort::End | Effort::Level(_) | Effort::Depth(_) => Window::FULL,
        }
    }

    /// The same for the other side.
    pub(super) fn flipped(self) -> Effort {
        match self {
            Effort::Within { alpha, beta } => Effort::Within {
                alpha: beta.saturating_neg(),
                beta: alpha.saturating_neg(),
            },
            effort => effort,
        }
    }
}

impl Message for Effort {
    fn put(&self, words: &mut Vec<u64>) {
        match *self {
            Effort::End => 0u32.put(words),
            Effort::Level(level) => {
                1u32.put(words);
                level.put(words);
            }
            Effort::Depth(depth) => {
                2u32.put(words);
                depth.put(words);
            }
            Effort::Within { alpha, beta } => {
                3u32.put(words);
                alpha.put(words);
                beta.put(words);
            }
        }
    }

    fn take(words: &mut Words<'_>) -> Effort {
        match words.take() {
            0u32 => Effort::End,
            1 => Effort::Level(words.take()),
            2 => Effort::Depth(words.take()),
            _ => Effort::Within {
                alpha: words.take(),
                beta: words.take(),
            },
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
