//! Stable discs on the edges, each of which is treated as a separate game.
#![allow(unsafe_code)]

use std::sync::LazyLock;

use super::COLUMN_A;

/// The discs of `own` on the border that no moves along the edges flip.
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let edges = &*EDGES;
    let row = |shift: u32| {
        let stable = edges.stable((own >> shift) as u8, (other >> shift) as u8);
        u64::from(stable) << shift
    };
    let column = |shift: u32| {
        let stable = edges.stable(gather(own >> shift), gather(other >> shift));
        scatter(stable) << shift
    };
    row(0) | row(56) | column(0) | column(7)
}

cfg_select! {
    all(target_arch = "x86_64", target_feature = "bmi2") => { use bmi2::{gather, scatter}; }
    _ => { use portable::{gather, scatter}; }
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod bmi2 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    use super::COLUMN_A;

    /// Column a as a row.
    #[inline(always)]
    pub(super) fn gather(bits: u64) -> u8 {
        // SAFETY: this is compiled only into builds for CPUs with BMI2.
        unsafe { _pext_u64(bits, COLUMN_A) as u8 }
    }

    /// A row as column a.
    #[inline(always)]
    pub(super) fn scatter(row: u8) -> u64 {
        // SAFETY: as above.
        unsafe { _pdep_u64(row.into(), COLUMN_A) }
    }
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
mod portable {
    use super::COLUMN_A;

    /// Column a as a row: one multiplication moves all its bits to the top byte.
    pub(super) fn gather(bits: u64) -> u8 {
        ((bits & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    /// A row as column a. The product has space for seven bits, seven places apart.
    pub(super) fn scatter(row: u8) -> u64 {
        let seven = (u64::from(row & 0x7F) * 0x0002_0408_1020_4081) & COLUMN_A;
        seven | u64::from(row >> 7) << 56
    }
}

/// The stable discs of each of the 6561 edges. They take 0.2 ms to compute, so they are
/// computed when they are first needed.
static EDGES: LazyLock<Edges> = LazyLock::new(Edges::new);

#[derive(Debug)]
struct Edges(Vec<u8>);

/// What a row of own discs adds to the index of an edge. The index is a number in base 3 in
/// which the digit of each square is 0 (empty), 1 (own disc) or 2 (other disc).
const DIGITS: [u16; 256] = {
    let mut digits = [0; 256];
    let mut row = 1;
    while row < 256 {
        digits[row] = 3 * digits[row >> 1] + (row & 1) as u16;
        row += 1;
    }
    digits
};

impl Edges {
    fn new() -> Edges {
        let mut edges = Edges(vec![0; 6561]);
        // Moves lead to edges with more discs, which are computed first.
        for occupied in (0..=u8::MAX).rev() {
            let mut own = occupied;
            loop {
                let other = occupied & !own;
                edges.0[Edges::index(own, other)] = edges.try_all(own, other);
                if own == 0 {
                    break;
                }
                own = (own - 1) & occupied;
            }
        }
        edges
    }

    fn index(own: u8, other: u8) -> usize {
        usize::from(DIGITS[usize::from(own)] + 2 * DIGITS[usize::from(other)])
    }

    fn stable(&self, own: u8, other: u8) -> u8 {
        self.0[Edges::index(own, other)]
    }

    /// The discs of `own` that no move by either side flips, and that are stable after every
    /// move.
    fn try_all(&self, own: u8, other: u8) -> u8 {
        (0..8)
            .map(|index| 1u8 << index)
            .filter(|square| (own | other) & square == 0)
            .fold(own, |stable, square| {
                let won = flipped_on_edge(square, own, other);
                let lost = flipped_on_edge(square, other, own);
                stable
                    & self.stable(own | square | won, other & !won)
                    & self.stable(own & !lost, other | square | lost)
            })
    }
}

/// The discs that a move to `square` flips along the edge.
fn flipped_on_edge(square: u8, own: u8, other: u8) -> u8 {
    let mut flipped = 0;
    for step in [|bit: u8| bit << 1, |bit: u8| bit >> 1] {
        let mut between = 0;
        let mut next = step(square);
        while next & other != 0 {
            between |= next;
            next = step(next);
        }
        if next & own != 0 {
            flipped |= between;
        }
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn columns_turn_into_rows_and_back(row: u8, other: u64) {
            let kernels = [
                (gather as fn(u64) -> u8, scatter as fn(u8) -> u64),
                (portable::gather, portable::scatter),
            ];
            for (gather, scatter) in kernels {
                prop_assert_eq!(gather(scatter(row) | other & !COLUMN_A), row);
                prop_assert_eq!(scatter(row) & !COLUMN_A, 0);
            }
        }
    }
}
