//! The players of a match: programs and built-in algorithms.
//!
//! A player is asked for its moves and informed of the moves of both sides. Only the referee
//! decides what is legal and who has won.

mod builtin;
mod gtp;
mod names;
mod nboard;
mod process;
pub(super) mod roster;
mod spec;

use std::time::Duration;
use std::{error, fmt};

use serde::{Deserialize, Serialize};

use super::limits::MatchLimits;
use crate::board::{Color, Game, Move, Position};
use crate::tools::interrupt::Interrupt;
use crate::tools::program::Protocol;
use builtin::Builtin;
use gtp::Gtp;
use nboard::NBoard;
use spec::Kind;
pub(super) use spec::Spec;

/// A participant in a match.
pub(super) trait Player: Send {
    /// Starts a game.
    fn start_game(&mut self, start: &GameStart<'_>) -> Result<(), PlayerError>;

    /// Reports a move that either side has made, passes included.
    fn observe(&mut self, color: Color, played: Move, time: Duration) -> Result<(), PlayerError>;

    /// Chooses a move. The side to move has a legal one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, PlayerError>;
}

/// What a player needs to know at the start of a game.
pub(super) struct GameStart<'a> {
    /// The number of the game in the match, from which random choices are seeded.
    pub(super) number: u64,
    /// The opening.
    pub(super) game: &'a Game,
    /// The player's side.
    pub(super) color: Color,
}

/// A request for a move.
pub(super) struct Turn<'a> {
    /// A position in which the side to move has a legal move.
    pub(super) position: &'a Position,
    /// The player's remaining time: for this move or, with a game clock, for all of its
    /// moves.
    pub(super) left: Option<Duration>,
}

/// Why a player cannot continue the game.
#[derive(Debug)]
pub(super) enum PlayerError {
    /// The player forfeits the game.
    Forfeit(Forfeit),
    /// The system has not started the program, for this reason, which is not the player's fault.
    NotStarted(String),
    /// The user has interrupted the match.
    Interrupted,
}

/// Why a player forfeits a game: the kind of reason, and a description.
#[derive(Debug)]
pub(super) struct Forfeit {
    pub(super) reason: Reason,
    pub(super) detail: String,
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Forfeit(forfeit) => f.write_str(&forfeit.detail),
            PlayerError::NotStarted(problem) => f.write_str(problem),
            PlayerError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl error::Error for PlayerError {}

impl PlayerError {
    fn forfeit(reason: Reason, detail: impl Into<String>) -> PlayerError {
        PlayerError::Forfeit(Forfeit {
            reason,
            detail: detail.into(),
        })
    }

    /// Whether it is a forfeit for this reason.
    fn is(&self, reason: Reason) -> bool {
        matches!(self, PlayerError::Forfeit(forfeit) if forfeit.reason == reason)
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reason {
    /// It was played to its end.
    Normal,
    /// The player made an illegal move.
    Illegal,
    /// The player refused a legal move, or a command that every engine must accept.
    Refused,
    /// The program exited.
    Crash,
    /// The player did not reply.
    Hang,
    /// The player's reply was invalid.
    Garbage,
    /// The player exceeded its time.
    Time,
    /// The player resigned.
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

/// Creates the player with this specification, which may start a program.
pub(super) fn build<'m>(
    spec: &Spec,
    limits: &'m MatchLimits,
    interrupt: &'m Interrupt,
) -> Result<Box<dyn Player + 'm>, PlayerError> {
    Ok(match &spec.kind {
        Kind::Builtin(options) => Box::new(Builtin::new(options.clone(), limits, interrupt)),
        Kind::Program(program) => match program.protocol {
            Protocol::Gtp => Box::new(Gtp::start(&spec.name, program, limits, interrupt)?),
            // A specification has no other protocol.
            _ => Box::new(NBoard::start(&spec.name, program, limits, interrupt)?),
        },
    })
}
