//! The analysis of those who look a number of plies ahead: the true value of
//! each root move, one ply deep, then two, and so on.
//!
//! A search for a move needs the value of the best one only, and prunes the
//! rest; here every move gets the full window, since each is to be compared.

use std::cmp::Reverse;

use super::Request;
use super::analysis::{Analysis, Line, Scope};
use super::control::{Control, Limits, Stopped};
use super::horizon::Horizon;
use super::lookahead::Lookahead;
use super::variation::Variation;
use crate::board::Square;
use crate::score::{Bound, Score, Window};

/// Deepens until the control says stop or all is known. The first depth is free
/// of all limits: it takes microseconds, and there is always something to tell.
pub(super) fn deepen(
    algorithm: &impl Lookahead,
    request: &Request,
    scope: &Scope,
    control: &Control,
    watcher: &mut dyn FnMut(Analysis),
) {
    let free = Control::new(Limits::default());
    let mut survey = Survey::new(scope, Horizon::new(request, &free));
    survey
        .look(algorithm, request, 1)
        .expect("nothing stops the first depth");
    watcher(survey.analysis(scope));
    survey.continue_under(request, control);
    for depth in 2..=algorithm.deepest() {
        if survey.is_all_known || survey.look(algorithm, request, depth).is_err() {
            break;
        }
        watcher(survey.analysis(scope));
    }
}

/// The true values of some root moves, to one depth after the other.
struct Survey<'a> {
    horizon: Horizon<'a>,
    lines: Vec<Line>,
    /// Whether no value rests on an estimate: a deeper look finds nothing else.
    is_all_known: bool,
}

impl<'a> Survey<'a> {
    fn new(scope: &Scope, horizon: Horizon<'a>) -> Survey<'a> {
        let line = |square: Square| Line {
            moves: vec![square.into()],
            score: Score::LOWEST,
            bound: Bound::Exact,
            depth: 0,
            selectivity: 100,
            is_exact: false,
            visits: 0,
        };
        Survey {
            horizon,
            lines: scope.moves.into_iter().map(line).collect(),
            is_all_known: false,
        }
    }

    /// Obeys this control from now on.
    fn continue_under(&mut self, request: &'a Request, control: &'a Control) {
        let nodes = self.horizon.nodes();
        self.horizon = Horizon::new(request, control);
        self.horizon.add(nodes);
    }

    /// Values all the moves, or changes nothing.
    fn look(
        &mut self,
        algorithm: &impl Lookahead,
        request: &Request,
        depth: u32,
    ) -> Result<(), Stopped> {
        let mut lines = Vec::with_capacity(self.lines.len());
        let mut is_all_known = true;
        for line in &self.lines {
            let (first, before) = (line.moves[0], self.horizon.nodes());
            let mut rest = Variation::EMPTY;
            let child = request.position.after(first);
            self.horizon.has_estimated = false;
            let score = algorithm.value(
                &mut self.horizon,
                &child,
                depth - 1,
                Window::FULL,
                &mut rest,
            )?;
            let mut moves = Variation::EMPTY;
            moves.set(first, &rest);
            let is_known = !self.horizon.has_estimated;
            is_all_known &= is_known;
            let is_whole = algorithm.is_whole(&request.settings);
            lines.push(Line {
                moves: moves.to_vec(),
                score: -score,
                bound: if is_known || !is_whole {
                    Bound::Exact
                } else {
                    beside_estimates(-score)
                },
                depth,
                is_exact: is_known && is_whole,
                visits: line.visits + self.horizon.nodes() - before,
                ..*line
            });
        }
        // The order of the squares among equals, as when a move is chosen.
        lines.sort_by_key(|line| (Reverse(line.score), line.moves[0]));
        self.lines = lines;
        self.is_all_known = is_all_known;
        Ok(())
    }

    fn analysis(&self, scope: &Scope) -> Analysis {
        Analysis {
            nodes: self.horizon.nodes(),
            lines: self.lines.iter().take(scope.lines).cloned().collect(),
        }
    }
}

/// What a score says if other lines of play were only estimated. They may hide
/// a greater win than the one that is certain, or make it a smaller loss.
fn beside_estimates(score: Score) -> Bound {
    match score.discs() {
        Some(1..) => Bound::Lower,
        Some(_) => Bound::Upper,
        None => Bound::Exact,
    }
}
