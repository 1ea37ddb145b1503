//! Moves read from a text, one after the other, checked by the rules.
//!
//! Texts write forced passes, leave them out, or repeat them after the end of
//! the game. A record has each forced pass exactly once, so that nobody behind
//! a reader needs to know which habit a text had. A pass is recorded when the
//! text has it, or when a later move shows that it took place; so the record of
//! a text that stops before a forced pass ends there too.
//!
//! Taking moves back is not here: a reader only goes forward.

use crate::board::{Color, Move, Position};

/// A start position and what happened since.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    position: Position,
    moves: Vec<(Color, Move)>,
}

impl Record {
    pub(crate) fn new(start: Position) -> Record {
        Record {
            position: start,
            moves: Vec::new(),
        }
    }

    /// Whose move this is if the text does not say it.
    pub(crate) fn player(&self, action: Move) -> Color {
        match action {
            Move::Place(_) if self.position.must_pass() => !self.position.to_move(),
            _ => self.position.to_move(),
        }
    }

    /// Adds a move of `color`, or changes nothing and returns `None` if it is
    /// not legal.
    pub(crate) fn add(&mut self, color: Color, action: Move) -> Option<()> {
        let stuck = self.position.moves_of(color).is_empty();
        match action {
            // A pass that is known already, or that follows the end of the
            // game, says nothing new.
            Move::Pass if stuck => {
                if color == self.position.to_move() && self.position.must_pass() {
                    self.pass();
                }
            }
            Move::Pass => return None,
            Move::Place(square) => {
                let passed = color != self.position.to_move();
                if passed && !self.position.must_pass()
                    || !self.position.moves_of(color).contains(square)
                {
                    return None;
                }
                if passed {
                    self.pass();
                }
                self.moves.push((color, action));
                self.position = self.position.play(square);
            }
        }
        Some(())
    }

    pub(crate) fn into_moves(self) -> Vec<(Color, Move)> {
        self.moves
    }

    fn pass(&mut self) {
        self.moves.push((self.position.to_move(), Move::Pass));
        self.position = self.position.pass();
    }
}
