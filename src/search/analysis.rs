//! What an analysis finds: not one move to play, but the value of several, told
//! again and again as it grows better.

use super::Report;
use crate::board::{Bitboard, Move};
use crate::score::{Bound, Score};

/// What to analyse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The root moves that may be considered: at least one, all of them legal.
    pub moves: Bitboard,
    /// How many of the best moves are wanted. A searcher may tell fewer while
    /// it does not know so many, and never tells more.
    pub lines: usize,
}

impl Scope {
    /// Everything about these moves.
    pub fn all(moves: Bitboard) -> Scope {
        Scope {
            moves,
            lines: moves.len() as usize,
        }
    }
}

/// Where an analysis may end before everything is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// To look so many plies ahead with each of the moves wanted; without it, to
    /// know everything.
    pub depth: Option<u32>,
    /// To be so sure, in percent, where the depth is the end of the game.
    pub selectivity: u32,
}

impl Goal {
    /// Whether it is reached, with so many empty squares.
    pub fn is_reached_by(&self, analysis: &Analysis, empty: u32) -> bool {
        analysis.lines.iter().all(|line| {
            let is_deep = self.depth.is_some_and(|depth| line.depth >= depth);
            let is_sure = line.depth < empty || line.selectivity >= self.selectivity;
            line.is_exact || is_deep && is_sure
        })
    }
}

/// What an analysis has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// How many positions were entered by a move or a pass.
    pub nodes: u64,
    /// The best moves, the best one first.
    pub lines: Vec<Line>,
}

/// A move and what is thought of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move and the moves that are then expected; never empty.
    pub moves: Vec<Move>,
    /// Its value for the side to move.
    pub score: Score,
    /// What the score says about the value.
    pub bound: Bound,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// How sure it is, in percent, that nothing that matters was left out within
    /// the depth: 100 if nothing was left out for a guess.
    pub selectivity: u32,
    /// Whether the score is known to be the result of the game if both sides
    /// play their best.
    pub is_exact: bool,
    /// What was spent on the move: positions or, where random games are played,
    /// games. At least 1.
    pub visits: u64,
}

impl Analysis {
    /// The same as the side sees it that must pass before.
    pub fn before_pass(self) -> Analysis {
        let before = |line: Line| Line {
            moves: std::iter::once(Move::Pass).chain(line.moves).collect(),
            score: -line.score,
            bound: line.bound.flipped(),
            depth: line.depth + 1,
            ..line
        };
        Analysis {
            nodes: self.nodes,
            lines: self.lines.into_iter().take(1).map(before).collect(),
        }
    }
}

/// A report tells one move and does not know whether it is solved.
impl From<&Report> for Analysis {
    fn from(report: &Report) -> Analysis {
        Analysis {
            nodes: report.nodes,
            lines: vec![Line {
                moves: report.line.clone(),
                score: report.score.unwrap_or(Score::estimate(0)),
                bound: Bound::Exact,
                depth: report.depth,
                selectivity: 100,
                is_exact: false,
                visits: report.nodes.max(1),
            }],
        }
    }
}

/// What an estimate says about the end of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// So many of 100 games are won.
    Percent,
    /// Points of an evaluator.
    Points {
        /// How many make a lead of one disc at the end.
        per_disc: f64,
    },
}

impl Unit {
    /// An expected lead of so many discs makes odds of 2.718 to 1, on the average
    /// of the games that the evaluators were measured in.
    const DISCS_PER_LOGIT: f64 = 10.0;

    /// The chance to win, from 0 to 1; a draw is half a win.
    pub fn chance(self, score: Score) -> f64 {
        match (score.discs(), self) {
            (Some(discs), _) => (1.0 + f64::from(discs.signum())) / 2.0,
            (None, Unit::Percent) => f64::from(score.value()) / 100.0,
            (None, Unit::Points { .. }) => {
                1.0 / (1.0 + (-self.lead(score) / Unit::DISCS_PER_LOGIT).exp())
            }
        }
    }

    /// By how many discs the game should be won.
    pub fn lead(self, score: Score) -> f64 {
        const LARGEST: f64 = 64.0;
        let lead = match (score.discs(), self) {
            (Some(discs), _) => f64::from(discs),
            (None, Unit::Percent) => {
                let chance = self.chance(score);
                Unit::DISCS_PER_LOGIT * (chance / (1.0 - chance)).ln()
            }
            (None, Unit::Points { per_disc }) => f64::from(score.value()) / per_disc,
        };
        lead.clamp(-LARGEST, LARGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: Unit = Unit::Points { per_disc: 2.0 };

    #[test]
    fn a_result_is_certain() {
        for (discs, chance) in [(12, 1.0), (-64, 0.0), (0, 0.5)] {
            let score = Score::result(discs);
            assert_eq!(POINTS.chance(score), chance);
            assert_eq!(POINTS.lead(score), f64::from(discs));
        }
        assert_eq!(Unit::Percent.chance(Score::result(-2)), 0.0);
    }

    #[test]
    fn a_goal_is_a_depth_or_all_there_is_to_know() {
        let line = |depth, selectivity, is_exact| Line {
            moves: vec![Move::Pass],
            score: Score::estimate(0),
            bound: Bound::Exact,
            depth,
            selectivity,
            is_exact,
            visits: 1,
        };
        let goal = |depth| Goal {
            depth,
            selectivity: 87,
        };
        let is_reached = |goal: Goal, lines| {
            let analysis = Analysis { nodes: 9, lines };
            goal.is_reached_by(&analysis, 10)
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

    #[test]
    fn chance_and_lead_go_together() {
        assert_eq!(POINTS.lead(Score::estimate(-6)), -3.0);
        assert_eq!(POINTS.chance(Score::estimate(0)), 0.5);
        assert_eq!(Unit::Percent.chance(Score::estimate(53)), 0.53);
        assert_eq!(Unit::Percent.lead(Score::estimate(100)), 64.0);
        assert_eq!(Unit::Percent.lead(Score::estimate(0)), -64.0);
        let chance = POINTS.chance(Score::estimate(20));
        assert!(0.5 < chance && chance < 1.0);
        let percent = Score::estimate((100.0 * chance).round() as i32);
        assert!((Unit::Percent.lead(percent) - 10.0).abs() < 0.5);
    }
}
