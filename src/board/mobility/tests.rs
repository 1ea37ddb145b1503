use proptest::prelude::*;

use super::*;
use crate::board::reference;

#[test]
fn the_portable_kernel_follows_the_rules() {
    for (mover, opponent) in reference::boards(4, 100_000) {
        assert_eq!(
            portable::moves(mover, opponent),
            reference::moves(mover, opponent),
            "{mover:?} {opponent:?}"
        );
    }
}

#[test]
fn all_kernels_agree() {
    let boards: Vec<_> = reference::boards(5, 2_000_000).collect();
    for boards in boards.chunks_exact(Lanes::COUNT) {
        let movers = Lanes(std::array::from_fn(|lane| boards[lane].0.bits()));
        let opponents = Lanes(std::array::from_fn(|lane| boards[lane].1.bits()));
        let expected = Lanes(std::array::from_fn(|lane| {
            portable::moves(boards[lane].0, boards[lane].1).bits()
        }));
        for kernel in KERNELS {
            let found = Lanes(std::array::from_fn(|lane| {
                (kernel.moves)(boards[lane].0, boards[lane].1).bits()
            }));
            assert_eq!(found, expected, "{} {boards:?}", kernel.name);
            let found = (kernel.moves_eight)(movers, opponents);
            assert_eq!(found, expected, "{}, eight {boards:?}", kernel.name);
        }
        assert_eq!(
            counts_eight(movers, opponents),
            expected.map(|moves| u64::from(moves.count_ones()))
        );
    }
}

#[test]
fn the_chosen_kernel_is_in_the_table() {
    assert!(KERNELS.iter().any(|kernel| kernel.name == KERNEL));
}

proptest! {
    #[test]
    fn kernels_follow_the_rules(discs: u64, colors: u64) {
        let mover = Bitboard::from_bits(discs & colors);
        let opponent = Bitboard::from_bits(discs & !colors);
        for kernel in KERNELS {
            prop_assert_eq!(
                (kernel.moves)(mover, opponent),
                reference::moves(mover, opponent)
            );
        }
    }
}
