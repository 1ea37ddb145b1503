//! The null-window search, which visits nearly all nodes of the midgame.
//!
//! Before it searches a move it tries, cheapest first: a stability cutoff, the
//! transposition table, ProbCut, and an enhanced transposition cutoff.

use super::move_ordering::{rank, refine};
use super::probcut::DepthPair;
use crate::board::{Board, Square};
use crate::search::control::Stopped;
use crate::search::engine::children::{Child, Children};
use crate::search::engine::endgame;
use crate::search::engine::evaluation::Node;
use crate::search::engine::score::{MAX_SCORE, MIN_SCORE, MINUS_INFINITY, NullWindow};
use crate::search::engine::selectivity::Selectivity;
use crate::search::engine::stability_cutoff::stability_cutoff;
use crate::search::engine::threads::Worker;
use crate::search::engine::transposition_table::{Entry, Key};

/// The least depth at which enhanced transposition cutoffs (ETC) are tried.
const ETC_MIN_DEPTH: u32 = 5;

/// Late move reductions (LMR): moves from this place in the move order on are first
/// searched to a reduced depth. One that fails high is searched again to the full depth.
const LMR_FIRST_PLACE: usize = 4;

/// The reduction in plies: even, because of the odd-even effect.
const LMR_REDUCTION: u32 = 2;

/// Shallower searches are not reduced.
const LMR_MIN_DEPTH: u32 = 3;

/// How deep ProbCut searches may be nested.
const MAX_PROBCUT_NESTING: u32 = 2;

/// Finds out by a search of `depth` plies whether the value is greater than `alpha`, and
/// returns a bound that proves it.
pub(crate) fn null_window_search(
    worker: &mut Worker<'_>,
    node: Node,
    window: NullWindow,
    depth: u32,
) -> Result<i32, Stopped> {
    if endgame::can_solve(node.board, depth) {
        return worker.endgame.solve(node.board, window, &mut worker.meter);
    }
    if depth == 0 {
        worker.enter()?;
        return Ok(node.static_score());
    }
    worker.enter_and_probe()?;
    let key = Key::of(node.board);
    worker.table.prefetch(key);
    if let Some(bound) = stability_cutoff(node.board, window) {
        return Ok(bound);
    }
    let hash_moves = match probe(worker, key, node.board, window, depth) {
        Ok(hash_moves) => hash_moves,
        Err(bound) => return Ok(bound),
    };
    let moves = node.board.moves();
    if moves.is_empty() {
        let passed = node.pass();
        return if passed.board.moves().is_empty() {
            Ok(node.board.result())
        } else {
            Ok(-null_window_search(
                worker,
                passed,
                window.flipped(),
                depth,
            )?)
        };
    }
    if let Some(bound) = probcut(worker, node, window, depth)? {
        return Ok(bound);
    }
    let mut children: Children = Children::new();
    children.generate(node.board, moves);
    if has_wipeout(&children) {
        return Ok(MAX_SCORE);
    }
    if let Some(bound) = enhanced_cutoff(worker, &children, window, depth) {
        return Ok(bound);
    }
    // The hash move usually fails high, and then the order of the others is irrelevant.
    let has_hash_move = rank(node.board, &mut children, hash_moves, depth);
    if !has_hash_move {
        refine(worker, node, &mut children, depth)?;
    }
    let mut best = (MINUS_INFINITY, None);
    while let Some(child) = children.next() {
        let score = search_move(worker, node.after(&child), window, depth, children.taken())?;
        if score > best.0 {
            best = (score, Some(child.square));
        }
        if window.fails_high(score) {
            break;
        }
        if has_hash_move && children.taken() == 1 {
            refine(worker, node, &mut children, depth)?;
        }
        if worker.pool.should_split(depth) && children.left() > 1 {
            best = worker.split(node, children, best, window, depth)?;
            break;
        }
    }
    let entry = Entry::of_search(best, window.into(), depth, worker.selectivity);
    worker.table.store(key, entry);
    Ok(best.0)
}

/// The hash moves of a board or, as an error, a bound from its entry in the table that
/// causes a cutoff.
fn probe(
    worker: &Worker<'_>,
    key: Key,
    board: Board,
    window: NullWindow,
    depth: u32,
) -> Result<[Option<Square>; 2], i32> {
    let Some(entry) = worker.table.probe(key) else {
        return Ok([None; 2]);
    };
    if entry.is_sufficient(depth, worker.selectivity) {
        if window.fails_high(entry.lower) {
            return Err(entry.lower);
        }
        if !window.fails_high(entry.upper) {
            return Err(entry.upper);
        }
    }
    // The best move of a search that stops short of the end is seldom the one with the
    // smallest subtree to the end, so a search to the end does without it.
    let is_useful = board.ends_within(entry.depth) || !board.ends_within(depth);
    Ok(if is_useful { entry.moves } else { [None; 2] })
}

