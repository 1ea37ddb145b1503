//! The opening book.
//!
//! A book holds positions with the values of their moves. The eight symmetric views of
//! a position are stored once and can be looked up in any orientation. The value of a
//! move is that of the best known continuation: if the position after the move is in
//! the book, it is computed from the moves there, see [`Book::propagate_values`];
//! otherwise it comes from a search.
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::engine::book::{Book, BookMove, Certainty, embedded};
//!
//! for known in embedded().moves(&Position::START) {
//!     println!("{} is worth {:+}", known.square, known.value);
//! }
//!
//! let mut book = Book::default();
//! let f5 = BookMove { square: "f5".parse()?, value: 0, certainty: Certainty::Level(20) };
//! book.insert(&Position::START, &[f5]);
//! assert_eq!(Book::read(&book.write()), Ok(book));
//! # Ok::<(), obverse::board::notation::ParseError>(())
//! ```
//!
//! A [`guide`] decides how the engine plays from a book. [`file`](mod@file) reads and
//! writes books, [`stored`] finds positions in a file, [`foreign`] reads and writes the books
//! of other programs, and [`embedded`](mod@embedded) contains the one that is built into the
//! program.

mod embedded;
mod error;
mod file;
pub mod foreign;
mod guide;
mod old_file;
mod rows;
mod stored;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::board::symmetry::canonical;
use crate::board::{Bitboard, Color, Move, Position, Square};
use crate::score::Score;
use crate::search::value::{Unit, Value};

pub use embedded::embedded;
pub use error::BookError;
#[cfg(feature = "tools")]
pub(crate) use file::LONGEST_FILE;
pub use guide::{Guide, Source};
pub use stored::StoredBook;

/// How the value of a move was found, the most reliable last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// By a search at this [level](super::levels); 0 if that is unknown.
    Level(u8),
    /// It is the result with best play.
    Exact,
}

/// A move of a position in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BookMove {
    /// Where the disc goes.
    pub square: Square,
    /// The expected lead of the side that makes the move, in discs.
    pub value: i8,
    /// How the value was found.
    pub certainty: Certainty,
}

impl BookMove {
    /// The same move in the canonical view of the position.
    fn in_canonical_view(self, position: &Position) -> BookMove {
        BookMove {
            square: canonical(position).1.square(self.square),
            ..self
        }
    }

    /// The value as searches report it.
    fn as_searched(&self) -> Value {
        Value {
            score: match self.certainty {
                Certainty::Level(_) => Score::estimate(self.value.into()),
                Certainty::Exact => Score::result(self.value.into()),
            },
            unit: Unit::DISCS,
        }
    }
}

/// Positions in which the side to move has a move, with values of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// The moves of the canonical view, sorted by square; at least one.
    entries: BTreeMap<Discs, Vec<BookMove>>,
}

/// The discs of the side to move, then those of the other side. The colours do not
/// matter.
pub(crate) type Discs = [u64; 2];

impl Book {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All positions, in the canonical view with black to move, with their moves sorted
    /// by square.
    pub fn positions(&self) -> impl Iterator<Item = (Position, &[BookMove])> {
        let entries = self.entries.iter();
        entries.map(|(&discs, moves)| (position(discs), &moves[..]))
    }

    /// Whether the book has this position.
    pub fn contains(&self, position: &Position) -> bool {
        self.entries.contains_key(&canonical_discs(position))
    }

