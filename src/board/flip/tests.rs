use proptest::prelude::*;

use super::*;
use crate::board::reference;

/// Eight of the empty squares, starting with one of them, and the flips there by the
/// portable kernel.
fn eight(from: usize, mover: Bitboard, opponent: Bitboard) -> Option<(Lanes, Lanes)> {
    let empty = !(mover | opponent);
    if empty.is_empty() {
        return None;
    }
    let skipped = from % empty.len() as usize;
    let mut squares = empty.into_iter().cycle().skip(skipped);
    let squares: [Square; 8] = std::array::from_fn(|_| squares.next().expect("a cycle"));
    Some((
        Lanes(squares.map(|square| square.index() as u64)),
        Lanes(squares.map(|square| portable::flips(square, mover, opponent).bits())),
    ))
}

#[test]
fn the_portable_kernel_follows_the_rules() {
    for (mover, opponent) in reference::boards(1, 100_000) {
        for square in !(mover | opponent) {
            assert_eq!(
                portable::flips(square, mover, opponent),
                reference::flips(square, mover, opponent),
                "{square:?} {mover:?} {opponent:?}"
            );
        }
    }
}

#[test]
fn all_kernels_agree() {
    for (index, (mover, opponent)) in reference::boards(2, 2_000_000).enumerate() {
        let Some((squares, flips)) = eight(index, mover, opponent) else {
            continue;
        };
        let (movers, opponents) = (Lanes::splat(mover.bits()), Lanes::splat(opponent.bits()));
        for kernel in KERNELS {
            let (next, moved) = (kernel.play_eight)(squares, movers, opponents);
            for lane in 0..Lanes::COUNT {
                let square = Square::new(squares.0[lane] as u8).expect("a square");
                let flips = flips.0[lane];
                assert_eq!(
                    (
                        (kernel.flips)(square, mover, opponent).bits(),
                        next.0[lane],
                        moved.0[lane]
                    ),
                    (
                        flips,
                        opponent.bits() & !flips,
                        mover.bits() | flips | square.bit().bits()
                    ),
                    "{} {square:?} {mover:?} {opponent:?}",
                    kernel.name
                );
            }
        }
    }
}

#[test]
fn lanes_do_not_mix() {
    let boards: Vec<_> = reference::boards(3, 800_000)
        .filter(|(mover, opponent)| *mover | *opponent != Bitboard::FULL)
        .collect();
    for boards in boards.chunks_exact(Lanes::COUNT) {
        let movers = Lanes(std::array::from_fn(|lane| boards[lane].0.bits()));
        let opponents = Lanes(std::array::from_fn(|lane| boards[lane].1.bits()));
        let empty = movers.zip(opponents, |mover, opponent| !(mover | opponent));
        let squares = empty.map(|empty| u64::from(63 - empty.leading_zeros()));
        let expected = portable::play_eight(squares, movers, opponents);
        for kernel in KERNELS {
            let found = (kernel.play_eight)(squares, movers, opponents);
            assert_eq!(found, expected, "{} {boards:?}", kernel.name);
        }
    }
}

#[test]
fn the_chosen_kernel_is_in_the_table() {
    assert!(KERNELS.iter().any(|kernel| kernel.name == KERNEL));
}

proptest! {
    #[test]
    fn kernels_follow_the_rules(discs: u64, colors: u64, from: usize) {
        let mover = Bitboard::from_bits(discs & colors);
        let opponent = Bitboard::from_bits(discs & !colors);
        let (squares, _) = eight(from, mover, opponent).expect("an empty square");
        for kernel in KERNELS {
            for square in squares.0 {
                let square = Square::new(square as u8).expect("a square");
                prop_assert_eq!(
                    (kernel.flips)(square, mover, opponent),
                    reference::flips(square, mover, opponent)
                );
            }
        }
    }
}