/// Searches a move with the window and the depth of the position before it. `next` is
/// the node after the move, `place` its place in the move order, from 1.
pub(crate) fn search_move(
    worker: &mut Worker<'_>,
    next: Node,
    window: NullWindow,
    depth: u32,
    place: usize,
) -> Result<i32, Stopped> {
    let is_late = place >= LMR_FIRST_PLACE && depth >= LMR_MIN_DEPTH;
    let may_reduce = worker.selectivity == Selectivity::MIDGAME;
    if is_late && may_reduce && !next.board.ends_within(depth - 1) {
        let reduced = depth - 1 - LMR_REDUCTION;
        let score = -null_window_search(worker, next, window.flipped(), reduced)?;
        if !window.fails_high(score) {
            return Ok(score);
        }
    }
    Ok(-null_window_search(
        worker,
        next,
        window.flipped(),
        depth - 1,
    )?)
}

/// ProbCut: a bound from a shallower search whose value is so far outside the window
/// that the value of the deep search most likely is outside, too.
fn probcut(
    worker: &mut Worker<'_>,
    node: Node,
    window: NullWindow,
    depth: u32,
) -> Result<Option<i32>, Stopped> {
    if worker.probcut_nesting >= MAX_PROBCUT_NESTING {
        return Ok(None);
    }
    let (Some(pair), Some(deviations)) = (
        DepthPair::of(depth, node.board.empty().len()),
        worker.selectivity.deviations(),
    ) else {
        return Ok(None);
    };
    let alpha = window.alpha;
    let margin = (deviations * pair.sigma()).ceil() as i32;
    let static_score = node.score_from(worker.eval_cache.evaluate(&node));
    let high = alpha + 1 + margin;
    let low = alpha - margin;
    if pair.shallow == 0 {
        let is_high = high <= MAX_SCORE && static_score >= high;
        let is_low = low >= MIN_SCORE && static_score <= low;
        return Ok((is_high || is_low).then_some(if is_high { alpha + 1 } else { alpha }));
    }
    // A shallow search is tried only if the static evaluation already points that way,
    // within half of its measured error, which is a third of the error in the model.
    let slack = (deviations * pair.of_evaluation().sigma() / 3.0).ceil() as i32;
    let mut bound = None;
    worker.probcut_nesting += 1;
    if high <= MAX_SCORE && static_score >= high - slack {
        let above = NullWindow::above(high - 1);
        if null_window_search(worker, node, above, pair.shallow)? >= high {
            bound = Some(alpha + 1);
        }
    } else if low >= MIN_SCORE && static_score <= low + slack {
        let above = NullWindow::above(low);
        if null_window_search(worker, node, above, pair.shallow)? <= low {
            bound = Some(alpha);
        }
    }
    worker.probcut_nesting -= 1;
    Ok(bound)
}

/// Enhanced transposition cutoff (ETC): a bound from the table entry of a child.
fn enhanced_cutoff(
    worker: &Worker<'_>,
    children: &Children,
    window: NullWindow,
    depth: u32,
) -> Option<i32> {
    if endgame::can_solve(children.at(0).board, depth - 1) {
        return worker.endgame.enhanced_cutoff(children, window);
    }
    // Leaves are not stored.
    if depth == 1 {
        return None;
    }
    let hashes = children.hashes();
    let key = |child: &Child| Key::with_hash(child.board, hashes.of(child));
    // Even if they are not probed now: memory is slow, and the children will be
    // searched soon.
    for child in children.iter() {
        worker.table.prefetch(key(&child));
    }
    if depth < ETC_MIN_DEPTH {
        return None;
    }
    children.iter().find_map(|child| {
        let entry = worker.table.probe(key(&child))?;
        let is_sufficient = entry.is_sufficient(depth - 1, worker.selectivity);
        (is_sufficient && window.fails_high(-entry.upper)).then_some(-entry.upper)
    })
}

/// Whether a move takes the opponent's last disc.
fn has_wipeout(children: &Children) -> bool {
    children.iter().any(|child| child.board.mover.is_empty())
}
