//! Alpha-beta that trusts its move ordering.
//!
//! If the first move of a position is the best, the others need not be valued,
//! only shown to be no better: a null window, in which nothing fits between
//! `alpha` and `beta`, does that with the fewest positions. A move that turns
//! out to be better after all is searched again for its value. So negascout
//! pays for good ordering: where at least `ordering_depth` + 3 plies are left, the
//! moves of a position are first searched `ordering_depth` plies deep and sorted.
//! With good ordering it needs fewer positions than any search with wide
//! windows; with bad ordering, more.
//!
//! # Who needs no second search
//!
//! - The first move of a position: it gets the whole window of the position,
//!   since there is nothing to be no better than.
//! - A move within the last two plies. Fail-soft returns the best value seen,
//!   even outside the window. When such a move beats the null window, the
//!   position after it has at most one ply left, and no move in it cut the
//!   search off; so the value is the greatest of all its leaves, hence true.
//!
//! # Width
//!
//! With `width N` only the N best moves of each position are searched, by the
//! ordering. So then the moves are sorted wherever at least two plies are left,
//! by a search that goes no deeper than the plies that are left after the move,
//! and is itself as narrow. (With one ply to go every move leads to a leaf, and
//! its value is its order.) That saves time at the price of truth: the values
//! are no longer those of the full tree.

use std::cmp::Reverse;

use super::control::Stopped;
use super::horizon::{Horizon, Node};
use super::lookahead::Lookahead;
use super::variation::Variation;
use super::{Row, Settings};
use crate::board::{Move, Position, Square};
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "negascout",
    summary: "alpha-beta with ordered moves and null windows",
    is_exact: true,
    build: || Box::new(Negascout),
};

struct Negascout;

impl Lookahead for Negascout {
    /// The first root move comes with the full window, as does every move whose
    /// value is asked for. Any other window means that there is a best move
    /// already: the position is then what any later move of a position leads to,
    /// presumed to be no better.
    fn value(
        &self,
        horizon: &mut Horizon<'_>,
        position: &Position,
        depth: u32,
        window: Window,
        line: &mut Variation,
    ) -> Result<Score, Stopped> {
        if window == Window::FULL {
            negascout(horizon, position, depth, window, line)
        } else {
            Ok(-scout(horizon, position, depth, window.flipped(), line)?)
        }
    }

    fn root_moves(
        &self,
        horizon: &mut Horizon<'_>,
        position: &Position,
        depth: u32,
    ) -> Result<Vec<Square>, Stopped> {
        let mut moves: Vec<Square> = position.moves().into_iter().collect();
        if is_ordered(horizon.settings, depth) {
            order(horizon, position, &mut moves, depth)?;
        }
        Ok(moves)
    }

    fn is_whole(&self, settings: &Settings) -> bool {
        settings.width == 0
    }
}

fn negascout(
    horizon: &mut Horizon<'_>,
    position: &Position,
    depth: u32,
    mut window: Window,
    line: &mut Variation,
) -> Result<Score, Stopped> {
    line.clear();
    let mut plain = match horizon.enter(position, depth)? {
        Node::Leaf(score) => return Ok(score),
        Node::Inner(choices) => choices,
    };
    let mut ordered;
    let choices: &mut dyn Iterator<Item = Move> = if is_ordered(horizon.settings, depth) {
        let mut moves: Vec<Move> = plain.collect();
        order(horizon, position, &mut moves, depth)?;
        ordered = moves.into_iter();
        &mut ordered
    } else {
        &mut plain
    };
    let mut best = Score::LOWEST;
    let mut rest = Variation::EMPTY;
    for (index, action) in choices.enumerate() {
        let child = position.after(action);
        let score = if index == 0 {
            -negascout(horizon, &child, depth - 1, window.flipped(), &mut rest)?
        } else {
            scout(horizon, &child, depth - 1, window, &mut rest)?
        };
        if score > best {
            best = score;
            line.set(action, &rest);
        }
        if best >= window.beta {
            break;
        }
        window.alpha = window.alpha.max(best);
    }
    Ok(best)
}

/// The value of a move that is presumed to be no better than `alpha`, for the
/// side that makes it; `child` is the position after it.
fn scout(
    horizon: &mut Horizon<'_>,
    child: &Position,
    depth: u32,
    window: Window,
    line: &mut Variation,
) -> Result<Score, Stopped> {
    let score = -negascout(horizon, child, depth, window.scout().flipped(), line)?;
    let is_refuted = score <= window.alpha || score >= window.beta;
    if is_refuted || depth <= 1 {
        return Ok(score);
    }
    // It is at least as good as that; one below, so that its line is found too.
    let window = Window {
        alpha: score.just_below(),
        beta: window.beta,
    };
    Ok(-negascout(horizon, child, depth, window.flipped(), line)?)
}

/// Whether sorting the moves of a position pays, `depth` plies before the end.
fn is_ordered(settings: &Settings, depth: u32) -> bool {
    depth >= settings.ordering_depth + 3 || settings.width > 0 && depth > 1
}

/// Sorts the moves, presumed best first, and keeps the best `width`.
fn order<M: Copy + Into<Move>>(
    horizon: &mut Horizon<'_>,
    position: &Position,
    moves: &mut Vec<M>,
    depth: u32,
) -> Result<(), Stopped> {
    if moves.len() < 2 {
        return Ok(());
    }
    let width = match horizon.settings.width {
        0 => usize::MAX,
        width => width as usize,
    };
    let plies = horizon.settings.ordering_depth.min(depth - 1);
    let had_estimated = horizon.has_estimated;
    let mut line = Variation::EMPTY;
    let mut valued = Vec::with_capacity(moves.len());
    for &action in moves.iter() {
        let child = position.after(action.into());
        let score = -negascout(horizon, &child, plies, Window::FULL, &mut line)?;
        valued.push((score, action));
    }
    // The order rests on estimates, the value of the position does not.
    horizon.has_estimated = had_estimated;
    valued.sort_by_key(|&(score, _)| Reverse(score));
    moves.clear();
    moves.extend(valued.iter().take(width).map(|&(_, action)| action));
    Ok(())
}
