//! The game tree, as the fixed-depth algorithms see it.
//!
//! They enter every node through a [`Tree`]. It counts nodes, stops the search, scores
//! finished games and evaluates the leaves, so that an algorithm only has to say which
//! moves it searches and how it combines their values.

use super::control::{Control, Meter, Stopped};
use super::{Request, Settings};
use crate::board::{Bitboard, Move, Position, Squares};
use crate::score::Score;

/// The game tree of one search.
pub(super) struct Tree<'a> {
    /// The options of the search.
    pub(super) settings: &'a Settings,
    /// Whether a leaf was evaluated. If not, every line has reached the end of the game,
    /// and a deeper search would find nothing new.
    pub(super) has_estimated: bool,
    meter: Meter<'a>,
}

/// A node that was entered.
pub(super) enum Node {
    /// A leaf, and its value for the side to move.
    Leaf(Score),
    /// An inner node, and its moves.
    Inner(LegalMoves),
}

impl<'a> Tree<'a> {
    pub(super) fn new(request: &'a Request, control: &'a Control) -> Tree<'a> {
        Tree {
            settings: &request.settings,
            has_estimated: false,
            meter: control.meter(),
        }
    }

    /// Enters the node of this position, with `depth` plies left to search.
    #[inline]
    pub(super) fn enter(&mut self, position: &Position, depth: u32) -> Result<Node, Stopped> {
        self.meter.tick()?;
        let squares = position.moves();
        if squares.is_empty() && position.pass().moves().is_empty() {
            return Ok(Node::Leaf(Score::result(position.result())));
        }
        if depth == 0 {
            self.has_estimated = true;
            let estimate = self.settings.evaluator.evaluator.evaluate(position);
            return Ok(Node::Leaf(estimate));
        }
        Ok(Node::Inner(LegalMoves::new(squares)))
    }

    /// Adds nodes that were counted elsewhere.
    pub(super) fn add(&mut self, nodes: u64) {
        *self.meter.count() += nodes;
    }

    /// The number of nodes entered.
    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}

/// The legal moves in a game that is not over: a pass if there are no others. A pass
/// therefore counts as a ply.
pub(super) struct LegalMoves {
    squares: Squares,
    must_pass: bool,
}

impl LegalMoves {
    fn new(squares: Bitboard) -> LegalMoves {
        LegalMoves {
            squares: squares.into_iter(),
            must_pass: squares.is_empty(),
        }
    }
}

impl Iterator for LegalMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self.squares.next() {
            Some(square) => Some(Move::Place(square)),
            None => std::mem::take(&mut self.must_pass).then_some(Move::Pass),
        }
    }
}