    /// The known moves of a position, sorted by square.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let known = self.entries.get(&canonical_discs(position));
        known.map_or_else(Vec::new, |known| in_view(known, position))
    }

    /// The value of the position for the side to move by the best known play, if
    /// necessary after a forced pass; `None` if no move is known.
    pub fn value(&self, position: &Position) -> Option<(i8, Certainty)> {
        let turn = position.turn()?;
        let moves = self.entries.get(&canonical_discs(&turn))?;
        let best = moves.iter().map(|known| known.value).max()?;
        let mut certainty = moves.iter().map(|known| known.certainty).min()?;
        if moves.len() < turn.moves().len() as usize {
            // A move that is not known may be better.
            certainty = certainty.min(Certainty::Level(0));
        }
        let is_own = turn.to_move() == position.to_move();
        Some((if is_own { best } else { -best }, certainty))
    }

    /// The best known line that starts with this legal move.
    pub fn line(&self, start: &Position, first: Square) -> Vec<Move> {
        line(start, first, |position| self.moves(position))
    }

    /// Adds legal moves of a position. If a move is already known, the more reliable
    /// value is kept, or the new one if they are equally reliable.
    pub fn insert(&mut self, position: &Position, moves: &[BookMove]) {
        if moves.is_empty() {
            return;
        }
        let (view, symmetry) = canonical(position);
        let known = self.entries.entry(discs(&view)).or_default();
        for added in moves {
            let square = symmetry.square(added.square);
            add(known, BookMove { square, ..*added });
        }
    }

    /// Adds all moves of another book, as [`insert`](Book::insert) does.
    pub fn merge(&mut self, other: Book) {
        for (discs, moves) in other.entries {
            match self.entries.entry(discs) {
                Entry::Vacant(entry) => {
                    entry.insert(moves);
                }
                Entry::Occupied(mut known) => {
                    for added in moves {
                        add(known.get_mut(), added);
                    }
                }
            }
        }
    }

    /// Propagates values from the end of each line to its start: the value of a move
    /// becomes that of the position after it, if that is in the book.
    pub fn propagate_values(&mut self) {
        let mut order: Vec<Discs> = self.entries.keys().copied().collect();
        // The last positions of each line first: each move adds a disc.
        order.sort_by_key(|[mover, opponent]| Reverse((mover | opponent).count_ones()));
        for discs in order {
            let position = position(discs);
            let after = |known: &BookMove| self.value(&position.play(known.square));
            let values: Vec<_> = self.entries[&discs].iter().map(after).collect();
            let moves = self.entries.get_mut(&discs).expect("it is a key");
            for (known, value) in moves.iter_mut().zip(values) {
                if let Some((value, certainty)) = value {
                    (known.value, known.certainty) = (-value, certainty);
                }
            }
        }
    }
}

/// Adds a move to those that are known, unless the known value is more reliable.
fn add(known: &mut Vec<BookMove>, added: BookMove) {
    match known.binary_search_by_key(&added.square, |known| known.square) {
        Ok(place) if known[place].certainty > added.certainty => {}
        Ok(place) => known[place] = added,
        Err(place) => known.insert(place, added),
    }
}

/// The moves of the canonical view of a position, in the position itself.
fn in_view(canonical_moves: &[BookMove], position: &Position) -> Vec<BookMove> {
    let back = canonical(position).1.inverse();
    let as_asked = |known: &BookMove| BookMove {
        square: back.square(known.square),
        ..*known
    };
    let mut moves: Vec<BookMove> = canonical_moves.iter().map(as_asked).collect();
    moves.sort_unstable();
    moves
}

/// The line that starts with this legal move, and continues with the best of the moves that
/// are known in each position.
fn line(start: &Position, first: Square, moves: impl Fn(&Position) -> Vec<BookMove>) -> Vec<Move> {
    let mut line = vec![Move::Place(first)];
    let mut position = start.play(first);
    while let Some(turn) = position.turn()
        && let Some(best) = best(&moves(&turn))
    {
        if turn != position {
            line.push(Move::Pass);
        }
        line.push(Move::Place(best.square));
        position = turn.play(best.square);
    }
    line
}

/// The best of some moves, the first one among equals.
fn best(moves: &[BookMove]) -> Option<BookMove> {
    let best = moves.iter().min_by_key(|known| Reverse(known.value));
    best.copied()
}

fn discs(position: &Position) -> Discs {
    [position.mover().bits(), position.opponent().bits()]
}

/// The same for all views of a position.
pub(crate) fn canonical_discs(position: &Position) -> Discs {
    discs(&canonical(position).0)
}

/// The position with these discs and black to move.
pub(crate) fn position(discs: Discs) -> Position {
    let [mover, opponent] = discs.map(Bitboard::from_bits);
    Position::new(mover, opponent, Color::Black).expect("no square is both")
}

#[cfg(test)]
pub(crate) mod sample {
    use super::*;
    use crate::board::sample;
    use proptest::prelude::*;

    /// The positions of some games with the same first moves, and the values of most of
    /// their moves, which have not been propagated.
    pub(crate) fn books() -> impl Strategy<Value = Book> {
        let games = prop::collection::vec(sample::choices(), 0..6);
        (games, any::<u64>(), 1u64..12).prop_map(|(games, seed, left_out)| {
            let mut book = Book::default();
            for choices in &games {
                add_game(&mut book, choices, seed, left_out);
            }
            book
        })
    }

