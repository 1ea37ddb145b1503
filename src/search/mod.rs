//! Which move to play.
//!
//! Every algorithm is a [`Searcher`] and a row of the table [`ALGORITHMS`]; [`register`]
//! adds one of your own. A searcher takes a [`Request`] and a [`Control`] and returns a
//! [`Report`].
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::control::{Control, Limits};
//! use obverse::search::rng::MoveSeed;
//! use obverse::search::{self, Request, Settings};
//!
//! let row = search::find("negascout").expect("it is in the table");
//! let position = Position::START;
//! let request = Request {
//!     position,
//!     settings: Settings { depth: 4, ..Settings::default() },
//!     seed: MoveSeed::fixed(&position),
//! };
//! let control = Control::new(Limits { nodes: Some(100_000), ..Limits::default() });
//! let report = (row.build)().best_move(&request, &control, &mut |_| {});
//! assert_eq!(report.best().depth, 4);
//! println!("{:?} after {} nodes", report.best_move(), report.nodes);
//! ```
//!
//! # The files
//!
//! Each algorithm has one file, which can be read on its own; `engine`, the strongest,
//! has a folder. The table is in the order in which the field developed: rules, tree
//! searches, algorithms that play random games, `hybrid`, which combines two others, and
//! `engine`. They share these modules:
//!
//! - [`control`] stops a search, and [`clock`] computes the time budget of a move.
//! - [`rng`] is the random number generator.
//! - [`analysis`] describes what to analyse, and [`report`] what was found. A [`value`]
//!   is a score with its unit.
//! - The fixed-depth algorithms implement the trait in [`lookahead`]. They walk the game
//!   [`tree`] and collect the principal variation ([`pv`]). [`root`] does iterative
//!   deepening and chooses a move; [`multi_pv`] compares all moves.
//! - [`symmetric_moves`] finds the root moves of which only one needs a search.
//! - [`playout`] plays random games.
//! - [`bulk`] solves or evaluates many positions at once.
//! - [`verifier`] checks answers of the engine without its code.
//! - [`grade`] names how good a move was.
//!
//! # Adding an algorithm
//!
//! It is one file with a `ROW`, the `mod` line of that file, an entry in [`ALGORITHMS`],
//! and a section in `docs/algorithms.md`. The [`Family`] says what the tests expect.
//!
//! - If it searches the game tree to the depth that is requested, implement
//!   [`Lookahead`](lookahead::Lookahead): the value of a position, given a depth and a
//!   window. Iterative deepening, ties, reports and analysis then come for free.
//!   `negamax` is the shortest example.
//! - Otherwise implement [`Searcher`] directly and fill in a [`Report`]. A rule that
//!   searches nothing reports [`Source::Rule`](report::Source::Rule). `random` and
//!   `examples/own_searcher.rs` are short examples.

mod alpha_beta;
pub mod analysis;
#[cfg(not(per_cpu))]
pub mod bulk;
#[cfg(not(per_cpu))]
pub mod clock;
pub mod control;
pub(crate) mod dispatch;
pub mod engine;
#[cfg(not(per_cpu))]
pub mod grade;
mod greedy;
#[cfg(not(per_cpu))]
pub(crate) mod hybrid;
pub(crate) mod kernel_speeds;
mod lookahead;
mod mcts;
mod minimax;
mod monte_carlo;
mod multi_pv;
mod nega_alpha;
mod negamax;
mod negascout;
pub(crate) mod playout;
mod pv;
mod random;
#[cfg(per_cpu)]
pub mod receiver;
pub mod report;
pub mod rng;
mod root;
pub(crate) mod symmetric_moves;
mod tree;
pub mod value;
pub mod verifier;

use std::sync::{PoisonError, RwLock};

use crate::board::Position;
use crate::eval;
use analysis::Scope;
use control::{Control, Stopped};
#[cfg(not(per_cpu))]
use engine::book::Guide;
use report::{Line, Report};
use rng::MoveSeed;
use value::Unit;

/// An algorithm that chooses moves.
pub trait Searcher: Send {
    /// Chooses the move to play, [`Report::best_move`]. When the control stops the
    /// search, it returns the best move so far at once.
    ///
    /// The side to move must have a move.
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report;

    /// The value of every legal move, one line each, best first.
    ///
    /// The side to move must have a move.
    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped>;

    /// Searches the moves in the scope deeper and deeper, until the control stops the
    /// search or nothing is left to find. The limits in the settings (depth, playouts)
    /// are ignored: they apply only to the choice of a move.
    ///
    /// Calls `on_report` after each completed depth or each doubling of the number of
    /// playouts, a few dozen times at most. Each report covers all the moves that the
    /// scope asks for. The report returned is the final one.
    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report;

    /// Searches on the opponent's time until the control stops the search, so that the
    /// same request is answered faster later. By default it does nothing, which is right
    /// for a searcher that keeps nothing between searches.
    fn ponder(&mut self, _: &Request, _: &Control) {}

    /// Another searcher of the same algorithm that shares the tables of this one, so that
    /// both can search at the same time and each profits from what the other finds. `None`
    /// if there is nothing to share.
    fn sibling(&self) -> Option<Box<dyn Searcher>> {
        None
    }
}

/// Called with what a running search has found so far. Fixed-depth algorithms call it
/// for each new best move and after each depth; those that play random games call it
/// after 1, 2, 4, 8 games and so on. It may get the same report twice.
pub type OnReport<'a> = &'a mut dyn FnMut(&Report);

