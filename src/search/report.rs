//! What a search has found: one account for every searcher, protocol and tool.
//!
//! A [`Report`] says the same whichever way the search was asked for: a move to
//! play, an analysis, an exact solve. Searchers fill it in, while they think and at
//! the end; protocols and tools put it into their words and add nothing.
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
    /// The best moves, best first, at least one. A search for a move reports only
    /// that; an analysis as many as were asked for.
    pub lines: Vec<Line>,
    /// Where they come from.
    pub source: Source,
    /// How many positions were entered by a move or a pass, by all threads.
    pub nodes: u64,
    /// The time since the start of the search.
    pub time: Duration,
}

/// A move, how good it is, and the play that is then expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The principal variation: the move itself and the best replies. Empty only if
    /// the game is over.
    pub moves: Vec<Move>,
    /// The value for the side to move; `None` if the move was not valued.
    pub value: Option<Value>,
    /// Whether the value is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// How many plies were searched.
    pub depth: u32,
    /// The confidence, in percent, that selective search has left out nothing that
    /// matters within the depth: 100 if nothing was left out.
    pub selectivity: u32,
    /// Whether the value is known to be the result of the game if both sides play
    /// their best.
    pub is_exact: bool,
    /// How many nodes the move took or, where random games are played, how many
    /// games. At least 1.
    pub visits: u64,
}

/// Where a [`Report`] comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// There was only one move, or none.
    Forced,
    /// A move drawn at random.
    Random,
    /// A rule that searches nothing: it looks no further than the position after each
    /// move.
    Rule,
    /// A book of openings.
    Book,
    /// A search that ends in estimates.
    Search,
    /// A search to the end of the game. Unless the lines are exact, it was selective.
    Solver,
    /// Games played to the end by random moves.
    Playouts,
}

impl Source {
    /// The source in a word.
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
    /// A line that nothing is known about.
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

    /// The same as the side sees it that must pass first.
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
    /// A report that has cost nothing yet.
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

    /// The report that needs no search, if the side to move has only one move.
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

    /// The value of the best move in whole discs, see [`Value::discs`]; 0 if it was
    /// not valued.
    pub fn discs(&self) -> i32 {
        self.best().value.map_or(0, Value::discs)
    }

    /// The principal variation: the best move and the play that is then expected.
    pub fn pv(&self) -> &[Move] {
        &self.best().moves
    }

    /// Whether the result of the game is known.
    pub fn is_exact(&self) -> bool {
        self.best().is_exact
    }

    /// Orders the lines by value, equal ones by square.
    pub fn sort_by_value(&mut self) {
        self.lines
            .sort_by_key(|line| (Reverse(line.score()), line.moves.first().copied()));
    }

    /// The same as the side sees it that must pass first. Its only move is the pass.
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
