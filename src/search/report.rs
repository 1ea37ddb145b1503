//! What a search has found, in one form for every searcher, protocol and tool.
//!
//! A [`Report`] has the same form whether the search was for a move to play, an
//! analysis or an exact solution. Searchers fill it in, during the search and at its
//! end; protocols and tools only format it.
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::control::{Control, Limits};
//! use obverse::search::engine::{Effort, Engine, EngineOptions};
//! use obverse::search::report::{Report, Source};
//!
//! let control = Control::new(Limits::default());
//! let mut on_report = |report: &Report| println!("depth {}", report.best().depth);
//! let report = Engine::new().solve(
//!     &Position::START,
//!     Effort::Depth(6),
//!     EngineOptions::default(),
//!     &control,
//!     &mut on_report,
//! );
//! let best = report.best();
//! assert_eq!((best.depth, best.is_exact), (6, false));
//! assert_eq!(report.source, Source::Search);
//! let value = best.value.expect("the engine values every move");
//! println!("{:+} discs, {:.0} %", value.lead(), 100.0 * value.win_chance());
//! assert_eq!(report.best_move(), best.moves.first().copied());
//! ```

use std::cmp::Reverse;
use std::time::Duration;

use super::value::Value;
use crate::board::{Move, Position, Square};
use crate::score::{Bound, Score};

/// What a search has found, so far or at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The best lines, best first; at least one. A search for a move reports only the
    /// line of that move, an analysis as many lines as were requested.
    pub lines: Vec<Line>,
    /// Where they come from.
    pub source: Source,
    /// The number of positions that all threads entered by a move or a pass.
    pub nodes: u64,
    /// The time since the start of the search.
    pub time: Duration,
}

/// A move, its value, and the expected continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The principal variation: the move itself and the best replies. Empty only if
    /// the game is over.
    pub moves: Vec<Move>,
    /// The value for the side to move, if the move has one.
    pub value: Option<Value>,
    /// Whether the value is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// How many plies were searched.
    pub depth: u32,
    /// The confidence, in percent, that selective pruning has not changed the value at
    /// this depth; 100 if there was no selective pruning.
    pub selectivity: u32,
    /// Whether the value is proven to be the result of the game with best play.
    pub is_exact: bool,
    /// The number of nodes searched below the move or, if the algorithm plays random
    /// games, the number of games. At least 1. Moves that are symmetric to each other are
    /// searched once, and each has the number of that search.
    pub visits: u64,
}

/// Where a [`Report`] comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// There was at most one legal move.
    Forced,
    /// A move drawn at random.
    Random,
    /// A rule that searches nothing: it looks no further than the position after each
    /// move.
    Rule,
    /// The opening book.
    Book,
    /// A search with estimates at its leaves.
    Search,
    /// A search to the end of the game. Unless the lines are exact, it was selective.
    Solver,
    /// Random games played to the end.
    Playouts,
}

impl Source {
    /// The name of the source.
    pub fn name(self) -> &'static str {
        match self {
            Source::Forced => "forced",
            Source::Random => "random",
            Source::Rule => "rule",
            Source::Book => "book",
            Source::Search => "search",
            Source::Solver => "solver",
            Source::Playouts => "playouts",
        }
    }
}

impl Line {
    /// A line about which nothing else is known yet.
    pub fn new(moves: Vec<Move>) -> Line {
        Line {
            moves,
            value: None,
            bound: Bound::Exact,
            depth: 0,
            selectivity: 100,
            is_exact: false,
            visits: 1,
        }
    }

    /// The score, by which the lines of a report are ordered.
    pub fn score(&self) -> Option<Score> {
        self.value.map(|value| value.score)
    }

    /// The same line for the side that has to pass before it.
    fn before_pass(self) -> Line {
        Line {
            moves: std::iter::once(Move::Pass).chain(self.moves).collect(),
            value: self.value.map(Value::flipped),
            bound: self.bound.flipped(),
            depth: self.depth + 1,
            ..self
        }
    }
}

impl Report {
    /// A report without nodes and time, which the caller adds.
    pub fn new(source: Source, lines: Vec<Line>) -> Report {
        debug_assert!(!lines.is_empty(), "there is always a best line");
        Report {
            lines,
            source,
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// A move without a value.
    pub fn unvalued(source: Source, best: Move) -> Report {
        Report::new(source, vec![Line::new(vec![best])])
    }

    /// The report for a position with only one legal move, which needs no search.
    pub fn of_only_move(position: &Position) -> Option<Report> {
        let moves = position.moves();
        let only = moves.first().filter(|_| moves.len() == 1)?;
        Some(Report::unvalued(Source::Forced, only.into()))
    }

    /// The best line.
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }

    /// The best move; `None` if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.best().moves.first().copied()
    }

    /// The square of the best move; `None` if it is a pass or the game is over.
    pub fn best_square(&self) -> Option<Square> {
        match self.best_move() {
            Some(Move::Place(square)) => Some(square),
            Some(Move::Pass) | None => None,
        }
    }

    /// The value of the best move in whole discs, see [`Value::discs`]; 0 if it has no
    /// value.
    pub fn discs(&self) -> i32 {
        self.best().value.map_or(0, Value::discs)
    }

    /// The principal variation: the best move and the expected continuation.
    pub fn pv(&self) -> &[Move] {
        &self.best().moves
    }

    /// Whether the result of the game is proven.
    pub fn is_exact(&self) -> bool {
        self.best().is_exact
    }

    /// Sorts the lines by value, best first, and equal ones by square.
    pub fn sort_by_value(&mut self) {
        self.lines
            .sort_by_key(|line| (Reverse(line.score()), line.moves.first().copied()));
    }

    /// The same report for the side that has to pass before it. Its only move is the pass.
    pub fn before_pass(self) -> Report {
        Report {
            lines: self
                .lines
                .into_iter()
                .take(1)
                .map(Line::before_pass)
                .collect(),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::Unit;

    fn line(best: &str, score: Score) -> Line {
        Line {
            value: Some(Value {
                score,
                unit: Unit::Percent,
            }),
            bound: Bound::Lower,
            depth: 4,
            ..Line::new(vec![best.parse().expect("a move"), Move::Pass])
        }
    }

    #[test]
    fn a_pass_is_worth_what_comes_after() {
        let lines = vec![line("D3", Score::result(10)), line("C4", Score::result(2))];
        let before = Report::new(Source::Solver, lines).before_pass();
        assert_eq!(before.lines.len(), 1);
        assert_eq!(before.best_move(), Some(Move::Pass));
        assert_eq!(before.pv().len(), 3);
        let best = before.best();
        assert_eq!(best.score(), Some(Score::result(-10)));
        assert_eq!((best.bound, best.depth), (Bound::Upper, 5));
        let estimate = Report::new(Source::Playouts, vec![line("D3", Score::estimate(40))]);
        let before = estimate.before_pass();
        assert_eq!(before.best().score(), Some(Score::estimate(60)));
    }
}
