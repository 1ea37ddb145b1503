//! The tree of the first moves.
//!
//! All games start with f5: the board is seen from the side from which the first move is f5. If
//! a position is symmetric, so that two moves are the same, one of them is taken for both.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::results::{Ending, Results};
use crate::board::symmetry::Symmetry;
use crate::board::{Move, Position, Square};

/// The number of moves that are counted. There are at most 100,000 different lines.
const DEPTH: usize = 8;

pub(super) struct Tree {
    /// The first is the start.
    nodes: Vec<Node>,
    after: HashMap<(usize, Square), usize>,
}

struct Node {
    position: Position,
    /// The number of the node before this one, and the move from there.
    from: Option<(usize, Square)>,
    results: Results,
}

/// A line of the tree, with the position after it.
pub(super) struct Line {
    pub(super) moves: Vec<Square>,
    pub(super) position: Position,
    pub(super) results: Results,
}

impl Line {
    /// The moves, such as `f5d6`.
    pub(super) fn text(&self) -> String {
        let moves = self.moves.iter();
        moves
            .map(|square| square.to_string().to_lowercase())
            .collect()
    }
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![Node {
                position: Position::START,
                from: None,
                results: Results::default(),
            }],
            after: HashMap::new(),
        }
    }
}

impl Tree {
    /// Counts a game with these moves from the usual start.
    pub(super) fn add(&mut self, moves: impl Iterator<Item = Move>, ending: Option<Ending>) {
        let mut seen = Position::START;
        let mut node = 0;
        self.nodes[node].results.add(ending);
        for played in moves.take(DEPTH) {
            let Move::Place(square) = played else {
                return;
            };
            let normal = self.nodes[node].position;
            let views = Symmetry::ALL.into_iter();
            let same = views.filter(|view| view.position(&seen) == normal);
            let square_here = same.map(|view| view.square(square)).min_by_key(preference);
            let square_here = square_here.expect("the node is a view of the position");
            seen = seen.play(square);
            node = self.child(node, square_here);
            self.nodes[node].results.add(ending);
        }
    }

    fn child(&mut self, node: usize, square: Square) -> usize {
        let next = self.nodes.len();
        let place = *self.after.entry((node, square)).or_insert(next);
        if place == next {
            self.nodes.push(Node {
                position: self.nodes[node].position.play(square),
                from: Some((node, square)),
                results: Results::default(),
            });
        }
        place
    }

    /// The number of lines.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The lines with the most games, at most so many: each after the line that it continues,
    /// and the most frequent continuation first.
    pub(super) fn lines(&self, most: usize) -> Vec<Line> {
        let games = |&node: &usize| Reverse(self.nodes[node].results.games);
        let mut chosen: Vec<usize> = (1..self.nodes.len()).collect();
        // A line has no more games than the one that it continues, and a higher number.
        chosen.sort_by_key(|node| (games(node), *node));
        chosen.truncate(most);
        let mut replies: HashMap<usize, Vec<usize>> = HashMap::new();
        for &node in &chosen {
            let from = self.nodes[node].from.expect("it is not the start");
            replies.entry(from.0).or_default().push(node);
        }
        let mut lines = Vec::new();
        let mut open = vec![(0, Vec::new())];
        while let Some((node, moves)) = open.pop() {
            for &reply in replies.get(&node).into_iter().flatten().rev() {
                let (_, square) = self.nodes[reply].from.expect("it is not the start");
                open.push((reply, [&moves[..], &[square]].concat()));
            }
            if node > 0 {
                lines.push(Line {
                    moves,
                    position: self.nodes[node].position,
                    results: self.nodes[node].results,
                });
            }
        }
        lines
    }
}

/// f5 comes before the other first moves, and f4 before d6 in a diagonal opening, as in the table
/// of names.
fn preference(square: &Square) -> (Reverse<u8>, u8) {
    (Reverse(square.column()), square.row())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::transcript;
    use crate::openings;

    fn moves(line: &str) -> Vec<Move> {
        transcript::parse(&Position::START, line).expect("a legal line")
    }

    /// The line of the tree that has only this game.
    fn normal(line: &[Move]) -> String {
        let mut tree = Tree::default();
        tree.add(line.iter().copied(), None);
        tree.lines(usize::MAX).last().expect("a line").text()
    }

    #[test]
    fn every_view_of_a_line_is_the_same_line() {
        let shorter = openings::all()
            .iter()
            .filter(|row| row.moves.len() <= 2 * DEPTH);
        for opening in shorter {
            let line = moves(opening.moves);
            for view in Symmetry::ALL {
                if view.position(&Position::START) != Position::START {
                    continue;
                }
                let turned = line.iter().map(|played| match played {
                    Move::Place(square) => Move::Place(view.square(*square)),
                    Move::Pass => Move::Pass,
                });
                let turned: Vec<Move> = turned.collect();
                assert_eq!(normal(&turned), normal(&line), "{}", opening.moves);
            }
        }
        assert_eq!(normal(&moves("c4e3")), "f5d6");
        assert_eq!(normal(&moves("f5f6e6d6")), "f5f6e6f4");
    }

    #[test]
    fn replies_follow_their_line_the_most_frequent_first() {
        let mut tree = Tree::default();
        for line in ["f5d6", "d3c5f6", "f5f6", "c4c3", "e6f6"] {
            tree.add(moves(line).into_iter(), None);
        }
        let told = |most| -> Vec<String> {
            let lines = tree.lines(most).into_iter();
            let words = lines.map(|line| format!("{} {}", line.text(), line.results.games));
            words.collect()
        };
        assert_eq!(told(9), ["f5 5", "f5f6 3", "f5d6 2", "f5d6c3 1"],);
        assert_eq!(told(2), ["f5 5", "f5f6 3"]);
    }
}
