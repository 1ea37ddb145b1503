//! What an algorithm of fixed depth must say: the value of a position.

use super::Settings;
use super::control::Stopped;
use super::horizon::Horizon;
use super::variation::Variation;
use crate::board::{Position, Square};
use crate::score::{Score, Window};

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
