//! The moves that a search expects, built from the leaves up.

use crate::board::Move;

/// A sequence of moves. The board has room for 60 placements; a pass is always
/// followed by one, but no search looks more than 60 plies ahead.
#[derive(Clone, Copy)]
pub(super) struct Line {
    moves: [Move; Line::LONGEST],
    len: usize,
}

impl Line {
    const LONGEST: usize = 60;

    /// No moves.
    pub(super) const EMPTY: Line = Line {
        moves: [Move::Pass; Line::LONGEST],
        len: 0,
    };

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Becomes `first` followed by `rest`, cut at the end of the room.
    pub(super) fn set(&mut self, first: Move, rest: &Line) {
        let kept = rest.len.min(Line::LONGEST - 1);
        self.moves[0] = first;
        self.moves[1..=kept].copy_from_slice(&rest.moves[..kept]);
        self.len = kept + 1;
    }

    pub(super) fn to_vec(self) -> Vec<Move> {
        self.moves[..self.len].to_vec()
    }
}
