//! What tools ask the engine for directly: the value of a position, of its moves,
//! or of a board without any search.

use super::effort::{Effort, EngineOptions};
use super::evaluation::{Node, Opinion};
use super::goal::Goal;
use super::iterative_deepening::deepen;
use super::launch::Engine;
use super::report::{Solution, line, solution};
use super::selectivity::Selectivity;
use crate::board::{Move, Position};
use crate::search::analysis::{Analysis, Scope};
use crate::search::control::{Control, Stopped};

impl Engine {
    /// Solves a position, or goes as far as the effort says or the control
    /// allows. A pass that is forced comes on top of that.
    pub fn solve(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        watcher: &mut dyn FnMut(&Solution),
    ) -> Solution {
        if position.is_over() {
            return Solution {
                score: position.result(),
                best: None,
                depth: 0,
                selectivity: 100,
                is_exact: true,
                nodes: 0,
                line: Vec::new(),
            };
        }
        if position.must_pass() {
            let after = |solution: &Solution| Solution {
                score: -solution.score,
                best: Some(Move::Pass),
                line: [&[Move::Pass], &solution.line[..]].concat(),
                ..solution.clone()
            };
            let mut watcher = |solution: &Solution| watcher(&after(solution));
            return after(&self.solve(&position.pass(), effort, options, control, &mut watcher));
        }
        let empty = position.empty().len();
        let goal = effort.goal(empty);
        self.with_root(position, goal, options, control, |root, help| {
            let result = deepen(root, 1, goal, help, &mut |root| watcher(&solution(root)));
            // Stopped within a step, the best move may have its true value while
            // another, not searched yet, is better.
            let last = solution(root);
            Solution {
                is_exact: last.is_exact && result.is_ok(),
                ..last
            }
        })
    }

    /// The value of every move, best first: of the last step to which all of them were
    /// searched, on the way as far as the effort says or the control allows. Where that
    /// is nearly the result, it is the result: it is asked for what moves have lost. The
    /// side to move must have a move.
    pub fn compare(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        watcher: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let scope = Scope::all(position.moves());
        let empty = position.empty().len();
        let mut goal = effort.goal(empty);
        if goal.depth >= empty && goal.selectivity >= Selectivity::PERCENT_87 {
            goal = Goal::end(empty);
        }
        let mut last = None;
        let mut keep = |analysis: Analysis| {
            watcher(&analysis);
            last = Some(analysis);
        };
        self.multi_pv(position, &scope, goal, options, control, &mut keep);
        last.expect("the first ply is always told")
    }

    /// Goes up to a goal with the moves of the scope, and tells each step.
    pub(super) fn multi_pv(
        &mut self,
        position: &Position,
        scope: &Scope,
        goal: Goal,
        options: EngineOptions,
        control: &Control,
        watcher: &mut dyn FnMut(Analysis),
    ) {
        self.with_root(position, goal, options, control, |root, help| {
            root.moves
                .retain(|known| scope.moves.contains(known.square));
            let _ = deepen(root, scope.lines, goal, help, &mut |root| {
                let lines = root.moves.iter().take(scope.lines);
                watcher(Analysis {
                    nodes: control.spent(),
                    lines: lines.map(|known| line(root, known)).collect(),
                });
            });
        });
    }

    /// The scores that one thread finds 0, 1, 2 plies deep and so on if it leaves
    /// nothing out. The side to move must have a move.
    pub fn scores(
        &mut self,
        position: &Position,
        deepest: u32,
        hash_mb: usize,
        control: &Control,
    ) -> Result<Vec<i32>, Stopped> {
        let options = EngineOptions {
            threads: 1,
            hash_mb,
        };
        let selectivity = Selectivity::NONE;
        let goal = |depth| Goal { depth, selectivity };
        self.with_root(position, goal(deepest), options, control, |root, _| {
            root.look();
            let unsearched = Node::of(position.board()).static_value();
            let mut scores = vec![unsearched, root.moves[0].score];
            for depth in 2..=deepest {
                root.find_best(0, goal(depth))?;
                scores.push(root.moves[0].score);
            }
            Ok(scores)
        })
    }

    /// The expected lead of the side to move in discs, without any search; behind
    /// a pass that is forced, and the result if the game is over.
    pub fn evaluate(position: &Position) -> f64 {
        if position.is_over() {
            return position.result().into();
        }
        if position.must_pass() {
            return -Engine::evaluate(&position.pass());
        }
        let board = position.board();
        f64::from(Opinion::of(board).value(board)) / f64::from(Opinion::FINE)
    }
}