    fn add_game(book: &mut Book, choices: &[u8], seed: u64, left_out: u64) {
        let mut position = Position::START;
        for action in sample::game(Position::START, choices) {
            let number = |square: Square| {
                let [mover, opponent] = discs(&position);
                let mixed = mover ^ opponent.rotate_left(7) ^ seed ^ square.index() as u64;
                mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
            };
            let known = |square| BookMove {
                square,
                value: ((number(square) % 129) as i16 - 64) as i8,
                certainty: match number(square) / 129 % 8 {
                    0 => Certainty::Exact,
                    level => Certainty::Level(level as u8),
                },
            };
            let moves = position.moves().into_iter();
            let kept = moves.filter(|&square| number(square) / 1032 % left_out != 1);
            let moves: Vec<BookMove> = kept.map(known).collect();
            book.insert(&position, &moves);
            position = position.after(action);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
    use proptest::prelude::*;

    fn known(square: &str, value: i8, certainty: Certainty) -> BookMove {
        BookMove {
            square: square.parse().expect("a square"),
            value,
            certainty,
        }
    }

    #[test]
    fn the_more_reliable_value_is_kept() {
        let level = Certainty::Level;
        let mut book = Book::default();
        book.insert(&Position::START, &[]);
        assert!(book.is_empty() && !book.contains(&Position::START));
        let first = [
            known("d3", 1, level(9)),
            known("c4", 2, Certainty::Exact),
            known("f5", 3, level(3)),
        ];
        book.insert(&Position::START, &first);
        let second = [
            known("d3", 4, level(9)),
            known("c4", 5, level(9)),
            known("e6", 6, level(3)),
        ];
        book.insert(&Position::START, &second);
        let expected = [second[0], first[1], first[2], second[2]];
        assert_eq!(book.moves(&Position::START), expected);
        // Two of the moves are not known, so the value may be too low.
        assert_eq!(book.value(&Position::START), Some((6, level(3))));
    }

    #[test]
    fn a_line_follows_the_best_moves_and_passes() {
        let board = format!("XXO-----{}------OX X", "-".repeat(48));
        let start: Position = board.parse().expect("a board");
        let mut book = Book::default();
        let d1 = known("d1", 9, Certainty::Exact);
        book.insert(&start, &[d1]);
        let after = start.play(d1.square);
        assert!(after.must_pass());
        let turn = after.pass();
        let next = turn.moves().first().expect("black has one");
        let next = BookMove {
            square: next,
            value: 20,
            ..d1
        };
        book.insert(&turn, &[next]);
        let line = book.line(&start, d1.square);
        let expected = [d1.square.into(), Move::Pass, next.square.into()];
        assert_eq!(line, expected);
        // A pass does not change the value for black.
        assert_eq!(book.value(&after).map(|(value, _)| value), Some(-20));
        book.propagate_values();
        assert_eq!(book.moves(&start)[0].value, 20);
    }

    /// The value after [`Book::propagate_values`], computed directly from its definition.
    fn plain_value(book: &Book, position: &Position) -> Option<i8> {
        let moves = book.moves(position);
        let values = moves.iter().map(|known| {
            let after = position.play(known.square);
            let reply = match after.must_pass() {
                true => plain_value(book, &after.pass()),
                false => plain_value(book, &after).map(|value| -value),
            };
            reply.unwrap_or(known.value)
        });
        values.max()
    }

    proptest! {
        #[test]
        fn moves_are_legal_and_the_same_in_all_views(book in sample::books()) {
            for (position, moves) in book.positions() {
                let other_colours = Position::new(position.opponent(), position.mover(), Color::White)
                    .expect("no square is both");
                for symmetry in Symmetry::ALL {
                    for view in [&position, &other_colours].map(|view| symmetry.position(view)) {
                        let viewed = book.moves(&view);
                        prop_assert!(viewed.is_sorted_by_key(|known| known.square));
                        prop_assert!(viewed.iter().all(|known| view.moves().contains(known.square)));
                        prop_assert_eq!(viewed.len(), moves.len());
                        prop_assert_eq!(book.value(&view), book.value(&position));
                    }
                }
                prop_assert_eq!(canonical(&position).0, position);
            }
        }

        #[test]
        fn propagated_values_are_those_of_the_best_play(book in sample::books()) {
            let mut propagated = book.clone();
            propagated.propagate_values();
            for (position, _) in book.positions() {
                prop_assert_eq!(propagated.value(&position).map(|(value, _)| value), plain_value(&book, &position));
            }
            let again = { let mut again = propagated.clone(); again.propagate_values(); again };
            prop_assert_eq!(again, propagated);
        }
    }
}
