//! A game: a start position and the moves played from it.

use std::fmt;

use super::{Bitboard, Color, Move, Position};

/// A game in progress.
///
/// Controllers handle forced passes in three ways: they omit them, send them as moves, or
/// ask the engine for the move. A game accepts all three. It never passes by itself after a
/// move; an omitted pass is added when the next move shows that it happened.
///
/// Every accepted [`play`](Game::play) is one step for [`undo`](Game::undo), even if it
/// did not change the board. A refused move changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    /// Accepted passes before the first turn that changed nothing.
    idle_passes: u64,
    turns: Vec<Turn>,
    position: Position,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn {
    before: Position,
    color: Color,
    played: Move,
    /// Accepted passes after this turn that changed nothing: a pass was sent twice, or after
    /// the end of the game. They are only counted, so that a controller that passes
    /// forever uses no memory.
    idle_passes: u64,
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The rules forbid the move.
    Forbidden,
    /// It is the other player's turn; the value is that player.
    WrongTurn(Color),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::Forbidden => f.write_str("illegal move"),
            IllegalMove::WrongTurn(to_move) => write!(f, "illegal move: {to_move} to move"),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::START)
    }
}

impl Game {
    /// A game that starts from this position.
    pub fn new(start: Position) -> Game {
        Game {
            start,
            idle_passes: 0,
            turns: Vec::new(),
            position: start,
        }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position in which `color` can play, after the other side's forced pass if
    /// there is one; `None` if `color` can only pass. Returns an error if it is the other
    /// side's turn.
    pub fn turn_of(&self, color: Color) -> Result<Option<Position>, IllegalMove> {
        let position = &self.position;
        if position.moves_of(color).is_empty() {
            Ok(None)
        } else if position.to_move() == color {
            Ok(Some(*position))
        } else if position.moves().is_empty() {
            Ok(Some(position.pass()))
        } else {
            Err(IllegalMove::WrongTurn(position.to_move()))
        }
    }

    /// The player of this move, for records that do not name players.
    pub fn player_of(&self, played: Move) -> Color {
        match played {
            Move::Place(_) if self.position.must_pass() => !self.position.to_move(),
            _ => self.position.to_move(),
        }
    }

    /// The squares that `color` can play, or none if it is the other side's turn.
    pub fn moves_of(&self, color: Color) -> Bitboard {
        match self.turn_of(color) {
            Ok(Some(position)) => position.moves(),
            _ => Bitboard::EMPTY,
        }
    }

    /// Plays a move. Either colour may pass whenever it has no move, even if it is the other
    /// side's turn or the game is over.
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        let turn = self.turn_of(color)?;
        let after = match (turn, played) {
            (Some(position), Move::Place(square)) => {
                position.try_play(square).ok_or(IllegalMove::Forbidden)?
            }
            (None, Move::Pass) if self.position.to_move() == color && !self.position.is_over() => {
                self.position.pass()
            }
            (None, Move::Pass) => {
                *self.last_idle_passes() += 1;
                return Ok(());
            }
            _ => return Err(IllegalMove::Forbidden),
        };
        self.turns.push(Turn {
            before: self.position,
            color,
            played,
            idle_passes: 0,
        });
        self.position = after;
        Ok(())
    }

    /// Takes back the last `count` accepted moves. If there are fewer, takes back none and
    /// returns false.
    pub fn undo(&mut self, count: u64) -> bool {
        if count > self.steps() {
            return false;
        }
        let mut left = count;
        loop {
            let idle = self.last_idle_passes();
            let passes = left.min(*idle);
            *idle -= passes;
            left -= passes;
            if left == 0 {
                return true;
            }
            let turn = self
                .turns
                .pop()
                .expect("there are as many steps as were counted");
            self.position = turn.before;
            left -= 1;
        }
    }

    /// How many moves can be taken back.
    pub fn steps(&self) -> u64 {
        self.idle_passes
            + self
                .turns
                .iter()
                .map(|turn| 1 + turn.idle_passes)
                .sum::<u64>()
    }

    /// The moves from the start, with all forced passes and without passes that changed
    /// nothing.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> {
        self.turns.iter().flat_map(|turn| {
            let omitted_pass =
                (turn.before.to_move() != turn.color).then_some((!turn.color, Move::Pass));
            omitted_pass.into_iter().chain([(turn.color, turn.played)])
        })
    }

    /// The last of [`moves`](Game::moves).
    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.turns.last().map(|turn| (turn.color, turn.played))
    }

    /// Black's lead in discs at the end of the game, with the empty squares counted for the
    /// winner; `None` before the end.
    pub fn result(&self) -> Option<i32> {
        let result = self.position.result();
        self.position
            .is_over()
            .then_some(match self.position.to_move() {
                Color::Black => result,
                Color::White => -result,
            })
    }

    fn last_idle_passes(&mut self) -> &mut u64 {
        match self.turns.last_mut() {
            Some(turn) => &mut turn.idle_passes,
            None => &mut self.idle_passes,
        }
    }
}
