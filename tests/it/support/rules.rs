//! A model of the rules and of the history of a game, with which the program is compared. It
//! is as simple as possible and does not use the library.

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Black,
    White,
}

/// Column and row, 0 to 7 each; a1 is (0, 0).
pub(crate) type Square = (usize, usize);

/// A move; `None` is a pass.
pub(crate) type Action = Option<Square>;

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::White => "white",
        }
    }
}

pub(crate) fn square_name((column, row): Square) -> String {
    format!("{}{}", char::from(b'A' + column as u8), row + 1)
}

pub(crate) fn action_name(action: Action) -> String {
    action.map_or("pass".to_string(), square_name)
}

/// All squares, row by row.
pub(crate) fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|row| (0..8).map(move |column| (column, row)))
}

/// The state that `undo` restores.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// By row, then column.
    board: [[Option<Side>; 8]; 8],
    to_move: Side,
    /// The moves, with forced passes, but without passes that change nothing.
    moves: Vec<(Side, Action)>,
}

/// A game with its earlier states, one for each accepted move.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    state: State,
    before: Vec<State>,
}

impl Game {
    pub(crate) fn new() -> Game {
        use Side::{Black, White};
        Game::with_discs(
            &[
                (White, (3, 3)),
                (Black, (4, 3)),
                (Black, (3, 4)),
                (White, (4, 4)),
            ],
            Black,
        )
    }

    pub(crate) fn with_discs(discs: &[(Side, Square)], to_move: Side) -> Game {
        let mut board = [[None; 8]; 8];
        for &(side, (column, row)) in discs {
            board[row][column] = Some(side);
        }
        let state = State {
            board,
            to_move,
            moves: Vec::new(),
        };
        Game {
            state,
            before: Vec::new(),
        }
    }

    pub(crate) fn to_move(&self) -> Side {
        self.state.to_move
    }

    pub(crate) fn moves(&self) -> &[(Side, Action)] {
        &self.state.moves
    }

    pub(crate) fn disc(&self, (column, row): Square) -> Option<Side> {
        self.state.board[row][column]
    }

    pub(crate) fn discs(&self, side: Side) -> Vec<Square> {
        squares()
            .filter(|&square| self.disc(square) == Some(side))
            .collect()
    }

    /// The discs that `side` would flip.
    fn flips(&self, side: Side, square: Square) -> Vec<Square> {
        let mut turned = Vec::new();
        if self.disc(square).is_some() {
            return turned;
        }
        for (right, down) in [
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
            (0, -1),
            (1, -1),
        ] {
            let mut line = Vec::new();
            let (mut column, mut row) = (square.0 as i32 + right, square.1 as i32 + down);
            while (0..8).contains(&column) && (0..8).contains(&row) {
                let next = (column as usize, row as usize);
                if self.disc(next) == Some(side) {
                    turned.append(&mut line);
                }
                if self.disc(next) != Some(side.other()) {
                    break;
                }
                line.push(next);
                (column, row) = (column + right, row + down);
            }
        }
        turned
    }

    /// The squares that `side` could play if it were to move.
    pub(crate) fn mobility(&self, side: Side) -> Vec<Square> {
        squares()
            .filter(|&square| !self.flips(side, square).is_empty())
            .collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.mobility(Side::Black).is_empty() && self.mobility(Side::White).is_empty()
    }

    /// The squares that `side` can play now, possibly after a forced pass of the other side.
    pub(crate) fn legal(&self, side: Side) -> Vec<Square> {
        if side == self.to_move() || self.mobility(self.to_move()).is_empty() {
            self.mobility(side)
        } else {
            Vec::new()
        }
    }

    pub(crate) fn is_legal(&self, side: Side, action: Action) -> bool {
        match action {
            Some(square) => self.legal(side).contains(&square),
            // Clients send passes twice and after the end, so the side to move is ignored.
            None => self.mobility(side).is_empty(),
        }
    }

    /// Plays a move. Returns false and changes nothing if it is illegal.
    pub(crate) fn play(&mut self, side: Side, action: Action) -> bool {
        if !self.is_legal(side, action) {
            return false;
        }
        let is_over = self.is_over();
        self.before.push(self.state.clone());
        match action {
            Some(square) => {
                let turned = self.flips(side, square);
                if side != self.state.to_move {
                    self.state.moves.push((side.other(), None));
                }
                for (column, row) in turned.into_iter().chain([square]) {
                    self.state.board[row][column] = Some(side);
                }
            }
            None if is_over || side != self.state.to_move => return true,
            None => {}
        }
        self.state.moves.push((side, action));
        self.state.to_move = side.other();
        true
    }

    /// Takes back `count` accepted moves, or none if there are fewer.
    pub(crate) fn undo(&mut self, count: usize) -> bool {
        let Some(left) = self.before.len().checked_sub(count) else {
            return false;
        };
        if let Some(state) = self.before.drain(left..).next() {
            self.state = state;
        }
        true
    }

    /// Sets the side to move. If it changes, a new game starts from this position.
    pub(crate) fn set_to_move(&mut self, side: Side) {
        if side != self.state.to_move {
            self.state.to_move = side;
            self.state.moves.clear();
            self.before.clear();
        }
    }

    /// Black's lead in discs; empty squares go to the winner.
    pub(crate) fn lead(&self) -> i32 {
        let black = self.discs(Side::Black).len() as i32;
        let white = self.discs(Side::White).len() as i32;
        let empty = 64 - black - white;
        black - white + (black - white).signum() * empty
    }
}
