//! Who plays: the programs and built-in algorithms of a match.
//!
//! A player knows how to be asked for a move and how to be told of others'; what
//! is legal, and who has won, only the referee says.

mod builtin;
mod gtp;
mod nboard;
mod process;
pub(super) mod roster;
mod spec;
mod words;

use std::time::Duration;
use std::{error, fmt};

use serde::{Deserialize, Serialize};

use super::terms::Terms;
use crate::board::{Color, Game, Move, Position};
use crate::tools::interrupt::Interrupt;
use builtin::Builtin;
use gtp::Gtp;
use nboard::NBoard;
pub(super) use spec::Spec;
use spec::{Kind, Protocol};

/// One who plays.
pub(super) trait Player: Send {
    /// Begins a game.
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble>;

    /// Hears what was played, by either side; passes are told, too.
    fn hear(&mut self, color: Color, played: Move, time: Duration) -> Result<(), Trouble>;

    /// Chooses a move where there is one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Trouble>;
}

/// The beginning of a game.
pub(super) struct Beginning<'a> {
    /// The number of the game in the match: chance depends on it.
    pub(super) number: u64,
    /// The opening, as it was played.
    pub(super) game: &'a Game,
    /// The player's side.
    pub(super) color: Color,
}

/// A move to choose.
pub(super) struct Turn<'a> {
    /// The side to move has a move.
    pub(super) position: &'a Position,
    /// What the player has left for this move or, in a game with a clock, for all
    /// of its moves.
    pub(super) left: Option<Duration>,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The player has lost the game.
    Guilty(Guilt),
    /// The user wants an end.
    Interrupted,
}

/// What a player has done, and what there is to say about it.
#[derive(Debug)]
pub(super) struct Guilt {
    pub(super) reason: Reason,
    pub(super) detail: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Guilty(guilt) => f.write_str(&guilt.detail),
            Trouble::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl error::Error for Trouble {}

impl Trouble {
    fn guilty(reason: Reason, detail: impl Into<String>) -> Trouble {
        Trouble::Guilty(Guilt {
            reason,
            detail: detail.into(),
        })
    }

    /// Whether it is guilt of this kind.
    fn is(&self, reason: Reason) -> bool {
        matches!(self, Trouble::Guilty(guilt) if guilt.reason == reason)
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reason {
    /// By the rules.
    Normal,
    /// A move that the rules forbid.
    Illegal,
    /// A legal move of the opponent was refused, or a command that must not be.
    Refused,
    /// The program has ended.
    Crash,
    /// No answer came.
    Hang,
    /// What came was no answer.
    Garbage,
    /// It came too late.
    Time,
    /// The game was given up.
    Resign,
}

impl Reason {
    /// As it stands in the results.
    pub(super) fn word(self) -> &'static str {
        match self {
            Reason::Normal => "normal",
            Reason::Illegal => "illegal",
            Reason::Refused => "refused",
            Reason::Crash => "crash",
            Reason::Hang => "hang",
            Reason::Garbage => "garbage",
            Reason::Time => "time",
            Reason::Resign => "resign",
        }
    }
}

/// Makes the player that the specification describes. A program is started.
pub(super) fn build<'m>(
    spec: &Spec,
    terms: &'m Terms,
    interrupt: &'m Interrupt,
) -> Result<Box<dyn Player + 'm>, Trouble> {
    Ok(match &spec.kind {
        Kind::Builtin(options) => Box::new(Builtin::new(options.clone(), terms, interrupt)),
        Kind::Program(program) => match program.protocol {
            Protocol::Gtp => Box::new(Gtp::start(&spec.name, program, terms, interrupt)?),
            Protocol::NBoard => Box::new(NBoard::start(&spec.name, program, terms, interrupt)?),
        },
    })
}