/// What to search, and how.
pub struct Request {
    /// The root position.
    pub position: Position,
    /// The options of the search.
    pub settings: Settings,
    /// The seed of everything random.
    pub seed: MoveSeed,
}

impl Request {
    /// What the evaluator's estimates mean.
    fn unit(&self) -> Unit {
        Unit::Points {
            per_disc: self.settings.evaluator.points_per_disc,
        }
    }
}

/// The options of a search. No algorithm uses all of them.
#[derive(Clone)]
pub struct Settings {
    /// The search depth in plies.
    pub depth: u32,
    /// The level of the engine; `None` if the depth counts instead.
    pub level: Option<u32>,
    /// Whether the engine does its best at every level. Otherwise the levels below 10 play as
    /// opponents for people.
    pub is_full_strength: bool,
    /// The number of search threads of the engine.
    pub threads: u32,
    /// The size of the engine's transposition table in megabytes.
    pub hash_mb: u32,
    /// The opening book of the engine, if it plays from one.
    #[cfg(not(per_cpu))]
    pub book: Option<Guide>,
    /// The evaluation at the leaves.
    pub evaluator: &'static eval::Row,
    /// How ties between best moves are broken.
    pub ties: Ties,
    /// The depth of the search that orders moves, counted from the position after a move.
    pub ordering_depth: u32,
    /// The maximum number of moves searched at each node, 0 for all.
    pub width: u32,
    /// The number of random games.
    pub playouts: u32,
    /// The maximum number of root moves that get random games, 0 for all.
    pub candidates: u32,
    /// The exploration constant of UCT.
    pub exploration: f64,
    /// The algorithm that a hybrid plays by early in the game.
    pub light: &'static Row,
    /// The algorithm that a hybrid plays by later.
    pub heavy: &'static Row,
    /// The number of empty squares at which a hybrid switches to `heavy`.
    pub switch_at_empties: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            depth: 5,
            level: None,
            is_full_strength: false,
            threads: 1,
            hash_mb: 64,
            #[cfg(not(per_cpu))]
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

/// How ties between best moves are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// By the lowest square index.
    First,
    /// At random, all equally likely.
    Random,
}

impl Ties {
    /// Chooses one of the best candidates, which are sorted by square.
    fn choose<T: Copy>(self, best: &[T], seed: MoveSeed) -> T {
        let chosen = match self {
            Ties::First => best.first().copied(),
            Ties::Random => seed.pick(best),
        };
        chosen.expect("there is a candidate")
    }

    /// Chooses one of the best lines.
    fn choose_line(self, best: impl Iterator<Item = Line>, seed: MoveSeed) -> Line {
        let mut best: Vec<Line> = best.collect();
        best.sort_by_key(|line| line.moves.first().copied());
        let indices: Vec<usize> = (0..best.len()).collect();
        best.swap_remove(self.choose(&indices, seed))
    }
}

/// A row of [`ALGORITHMS`].
pub struct Row {
    /// The name of the algorithm: a value of the option `algorithm`.
    pub name: &'static str,
    /// One line of description.
    pub summary: &'static str,
    /// How it finds a move.
    pub family: Family,
    /// Builds a searcher. It is cheap: large tables are allocated at the first search.
    pub build: fn() -> Box<dyn Searcher>,
}

/// The families of algorithms: how they find a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// By a rule that looks no further than the position after each move. It chooses at
    /// once, so no limit on depth, nodes or time affects it.
    Rule,
    /// By a search that finds the minimax value of each move at its depth, unless
    /// `width` excludes moves. All members of this family play the same move.
    Exact,
    /// By a search that may prune moves that matter.
    Selective,
    /// By random games played to the end.
    Playouts,
    /// By leaving each move to one of several other algorithms.
    Composite,
}

impl Family {
    /// The name of the family.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Rule => "rule",
            Family::Exact => "exact search",
            Family::Selective => "selective search",
            Family::Playouts => "playouts",
            Family::Composite => "composite",
        }
    }
}

/// The algorithms of the library, in the order explained above.
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
    #[cfg(not(per_cpu))]
    hybrid::ROW,
    #[cfg(not(per_cpu))]
    engine::ROW,
];

static REGISTERED: RwLock<Vec<&Row>> = RwLock::new(Vec::new());

/// Adds an algorithm of your own to the table, for as long as the program runs. Its name
/// is then a value of the options `algorithm`, `light` and `heavy`, and the help lists it.
///
/// A searcher that needs no name need not be registered: set
/// [`Options::algorithm`](crate::session::options::Options::algorithm) to its [`Row`], or
/// pass a boxed searcher to [`Session::install`](crate::session::Session::install).
///
/// # Panics
///
/// If the name is taken.
pub fn register(row: &'static Row) {
    assert!(find(row.name).is_none(), "{} is in the table", row.name);
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    registered.push(row);
}

/// Every algorithm: those of the library, then those that were registered.
pub(crate) fn all() -> Vec<&'static Row> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    ALGORITHMS
        .iter()
        .chain(registered.iter().copied())
        .collect()
}

/// The speed of the kernels in the code for this CPU, one in each line.
#[cfg(not(per_cpu))]
pub(crate) fn kernel_speeds() -> Vec<String> {
    crate::cpu::code().map_or_else(kernel_speeds::measure, |code| (code.kernel_speeds)())
}

/// The algorithm with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    all().into_iter().find(|row| row.name == name)
}
