//! SGF FF\[4\], the format of Quarry, Edax and most game viewers.
//!
//! A game is a tree of variations with dozens of properties; here it is one line
//! of play. The reader follows the first variation of a tree and skips what it
//! does not need: comments, marks, clocks, other variations. A file may hold
//! several trees, which are several games.
//!
//! Two dialects name squares. The pairs of letters of the standard, as Quarry
//! writes them (`B[fe]` is column f and the fifth row from the top), and plain
//! notation, as Edax writes it (`B[f5]`). The second character tells them apart.
//!
//! Decisions where programs differ:
//! - *Setup*: without `AB` and `AW` a game starts from the usual four discs;
//!   with them from those alone. `AE` takes discs away. Setup after the first
//!   move is an error: a game has one start.
//! - *Side to move*: `PL`, else the colour of the first move, else black.
//! - *Passes*: `B[]`, `B[tt]`, `B[pass]`, `B[PA]` and so on, or left out. The
//!   moves of a game that was read hold each forced pass, except one that ends
//!   the file unwritten.
//! - *Which game*: `GM[2]` or nothing, for GoGui leaves it out. Other games are
//!   an error.
//! - *GoGui* counts rows from the bottom but writes them as if from the top. If
//!   there is no `GM` and no setup and the first move is illegal, rows are read
//!   from the bottom; from the usual start, no first move is legal both ways.
//! - *Encoding*: UTF-8; what is not valid UTF-8 is read as Latin-1, the default
//!   of the standard, whatever `CA` says.
//!
//! The writer always writes the start as `AB`, `AW` and `PL`, also the usual
//! one, as Quarry and Edax do: viewers that know Go only then show the game.
//! It writes pairs of letters, passes as `B[]`, and lines below 80 columns.

mod error;
mod read;
mod scan;
mod write;

use std::fmt;

pub use error::{SgfError, SgfErrorKind};

use crate::board::{Color, Move, Position};

/// One game of an SGF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// Where it starts.
    pub start: Position,
    /// What was played, forced passes included. From [`SgfGame::read`] it
    /// follows the rules.
    pub moves: Vec<(Color, Move)>,
    /// Who played black.
    pub black: Option<String>,
    /// Who played white.
    pub white: Option<String>,
    /// The result as the file tells it, such as `B+12`.
    pub result: Option<String>,
}

impl SgfGame {
    /// A game without moves and names.
    pub fn new(start: Position) -> SgfGame {
        SgfGame {
            start,
            moves: Vec::new(),
            black: None,
            white: None,
            result: None,
        }
    }

    /// Reads the first game of a file.
    pub fn read(file: &[u8]) -> Result<SgfGame, SgfError> {
        read::read(file).map_err(|failure| SgfError::locate(file, failure))
    }

    /// Reads every game of a file; there is at least one.
    pub fn read_all(file: &[u8]) -> Result<Vec<SgfGame>, SgfError> {
        read::read_all(file).map_err(|failure| SgfError::locate(file, failure))
    }
}

impl fmt::Display for SgfGame {
    /// A whole file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write::write(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::transcript;
    use crate::board::sample;
    use proptest::prelude::*;

