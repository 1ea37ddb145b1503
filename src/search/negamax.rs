//! Every line to a fixed depth, in the simplest form.
//!
//! What is good for one side is just as bad for the other, so the value of a
//! position for the side to move is the greatest of the negatives of its
//! children's values: one function serves both players. Nothing is left out, so
//! with `b` moves in a position the cost is `b` to the power of the depth; the
//! reward is the true value of every move at the root, which other algorithms
//! can be measured against.

use super::control::{Control, Meter, Stopped};
use super::root::{self, ChildSearch};
use super::variation::Variation;
use super::{Report, Request, Row, Searcher, Watcher};
use crate::board::{Move, Position, Square};
use crate::score::Score;

pub(super) const ROW: Row = Row {
    name: "negamax",
    summary: "every line to a fixed depth",
    build: || Box::new(Negamax),
};

struct Negamax;

impl Searcher for Negamax {
    fn best_move(&mut self, request: &Request, control: &Control, watcher: Watcher<'_>) -> Report {
        root::best_move(
            request,
            request.settings.depth,
            &mut Tree::new(request, control),
            watcher,
        )
    }

    fn move_values(
        &mut self,
        request: &Request,
        control: &Control,
    ) -> Result<Vec<(Square, Score)>, Stopped> {
        root::move_values(&request.position, &mut Tree::new(request, control))
    }
}

struct Tree<'a> {
    request: &'a Request,
    meter: Meter<'a>,
}

impl<'a> Tree<'a> {
    fn new(request: &'a Request, control: &'a Control) -> Tree<'a> {
        Tree {
            request,
            meter: control.meter(),
        }
    }

    /// The value of `position` for the side to move, `depth` plies deep; `line`
    /// becomes what both sides then play. A pass is a ply.
    fn negamax(
        &mut self,
        position: &Position,
        depth: u32,
        line: &mut Variation,
    ) -> Result<Score, Stopped> {
        self.meter.tick()?;
        line.clear();
        let moves = position.moves();
        let passed = position.pass();
        if moves.is_empty() && passed.moves().is_empty() {
            return Ok(Score::result(position.result()));
        }
        if depth == 0 {
            return Ok(self.request.settings.evaluator.evaluate(position));
        }
        let mut rest = Variation::EMPTY;
        if moves.is_empty() {
            let score = -self.negamax(&passed, depth - 1, &mut rest)?;
            line.set(Move::Pass, &rest);
            return Ok(score);
        }
        let mut best = Score::LOWEST;
        for square in moves {
            let score = -self.negamax(&position.play(square), depth - 1, &mut rest)?;
            if score > best {
                best = score;
                line.set(Move::Place(square), &rest);
            }
        }
        Ok(best)
    }
}

impl ChildSearch for Tree<'_> {
    fn search(&mut self, child: &Position, line: &mut Variation) -> Result<Score, Stopped> {
        self.negamax(child, self.request.settings.depth - 1, line)
    }

    fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}
