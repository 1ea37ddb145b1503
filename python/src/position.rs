//! Positions.

use obverse::board::{Bitboard, Color, Move, Position as Board};
use obverse::search::bulk::PASS;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::moves::{MoveArgument, move_name, number};

/// The discs on the board and whose turn it is. A position never changes.
///
/// Without an argument it is the start of a game. Otherwise the text has 64 squares from a1 to
/// h8 (X black, O white, - empty) and the side to move, as in ``str(position)``.
#[pyclass(module = "obverse", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) Board);

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

impl Position {
    fn legal(&self) -> Vec<u32> {
        if self.0.must_pass() {
            return vec![PASS.into()];
        }
        let squares = self.0.moves().into_iter();
        squares.map(|square| square.index() as u32).collect()
    }
}

/// The position after a legal move or a pass.
pub(crate) fn after(position: &Board, action: Move) -> PyResult<Board> {
    let next = match action {
        Move::Place(square) => position.try_play(square),
        Move::Pass => position.must_pass().then(|| position.pass()),
    };
    next.ok_or_else(|| {
        let name = move_name(MoveArgument(action));
        let turn = color_name(position.to_move());
        let number = number(action);
        PyValueError::new_err(format!("{name} ({number}) is not a legal move of {turn}"))
    })
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text=None, /))]
    fn new(text: Option<&str>) -> PyResult<Position> {
        let Some(text) = text else {
            return Ok(Position(Board::START));
        };
        let parsed = text.trim().parse();
        parsed
            .map(Position)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The position with these discs of the side to move and of its opponent; bit 0 is a1, bit
    /// 63 is h8.
    #[staticmethod]
    #[pyo3(signature = (own, opponent, *, to_move="black"))]
    fn from_bits(own: u64, opponent: u64, to_move: &str) -> PyResult<Position> {
        let to_move: Color = to_move.parse().map_err(|_| {
            PyValueError::new_err(format!("to_move: expected black or white, got {to_move:?}"))
        })?;
        let [own, opponent] = [own, opponent].map(Bitboard::from_bits);
        let (black, white) = match to_move {
            Color::Black => (own, opponent),
            Color::White => (opponent, own),
        };
        let position = Board::new(black, white, to_move);
        position
            .map(Position)
            .ok_or_else(|| PyValueError::new_err("both sides have a disc on the same square"))
    }

    /// The discs of the side to move, as bits.
    #[getter]
    fn own(&self) -> u64 {
        self.0.mover().bits()
    }

    /// The discs of the other side, as bits.
    #[getter]
    fn opponent(&self) -> u64 {
        self.0.opponent().bits()
    }

    /// The black discs, as bits.
    #[getter]
    fn black(&self) -> u64 {
        self.0.discs(Color::Black).bits()
    }

    /// The white discs, as bits.
    #[getter]
    fn white(&self) -> u64 {
        self.0.discs(Color::White).bits()
    }

    /// ``black`` or ``white``.
    #[allow(clippy::wrong_self_convention, reason = "`to_move` is a noun")]
    #[getter]
    fn to_move(&self) -> &'static str {
        color_name(self.0.to_move())
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        self.0.empty().len()
    }

    /// The legal moves in ascending order: ``[64]`` if the side to move must pass, and none if
    /// the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<u32> {
        self.legal()
    }

    /// Whether neither side has a move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The result in discs for the side to move, with the empty squares counted for the winner;
    /// None if the game is not over.
    #[getter]
    fn result(&self) -> Option<i32> {
        self.0.is_over().then(|| self.0.result())
    }

    /// The position after a move: a number, 64 for a pass, or a name such as ``f5``.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: MoveArgument) -> PyResult<Position> {
        after(&self.0, r#move.0).map(Position)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}
