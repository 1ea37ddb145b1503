//! A few children of a board, side by side.
//!
//! All their data stays in the lanes in which the kernels produce it. A list of children
//! would be easier to read, but most of a solve is spent here, and reading or moving data
//! as a whole that was written in small parts stalls the CPU until all the parts have
//! arrived. For the same reason ranks are small integers ([`sort_key`]), computed in lanes
//! and held in [`Ranks`].

use crate::board::{Bitboard, Board, Lanes, Ranks, Square, flip, hash::hash_eight, mobility};

/// A move and what it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) square: Square,
    pub(crate) board: Board,
    /// The opponent's moves on that board.
    pub(crate) replies: Bitboard,
    /// Its index among the children of a board, which are in the order of their
    /// squares.
    pub(crate) place: usize,
}

impl Child {
    /// The child by the only move; `None` if there are several moves. A single child is
    /// available sooner if it is not computed in lanes.
    #[inline(always)]
    pub(crate) fn only(board: Board, moves: Bitboard) -> Option<Child> {
        let mut squares = moves.into_iter();
        let (Some(square), None) = (squares.next(), squares.next()) else {
            return None;
        };
        let board = board.play(square);
        Some(Child {
            square,
            board,
            replies: board.moves(),
            place: 0,
        })
    }
}

/// The children by moves to a few squares, one lane for each. Eight lanes take as long as
/// four where a register holds eight words, and twice as long where it does not.
#[derive(Clone, Copy)]
pub(crate) struct ChildLanes<const N: usize = { Lanes::COUNT }> {
    pub(crate) squares: Lanes<N>,
    pub(crate) movers: Lanes<N>,
    pub(crate) opponents: Lanes<N>,
    pub(crate) replies: Lanes<N>,
}

impl<const N: usize> ChildLanes<N> {
    pub(crate) const NONE: ChildLanes<N> = ChildLanes {
        squares: Lanes::splat(0),
        movers: Lanes::splat(0),
        opponents: Lanes::splat(0),
        replies: Lanes::splat(0),
    };

    /// Plays on these squares. A lane whose square is not a legal move holds a
    /// meaningless child. (A function that returned the children would copy them.)
    #[inline(always)]
    pub(crate) fn play(&mut self, board: Board, squares: Lanes<N>) {
        let movers = Lanes::splat(board.mover.bits());
        let opponents = Lanes::splat(board.opponent.bits());
        let (movers, opponents) = flip::play_eight(squares.widen(), movers, opponents);
        self.squares = squares;
        self.movers = movers.narrow();
        self.opponents = opponents.narrow();
        self.replies = mobility::moves_eight(movers, opponents).narrow();
    }

    /// The hashes of the children's boards.
    #[inline(always)]
    pub(crate) fn hashes(&self) -> Lanes<N> {
        hash_eight(self.movers.widen(), self.opponents.widen()).narrow()
    }

    /// The [sort keys](sort_key) of all lanes. (They are listed because closures that are
    /// called in a loop are not always inlined.)
    #[inline(always)]
    pub(crate) fn sort_keys(&self, rank: impl Fn(Child) -> i64) -> Lanes<N> {
        let key = |lane| self.sort_key(lane, &rank);
        let keys = [
            key(0),
            key(1),
            key(2),
            key(3),
            key(4),
            key(5),
            key(6),
            key(7),
        ];
        Lanes(keys).narrow()
    }

    #[inline(always)]
    fn sort_key(&self, lane: usize, rank: impl Fn(Child) -> i64) -> u64 {
        if lane < N {
            sort_key(rank(self.child(lane)))
        } else {
            0
        }
    }

    #[inline(always)]
    pub(crate) fn child(&self, lane: usize) -> Child {
        Child {
            square: Square::new(self.squares.0[lane] as u8 & 63).expect("below 64"),
            board: Board {
                mover: Bitboard::from_bits(self.movers.0[lane]),
                opponent: Bitboard::from_bits(self.opponents.0[lane]),
            },
            replies: Bitboard::from_bits(self.replies.0[lane]),
            place: lane,
        }
    }
}

/// The hashes of children by their places. Those of places without a child are
/// meaningless.
pub(crate) struct Hashes<const GROUPS: usize, const N: usize = { Lanes::COUNT }>(
    pub(crate) [Lanes<N>; GROUPS],
);

impl<const GROUPS: usize, const N: usize> Hashes<GROUPS, N> {
    #[inline(always)]
    pub(crate) fn of(&self, child: &Child) -> u64 {
        self.0[child.place / N].0[child.place % N]
    }
}

/// The greatest rank. Moves are searched in descending order of rank.
pub(crate) const MAX_RANK: i64 = 1 << 15;

/// The least rank.
pub(crate) const MIN_RANK: i64 = MAX_RANK + 1 - Ranks::NONE as i64;

/// A rank as [`Ranks`] holds it, where the least goes first.
#[inline(always)]
pub(crate) fn sort_key(rank: i64) -> u64 {
    debug_assert!((MIN_RANK..=MAX_RANK).contains(&rank));
    (MAX_RANK - rank) as u64
}
