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

use super::analysis::{Analysis, Scope};
use super::control::{Control, Limits, Stopped};
use super::horizon::Horizon;
use super::lookahead::Lookahead;
use super::variation::Variation;
use super::{Report, Request, Searcher, Ties, Watcher, multi_pv};
use crate::board::{Move, Square};
use crate::score::{Score, Window};

impl<T: Lookahead> Searcher for T {
    fn best_move(&mut self, request: &Request, control: &Control, watcher: Watcher<'_>) -> Report {
        let position = &request.position;
        if let Some(report) = Report::only_move(position) {
            return report;
        }
        let mut best = one_ply(self, request);
        let mut horizon = Horizon::new(request, control);
        horizon.add(best.nodes);
        watcher(&best);
        for depth in 2..=self.deepest().min(request.settings.depth) {
            let mut search = RootSearch {
                request,
                horizon: &mut horizon,
                depth,
                found: BestMoves::default(),
            };
            let stopped = search.run(self, best.best, watcher).is_err();
            if let Some(report) = search.report() {
                watcher(&report);
                best = report;
            }
            let is_all_known = !std::mem::take(&mut horizon.has_estimated);
            if stopped || is_all_known {
                break;
            }
        }
        best.nodes = horizon.nodes();
        best
    }

    fn move_values(
        &mut self,
        request: &Request,
        control: &Control,
    ) -> Result<Vec<(Square, Score)>, Stopped> {
        let mut horizon = Horizon::new(request, control);
        let depth = self.deepest().min(request.settings.depth) - 1;
        let mut line = Variation::EMPTY;
        let mut values = Vec::new();
        for square in request.position.moves() {
            let child = request.position.play(square);
            let score = self.value(&mut horizon, &child, depth, Window::FULL, &mut line)?;
            values.push((square, -score));
        }
        Ok(values)
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        watcher: &mut dyn FnMut(Analysis),
    ) {
        multi_pv::deepen(self, request, scope, control, watcher);
    }
}

/// The first depth is free of all limits: it takes microseconds, and there is
/// always an answer.
fn one_ply(algorithm: &impl Lookahead, request: &Request) -> Report {
    let free = Control::new(Limits::default());
    let mut horizon = Horizon::new(request, &free);
    let mut search = RootSearch {
        request,
        horizon: &mut horizon,
        depth: 1,
        found: BestMoves::default(),
    };
    for square in request.position.moves() {
        search
            .try_move(algorithm, square)
            .expect("nothing stops it");
    }
    search.report().expect("there is a move")
}

/// The search of the root moves to one depth.
struct RootSearch<'r, 'h, 'a> {
    request: &'r Request,
    horizon: &'h mut Horizon<'a>,
    depth: u32,
    found: BestMoves,
}

impl RootSearch<'_, '_, '_> {
    /// Searches every move, the presumed best one first.
    fn run(
        &mut self,
        algorithm: &impl Lookahead,
        presumed: Square,
        watcher: Watcher<'_>,
    ) -> Result<(), Stopped> {
        let position = &self.request.position;
        let mut moves = algorithm.root_moves(self.horizon, position, self.depth)?;
        if let Some(index) = moves.iter().position(|&square| square == presumed) {
            moves[..=index].rotate_right(1);
        }
        for square in moves {
            if self.try_move(algorithm, square)? {
                watcher(&self.report().expect("a move was found"));
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
        let child = self.request.position.play(square);
        let mut rest = Variation::EMPTY;
        let depth = self.depth - 1;
        let score = -algorithm.value(self.horizon, &child, depth, window.flipped(), &mut rest)?;
        Ok(score > window.alpha && self.found.add(square, score, &rest))
    }

    /// What is found so far.
    fn report(&self) -> Option<Report> {
        if self.found.moves.is_empty() {
            return None;
        }
        let ties = self.request.settings.ties;
        let (best, line) = ties.choose(&self.found.moves, self.request.dice);
        Some(Report {
            best,
            score: self.found.score,
            depth: self.depth,
            nodes: self.horizon.nodes(),
            line: line.to_vec(),
            is_from_book: false,
        })
    }
}

/// The best moves so far, all with the same true value.
#[derive(Default)]
struct BestMoves {
    moves: Vec<(Square, Variation)>,
    score: Option<Score>,
}

impl BestMoves {
    /// The score that makes `square` of no interest.
    fn score_to_beat(&self, square: Square, ties: Ties) -> Score {
        let Some(best) = self.score else {
            return Score::LOWEST;
        };
        let is_equal_wanted = match ties {
            Ties::First => self.moves.iter().all(|&(other, _)| square < other),
            Ties::Random => true,
        };
        if is_equal_wanted {
            best.just_below()
        } else {
            best
        }
    }

    /// Says whether the move is better than all before it.
    fn add(&mut self, square: Square, score: Score, rest: &Variation) -> bool {
        let is_better = self.score.is_none_or(|best| score > best);
        if is_better {
            self.moves.clear();
            self.score = Some(score);
        }
        let mut line = Variation::EMPTY;
        line.set(Move::Place(square), rest);
        let place = self.moves.partition_point(|&(other, _)| other < square);
        self.moves.insert(place, (square, line));
        is_better
    }
}
