//! Which move first? A search that guesses right prunes most.

use crate::board::{Bitboard, Board, Square};
use crate::search::control::Stopped;
use crate::search::engine::children::{Child, Children, FIRST};
use crate::search::engine::evaluation::{Node, Opinion};
use crate::search::engine::threads::Worker;

/// Ranks are told in so many parts of a disc.
const FINE: i64 = Opinion::FINE as i64 / 4;

/// What counts beside the opinion about the board after a move.
struct Worth {
    reply: i64,
    potential_reply: i64,
}

/// In a search to the end: what counts most there is how small the tree is.
const TO_THE_END: Worth = Worth {
    reply: 5 * FINE / 2,
    potential_reply: 5 * FINE / 4,
};

const IN_THE_MIDDLE: Worth = Worth {
    reply: FINE,
    potential_reply: FINE / 2,
};

/// Added to the rank of what was searched: more than all else can make up for.
const SEARCHED: i64 = 256 * FINE;

/// Above all others.
const KNOWN_BEST: [i64; 2] = [FIRST, FIRST - 1];

/// How many moves are searched a little before they are ranked, where it goes to the end in
/// so many plies. One that leaves the other side more answers is hardly ever the best, and
/// with 14 plies to go a look at a fifth costs as much as it saves.
fn most_searched(depth: u32) -> usize {
    (2 * depth as usize).saturating_sub(24).min(12)
}

/// A short search of a move that comes to so much less than the best is cut short: how bad
/// it is does not matter.
const FAR_BEHIND: i64 = 6 * FINE;

/// Ranks the children: the moves that were best before, then the others, by what the
/// other side can answer. Says whether there is one that was best before.
pub(crate) fn rank(
    board: Board,
    children: &mut Children,
    known_best: [Option<Square>; 2],
    depth: u32,
) -> bool {
    let worth = if board.ends_within(depth) {
        &TO_THE_END
    } else {
        &IN_THE_MIDDLE
    };
    children.rank_all(|child| rank_by_answers(child, worth));
    let places = known_best.map(|known| known.and_then(|square| children.place_of(square)));
    for (place, rank) in places.into_iter().zip(KNOWN_BEST) {
        if let Some(place) = place {
            children.set_rank(place, rank);
        }
    }
    places[0].is_some()
}

#[inline(always)]
fn rank_by_answers(child: Child, worth: &Worth) -> i64 {
    let corners = child.replies & Bitboard::CORNERS;
    let replies = child.replies.len() + corners.len();
    let potential = child.board.potential_moves().len();
    -i64::from(replies) * worth.reply - i64::from(potential) * worth.potential_reply
}

/// Ranks the children that are left by what a short search makes of them, too.
pub(crate) fn refine(
    worker: &mut Worker<'_>,
    node: Node,
    children: &mut Children,
    depth: u32,
) -> Result<(), Stopped> {
    let is_to_the_end = node.board.ends_within(depth);
    let Some(plies) = plies(depth, is_to_the_end).filter(|_| children.left() > 1) else {
        return Ok(());
    };
    let most = if is_to_the_end {
        most_searched(depth)
    } else {
        usize::MAX
    };
    let mut best = None;
    for (rank, place) in children.in_order().take(most) {
        if !KNOWN_BEST.contains(&rank) {
            let next = node.after(&children.at(place));
            let enough = best.map_or(FULL[1], |best| to_opinion(rank - best + FAR_BEHIND));
            let value = short_search(worker, next, plies, [FULL[0], enough])?;
            let rank = rank - to_rank(value);
            best = best.max(Some(rank));
            children.set_rank(place, SEARCHED + rank);
        }
    }
    Ok(())
}

fn to_rank(opinion: i32) -> i64 {
    i64::from(opinion) * FINE / i64::from(Opinion::FINE)
}

fn to_opinion(rank: i64) -> i32 {
    (rank * i64::from(Opinion::FINE) / FINE) as i32
}

/// How many plies to search before a move is ranked; `None` where a look at the
/// moves that are left costs more than it saves.
fn plies(depth: u32, is_to_the_end: bool) -> Option<u32> {
    if is_to_the_end {
        (depth >= 14).then(|| depth.saturating_sub(15) / 2)
    } else {
        (depth >= 3).then(|| depth.saturating_sub(9) / 3)
    }
}

const FULL: [i32; 2] = [-64 * Opinion::FINE, 64 * Opinion::FINE];

/// An opinion so far outside the window is taken for the value of a search of some plies:
/// it will hardly come back.
const FAR_OUTSIDE: i32 = 6 * Opinion::FINE;

/// About the value of a board some plies deep, in parts of a disc; outside the window a
/// bound.
fn short_search(
    worker: &mut Worker<'_>,
    node: Node,
    plies: u32,
    [mut alpha, beta]: [i32; 2],
) -> Result<i32, Stopped> {
    worker.enter()?;
    let opinion = worker.opinions.value(&node.opinion, node.board);
    if plies == 0 || opinion >= beta + FAR_OUTSIDE || opinion <= alpha - FAR_OUTSIDE {
        return Ok(opinion);
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
    children.rank_all(|child| rank_by_answers(child, &IN_THE_MIDDLE));
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
