//! The search of the principal variation.

use super::move_ordering as order;
use crate::board::Move;
use crate::search::control::Stopped;
use crate::search::engine::children::Children;
use crate::search::engine::evaluation::Node;
use crate::search::engine::score::{BEST, NONE};
use crate::search::engine::threads::Worker;
use crate::search::engine::transposition_table::Key;
use crate::search::variation::Variation;

impl Worker<'_> {
    /// The value within the window `[alpha, beta]`, a bound outside; `line`
    /// becomes what both sides then play, as far as the search goes.
    pub(in crate::search) fn principal(
        &mut self,
        node: Node,
        [mut alpha, beta]: [i32; 2],
        depth: u32,
        line: &mut Variation,
    ) -> Result<i32, Stopped> {
        line.clear();
        if beta - alpha == 1 {
            return self.refute(node, alpha, depth);
        }
        self.enter()?;
        if depth == 0 {
            return Ok(node.static_value());
        }
        let moves = node.board.moves();
        let mut rest = Variation::EMPTY;
        if moves.is_empty() {
            let passed = node.pass();
            if passed.board.moves().is_empty() {
                return Ok(node.board.result());
            }
            let score = -self.principal(passed, [-beta, -alpha], depth, &mut rest)?;
            line.set(Move::Pass, &rest);
            return Ok(score);
        }
        let key = Key::of(node.board);
        // Here the best move itself is sought, so whatever was best before is of use.
        let known_best = self.table.find(key).map_or([None; 2], |entry| entry.moves);
        let mut children: Children = Children::new();
        children.list(node.board, moves);
        let first_alpha = alpha;
        order::rank(node.board, &mut children, known_best, depth);
        order::refine(self, node, &mut children, depth)?;
        let mut best = (NONE, None);
        for child in children.by_ref() {
            let next = node.after(&child);
            let mut score = NONE;
            if best.1.is_some() {
                score = -self.refute(next, !alpha, depth - 1)?;
            }
            if best.1.is_none() || score > alpha && score < beta {
                // The line of a value at the very edge counts, too.
                let alpha = if best.1.is_none() { alpha } else { score - 1 };
                score = -self.principal(next, [-beta, -alpha], depth - 1, &mut rest)?;
                if score > best.0 {
                    line.set(Move::Place(child.square), &rest);
                }
            }
            if score > best.0 {
                best = (score, Some(child.square));
            }
            alpha = alpha.max(best.0);
            if alpha >= beta.min(BEST) {
                break;
            }
        }
        self.remember(key, depth, best, [first_alpha, beta]);
        Ok(best.0)
    }
}
