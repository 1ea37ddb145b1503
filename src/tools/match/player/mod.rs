//! The players of a match: programs and built-in algorithms.
//!
//! A player is asked for moves and informed about the moves of both sides. Only the referee decides
//! what is legal and who has won.

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

/// A participant in a match.
pub(super) trait Player: Send {
    /// Starts a game.
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble>;

    /// Reports a move that either side has made, passes included.
    fn observe(&mut self, color: Color, played: Move, time: Duration) -> Result<(), Trouble>;

    /// Chooses a move in a position that has one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Trouble>;
}

/// What a player needs to know when a game begins.
pub(super) struct Beginning<'a> {
    /// The number of the game in the match, from which random choices are seeded.
    pub(super) number: u64,
    /// The opening.
    pub(super) game: &'a Game,
    /// The player's side.
    pub(super) color: Color,
}

/// A request for a move.
pub(super) struct Turn<'a> {
    /// The side to move has a move.
    pub(super) position: &'a Position,
    /// The player's remaining time: for this move or, with a game clock, for all of its
    /// moves.
    pub(super) left: Option<Duration>,
}

/// Why a player has not replied.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The player forfeits the game.
    Forfeit(Forfeit),
    /// The user has interrupted the match.
    Interrupted,
}

/// Why a player forfeits a game, in one word and in a sentence.
#[derive(Debug)]
pub(super) struct Forfeit {
    pub(super) reason: Reason,
    pub(super) detail: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Forfeit(forfeit) => f.write_str(&forfeit.detail),
            Trouble::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl error::Error for Trouble {}

impl Trouble {
    fn forfeit(reason: Reason, detail: impl Into<String>) -> Trouble {
        Trouble::Forfeit(Forfeit {
            reason,
            detail: detail.into(),
        })
    }

    /// Whether it is a forfeit for this reason.
    fn is(&self, reason: Reason) -> bool {
        matches!(self, Trouble::Forfeit(forfeit) if forfeit.reason == reason)
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reason {
    /// By the rules.
    Normal,
    /// It made an illegal move.
    Illegal,
    /// It refused a legal move of the opponent, or a command that every engine must
    /// accept.
    Refused,
    /// The program exited.
    Crash,
    /// It did not reply.
    Hang,
    /// Its reply could not be understood.
    Garbage,
    /// It exceeded its time.
    Time,
    /// It resigned.
    Resign,
}

impl Reason {
    /// The word in the record.
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

/// Builds the player of a specification, starting the program if it is one.
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
