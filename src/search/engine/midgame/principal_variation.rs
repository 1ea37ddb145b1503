//! The search along the principal variation.

use super::move_ordering::{rank, refine};
use super::null_window::null_window_search;
use crate::board::Move;
use crate::search::control::Stopped;
use crate::search::engine::children::Children;
use crate::search::engine::evaluation::Node;
use crate::search::engine::score::{MAX_SCORE, MINUS_INFINITY, NullWindow, Window};
use crate::search::engine::threads::Worker;
use crate::search::engine::transposition_table::{Entry, Key};
use crate::search::pv::Pv;

/// Searches `depth` plies, and sets `pv` to the principal variation.
pub(in crate::search) fn principal_variation_search(
    worker: &mut Worker<'_>,
    node: Node,
    mut window: Window,
    depth: u32,
    pv: &mut Pv,
) -> Result<i32, Stopped> {
    pv.clear();
    if window.beta - window.alpha == 1 {
        let window = NullWindow::above(window.alpha);
        return null_window_search(worker, node, window, depth);
    }
    worker.enter()?;
    if depth == 0 {
        return Ok(node.leaf_score());
    }
    let moves = node.board.moves();
    let mut child_pv = Pv::EMPTY;
    if moves.is_empty() {
        let passed = node.pass();
        if passed.board.moves().is_empty() {
            return Ok(node.board.result());
        }
        let window = window.flipped();
        let score = -principal_variation_search(worker, passed, window, depth, &mut child_pv)?;
        pv.set(Move::Pass, &child_pv);
        return Ok(score);
    }
    let key = Key::of(node.board);
    // This search has to find the best move itself, so a hash move from any depth helps.
    let entry = worker.table.probe(key);
    let hash_moves = entry.map_or([None; 2], |entry| entry.moves);
    let mut children: Children = Children::new();
    children.generate(node.board, moves);
    let full_window = window;
    rank(node.board, &mut children, hash_moves, depth);
    refine(worker, node, &mut children, depth)?;
    let mut best = (MINUS_INFINITY, None);
    for child in children.by_ref() {
        let next = node.after(&child);
        let is_first = best.1.is_none();
        let mut score = MINUS_INFINITY;
        if !is_first {
            let null_window = NullWindow::above(window.alpha).flipped();
            score = -null_window_search(worker, next, null_window, depth - 1)?;
        }
        if is_first || score > window.alpha && score < window.beta {
            // One below the score, so that a value equal to it still has a principal variation.
            let alpha = if is_first { window.alpha } else { score - 1 };
            let window = Window { alpha, ..window }.flipped();
            score = -principal_variation_search(worker, next, window, depth - 1, &mut child_pv)?;
            if score > best.0 {
                pv.set(Move::Place(child.square), &child_pv);
            }
        }
        if score > best.0 {
            best = (score, Some(child.square));
        }
        window.alpha = window.alpha.max(best.0);
        if window.alpha >= window.beta.min(MAX_SCORE) {
            break;
        }
    }
    let entry = Entry::of_search(best, full_window, depth, worker.selectivity);
    worker.table.store(key, entry);
    Ok(best.0)
}
