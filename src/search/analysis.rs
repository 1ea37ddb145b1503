//! What to analyse, and when an analysis may end.
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::analysis::Scope;
//!
//! // The best two of all moves.
//! let moves = Position::START.moves();
//! let scope = Scope { moves, lines: 2 };
//! assert_eq!(Scope::all(moves).lines, 4);
//! # assert_eq!(scope.moves, moves);
//! ```

use super::report::Report;
use crate::board::Bitboard;

/// What to analyse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The root moves that may be considered: at least one, all of them legal.
    pub moves: Bitboard,
    /// The number of best moves to report. A searcher may report fewer until it knows
    /// that many, and never reports more.
    pub lines: usize,
}

impl Scope {
    /// All of these moves.
    pub fn all(moves: Bitboard) -> Scope {
        Scope {
            moves,
            lines: moves.len() as usize,
        }
    }
}

/// When an analysis may end before all its values are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The depth, in plies, that the search of each reported move must have reached;
    /// `None` to continue until their values are exact.
    pub depth: Option<u32>,
    /// The selectivity, in percent, that is required of a search to the end of the game.
    pub selectivity: u32,
}

impl Goal {
    /// Whether the report reaches the goal, in a position with this many empty
    /// squares.
    pub fn is_reached_by(&self, report: &Report, empty: u32) -> bool {
        report.lines.iter().all(|line| {
            let is_deep = self.depth.is_some_and(|depth| line.depth >= depth);
            let is_sure = line.depth < empty || line.selectivity >= self.selectivity;
            line.is_exact || is_deep && is_sure
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::search::report::{Line, Source};

    #[test]
    fn a_goal_is_a_depth_or_exact_values() {
        let line = |depth, selectivity, is_exact| Line {
            depth,
            selectivity,
            is_exact,
            ..Line::new(vec![Move::Pass])
        };
        let goal = |depth| Goal {
            depth,
            selectivity: 87,
        };
        let is_reached = |goal: Goal, lines| {
            let report = Report::new(Source::Search, lines);
            goal.is_reached_by(&report, 10)
        };
        assert!(is_reached(goal(Some(4)), vec![line(4, 73, false)]));
        assert!(!is_reached(
            goal(Some(4)),
            vec![line(4, 73, false), line(3, 73, false)]
        ));
        assert!(!is_reached(goal(Some(4)), vec![line(10, 73, false)]));
        assert!(is_reached(goal(Some(4)), vec![line(10, 87, false)]));
        assert!(!is_reached(goal(None), vec![line(10, 87, false)]));
        assert!(is_reached(goal(None), vec![line(10, 100, true)]));
    }
}
