//! The moves that a search expects, built from the leaves up.

use crate::board::Move;

/// A sequence of moves. The board has room for 60 placements; a pass is always
/// followed by one, but no search looks more than 60 plies ahead.
#[derive(Clone, Copy)]
pub(super) struct Variation {
    moves: [Move; Variation::LONGEST],
    len: usize,
}

impl Variation {
    const LONGEST: usize = 60;

    /// No moves.
    pub(super) const EMPTY: Variation = Variation {
        moves: [Move::Pass; Variation::LONGEST],
        len: 0,
    };

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Becomes `first` followed by `rest`, cut at the end of the room.
    pub(super) fn set(&mut self, first: Move, rest: &Variation) {
        let kept = rest.len.min(Variation::LONGEST - 1);
        self.moves[0] = first;
        self.moves[1..=kept].copy_from_slice(&rest.moves[..kept]);
        self.len = kept + 1;
    }

    pub(super) fn to_vec(self) -> Vec<Move> {
        self.moves[..self.len].to_vec()
    }
}
