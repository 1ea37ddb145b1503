//! Which move first? A search that guesses right prunes most.

use super::children::Children;
use super::last::odd_regions;
use super::opinion::Opinion;
use super::probcut::Selectivity;
use super::worker::{Node, Worker};
use crate::board::{Bitboard, Square};
use crate::search::control::Stopped;

/// What counts beside the opinion about the board after a move, in the parts of
/// a disc that an opinion has.
const REPLY: i32 = 3 * Opinion::FINE / 2;
const POTENTIAL_REPLY: i32 = 3 * Opinion::FINE / 4;
const ODD_REGION: i32 = Opinion::FINE / 2;

/// Above all others.
const KNOWN_BEST: i32 = i32::MAX;

/// Ranks the children: the moves that were best before, then the others by what
/// a short search makes of them.
pub(super) fn rank(
    worker: &mut Worker<'_>,
    node: Node,
    children: &mut Children,
    known_best: [Option<Square>; 2],
    depth: u32,
) -> Result<(), Stopped> {
    let empty = node.board.empty();
    let odd = odd_regions(empty);
    let is_last_word = worker.selectivity == Selectivity::NONE;
    let plies = plies(depth, depth >= empty.len(), is_last_word);
    for place in 0..children.len() {
        let child = children.at(place);
        let square = Some(child.square);
        let rank = if square == known_best[0] {
            KNOWN_BEST
        } else if square == known_best[1] {
            KNOWN_BEST - 1
        } else {
            let corners = child.replies & Bitboard::CORNERS;
            let replies = (child.replies.len() + corners.len()) as i32;
            let potential = child.board.potential_moves().len() as i32;
            let parity = if odd.contains(child.square) {
                ODD_REGION
            } else {
                0
            };
            let value = match plies {
                Some(plies) => short_search(worker, node.after(&child), plies, FULL)?,
                None => 0,
            };
            parity - REPLY * replies - POTENTIAL_REPLY * potential - value
        };
        children.set_rank(place, rank.into());
    }
    Ok(())
}

/// How many plies to search before a move is ranked; `None` where a look at the
/// moves that are left costs more than it saves.
fn plies(depth: u32, is_to_the_end: bool, is_last_word: bool) -> Option<u32> {
    if is_to_the_end {
        // A search that leaves something out has cheaper moves to save.
        let least = if is_last_word { 13 } else { 14 };
        (depth >= least).then(|| depth.saturating_sub(15) / 3)
    } else {
        (depth >= 3).then(|| depth.saturating_sub(9) / 3)
    }
}

const FULL: [i32; 2] = [-64 * Opinion::FINE, 64 * Opinion::FINE];

/// The value of a board some plies deep, in parts of a disc.
pub(super) fn short_search(
    worker: &mut Worker<'_>,
    node: Node,
    plies: u32,
    [mut alpha, beta]: [i32; 2],
) -> Result<i32, Stopped> {
    worker.enter()?;
    if plies == 0 {
        return Ok(node.opinion.value(node.board));
    }
    let moves = node.board.moves();
    if moves.is_empty() {
        let passed = node.pass();
        return if passed.board.moves().is_empty() {
            Ok(node.board.result() * Opinion::FINE)
        } else {
            Ok(-short_search(worker, passed, plies, [-beta, -alpha])?)
        };
    }
    let mut best = i32::MIN;
    let mut children: Children = Children::new();
    children.list(node.board, moves);
    children.rank_all(|child| -i64::from(child.replies.len()));
    for child in children.by_ref() {
        let window = [-beta, -alpha];
        let value = -short_search(worker, node.after(&child), plies - 1, window)?;
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    Ok(best)
}
