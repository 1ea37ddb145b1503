//! The root of a search to a fixed depth: what all algorithms of this kind share.
//!
//! An algorithm only says how it values the position after a move
//! ([`Lookahead`]). Here the root moves are searched one ply deep, then two, up
//! to the depth asked for, so that a search can end at any moment: it reports the
//! best of the moves finished at the present depth or, before the first is, the
//! answer of the last depth. That costs little, since each depth costs several
//! times the one before, and pays in pruning: the best move of one depth is tried
//! first in the next.
//!
//! # Equal moves
//!
//! An algorithm that prunes gets a window, and a move that falls below it comes
//! back with no more than an upper bound: it may look equal to the best and be
//! worse. So where an equal move matters the window begins one below the best
//! score. Then a score that equals the best is inside the window, hence true,
//! and the moves collected are exactly those with the best value.

use super::analysis::Scope;
use super::control::{Control, Limits, Stopped};
use super::horizon::Horizon;
use super::lookahead::{Lookahead, RootMove};
use super::report::{Report, Source};
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
        for depth in 2..=self.deepest().min(request.settings.depth) {
            search.begin(depth);
            let stopped = search.run(self, best, on_report).is_err();
            if let Some(found) = search.report() {
                on_report(&found.1);
                (best, report) = found;
            }
            let is_all_known = !search.horizon.has_estimated;
            if stopped || is_all_known {
                break;
            }
        }
        Report {
            nodes: search.horizon.nodes(),
            time: control.elapsed(),
            ..report
        }
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        let depth = self.deepest().min(request.settings.depth);
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

/// The search of the root moves, to one depth after the other.
struct RootSearch<'a> {
    request: &'a Request,
    control: &'a Control,
    horizon: Horizon<'a>,
    /// What each root move has cost so far, by its square.
    visits: [u64; 64],
    depth: u32,
    /// At this depth.
    found: BestMoves,
}

impl<'a> RootSearch<'a> {
    fn new(request: &'a Request, control: &'a Control) -> RootSearch<'a> {
        RootSearch {
            request,
            control,
            horizon: Horizon::new(request, control),
            visits: [0; 64],
            depth: 1,
            found: BestMoves::default(),
        }
    }

    /// The first depth is free of all limits: it takes microseconds, and there is
    /// always an answer.
    fn one_ply(&mut self, algorithm: &impl Lookahead) -> (Square, Report) {
        let free = Control::new(Limits::default());
        let mut search = RootSearch::new(self.request, &free);
        for square in self.request.position.moves() {
            search
                .try_move(algorithm, square)
                .expect("nothing stops it");
        }
        self.visits = search.visits;
        self.horizon.add(search.horizon.nodes());
        search.report().expect("there is a move")
    }

    /// Forgets what was found at the depth before.
    fn begin(&mut self, depth: u32) {
        self.depth = depth;
        self.found = BestMoves::default();
        self.horizon.has_estimated = false;
    }

    /// Searches every move, the presumed best one first.
    fn run(
        &mut self,
        algorithm: &impl Lookahead,
        presumed: Square,
        on_report: OnReport<'_>,
    ) -> Result<(), Stopped> {
        let position = &self.request.position;
        let mut moves = algorithm.root_moves(&mut self.horizon, position, self.depth)?;
        if let Some(index) = moves.iter().position(|&square| square == presumed) {
            moves[..=index].rotate_right(1);
        }
        for square in moves {
            if self.try_move(algorithm, square)? {
                on_report(&self.report().expect("a move was found").1);
            }
        }
        Ok(())
    }

    /// Says whether the move is better than all before it.
    fn try_move(&mut self, algorithm: &impl Lookahead, square: Square) -> Result<bool, Stopped> {
        let ties = self.request.settings.ties;
        let window = Window {
            alpha: self.found.score_to_beat(square, ties),
            beta: Score::HIGHEST,
        };
        let before = self.horizon.nodes();
        let (position, horizon) = (&self.request.position, &mut self.horizon);
        let found = RootMove::search(algorithm, horizon, position, square, self.depth, window)?;
        self.visits[square.index()] += self.horizon.nodes() - before;
        Ok(found.score > window.alpha && self.found.add(found))
    }

    /// The best of what is found so far.
    fn report(&self) -> Option<(Square, Report)> {
        if self.found.moves.is_empty() {
            return None;
        }
        let moves: Vec<&RootMove> = self.found.moves.iter().collect();
        let best = self.request.settings.ties.choose(&moves, self.request.dice);
        let line = best.line(self.request, self.visits[best.square.index()]);
        let report = Report {
            nodes: self.horizon.nodes(),
            time: self.control.elapsed(),
            ..Report::new(Source::Search, vec![line])
        };
        Some((best.square, report))
    }
}

/// The best moves so far, all with the same true value, in the order of their
/// squares.
#[derive(Default)]
struct BestMoves {
    moves: Vec<RootMove>,
}

impl BestMoves {
    /// The score that makes `square` of no interest.
    fn score_to_beat(&self, square: Square, ties: Ties) -> Score {
        let Some(first) = self.moves.first() else {
            return Score::LOWEST;
        };
        let is_equal_wanted = match ties {
            Ties::First => square < first.square,
            Ties::Random => true,
        };
        if is_equal_wanted {
            first.score.just_below()
        } else {
            first.score
        }
    }

    /// Says whether the move is better than all before it.
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
