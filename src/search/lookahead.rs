//! What an algorithm of fixed depth must say: the value of a position. And what that
//! makes of a move at the root.

use super::control::Stopped;
use super::horizon::Horizon;
use super::report::Line;
use super::value::Value;
use super::variation::Variation;
use super::{Request, Settings};
use crate::board::{Move, Position, Square};
use crate::score::{Bound, Score, Window};

/// An algorithm that looks a number of plies ahead.
pub(super) trait Lookahead: Send {
    /// The value of a position for the side to move, `depth` plies deep: true
    /// inside the window, a bound outside. `line` becomes what both sides then
    /// play.
    fn value(
        &self,
        horizon: &mut Horizon<'_>,
        position: &Position,
        depth: u32,
        window: Window,
        line: &mut Variation,
    ) -> Result<Score, Stopped>;

    /// The root moves in the order in which they are searched `depth` plies deep.
    fn root_moves(
        &self,
        _horizon: &mut Horizon<'_>,
        position: &Position,
        _depth: u32,
    ) -> Result<Vec<Square>, Stopped> {
        Ok(position.moves().into_iter().collect())
    }

    /// How far it can look, the root move included.
    fn deepest(&self) -> u32 {
        u32::MAX
    }

    /// Whether a search that meets no estimate has looked at every line.
    fn is_whole(&self, _: &Settings) -> bool {
        true
    }
}

/// A root move, valued by a search.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) square: Square,
    pub(super) score: Score,
    /// How many plies were searched, this move included.
    depth: u32,
    pv: Variation,
    bound: Bound,
    is_exact: bool,
}

impl RootMove {
    /// Searches the position after a move. The score is true inside the window, a
    /// bound outside.
    pub(super) fn search(
        algorithm: &impl Lookahead,
        horizon: &mut Horizon<'_>,
        position: &Position,
        square: Square,
        depth: u32,
        window: Window,
    ) -> Result<RootMove, Stopped> {
        let child = position.play(square);
        let mut rest = Variation::EMPTY;
        let has_estimated = std::mem::take(&mut horizon.has_estimated);
        let value = algorithm.value(horizon, &child, depth - 1, window.flipped(), &mut rest)?;
        let score = -value;
        let is_known = !horizon.has_estimated;
        horizon.has_estimated |= has_estimated;
        let is_whole = algorithm.is_whole(horizon.settings);
        let mut pv = Variation::EMPTY;
        pv.set(Move::Place(square), &rest);
        Ok(RootMove {
            square,
            score,
            depth,
            pv,
            bound: if is_known || !is_whole {
                Bound::Exact
            } else {
                beside_estimates(score)
            },
            is_exact: is_known && is_whole,
        })
    }

    /// The same for a report; `visits` is what the move has cost so far.
    pub(super) fn line(&self, request: &Request, visits: u64) -> Line {
        Line {
            value: Some(Value {
                score: self.score,
                unit: request.unit(),
            }),
            bound: self.bound,
            depth: self.depth,
            is_exact: self.is_exact,
            visits,
            ..Line::new(self.pv.to_vec())
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
