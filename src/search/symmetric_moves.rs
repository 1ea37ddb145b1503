//! Root moves that lead to images of the same position under the symmetries of the board,
//! as the four first moves of a game do.
//!
//! They have the same value, so only one of them is searched and the others get what was
//! found for it. That saves time, and a search that prunes or plays random games could
//! otherwise find slightly different values for them.

use super::report::Line;
use crate::board::symmetry::{Symmetry, canonical};
use crate::board::{Bitboard, Move, Position, Square};

/// Root moves that lead to images of the same position; usually only one.
#[derive(Clone, Debug)]
pub(crate) struct SymmetricMoves {
    /// The one to search: the first of them in the order of squares.
    pub(crate) square: Square,
    /// The others, each with the symmetry that leads from the position after the first to
    /// the position after this one.
    others: Vec<(Square, Symmetry)>,
}

impl SymmetricMoves {
    /// Groups these legal moves, in the order of the squares to search.
    pub(crate) fn group(position: &Position, moves: Bitboard) -> Vec<SymmetricMoves> {
        let mut groups: Vec<SymmetricMoves> = Vec::new();
        let mut views: Vec<(Position, Symmetry)> = Vec::new();
        for square in moves {
            let (view, to_view) = canonical(&position.play(square));
            match views.iter().position(|(other, _)| *other == view) {
                Some(index) => {
                    let symmetry = views[index].1.then(to_view.inverse());
                    groups[index].others.push((square, symmetry));
                }
                None => {
                    views.push((view, to_view));
                    groups.push(SymmetricMoves {
                        square,
                        others: Vec::new(),
                    });
                }
            }
        }
        groups
    }

    /// How many moves they are.
    pub(crate) fn count(&self) -> usize {
        1 + self.others.len()
    }

    /// All of them, in the order of squares.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        std::iter::once(self.square).chain(self.others.iter().map(|&(square, _)| square))
    }

    /// The lines of all of them, given the line of the one that was searched.
    pub(super) fn lines(&self, searched: Line) -> Vec<Line> {
        let image = |&(square, symmetry): &(Square, Symmetry)| {
            let replies = searched.moves.iter().skip(1);
            let replies = replies.map(|&reply| match reply {
                Move::Place(reply) => symmetry.square(reply).into(),
                Move::Pass => Move::Pass,
            });
            Line {
                moves: std::iter::once(square.into()).chain(replies).collect(),
                ..searched.clone()
            }
        };
        let mut lines: Vec<Line> = self.others.iter().map(image).collect();
        lines.insert(0, searched);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::sample;
    use proptest::prelude::*;

    #[test]
    fn the_first_moves_of_a_game_are_symmetric() {
        let start = Position::START;
        let groups = SymmetricMoves::group(&start, start.moves());
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].count(), 4);
        let moves = |text: &str| -> Vec<Move> {
            let moves = text.split(' ').map(|name| name.parse().expect("a move"));
            moves.collect()
        };
        let lines = groups[0].lines(Line::new(moves("D3 C3 C4 E3")));
        let expected = ["D3 C3 C4 E3", "C4 C3 D3 C5", "F5 F6 E6 F4", "E6 F6 F5 D6"];
        assert_eq!(lines.len(), 4);
        assert!(
            expected
                .iter()
                .all(|line| lines.iter().any(|found| found.moves == moves(line)))
        );
    }

    #[test]
    fn moves_that_are_not_wanted_do_not_count() {
        let start = Position::START;
        let wanted: Bitboard = start.moves().into_iter().skip(1).collect();
        let groups = SymmetricMoves::group(&start, wanted);
        assert_eq!(groups.len(), 1);
        assert!(groups[0].squares().eq(wanted));
    }

    proptest! {
        #[test]
        fn each_line_leads_to_images_of_the_same_positions(position in sample::scattered()) {
            let groups = SymmetricMoves::group(&position, position.moves());
            let all: Bitboard = groups.iter().flat_map(SymmetricMoves::squares).collect();
            prop_assert_eq!(all, position.moves());
            for group in &groups {
                // The line goes on as long as there is a move, always with the first one.
                let mut line = Line::new(vec![group.square.into()]);
                let mut after = position.play(group.square);
                while let Some(next) = after.moves().first() {
                    line.moves.push(next.into());
                    after = after.play(next);
                }
                for image in group.lines(line) {
                    let mut end = position;
                    for &action in &image.moves {
                        let Move::Place(square) = action else { unreachable!() };
                        prop_assert!(end.moves().contains(square));
                        end = end.play(square);
                    }
                    prop_assert_eq!(canonical(&end).0, canonical(&after).0);
                }
            }
            let views: Vec<Position> = groups
                .iter()
                .map(|group| canonical(&position.play(group.square)).0)
                .collect();
            prop_assert!((1..views.len()).all(|index| !views[..index].contains(&views[index])));
        }
    }
}
