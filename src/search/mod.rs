//! What shall I play?
//!
//! Every algorithm is a [`Searcher`] and a row of [`ALGORITHMS`]; one file
//! each, made to be read alone. In the order of the table they tell how the
//! field grew: `random`, `greedy`, `minimax`, `negamax`, `alpha_beta`,
//! `nega_alpha`, `negascout`; then those that learn from random games,
//! `monte_carlo` and `mcts`; then `hybrid`, made of two others; and `engine`, a
//! folder, the strongest.
//!
//! What they share: [`control`] says when to stop, [`clock`] how long a move may
//! take, [`dice`] draws what is random, [`analysis`] says what to look at, and
//! [`report`] what was found. Those that look a number of plies ahead implement [`lookahead`].
//! Below them is [`horizon`], which knows where a line of play ends; above them are
//! [`root`], which chooses a move, and [`multi_pv`], which compares all moves;
//! [`variation`] keeps the expected moves. Those that play random games have [`playout`].

mod alpha_beta;
pub mod analysis;
pub mod clock;
pub mod control;
pub mod dice;
pub mod engine;
mod greedy;
mod horizon;
pub mod hybrid;
mod lookahead;
mod mcts;
mod minimax;
mod monte_carlo;
mod multi_pv;
mod nega_alpha;
mod negamax;
mod negascout;
pub mod playout;
mod random;
pub mod report;
mod root;
pub mod value;
mod variation;

use crate::board::Position;
use crate::eval;
use analysis::Scope;
use control::{Control, Stopped};
use dice::Dice;
use engine::book::guide::Guide;
use report::Report;
use value::Unit;

/// A way to choose a move.
pub trait Searcher: Send {
    /// The move to play, in [`Report::best_move`]. It comes in time whenever the
    /// control says stop, and is then the best so far.
    ///
    /// The side to move must have a move.
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report;

    /// The value of every legal move, a line for each, best first.
    ///
    /// The side to move must have a move.
    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped>;

    /// Searches the moves of the scope, deeper and deeper, until the control says
    /// stop or there is nothing more to find. The depth and the number of random
    /// games in the settings play no part; those are limits for a move.
    ///
    /// Reports whenever all the moves wanted are better known: after each completed
    /// depth, or each doubling of the random games. That is a few dozen times at
    /// most, and each report is complete. The last one is the answer; there is one
    /// however early the control says stop.
    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report;

    /// Learns what will help to answer this request later, until the control
    /// says stop. Those that remember nothing have nothing to learn.
    fn ponder(&mut self, _: &Request, _: &Control) {}
}

/// Called with what has been found while a search goes on: by algorithms that look
/// ahead, for each better move and after each depth; by those that play random games,
/// after 1, 2, 4, 8 games and so on. The same may be reported again.
pub type OnReport<'a> = &'a mut dyn FnMut(&Report);

/// What to search, and how.
pub struct Request {
    /// Where to choose a move.
    pub position: Position,
    /// How.
    pub settings: Settings,
    /// What falls when something is left to chance.
    pub dice: Dice,
}

impl Request {
    /// What the evaluator's estimates mean.
    fn unit(&self) -> Unit {
        Unit::Points {
            per_disc: self.settings.evaluator.points_per_disc,
        }
    }
}

/// The options that searches obey, each by the algorithms that know it.
#[derive(Clone)]
pub struct Settings {
    /// How many plies to look ahead.
    pub depth: u32,
    /// How strong the engine plays, if that and not the depth is what counts.
    pub level: Option<u32>,
    /// How many threads the engine has.
    pub threads: u32,
    /// The size of the engine's table in megabytes.
    pub hash_mb: u32,
    /// The book that the engine plays by, if it has one.
    pub book: Option<Guide>,
    /// The opinion at the leaves.
    pub evaluator: &'static eval::Row,
    /// Which of several best moves to play.
    pub ties: Ties,
    /// How many plies after each move to search before the moves are ordered.
    pub ordering_depth: u32,
    /// The most moves to search in each position, 0 for all.
    pub width: u32,
    /// How many random games to play.
    pub playouts: u32,
    /// The most moves to play random games for, 0 for all.
    pub candidates: u32,
    /// How much to doubt the mean of a few games.
    pub exploration: f64,
    /// What a hybrid plays with first.
    pub light: &'static Row,
    /// What a hybrid plays with when `switch_at_empties` squares are empty.
    pub heavy: &'static Row,
    /// See `heavy`.
    pub switch_at_empties: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            depth: 5,
            level: None,
            threads: 1,
            hash_mb: 64,
            book: None,
            evaluator: eval::find("positional").expect("it is in the table"),
            ties: Ties::First,
            ordering_depth: 0,
            width: 0,
            playouts: 1000,
            candidates: 0,
            exploration: 1.0,
            light: find("greedy").expect("it is in the table"),
            heavy: find("monte_carlo").expect("it is in the table"),
            switch_at_empties: 20,
        }
    }
}

/// Which of several best moves to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one with the lowest square index.
    First,
    /// Any, with equal chances.
    Random,
}

impl Ties {
    /// One of several best things, which stand in the order of their squares.
    fn choose<T: Copy>(self, best: &[T], dice: Dice) -> T {
        let chosen = match self {
            Ties::First => best.first().copied(),
            Ties::Random => dice.pick(best),
        };
        chosen.expect("there is something to choose from")
    }
}

/// A row of [`ALGORITHMS`].
pub struct Row {
    /// The value of the option `algorithm` that selects it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Whether it gives each move its true value, as deep as it looks, unless
    /// `width` leaves moves out.
    pub is_exact: bool,
    /// Makes a searcher, cheaply: big tables wait for the first search.
    pub build: fn() -> Box<dyn Searcher>,
}

/// Every algorithm there is, in the order of the story told above.
pub static ALGORITHMS: &[Row] = &[
    random::ROW,
    greedy::ROW,
    minimax::ROW,
    negamax::ROW,
    alpha_beta::ROW,
    nega_alpha::ROW,
    negascout::ROW,
    monte_carlo::ROW,
    mcts::ROW,
    hybrid::ROW,
    engine::ROW,
];

/// The algorithm with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    ALGORITHMS.iter().find(|row| row.name == name)
}
