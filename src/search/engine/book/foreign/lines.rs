//! What other programs store with a position and this one computes: its value, and how many
//! lines of the book pass through it.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::super::{Book, BookMove, Certainty, Discs, best, canonical_discs, position};
use crate::board::Position;

/// The position after a move.
#[derive(Clone, Copy)]
pub(super) enum After {
    /// The other side is to move.
    Reply(Position),
    /// The other side must pass. The position is the one after the pass.
    Pass(Position),
    /// The game is over.
    End,
}

impl After {
    pub(super) fn of(position: &Position) -> After {
        match position.turn() {
            None => After::End,
            Some(turn) if turn == *position => After::Reply(turn),
            Some(turn) => After::Pass(turn),
        }
    }

    /// The discs of the next position in which a side has a move.
    pub(super) fn discs(self) -> Option<Discs> {
        match self {
            After::Reply(turn) | After::Pass(turn) => Some(canonical_discs(&turn)),
            After::End => None,
        }
    }
}

/// A position of the book, for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    pub(super) value: i8,
    /// Whether that is the result with best play.
    pub(super) is_exact: bool,
    /// The lines from here: with exact values those that are won, drawn and lost, and all.
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    pub(super) lines: u32,
}

impl Summary {
    /// The same for the other side.
    pub(super) fn flipped(self) -> Summary {
        Summary {
            value: -self.value,
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    fn of_leaf(known: &BookMove) -> Summary {
        let is_exact = known.certainty == Certainty::Exact;
        let is = |holds: bool| u32::from(is_exact && holds);
        Summary {
            value: known.value,
            is_exact,
            wins: is(known.value > 0),
            draws: is(known.value == 0),
            losses: is(known.value < 0),
            lines: 1,
        }
    }
}

/// A position of the book, as other programs see it.
pub(super) struct Node<'a> {
    pub(super) discs: Discs,
    pub(super) moves: &'a [BookMove],
    /// For each move, the position after it, and whether that is in the book.
    pub(super) after: Vec<(After, bool)>,
    pub(super) summary: Summary,
}

/// Which moves to positions that are not in the book are lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// The best one of each position.
    Best,
    All,
}

/// All positions, the last ones of each line first, so that those after a move come before
/// the one before it.
pub(super) fn nodes(book: &Book, leaves: Leaves) -> (Vec<Node<'_>>, HashMap<Discs, Summary>) {
    let mut order: Vec<(&Discs, &Vec<BookMove>)> = book.entries.iter().collect();
    order.sort_by_key(|([mover, opponent], _)| Reverse((mover | opponent).count_ones()));
    let mut summaries: HashMap<Discs, Summary> = HashMap::with_capacity(order.len());
    let nodes = order.into_iter().map(|(&discs, moves)| {
        let here = position(discs);
        let mut parts = Vec::with_capacity(moves.len());
        let mut best_leaf: Option<&BookMove> = None;
        let mut after = Vec::with_capacity(moves.len());
        for known in moves {
            let next = After::of(&here.play(known.square));
            let summary = next.discs().and_then(|discs| summaries.get(&discs));
            after.push((next, summary.is_some()));
            match (next, summary) {
                (After::Pass(_), Some(&summary)) => parts.push(summary),
                (_, Some(summary)) => parts.push(summary.flipped()),
                (_, None) if leaves == Leaves::All => parts.push(Summary::of_leaf(known)),
                (_, None) if best_leaf.is_none_or(|best| best.value < known.value) => {
                    best_leaf = Some(known);
                }
                (_, None) => {}
            }
        }
        parts.extend(best_leaf.map(Summary::of_leaf));
        let is_complete = moves.len() == here.moves().len() as usize;
        let sum = |part: fn(&Summary) -> u32| parts.iter().map(part).fold(0, u32::saturating_add);
        let summary = Summary {
            value: best(moves).map_or(0, |known| known.value),
            is_exact: is_complete && parts.iter().all(|part| part.is_exact),
            wins: sum(|part| part.wins),
            draws: sum(|part| part.draws),
            losses: sum(|part| part.losses),
            lines: sum(|part| part.lines),
        };
        summaries.insert(discs, summary);
        Node {
            discs,
            moves,
            after,
            summary,
        }
    });
    let nodes = nodes.collect();
    (nodes, summaries)
}
