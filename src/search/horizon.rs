//! Where a search ends, and what it finds there.
//!
//! The algorithms that look a fixed number of plies ahead meet every position
//! through a [`Horizon`]. It counts the position, says when to stop, knows the
//! result of a finished game and asks the evaluator where the plies are used up,
//! so that an algorithm is left with its own idea: which moves to look at, and
//! what their values make of the position's.

use super::control::{Control, Meter, Stopped};
use super::{Request, Settings};
use crate::board::{Bitboard, Move, Position, Squares};
use crate::score::Score;

/// The edge of what one search can see.
pub(super) struct Horizon<'a> {
    /// What the search shall obey.
    pub(super) settings: &'a Settings,
    /// Whether a value rests on an estimate. If none does, every line ended in a
    /// finished game, and to look deeper is useless.
    pub(super) has_estimated: bool,
    meter: Meter<'a>,
}

/// A position that was entered.
pub(super) enum Node {
    /// The search goes no further: the value for the side to move.
    Leaf(Score),
    /// The search goes on with each of these.
    Inner(Choices),
}

impl<'a> Horizon<'a> {
    pub(super) fn new(request: &'a Request, control: &'a Control) -> Horizon<'a> {
        Horizon {
            settings: &request.settings,
            has_estimated: false,
            meter: control.meter(),
        }
    }

    /// Enters a position, `depth` plies before the end.
    #[inline]
    pub(super) fn enter(&mut self, position: &Position, depth: u32) -> Result<Node, Stopped> {
        self.meter.tick()?;
        let places = position.moves();
        if places.is_empty() && position.pass().moves().is_empty() {
            return Ok(Node::Leaf(Score::result(position.result())));
        }
        if depth == 0 {
            self.has_estimated = true;
            let estimate = self.settings.evaluator.evaluator.evaluate(position);
            return Ok(Node::Leaf(estimate));
        }
        Ok(Node::Inner(Choices::new(places)))
    }

    /// Counts positions that were entered elsewhere.
    pub(super) fn add(&mut self, nodes: u64) {
        *self.meter.count() += nodes;
    }

    /// How many positions were entered.
    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}

/// What a side may do in a game that is not over: place a disc on one of some
/// squares or, where there is none, pass. So a pass is a ply like others.
pub(super) struct Choices {
    places: Squares,
    must_pass: bool,
}

impl Choices {
    fn new(places: Bitboard) -> Choices {
        Choices {
            places: places.into_iter(),
            must_pass: places.is_empty(),
        }
    }
}

impl Iterator for Choices {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self.places.next() {
            Some(square) => Some(Move::Place(square)),
            None => std::mem::take(&mut self.must_pass).then_some(Move::Pass),
        }
    }
}