    fn read(file: &str) -> SgfGame {
        SgfGame::read(file.as_bytes()).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// The squares of a game that starts as usual.
    fn played(file: &str) -> String {
        let game = read(file);
        assert_eq!(game.start, Position::START, "{file}");
        let moves: Vec<Move> = game.moves.iter().map(|&(_, action)| action).collect();
        transcript::write(&moves)
    }

    fn error(file: &str) -> String {
        SgfGame::read(file.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn reads_both_dialects() {
        for file in [
            "(;GM[2];B[fe];W[fd];B[cc])",
            "(;B[f5];W[F4];B[C3])",
            "junk (x) (;FF[4] GM[2]\nSZ[8]\n(; B [fe]\n(;W[f4]C[a \\] b] ;B[cc])(;W[dc])) (;B[dc]))(;GM[1])",
            "(;GaMe[ 2 ]Black[FE];W[ fd ];B[cc])",
            "(;GM[2]AB[ed][de]AW[d4:d4][ee]PL[B];B[fe];W[fd];B[cc])",
            "(;GM[2]AB[ed][de]AW[dd][ee];B[fe]W[fd];B[cc])",
        ] {
            assert_eq!(played(file), "F5F4C3", "{file}");
        }
        assert_eq!(played("(;)"), "");
    }

    #[test]
    fn reads_every_game_of_a_collection() {
        let file = "x(;B[fe](;W[ff];C[)])(;W[df](;)))\n(;PB[a\\])];B[c4])y(;)";
        let games = SgfGame::read_all(file.as_bytes()).unwrap();
        let counts: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
        assert_eq!(counts, [2, 1, 0]);
        assert_eq!(games[1].black.as_deref(), Some("a])"));
        let second_is_bad = SgfGame::read_all(b"(;B[fe])\n(;B[aa])").unwrap_err();
        assert_eq!((second_is_bad.line(), second_is_bad.column()), (2, 5));
        assert!(SgfGame::read_all(b"").is_err());
    }

    #[test]
    fn reads_rows_from_the_bottom_as_gogui_writes_them() {
        assert_eq!(played("(;FF[4]AP[GoGui]SZ[8];B[df];W[cf])"), "D3C3");
        assert_eq!(
            error("(;FF[4]GM[2]SZ[8];B[df];W[cf])"),
            "line 1, column 21: move 1: black D6 is not a legal move"
        );
    }

    #[test]
    fn reads_names() {
        let game = read("(;PB[A\\\\ \\]B\\\r\nC\nD\\:]PW[ ]RE[B+12]PC[x])");
        assert_eq!(game.black.as_deref(), Some("A\\ ]BC D:"));
        assert_eq!(game.white, None);
        assert_eq!(game.result.as_deref(), Some("B+12"));
        let game = SgfGame::read(b"(;PB[J\xf6rg]PW[\xc3\xb6])").unwrap();
        assert_eq!(game.black.as_deref(), Some("J\u{f6}rg"));
        assert_eq!(game.white.as_deref(), Some("\u{f6}"));
    }

    #[test]
    fn reads_setup() {
        let rows = |black: u64, white: u64, color| {
            let bits = crate::board::Bitboard::from_bits;
            Position::new(bits(black), bits(white), color).unwrap()
        };
        for (file, start) in [
            ("(;AB[aa:ca]AW[d1])", rows(7, 8, Color::Black)),
            (
                "(;AB[cb:aa]AW[bb][ba];PL[White])",
                rows(0x505, 0x202, Color::White),
            ),
            ("(;AB[aa]AW[ba];W[pass])", rows(1, 2, Color::White)),
            ("(;AB[aa:ba]AW[ca];AE[aa];B[d1])", rows(2, 4, Color::Black)),
            ("(;AE[a1:h8])", rows(0, 0, Color::Black)),
        ] {
            assert_eq!(read(file).start, start, "{file}");
        }
    }

    #[test]
    fn makes_forced_passes_explicit() {
        // White cannot move, black can; then nobody can.
        let setup = "(;AB[aa][ac]AW[ba][bc]PL[W]";
        let (white, black) = ((Color::White, Move::Pass), Color::Black);
        for tail in [
            ";W[];B[ca];W[];B[cc])",
            ";W[tt];B[ca];W[PA];B[cc];W[];B[tt];W[--])",
            ";B[ca];B[cc];W[pass])",
            ";W[];W[];B[ca];W[@@];B[c3])",
        ] {
            let game = read(&format!("{setup}{tail}"));
            let place = |text: &str| (black, text.parse().unwrap());
            assert_eq!(
                game.moves,
                [white, place("c1"), white, place("c3")],
                "{tail}"
            );
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (file, message) in [
            ("", "line 1, column 1: no game found"),
            ("(B[fe])", "line 1, column 8: no game found"),
            (
                "(;GM[1])",
                "line 1, column 6: not a game of Othello, which is GM[2]",
            ),
            (
                "(;GM[2]SZ[10])",
                "line 1, column 11: the board is not 8 by 8",
            ),
            ("(;\nPL[x])", "line 2, column 4: expected a colour, B or W"),
            (
                "(;AB[xx])",
                "line 1, column 6: expected a square such as fe or f5",
            ),
            (
                "(;AB[aa:bb:cc])",
                "line 1, column 6: expected a square such as fe or f5",
            ),
            (
                "(;B[fe];AB[aa])",
                "line 1, column 12: setup after a move is not supported",
            ),
            (
                "(;B[fe];PL[W])",
                "line 1, column 12: setup after a move is not supported",
            ),
            ("(;B[fe]", "line 1, column 8: the file ends within a game"),
            (
                "(;B[fe\\])",
                "line 1, column 10: the file ends within a game",
            ),
            (
                "(;B[fe];W",
                "line 1, column 10: the file ends within a game",
            ),
            ("(;B;W[fd])", "line 1, column 4: expected '['"),
            ("(;[fe])", "line 1, column 3: expected a property"),
            (
                "(;B[fe]\n;W[i9])",
                "line 2, column 4: move 2: expected a square such as fe or f5, or a pass",
            ),
            (
                "(;B[fe]\n;W[fd]\n;W[cc])",
                "line 3, column 4: move 3: white C3 is not a legal move",
            ),
            (
                "(;B[])",
                "line 1, column 5: move 1: black pass is not a legal move",
            ),
        ] {
            assert_eq!(error(file), message, "{file}");
        }
    }

    #[test]
    fn takes_hostile_files_in_stride() {
        let many = 1_000_000;
        for file in ["(", "( ", "(;", "(;B[fe]", "\\", "(;A", "(;A[", "[]", ")"] {
            assert!(
                SgfGame::read(file.repeat(many).as_bytes()).is_err(),
                "{file}"
            );
        }
        assert_eq!(
            read(&format!("{};B[fe]{}", "(;".repeat(many), ")".repeat(many)))
                .moves
                .len(),
            1
        );
        assert_eq!(
            read(&format!("(;AB{})", "[aa:hh]".repeat(many / 10)))
                .moves
                .len(),
            0
        );
    }

    #[test]
    fn writes_the_start_and_lines_below_80_columns() {
        let mut game = read("(;B[fe];W[fd])");
        game.black = Some("A]".to_owned());
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            game.to_string(),
            format!(
                "(;FF[4]GM[2]SZ[8]CA[UTF-8]AP[Obverse:{version}]PB[A\\]]\n\
                 AB[ed][de]AW[dd][ee]PL[B]\n;B[fe];W[fd])\n"
            )
        );
    }

    proptest! {
        #[test]
        fn reads_back_what_it_writes(
            start in sample::scattered(),
            usual in any::<bool>(),
            choices in sample::choices(),
            names in prop::array::uniform3(prop::option::of("[!-~é]([ -~é]{0,200}[!-~é])?")),
        ) {
            let start = if usual { Position::START } else { start };
            let mut color = !start.to_move();
            let colored = |action| {
                color = !color;
                (color, action)
            };
            let moves = sample::game(start, &choices).into_iter().map(colored).collect();
            let [black, white, result] = names;
            let game = SgfGame { start, moves, black, white, result };
            let file = game.to_string();
            prop_assert!(file.lines().all(|line| !line.is_empty() && line.chars().count() < 80));
            prop_assert_eq!(SgfGame::read(file.as_bytes()), Ok(game));
        }

        #[test]
        fn no_file_panics(file in any::<Vec<u8>>(), likely in r"\(;([]A-Ha-h1-8BWPE()\[;:\\]|B\[){0,100}") {
            let _ = SgfGame::read(&file);
            let _ = SgfGame::read(likely.as_bytes());
        }
    }
}
