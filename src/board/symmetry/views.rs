//! The images of positions.

use super::Symmetry;
use crate::board::{Color, Position};

impl Symmetry {
    /// The image of a position, with the same side to move.
    pub fn position(self, position: &Position) -> Position {
        let discs = |color| self.bitboard(position.discs(color));
        Position::new(discs(Color::Black), discs(Color::White), position.to_move())
            .expect("different squares stay different")
    }
}

/// The canonical view of a position, which is the smallest of its eight views, and the
/// symmetry that leads to it. Positions that are views of each other have the same
/// canonical view.
///
/// If several symmetries lead to the canonical view, because the position is symmetric, the
/// first of them is returned.
pub(crate) fn canonical(position: &Position) -> (Position, Symmetry) {
    let bits = |symmetry: Symmetry| {
        let set = |set| symmetry.bitboard(set).bits();
        (set(position.mover()), set(position.opponent()))
    };
    let least = Symmetry::ALL
        .into_iter()
        .min_by_key(|&symmetry| bits(symmetry))
        .unwrap_or(Symmetry::IDENTITY);
    (least.position(position), least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::sample;
    use proptest::prelude::*;

    #[test]
    fn all_first_moves_have_the_same_canonical_view() {
        let start = Position::START;
        let views: Vec<Position> = start
            .moves()
            .into_iter()
            .map(|square| canonical(&start.play(square)).0)
            .collect();
        assert!(views.iter().all(|view| *view == views[0]));
    }

    proptest! {
        #[test]
        fn the_rules_are_the_same_under_symmetry(position in sample::scattered()) {
            for symmetry in Symmetry::ALL {
                let view = symmetry.position(&position);
                prop_assert_eq!(view.moves(), symmetry.bitboard(position.moves()));
                prop_assert_eq!(symmetry.position(&position.pass()), view.pass());
                for square in position.moves() {
                    let viewed = symmetry.square(square);
                    prop_assert_eq!(view.flips(viewed), symmetry.bitboard(position.flips(square)));
                    prop_assert_eq!(view.play(viewed), symmetry.position(&position.play(square)));
                }
                prop_assert_eq!(symmetry.inverse().position(&view), position);
            }
        }

        #[test]
        fn all_views_have_the_same_canonical_view(position in sample::scattered()) {
            let (least, symmetry) = canonical(&position);
            prop_assert_eq!(symmetry.position(&position), least);
            for view in Symmetry::ALL.map(|symmetry| symmetry.position(&position)) {
                prop_assert_eq!(canonical(&view).0, least);
            }
        }
    }
}
