//! Reference implementations of the rules, square by square, and boards on which to compare
//! the kernels with them.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::{Bitboard, Color, Position, Square};

/// The boards that are most likely to reveal errors, then boards from random games and boards
/// with random discs. The same seed gives the same boards. Debug builds, which are slow, get
/// fewer.
pub(super) fn boards(seed: u64, count: usize) -> impl Iterator<Item = (Bitboard, Bitboard)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::START;
    let count = if cfg!(debug_assertions) {
        count / 100
    } else {
        count
    };
    extremes().chain((0..count).map(move |index| {
        if index % 2 == 0 {
            position = random_child(&position, &mut random);
            (position.mover(), position.opponent())
        } else {
            random_discs(&mut random)
        }
    }))
}

/// A position after a random move; the start if the game is over.
fn random_child(position: &Position, random: &mut Xoshiro256PlusPlus) -> Position {
    let squares: Vec<Square> = Square::all()
        .filter(|square| !flips(*square, position.mover(), position.opponent()).is_empty())
        .filter(|square| position.empty().contains(*square))
        .collect();
    if !squares.is_empty() {
        let square = squares[random.random_range(0..squares.len())];
        let flipped = flips(square, position.mover(), position.opponent());
        let (mover, opponent) = (
            position.opponent() - flipped,
            position.mover() | flipped | square.bit(),
        );
        Position::new(mover, opponent, Color::Black).expect("disjoint sets")
    } else if moves(position.opponent(), position.mover()).is_empty() {
        Position::START
    } else {
        position.pass()
    }
}

/// Random discs, few or many of them the mover's.
fn random_discs(random: &mut Xoshiro256PlusPlus) -> (Bitboard, Bitboard) {
    let mut bits = || random.random::<u64>();
    let (discs, colors) = match bits() % 4 {
        0 => (bits(), bits()),
        1 => (bits() | bits() | bits(), bits() & bits()),
        2 => (
            !(bits() & bits() & bits() & bits()),
            bits() & bits() & bits(),
        ),
        _ => (bits() | bits(), bits() | bits()),
    };
    (
        Bitboard::from_bits(discs & colors),
        Bitboard::from_bits(discs & !colors),
    )
}

/// Boards of a single colour except for one or two squares, for all such squares.
fn extremes() -> impl Iterator<Item = (Bitboard, Bitboard)> {
    Square::all().flat_map(|one| {
        Square::all().flat_map(move |two| {
            let (one, two) = (one.bit(), two.bit());
            let rest = Bitboard::FULL - one - two;
            [
                (Bitboard::EMPTY, one | two),
                (one, two - one),
                (one - two, rest),
                (rest, one - two),
                (rest, two),
                (one | two, rest),
            ]
        })
    })
}

/// See [`super::flip::flips`].
pub(super) fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for (columns, rows) in [
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ] {
        let mut run = Bitboard::EMPTY;
        let (mut column, mut row) = (square.column() as i8, square.row() as i8);
        loop {
            (column, row) = (column + columns, row + rows);
            if !(0..8).contains(&column) || !(0..8).contains(&row) {
                break;
            }
            let next = Square::at(column as u8, row as u8);
            if opponent.contains(next) {
                run |= next.bit();
                continue;
            }
            if mover.contains(next) {
                all |= run;
            }
            break;
        }
    }
    all
}

/// See [`super::mobility::moves`].
pub(super) fn moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    (!(mover | opponent))
        .into_iter()
        .filter(|square| !flips(*square, mover, opponent).is_empty())
        .collect()
}
