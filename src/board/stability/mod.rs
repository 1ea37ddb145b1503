//! Stable discs: those that no sequence of moves can flip.
//!
//! A disc flips along one of the four lines through it. It is safe on a line if the line
//! is full, if the disc is at the line's end, or if its neighbour on the line is a stable
//! disc of the same colour: a move that flipped one of the two would have to flip the
//! other. A disc that is safe on all four lines is stable. On the edges, more stable discs
//! are found by trying all continuations: an edge is treated as a separate game, in which
//! either side may play on any square.
//!
//! The result is a lower bound. Discs that are stable for reasons that involve several lines
//! or the legality of moves are deliberately missed, because a search calls this at many
//! nodes, and it has to be fast. In random games with six empty squares left, 80 % of the
//! discs that no continuation flips are found.

mod edges;
mod lines;

use super::Bitboard;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The discs of one player, `own`, that no sequence of moves can flip, no matter who moves
/// next. `other` are the discs of the other player.
pub(crate) fn stable_discs(own: Bitboard, other: Bitboard) -> Bitboard {
    enough_stable_discs(own, other, u32::MAX)
}

/// Like [`stable_discs`], but may stop searching for more once there are `enough`.
pub(crate) fn enough_stable_discs(own: Bitboard, other: Bitboard, enough: u32) -> Bitboard {
    let (own, other) = (own.bits(), other.bits());
    let stable = lines::grow(edges::stable(own, other), own, own | other, enough);
    Bitboard::from_bits(stable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position, Symmetry, sample};
    use proptest::prelude::*;

    fn stable(position: &Position, color: Color) -> Bitboard {
        stable_discs(position.discs(color), position.discs(!color))
    }

    /// The discs of both sides that no continuation flips.
    fn never_flipped(position: &Position) -> [Bitboard; 2] {
        let keep = |[a, b]: [Bitboard; 2], [c, d]: [Bitboard; 2]| [a & c, b & d];
        let discs = [Color::Black, Color::White].map(|color| position.discs(color));
        if position.must_pass() {
            return never_flipped(&position.pass());
        }
        position
            .moves()
            .into_iter()
            .map(|square| never_flipped(&position.play(square)))
            .fold(discs, keep)
    }

    fn board(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn finds_stable_corners_and_edges() {
        let count = |text: &str| {
            let position = board(text);
            stable(&position, Color::Black).len()
        };
        let rest = "-".repeat(40);
        assert!(stable(&Position::START, Color::Black).is_empty());
        // A corner, a triangle at a corner, and no corner.
        assert_eq!(count(&format!("X------- -------- -------- {rest} X")), 1);
        assert_eq!(count(&format!("XXX----- XX------ X------- {rest} X")), 6);
        assert_eq!(count(&format!("-XXXXXX- -XXXX--- -------- {rest} X")), 0);
        // A full edge, even without a corner, and edges with a gap.
        assert_eq!(count(&format!("OXXXXXXO -------- -------- {rest} X")), 6);
        assert_eq!(count(&format!("XXXO-OXX -------- -------- {rest} X")), 5);
        assert_eq!(count(&format!("XXX-XXXX -------- -------- {rest} X")), 7);
        // Far from a stable corner, but no move along the edge can flip it.
        assert_eq!(count(&format!("OXOXXXX- -------- -------- {rest} X")), 1);
        assert_eq!(count(&format!("-OXOOOO- -------- -------- {rest} X")), 1);
    }

    #[test]
    fn a_full_board_is_stable() {
        for bits in [0, u64::MAX, 0x0123_4567_89AB_CDEF, 0x0000_0018_1800_0000] {
            let set = Bitboard::from_bits(bits);
            assert_eq!(stable_discs(set, !set), set);
        }
    }

    proptest! {
        #[test]
        fn stopping_early_still_finds_enough(
            choices in sample::choices(),
            enough in 0..40u32,
        ) {
            let mut position = Position::START;
            for action in sample::game(Position::START, &choices) {
                position = position.after(action);
                let (of, other) = (position.mover(), position.opponent());
                let all = stable_discs(of, other);
                let found = enough_stable_discs(of, other, enough);
                prop_assert!(found.is_subset(all));
                prop_assert!(found == all || found.len() >= enough);
            }
        }

        #[test]
        fn stable_discs_remain_stable(
            start in sample::scattered(),
            choices in sample::choices(),
        ) {
            for start in [Position::START, start] {
                let mut position = start;
                let mut before = [Bitboard::EMPTY; 2];
                for action in sample::game(start, &choices) {
                    position = position.after(action);
                    let now = [Color::Black, Color::White].map(|color| stable(&position, color));
                    for (before, now) in before.into_iter().zip(now) {
                        prop_assert!(before.is_subset(now), "{}", position);
                    }
                    before = now;
                }
            }
        }

        #[test]
        fn no_continuation_flips_a_stable_disc(
            choices in prop::collection::vec(any::<u8>(), 130),
            empty in 1..=6u32,
        ) {
            let mut position = Position::START;
            for action in sample::game(Position::START, &choices) {
                if position.empty().len() <= empty {
                    break;
                }
                position = position.after(action);
            }
            prop_assume!(position.empty().len() <= empty);
            let kept = never_flipped(&position);
            for (color, kept) in [Color::Black, Color::White].into_iter().zip(kept) {
                prop_assert!(stable(&position, color).is_subset(kept), "{}", position);
            }
        }

        #[test]
        fn stable_discs_are_the_same_under_symmetry(position in sample::scattered()) {
            let discs = stable_discs(position.mover(), position.opponent());
            for symmetry in Symmetry::ALL {
                let view = symmetry.position(&position);
                let viewed = stable_discs(view.mover(), view.opponent());
                prop_assert_eq!(viewed, symmetry.bitboard(discs));
            }
        }
    }
}
