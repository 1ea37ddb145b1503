//! Choosing a root move by iterative deepening, for all fixed-depth algorithms.
//!
//! An algorithm only computes the value of the position after a move ([`Lookahead`]).
//! Here the root moves are searched one ply deep, then two, and so on to the requested
//! depth, so that a search can be stopped at any time. It then returns the best of the
//! moves searched so far at the current depth or, if there are none, the best move of
//! the previous depth. The shallower searches cost little, since each depth takes
//! several times as long as the one before, and they improve pruning, since the best
//! move of one depth is searched first at the next.
//!
//! # Ties
//!
//! In a search with pruning, the score of a move that fails low is only an upper bound: it
//! may equal the best score although the move is worse. So if ties matter, the window
//! starts one below the best score. A score that equals the best then lies inside the
//! window and is exact, so exactly the moves with the best value are collected.

use super::analysis::Scope;
use super::control::{Control, Limits, Stopped};
use super::lookahead::{Lookahead, RootMove};
use super::report::{Report, Source};
use super::symmetric_moves::SymmetricMoves;
use super::tree::Tree;
use super::{OnReport, Request, Searcher, Ties, multi_pv};
use crate::board::Square;
use crate::score::{Score, Window};

impl<T: Lookahead> Searcher for T {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        if let Some(report) = Report::of_only_move(&request.position) {
            return report;
        }
        let mut search = RootSearch::new(request, control);
        let (mut best, mut report) = search.one_ply(self);
        on_report(&report);
        for depth in 2..=self.max_depth().min(request.settings.depth) {
            search.start_depth(depth);
            let stopped = search.run(self, best, on_report).is_err();
            if let Some(found) = search.report() {
                on_report(&found.1);
                (best, report) = found;
            }
            let is_all_known = !search.tree.has_estimated;
            if stopped || is_all_known {
                break;
            }
        }
        Report {
            nodes: search.tree.nodes(),
            time: control.elapsed(),
            ..report
        }
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        let depth = self.max_depth().min(request.settings.depth);
        multi_pv::value_all(self, request, control, depth)
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        multi_pv::deepen(self, request, scope, control, on_report)
    }
}

/// A search of the root moves.
struct RootSearch<'a> {
    request: &'a Request,
    control: &'a Control,
    tree: Tree<'a>,
    /// The moves to search at this depth, each with those that are symmetric to it.
    moves: Vec<SymmetricMoves>,
    /// The nodes spent on each root move so far, by its square.
    visits: [u64; 64],
    depth: u32,
    /// The best moves at this depth.
    found: BestMoves,
}

impl<'a> RootSearch<'a> {
    fn new(request: &'a Request, control: &'a Control) -> RootSearch<'a> {
        RootSearch {
            request,
            control,
            tree: Tree::new(request, control),
            moves: SymmetricMoves::group(&request.position, request.position.moves()),
            visits: [0; 64],
            depth: 1,
            found: BestMoves::default(),
        }
    }

    /// The first depth ignores all limits: it takes microseconds, and guarantees an
    /// answer.
    fn one_ply(&mut self, algorithm: &impl Lookahead) -> (Square, Report) {
        let unlimited = Control::new(Limits::default());
        let mut search = RootSearch::new(self.request, &unlimited);
        for moves in &self.moves {
            search
                .try_move(algorithm, moves.square)
                .expect("nothing stops it");
        }
        self.visits = search.visits;
        self.tree.add(search.tree.nodes());
        search.report().expect("there is a move")
    }

    /// Starts the iteration of this depth.
    fn start_depth(&mut self, depth: u32) {
        self.depth = depth;
        self.found = BestMoves::default();
        self.tree.has_estimated = false;
    }

    /// Searches the moves, starting with the best one of the previous depth.
    fn run(
        &mut self,
        algorithm: &impl Lookahead,
        last_best: Square,
        on_report: OnReport<'_>,
    ) -> Result<(), Stopped> {
        let position = &self.request.position;
        let mut moves = algorithm.root_moves(&mut self.tree, position, self.depth)?;
        self.moves = SymmetricMoves::group(position, moves.iter().copied().collect());
        moves.retain(|&square| self.moves.iter().any(|moves| moves.square == square));
        if let Some(index) = moves.iter().position(|&square| square == last_best) {
            moves[..=index].rotate_right(1);
        }
        for square in moves {
            if self.try_move(algorithm, square)? {
                on_report(&self.report().expect("a move was found").1);
            }
        }
        Ok(())
    }

    /// Searches a move. Returns whether it is better than all before it.
    fn try_move(&mut self, algorithm: &impl Lookahead, square: Square) -> Result<bool, Stopped> {
        let ties = self.request.settings.ties;
        let window = Window {
            alpha: self.found.score_to_beat(square, ties),
            beta: Score::HIGHEST,
        };
        let before = self.tree.nodes();
        let (position, tree) = (&self.request.position, &mut self.tree);
        let found = RootMove::search(algorithm, tree, position, square, self.depth, window)?;
        self.visits[square.index()] += self.tree.nodes() - before;
        Ok(found.score > window.alpha && self.found.add(found))
    }

    /// The best line so far, and the move that was searched for it.
    fn report(&self) -> Option<(Square, Report)> {
        if self.found.moves.is_empty() {
            return None;
        }
        let tied = self.found.moves.iter().flat_map(|found| {
            let line = found.line(self.request, self.visits[found.square.index()]);
            self.symmetric_moves(found.square).lines(line)
        });
        let best = self
            .request
            .settings
            .ties
            .choose_line(tied, self.request.seed);
        let report = Report {
            nodes: self.tree.nodes(),
            time: self.control.elapsed(),
            ..Report::new(Source::Search, vec![best])
        };
        let searched = self.symmetric_moves(report.best_square()?).square;
        Some((searched, report))
    }

    /// The moves that are searched as one, of which this is one.
    fn symmetric_moves(&self, square: Square) -> &SymmetricMoves {
        let has_square = |moves: &&SymmetricMoves| moves.squares().any(|other| other == square);
        let moves = self.moves.iter().find(has_square);
        moves.expect("it was searched")
    }
}

/// The best moves so far, all of the same exact value, in the order of their squares.
#[derive(Default)]
struct BestMoves {
    moves: Vec<RootMove>,
}

impl BestMoves {
    /// The score that a move to `square` must exceed to be collected.
    fn score_to_beat(&self, square: Square, ties: Ties) -> Score {
        let Some(first) = self.moves.first() else {
            return Score::LOWEST;
        };
        let wants_ties = match ties {
            Ties::First => square < first.square,
            Ties::Random => true,
        };
        if wants_ties {
            first.score.just_below()
        } else {
            first.score
        }
    }

    /// Adds a move that is at least as good. Returns whether it is better than all before it.
    fn add(&mut self, found: RootMove) -> bool {
        let is_better = self
            .moves
            .first()
            .is_none_or(|best| found.score > best.score);
        if is_better {
            self.moves.clear();
        }
        let place = self
            .moves
            .partition_point(|other| other.square < found.square);
        self.moves.insert(place, found);
        is_better
    }
}
