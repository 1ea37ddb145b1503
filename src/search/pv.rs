//! The principal variation, built from the leaves up.

use crate::board::Move;

/// The best play of both sides from a node on, as far as the search has seen it.
///
/// It holds 60 moves: no game has more placements, and no search goes deeper.
#[derive(Clone, Copy)]
pub(super) struct Pv {
    moves: [Move; Pv::LONGEST],
    len: usize,
}

impl Pv {
    const LONGEST: usize = 60;

    /// No moves.
    pub(super) const EMPTY: Pv = Pv {
        moves: [Move::Pass; Pv::LONGEST],
        len: 0,
    };

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Becomes `first` followed by `rest`, which is cut off if it is too long.
    pub(super) fn set(&mut self, first: Move, rest: &Pv) {
        let kept = rest.len.min(Pv::LONGEST - 1);
        self.moves[0] = first;
        self.moves[1..=kept].copy_from_slice(&rest.moves[..kept]);
        self.len = kept + 1;
    }

    pub(super) fn to_vec(self) -> Vec<Move> {
        self.moves[..self.len].to_vec()
    }
}
