use super::*;
use crate::board::notation::transcript;
use crate::board::{Move, Position};
use crate::formats::{EarlyEnd, Outcome, Ply, ReadError, sample};
use proptest::prelude::*;

fn read_all(file: &[u8], rows: Rows) -> Vec<Result<GameRecord, ReadError>> {
    let context = Context {
        rows,
        ..Context::default()
    };
    super::read(file, &context).collect()
}

fn first(file: &[u8]) -> Result<GameRecord, ReadError> {
    let mut games = read_all(file, Rows::FromTop);
    games.swap_remove(0)
}

fn read(file: &str) -> GameRecord {
    first(file.as_bytes()).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The squares of a game from the usual start position.
fn played(file: &str) -> String {
    let game = read(file);
    assert_eq!(game.start, Position::START, "{file}");
    squares(&game)
}

fn squares(game: &GameRecord) -> String {
    transcript::write(&game.actions().collect::<Vec<_>>())
}

fn error(file: &str) -> String {
    first(file.as_bytes()).unwrap_err().to_string()
}

/// The squares of each game, or its error.
fn summaries(file: &str) -> Vec<String> {
    let games = read_all(file.as_bytes(), Rows::FromTop);
    let summary = |game: Result<GameRecord, ReadError>| match game {
        Ok(game) => squares(&game),
        Err(error) => error.to_string(),
    };
    games.into_iter().map(summary).collect()
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
    assert_eq!(summaries(file), ["F5F6", "C4", ""]);
    let games = read_all(file.as_bytes(), Rows::FromTop);
    let second = games[1].as_ref().unwrap();
    assert_eq!(second.black.as_deref(), Some("a])"));
}

#[test]
fn broken_games_are_reported_and_the_others_read() {
    assert_eq!(
        summaries("(;B[fe])\n(;B[aa](;W[fe]))\n(;GM[1];B[aa])(;B[dc])"),
        [
            "F5",
            "line 2, column 5: move 1: black A1 is not a legal move",
            "line 3, column 6: not a game of Othello, expected GM[2]",
            "D3",
        ]
    );
    // The end of a game with a missing bracket is a guess.
    for (torn, end) in [
        (
            "(;FF[4]AB[ed",
            "line 7, column 13: the game is incomplete, expected ']'",
        ),
        (
            "(;FF[4];B[fe]",
            "line 7, column 14: the game is incomplete, expected ')'",
        ),
        ("(;FF[4](;B[fe](;W[df])", "F5D6"),
    ] {
        let games = summaries(&format!(
            "(;B[c4])\n{torn}\n(;FF[4]GM[2];B[fe]\n(;W[ff]))\n(;\nPB[a];B[dc])(;B[c4])\n{torn}"
        ));
        assert_eq!((games.len(), games[0].as_str()), (6, "C4"), "{torn}");
        assert_eq!(games[2..], ["F5F6", "D3", "C4", end], "{torn}");
    }
    assert_eq!(
        summaries(""),
        ["line 1, column 1: no game found, expected '(;'"]
    );
}

#[test]
fn reads_rows_from_the_bottom_as_gogui_writes_them() {
    assert_eq!(played("(;FF[4]AP[GoGui]SZ[8];B[df];W[cf])"), "D3C3");
    assert_eq!(
        error("(;FF[4]GM[2]SZ[8];B[df];W[cf])"),
        "line 1, column 21: move 1: black D6 is not a legal move"
    );
    let setup = "AB[dd][ee]AW[de][ed]PL[B];B[df];W[cf])";
    let games = read_all(
        format!("(;{setup}(;GM[2]{setup}").as_bytes(),
        Rows::FromBottom,
    );
    let first = games[0].as_ref().unwrap();
    assert_eq!(
        (first.start, squares(first)),
        (Position::START, "D3C3".to_string())
    );
    // Read from the top, the same setup is another start position.
    assert!(games[1].as_ref().unwrap().start != Position::START);
}

#[test]
fn reads_names() {
    let game = read("(;PB[A\\\\ \\]B\\\r\nC\nD\\:]PW[ ]EV[x]DT[2004]PC[y])");
    assert_eq!(game.black.as_deref(), Some("A\\ ]BC D:"));
    assert_eq!(game.white, None);
    assert_eq!(game.event.as_deref(), Some("x"));
    assert_eq!(game.date.as_deref(), Some("2004"));
    let game = first(b"(;PB[J\xf6rg]PW[\xc3\xb6])").unwrap();
    assert_eq!(game.black.as_deref(), Some("J\u{f6}rg"));
    assert_eq!(game.white.as_deref(), Some("\u{f6}"));
}

#[test]
fn reads_results() {
    let early = |lead, early| {
        Some(Outcome {
            lead,
            early: Some(early),
        })
    };
    for (text, result) in [
        ("B+12", Some(Outcome::from_lead(12))),
        ("w+4.0", Some(Outcome::from_lead(-4))),
        ("0", Some(Outcome::from_lead(0))),
        ("Draw", Some(Outcome::from_lead(0))),
        ("B+R", early(64.0, EarlyEnd::Resignation)),
        ("W+Time", early(-64.0, EarlyEnd::Timeout)),
        ("W+Forfeit", early(-64.0, EarlyEnd::Forfeit)),
        ("B+", None),
        ("B+-4", None),
        ("Void", None),
    ] {
        assert_eq!(read(&format!("(;RE[{text}])")).result, result, "{text}");
    }
}

#[test]
fn reads_comments_and_values() {
    let game = read(
        "(;C[ of\r\nthe \\] game ]V[1];C[more];C[a]B[fe]V[2.5];C[b]W[ff]V[2];C[\t]C[c](;C[d]))",
    );
    let comment = |ply: &Ply| ply.comment.clone().unwrap_or_default();
    let comments: Vec<String> = game.moves.iter().map(comment).collect();
    assert_eq!(game.comment.as_deref(), Some("of\nthe ] game\nmore"));
    assert_eq!(comments, ["a", "b\nc\nd"]);
    let values: Vec<Option<f64>> = game.moves.iter().map(|ply| ply.value).collect();
    assert_eq!(values, [Some(2.5), Some(-2.0)]);
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
fn inserts_forced_passes() {
    // White has no move, then black has one, then neither side has one.
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
        let moves: Vec<(Color, Move)> = game
            .moves
            .iter()
            .map(|ply| (ply.color, ply.action))
            .collect();
        assert_eq!(moves, [white, place("c1"), white, place("c3")], "{tail}");
    }
}

#[test]
fn says_what_is_wrong_and_where() {
    for (file, message) in [
        ("", "line 1, column 1: no game found, expected '(;'"),
        ("(B[fe])", "line 1, column 8: no game found, expected '(;'"),
        (
            "(;GM[1])",
            "line 1, column 6: not a game of Othello, expected GM[2]",
        ),
        (
            "(;GM[2]SZ[10])",
            "line 1, column 11: expected a board of 8 by 8 squares",
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
        (
            "(;B[fe]",
            "line 1, column 8: the game is incomplete, expected ')'",
        ),
        (
            "(;B[fe\\])",
            "line 1, column 10: the game is incomplete, expected ']'",
        ),
        (
            "(;B[fe];W",
            "line 1, column 10: the game is incomplete, expected '['",
        ),
        (
            "(;B;W[fd])",
            "line 1, column 4: expected '[' and a value after the name of a property",
        ),
        (
            "(;[fe])",
            "line 1, column 3: expected a property such as B[f5], or the end of the game",
        ),
        (
            "(;B[fe]\n;W[i9])",
            "line 2, column 4: move 2: expected a square or a pass",
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
fn malicious_files_are_read_quickly() {
    let many = 1_000_000;
    for file in [
        "(",
        "( ",
        "(;",
        "(;B[fe]",
        "\\",
        "(;A",
        "(;A[",
        "[]",
        ")",
        "\n(;FF[4]",
        "\n(;FF[4]C[",
    ] {
        let games = read_all(file.repeat(many).as_bytes(), Rows::FromTop);
        assert!(games.iter().all(Result::is_err), "{file}");
    }
    let file = format!("(;A[{}", "(;)".repeat(many));
    assert!(first(file.as_bytes()).is_err());
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
        write(&game),
        format!(
            "(;FF[4]GM[2]SZ[8]CA[UTF-8]AP[Obverse:{version}]PB[A\\]]\n\
             AB[ed][de]AW[dd][ee]PL[B]\n;B[fe];W[fd])\n"
        )
    );
}

#[test]
fn writes_plain_squares_on_request() {
    let setup = "AB[aa][ac]AW[ba][bc]PL[W]";
    let game = read(&format!("(;{setup};W[];B[ca];W[];B[cc])"));
    let written = write::write(&game, Squares::Plain);
    let (_, written) = written.split_once('\n').unwrap();
    assert_eq!(
        written,
        "AB[a1][a3]AW[b1][b3]PL[W]\n;W[PA];B[c1];W[PA];B[c3])\n"
    );
}

proptest! {
    #[test]
    fn reads_back_what_it_writes(games in prop::collection::vec(sample::record(), 1..4)) {
        let written: Vec<GameRecord> = games.into_iter().map(plain).collect();
        for squares in [
            Squares::Letters(Rows::FromTop),
            Squares::Letters(Rows::FromBottom),
            Squares::Plain,
        ] {
            let read = sample::written_and_read(&ROW, squares, &written);
            prop_assert_eq!(&read, &written);
        }
    }

    #[test]
    fn lines_are_short(game in sample::record()) {
        prop_assert!(write(&game).lines().all(|line| line.chars().count() < 80));
    }

    #[test]
    fn no_file_panics(file in any::<Vec<u8>>(), likely in r"\(;([]A-Ha-h1-8BWPE()\[;:\\]|B\[){0,100}") {
        read_all(&file, Rows::FromTop);
        read_all(likely.as_bytes(), Rows::FromBottom);
    }
}

/// The game as far as the format can hold it.
fn plain(mut game: GameRecord) -> GameRecord {
    game.clock = None;
    for ply in &mut game.moves {
        ply.time = None;
    }
    game.result = game.result.map(|result| match (result.lead, result.early) {
        (0.0, _) => Outcome::from_lead(0),
        (_, Some(EarlyEnd::Agreement)) => Outcome {
            early: None,
            ..result
        },
        (_, None) => result,
        (lead, early) => Outcome {
            lead: 64.0 * lead.signum(),
            early,
        },
    });
    game
}
