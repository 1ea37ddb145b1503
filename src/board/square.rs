//! Squares and moves.

/// One of the 64 squares.
///
/// `a1` is the top left square and has index 0. The index runs along the rows: `b1` is
/// 1, `a2` is 8, `h8` is 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index, if it is below 64.
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 {
            Some(Square(index))
        } else {
            None
        }
    }

    /// The square in a column (0 is `a`) and a row (0 is `1`).
    ///
    /// # Panics
    /// If either is above 7.
    pub const fn at(column: u8, row: u8) -> Square {
        assert!(column < 8 && row < 8);
        Square(row * 8 + column)
    }

    /// All squares, in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }

    /// From 0 to 63. The mask lets the compiler drop bounds checks.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// From 0 (`a`) to 7 (`h`).
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// From 0 (`1`) to 7 (`8`).
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }
}

/// What a player does in a turn. Passes count as moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A disc is placed on this square.
    Place(Square),
    /// The player has no legal move to a square.
    Pass,
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}
