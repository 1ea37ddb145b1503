//! Move ordering: the better the first move, the more is pruned.
//!
//! Moves are first [ranked](rank) by the opponent's mobility after them, which is cheap.
//! If it is worth the time, the ranks are then [refined](refine) by a short search of each move.

use crate::board::{Bitboard, Board, Square};
use crate::search::control::Stopped;
use crate::search::engine::children::{Child, Children, MAX_RANK};
use crate::search::engine::evaluation::Node;
use crate::search::engine::score::{MAX_SCORE, UNITS_PER_DISC, Window};
use crate::search::engine::threads::Worker;

/// The number of ranks to a disc: fewer than the [units](UNITS_PER_DISC) of evaluations, so
/// that a rank fits into 16 bits.
const RANKS_PER_DISC: i64 = UNITS_PER_DISC as i64 / 4;

/// How much the opponent's mobility after a move reduces its rank.
struct MobilityWeights {
    /// For each reply; a reply in a corner counts twice.
    reply: i64,
    /// For each potential reply: an empty square next to a disc of the mover.
    potential_reply: i64,
}

/// In a search to the end the size of the subtree matters most.
const TO_THE_END: MobilityWeights = MobilityWeights {
    reply: 5 * RANKS_PER_DISC / 2,
    potential_reply: 5 * RANKS_PER_DISC / 4,
};

const MIDGAME: MobilityWeights = MobilityWeights {
    reply: RANKS_PER_DISC,
    potential_reply: RANKS_PER_DISC / 2,
};

/// Hash moves go first.
const HASH_MOVES: [i64; 2] = [MAX_RANK, MAX_RANK - 1];

/// A bonus for moves that had a short search. Nothing else can outweigh it.
const SEARCHED: i64 = 256 * RANKS_PER_DISC;

/// Ranks the children: hash moves first, the others by the opponent's mobility.
/// Returns whether there is a hash move.
pub(super) fn rank(
    board: Board,
    children: &mut Children,
    hash_moves: [Option<Square>; 2],
    depth: u32,
) -> bool {
    let weights = if board.ends_within(depth) {
        &TO_THE_END
    } else {
        &MIDGAME
    };
    children.rank_all(|child| rank_by_replies(child, weights));
    let places = hash_moves.map(|hash_move| hash_move.and_then(|square| children.place_of(square)));
    for (place, rank) in places.into_iter().zip(HASH_MOVES) {
        if let Some(place) = place {
            children.set_rank(place, rank);
        }
    }
    places[0].is_some()
}

#[inline(always)]
fn rank_by_replies(child: Child, weights: &MobilityWeights) -> i64 {
    let corners = child.replies & Bitboard::CORNERS;
    let replies = child.replies.len() + corners.len();
    let potential = child.board.potential_moves().len();
    -i64::from(replies) * weights.reply - i64::from(potential) * weights.potential_reply
}

/// Ranks the remaining children again, adding the result of a short search of each.
pub(super) fn refine(
    worker: &mut Worker<'_>,
    node: Node,
    children: &mut Children,
    depth: u32,
) -> Result<(), Stopped> {
    let is_to_the_end = node.board.ends_within(depth);
    let plies = refinement_depth(depth, is_to_the_end);
    let Some(plies) = plies.filter(|_| children.left() > 1) else {
        return Ok(());
    };
    let count = if is_to_the_end {
        refined_moves(depth)
    } else {
        usize::MAX
    };
    let mut best = None;
    for (rank, place) in children.in_order().take(count) {
        if !HASH_MOVES.contains(&rank) {
            let next = node.after(&children.at(place));
            let beta = best.map_or(FULL_WINDOW.beta, |best| {
                rank_to_units(rank - best + FAR_BEHIND)
            });
            let window = Window {
                beta,
                ..FULL_WINDOW
            };
            let value = short_search(worker, next, plies, window)?;
            let rank = rank - units_to_rank(value);
            best = best.max(Some(rank));
            children.set_rank(place, SEARCHED + rank);
        }
    }
    Ok(())
}

/// The depth of the short search of each move; `None` if the searches would cost more than
/// they save.
fn refinement_depth(depth: u32, is_to_the_end: bool) -> Option<u32> {
    if is_to_the_end {
        (depth >= 14).then(|| depth.saturating_sub(15) / 2)
    } else {
        (depth >= 3).then(|| depth.saturating_sub(9) / 3)
    }
}

/// How many moves get a short search before a search to the end: those that leave the
/// opponent the fewest replies. Others are hardly ever the best, and with 14 plies to go
/// the search of a fifth move already costs as much as it saves.
fn refined_moves(depth: u32) -> usize {
    (2 * depth as usize).saturating_sub(24).min(12)
}

/// The short search of a move stops once the move is this far behind the best one: how
/// much worse it is does not matter.
const FAR_BEHIND: i64 = 6 * RANKS_PER_DISC;

fn units_to_rank(units: i32) -> i64 {
    i64::from(units) * RANKS_PER_DISC / i64::from(UNITS_PER_DISC)
}

fn rank_to_units(rank: i64) -> i32 {
    (rank * i64::from(UNITS_PER_DISC) / RANKS_PER_DISC) as i32
}

/// All scores, in units.
const FULL_WINDOW: Window = Window {
    alpha: -MAX_SCORE * UNITS_PER_DISC,
    beta: MAX_SCORE * UNITS_PER_DISC,
};

/// A short search returns a static evaluation that is this far outside the window: a
/// deeper search would rarely bring it back inside.
const FAR_OUTSIDE: i32 = 6 * UNITS_PER_DISC;

/// Plain alpha-beta to a small depth, in units. A result outside the window is a bound.
fn short_search(
    worker: &mut Worker<'_>,
    node: Node,
    plies: u32,
    mut window: Window,
) -> Result<i32, Stopped> {
    worker.enter()?;
    let static_value = worker.eval_cache.evaluate(&node);
    let is_far_outside =
        static_value >= window.beta + FAR_OUTSIDE || static_value <= window.alpha - FAR_OUTSIDE;
    if plies == 0 || is_far_outside {
        return Ok(static_value);
    }
    let moves = node.board.moves();
    if moves.is_empty() {
        let passed = node.pass();
        return if passed.board.moves().is_empty() {
            Ok(node.board.result() * UNITS_PER_DISC)
        } else {
            Ok(-short_search(worker, passed, plies, window.flipped())?)
        };
    }
    let mut best = i32::MIN;
    let mut children: Children = Children::new();
    children.generate(node.board, moves);
    children.rank_all(|child| rank_by_replies(child, &MIDGAME));
    for child in children.by_ref() {
        let value = -short_search(worker, node.after(&child), plies - 1, window.flipped())?;
        best = best.max(value);
        window.alpha = window.alpha.max(best);
        if window.alpha >= window.beta {
            break;
        }
    }
    Ok(best)
}
