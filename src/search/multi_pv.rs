//! The analysis of the fixed-depth algorithms: the exact value of each root move, by
//! iterative deepening.
//!
//! A search for a move needs only the value of the best move, and prunes the others. Here
//! every move gets the full window, so that the moves can be compared.

use std::cmp::Reverse;

use super::analysis::Scope;
use super::control::{Control, Limits, Stopped};
use super::lookahead::{Lookahead, RootMove};
use super::report::{Line, Report, Source};
use super::symmetric_moves::SymmetricMoves;
use super::tree::Tree;
use super::{OnReport, Request};
use crate::score::Window;

/// Deepens until the control stops the search or every value is the result of the game.
/// The first depth ignores all limits: it takes microseconds, and guarantees a report.
pub(super) fn deepen(
    algorithm: &impl Lookahead,
    request: &Request,
    scope: &Scope,
    control: &Control,
    on_report: OnReport<'_>,
) -> Report {
    let unlimited = Control::new(Limits::default());
    let mut search = MultiPv::new(request, &unlimited);
    search
        .search(algorithm, scope, 1)
        .expect("nothing stops the first depth");
    let mut report = search.report(scope, control);
    on_report(&report);
    search.continue_under(control);
    for depth in 2..=algorithm.max_depth() {
        if search.is_all_known || search.search(algorithm, scope, depth).is_err() {
            break;
        }
        report = search.report(scope, control);
        on_report(&report);
    }
    report
}

/// The values of all moves at one depth.
pub(super) fn value_all(
    algorithm: &impl Lookahead,
    request: &Request,
    control: &Control,
    depth: u32,
) -> Result<Report, Stopped> {
    let scope = Scope::all(request.position.moves());
    let mut search = MultiPv::new(request, control);
    search.search(algorithm, &scope, depth)?;
    Ok(search.report(&scope, control))
}

/// A search of several root moves.
struct MultiPv<'a> {
    request: &'a Request,
    tree: Tree<'a>,
    /// The nodes spent on each root move so far, by its square.
    visits: [u64; 64],
    /// Best first.
    lines: Vec<Line>,
    /// Whether no leaf was evaluated, so that a deeper search would find nothing new.
    is_all_known: bool,
}

impl<'a> MultiPv<'a> {
    fn new(request: &'a Request, control: &'a Control) -> MultiPv<'a> {
        MultiPv {
            request,
            tree: Tree::new(request, control),
            visits: [0; 64],
            lines: Vec::new(),
            is_all_known: false,
        }
    }

    /// Continues the search under another control.
    fn continue_under(&mut self, control: &'a Control) {
        let nodes = self.tree.nodes();
        self.tree = Tree::new(self.request, control);
        self.tree.add(nodes);
    }

    /// Searches all moves in the scope. If it is stopped, the lines stay as they were.
    fn search(
        &mut self,
        algorithm: &impl Lookahead,
        scope: &Scope,
        depth: u32,
    ) -> Result<(), Stopped> {
        let mut found = Vec::new();
        self.tree.has_estimated = false;
        for moves in SymmetricMoves::group(&self.request.position, scope.moves) {
            let square = moves.square;
            let before = self.tree.nodes();
            let tree = &mut self.tree;
            let window = Window::FULL;
            let position = &self.request.position;
            let searched = RootMove::search(algorithm, tree, position, square, depth, window)?;
            let visits = &mut self.visits[square.index()];
            *visits += self.tree.nodes() - before;
            found.extend(moves.lines(searched.line(self.request, *visits)));
        }
        // Ties are sorted by square, as when a move is chosen.
        found.sort_by_key(|line| (Reverse(line.score()), line.moves[0]));
        self.lines = found;
        self.is_all_known = !self.tree.has_estimated;
        Ok(())
    }

    /// As long as the value of any move is an estimate, that move may be better than those that
    /// are reported, so none of them counts as final.
    fn report(&self, scope: &Scope, control: &Control) -> Report {
        let best = self.lines.iter().take(scope.lines).cloned();
        let best = best.map(|line| Line {
            is_exact: line.is_exact && self.is_all_known,
            ..line
        });
        Report {
            nodes: self.tree.nodes(),
            time: control.elapsed(),
            ..Report::new(Source::Search, best.collect())
        }
    }
}
