//! Games.

use std::collections::BTreeMap;

use obverse::board::notation::transcript;
use obverse::board::{Game as Board, Move};
use obverse::formats::GameRecord;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::Integer;
use crate::moves::{MoveArgument, number, numbers};
use crate::position::{Position, after};

/// A start position and the moves played from it.
///
/// ``moves`` may be the beginning of a game, such as ``f5d6c3``; passes may be left out.
#[pyclass(module = "obverse", eq)]
#[derive(PartialEq)]
pub(crate) struct Game {
    game: Board,
    /// What a file says about the game.
    record: GameRecord,
}

impl Game {
    pub(crate) fn of_record(record: GameRecord) -> PyResult<Game> {
        let mut game = Board::new(record.start);
        for ply in &record.moves {
            play(&mut game, ply.action)?;
        }
        Ok(Game { game, record })
    }
}

fn play(game: &mut Board, action: Move) -> PyResult<()> {
    let player = game.player_of(action);
    if game.position().is_over() || game.play(player, action).is_err() {
        after(game.position(), action)?;
    }
    Ok(())
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (moves="", /, *, start=None))]
    fn new(moves: &str, start: Option<Position>) -> PyResult<Game> {
        let start = start.unwrap_or(Position(obverse::board::Position::START)).0;
        let moves = transcript::parse(&start, moves);
        let moves = moves.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut game = Board::new(start);
        moves
            .into_iter()
            .try_for_each(|action| play(&mut game, action))?;
        Ok(Game {
            game,
            record: GameRecord::new(start),
        })
    }

    /// The position after the last move.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.game.position())
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        Position(*self.game.start())
    }

    /// The moves so far, with all passes (64).
    #[getter]
    fn moves(&self) -> Vec<u32> {
        numbers(self.game.moves().map(|(_, action)| action))
    }

    /// The positions of the game, from the first to the last: one more than there are moves.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        let mut position = *self.game.start();
        let mut positions = vec![Position(position)];
        for (_, action) in self.game.moves() {
            position = position.after(action);
            positions.push(Position(position));
        }
        positions
    }

    /// Whether neither side has a move.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.position().is_over()
    }

    /// Black's lead in discs at the end, with the empty squares counted for the winner; None if
    /// the game is not over.
    #[getter]
    fn result(&self) -> Option<i32> {
        self.game.result()
    }

    /// Black's lead in discs according to the file that the game was read from.
    #[getter]
    fn recorded_result(&self) -> Option<f64> {
        self.record.result.map(|outcome| outcome.lead)
    }

    /// Who played black, according to the file.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.record.black.as_deref()
    }

    /// Who played white, according to the file.
    #[getter]
    fn white(&self) -> Option<&str> {
        self.record.white.as_deref()
    }

    /// The tournament or server, according to the file.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.record.event.as_deref()
    }

    /// The date in the form of the file.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.record.date.as_deref()
    }

    /// The comment on the game.
    #[getter]
    fn comment(&self) -> Option<&str> {
        self.record.comment.as_deref()
    }

    /// The scores of moves in the last position of the file, for the side to move: those of an
    /// OBF file.
    #[getter]
    fn scores(&self) -> BTreeMap<u8, i32> {
        let scores = self.record.scores.iter();
        scores
            .map(|&(action, score)| (number(action), score))
            .collect()
    }

    /// Plays a move: a number, 64 for a pass, or a name such as ``f5``. A forced pass before it
    /// may be left out.
    #[pyo3(signature = (r#move, /))]
    fn play(&mut self, r#move: MoveArgument) -> PyResult<()> {
        play(&mut self.game, r#move.0)
    }

    /// Takes back the last moves.
    #[pyo3(signature = (count=Integer::from(1), /), text_signature = "($self, count=1, /)")]
    fn undo(&mut self, count: Integer) -> PyResult<()> {
        let count = count.at_least("count", 0)?;
        match self.game.undo(count) {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!(
                "cannot take back {count} of {} moves",
                self.game.steps()
            ))),
        }
    }

    fn __len__(&self) -> usize {
        self.game.moves().count()
    }

    fn __repr__(&self) -> String {
        let moves: Vec<Move> = self.game.moves().map(|(_, action)| action).collect();
        let moves = transcript::write(&moves).to_lowercase();
        match *self.game.start() {
            obverse::board::Position::START => format!("Game('{moves}')"),
            start => format!("Game('{moves}', start=Position('{start}'))"),
        }
    }
}
