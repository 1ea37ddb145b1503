//! What shall I play?
//!
//! Every algorithm is a [`Searcher`] and a row of [`ALGORITHMS`]; one file
//! each, made to be read alone. What they share: [`control`] says when to stop,
//! [`clock`] how long a move may take, [`root`] chooses among the moves at the
//! root, [`dice`] draws what is random, and [`variation`] keeps the expected moves.

pub mod clock;
pub mod control;
pub mod dice;
mod greedy;
mod negamax;
mod random;
mod root;
mod variation;

use crate::board::{Move, Position, Square};
use crate::eval::Evaluator;
use crate::score::Score;
use control::{Control, Stopped};
use dice::Dice;

/// A way to choose a move.
pub trait Searcher: Send {
    /// The move to play. It comes in time whenever the control says stop, and
    /// is then the best so far.
    ///
    /// The side to move must have a move.
    fn best_move(&mut self, request: &Request, control: &Control, watcher: Watcher<'_>) -> Report;

    /// The value of every legal move for the side to move, in no special order.
    fn move_values(
        &mut self,
        request: &Request,
        control: &Control,
    ) -> Result<Vec<(Square, Score)>, Stopped>;
}

/// Is told of each report that is better than the one before.
pub type Watcher<'a> = &'a mut dyn FnMut(&Report);

/// What to search, and how.
pub struct Request {
    /// Where to choose a move.
    pub position: Position,
    /// How.
    pub settings: Settings,
    /// What falls when something is left to chance.
    pub dice: Dice,
}

/// The options that searches obey, each by the algorithms that know it.
#[derive(Clone)]
pub struct Settings {
    /// How many plies to look ahead.
    pub depth: u32,
    /// The opinion at the leaves.
    pub evaluator: &'static dyn Evaluator,
    /// Which of several best moves to play.
    pub ties: Ties,
}

/// Which of several best moves to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one with the lowest square index.
    First,
    /// Any, with equal chances.
    Random,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The move to play.
    pub best: Square,
    /// Its value for the side to move, if the algorithm has an opinion.
    pub score: Option<Score>,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// How many positions were entered by a move or a pass.
    pub nodes: u64,
    /// The expected moves, the best one first.
    pub line: Vec<Move>,
}

impl Report {
    /// A move that needed no search.
    fn unsearched(best: Square) -> Report {
        Report {
            best,
            score: None,
            depth: 0,
            nodes: 0,
            line: vec![best.into()],
        }
    }
}

/// A row of [`ALGORITHMS`].
pub struct Row {
    /// The value of the option `algorithm` that selects it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Makes a searcher, cheaply: big tables wait for the first search.
    pub build: fn() -> Box<dyn Searcher>,
}

/// Every algorithm there is, from the plainest to the strongest.
pub static ALGORITHMS: &[Row] = &[random::ROW, greedy::ROW, negamax::ROW];

/// The algorithm with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    ALGORITHMS.iter().find(|row| row.name == name)
}
