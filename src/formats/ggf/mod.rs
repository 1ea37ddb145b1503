//! GGF, the format of the Generic Game Server and of NBoard: one game per line.
//!
//! ```text
//! (;GM[Othello]PB[a]PW[b]RE[+4.000]TY[8]BO[8 ---…--- *]B[F5/1.5/0.50]W[D6//1.20];)
//! ```
//!
//! Black is `*`, white `O`. A move may include the value that the player expected and the
//! seconds that the move took. The result is from black's point of view. There are no
//! escapes and no comments. Two games that were played at the same time may share a line,
//! which then starts with the number of games.
//!
//! Decisions where programs differ:
//! - *Start*: without `BO`, a game starts from the usual position.
//! - *Values and times* that are not numbers are ignored, but the move is read.
//! - *Broken games*: a game without an end marker ends where the next one starts.

mod read;
mod write;

use std::time::Duration;

use super::{GameRecord, ReadError, Row, TextWriter, is_text};
use crate::board::Move;

#[cfg(any(test, feature = "tools"))]
pub(crate) use write::clock;

pub(super) const ROW: Row = Row {
    name: "ggf",
    summary: "games of the Generic Game Server and NBoard, one per line",
    extensions: &["ggf"],
    companions: &[],
    recognises: read::recognises,
    can_begin,
    has_lines: false,
    read: |file, _| Box::new(read::Games::new(file)),
    write: |_| TextWriter::boxed(|game| write(game) + "\n"),
};

/// Whether a game begins in these bytes, with which a longer file begins.
fn can_begin(bytes: &[u8]) -> bool {
    let has_game = bytes.windows(2).any(|pair| pair == b"(;");
    is_text(bytes) && (has_game || bytes.ends_with(b"("))
}

/// A game as one line, without a line break.
pub(crate) fn write(game: &GameRecord) -> String {
    write::write(game)
}

/// The first game of a text.
pub(crate) fn read(text: &str) -> Result<GameRecord, ReadError> {
    let first = read::Games::new(text.as_bytes()).next();
    first.expect("a text without a game is an error")
}

/// Reads a move with an optional expected value and an optional time: `F5/1.50/12.3`, or
/// separated by spaces, as some engines write it.
pub(crate) fn read_move(text: &str) -> Option<(Move, Option<f64>, Option<Duration>)> {
    read::timed_move(text)
}

/// Reads a clock: the main time and the increment per move.
pub(crate) fn read_clock(text: &str) -> Option<(Duration, Duration)> {
    read::clock(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::transcript;
    use crate::board::{Color, Move, Position};
    use crate::formats::{Context, EarlyEnd, Outcome, Ply, ReadError, Squares, sample};
    use proptest::prelude::*;
    use std::time::Duration;

    fn read_all(file: &[u8]) -> Vec<Result<GameRecord, ReadError>> {
        (ROW.read)(file, &Context::default()).collect()
    }

    fn read(file: &str) -> GameRecord {
        let [game] = &read_all(file.as_bytes())[..] else {
            panic!("not one game: {file}");
        };
        game.clone()
            .unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    #[test]
    fn reads_games_of_servers() {
        let game = read(
            "(;GM[Othello]PC[GGS/os]DT[2003.12.13_12:40:58.MST]PB[a b]PW[Saio]RB[2197.01]\
             RW[2193.1]TI[05:00//02:00]TY[8r18]RE[-2.00:s]\nBO[8 -------- -------- -------- \
             ---O*--- ---*O--- -------- -------- -------- *]\n\
             B[F5/1.50/12.3]W[d6//1.0]B[C3/-4]W[d3/x/y];)",
        );
        assert_eq!(game.start, Position::START);
        let moves: Vec<Move> = game.actions().collect();
        assert_eq!(transcript::write(&moves), "F5D6C3D3");
        let notes: Vec<_> = game.moves.iter().map(|ply| (ply.value, ply.time)).collect();
        let seconds = |millis| Some(Duration::from_millis(millis));
        assert_eq!(
            notes,
            [
                (Some(1.5), seconds(12300)),
                (None, seconds(1000)),
                (Some(-4.0), None),
                (None, None)
            ]
        );
        assert_eq!(game.black.as_deref(), Some("a b"));
        assert_eq!(game.white.as_deref(), Some("Saio"));
        assert_eq!(game.event.as_deref(), Some("GGS/os"));
        assert_eq!(game.date.as_deref(), Some("2003.12.13_12:40:58.MST"));
        assert_eq!(game.clock.as_deref(), Some("05:00//02:00"));
        let early = Some(EarlyEnd::Agreement);
        assert_eq!(game.result, Some(Outcome { lead: -2.0, early }));
    }

    #[test]
    fn broken_games_are_reported_and_the_others_read() {
        let file = "2 (;GM[Othello]B[f5];)(;GM[Othello]B[d3];)\n\
            (;GM[Othello]B[f5]W[f5];)\n\
            (;GM[Amazons]BO[10 x];)\n\
            (;GM[Othello]B[f5\n\
            (;GM[Othello]B[f5]x\n\
            (;GM[Othello]BO[8 -- *];)\n\
            (;GM[Othello]BO[10 -- *];)\n\
            (;GM[Othello]B[zz];)\n\
            (;GM[Othello]B\n\
            (;GM[Othello]B[PA];)\n\
            (;GM[Othello]B[c4])";
        let games = read_all(file.as_bytes());
        let summaries: Vec<String> = games
            .iter()
            .map(|game| match game {
                Ok(game) => transcript::write(&game.actions().collect::<Vec<_>>()),
                Err(error) => error.to_string(),
            })
            .collect();
        assert_eq!(
            summaries,
            [
                "F5",
                "D3",
                "line 2, column 21: move 2: white F5 is not a legal move",
                "line 3, column 6: not a game of Othello, expected GM[Othello]",
                "line 5, column 1: the game is incomplete, expected ']'",
                "line 6, column 1: expected '[' and a value after the name of a property",
                "line 6, column 17: the board ends after 2 of 64 squares",
                "line 7, column 17: expected a board of 8 by 8 squares",
                "line 8, column 16: move 1: expected a square or a pass",
                "line 10, column 1: expected '[' and a value after the name of a property",
                "line 10, column 16: move 1: black pass is not a legal move",
                "C4",
            ]
        );
        assert_eq!(
            read_all(b"nothing")[0].as_ref().unwrap_err().to_string(),
            "line 1, column 8: no game found, expected '(;'"
        );
    }

    #[test]
    fn a_game_is_written_as_one_line() {
        let mut game = GameRecord::new(Position::START);
        let board = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
        assert_eq!(write(&game), format!("(;GM[Othello]TY[8]BO[8 {board} *];)"));
        let ply = |color, name: &str| Ply::new(color, name.parse().unwrap());
        game.moves = vec![ply(Color::Black, "f5"), ply(Color::White, "pass")];
        game.moves[0].time = Some(Duration::from_millis(1234));
        game.moves[1].value = Some(-0.5);
        game.black = Some("a]\nb".to_string());
        game.white = Some("c".to_string());
        game.clock = Some(clock((
            Duration::from_secs(905),
            Duration::from_millis(500),
        )));
        game.result = Some(Outcome {
            lead: -64.0,
            early: Some(EarlyEnd::Timeout),
        });
        assert_eq!(
            write(&game),
            format!(
                "(;GM[Othello]PB[a__b]PW[c]TI[15:05/00:00.500]TY[8]RE[-64.000:t]\
                 BO[8 {board} *]B[F5//1.234]W[PA/-0.5];)"
            )
        );
    }

    #[test]
    fn malicious_files_are_refused_quickly() {
        for part in ["(;", "(", "(;A", "(;A[", "[", "(;B[f5]", ";)", "(;B[PA]"] {
            let file = part.repeat(300_000);
            assert!(
                read_all(file.as_bytes()).iter().all(Result::is_err),
                "{part}"
            );
        }
    }

    #[test]
    fn reads_all_spellings_of_moves_and_clocks() {
        let f5: Move = "F5".parse().expect("a move");
        for (text, action, value, millis) in [
            ("F5", f5, None, None),
            ("f5/1.50/2.5", f5, Some(1.5), Some(2500)),
            ("f5//0.5", f5, None, Some(500)),
            ("f5/-3", f5, Some(-3.0), None),
            ("f5//-3", f5, None, None),
            (" f5  -1.00  0.25", f5, Some(-1.0), Some(250)),
            ("f5/1.0/01:02.5", f5, Some(1.0), Some(62_500)),
            ("PA", Move::Pass, None, None),
        ] {
            let expected = (action, value, millis.map(Duration::from_millis));
            assert_eq!(read_move(text), Some(expected), "{text}");
        }
        for text in ["", "x", "f9", "/f5"] {
            assert_eq!(read_move(text), None, "{text}");
        }
        for (text, main, increment) in [
            ("15:00", 900, 0),
            ("15:0", 900, 0),
            ("01:00:05/10", 3605, 10),
            ("5:00/0:12,1/2:00", 300, 12),
            ("5:00//02:00", 300, 0),
        ] {
            let expected = (Duration::from_secs(main), Duration::from_secs(increment));
            assert_eq!(read_clock(text), Some(expected), "{text}");
        }
        let too_long = "9:".repeat(99) + "9";
        for text in ["soon", "5:00/x", "nan", "-1", &too_long] {
            assert_eq!(read_clock(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn reads_back_what_it_writes(games in prop::collection::vec(sample::record(), 1..4)) {
            let written: Vec<GameRecord> = games.into_iter().map(without_comments).collect();
            let read = sample::written_and_read(&ROW, Squares::default(), &written);
            prop_assert_eq!(read, written);
        }

        #[test]
        fn no_file_panics(file in any::<Vec<u8>>(), likely in r"\(;([]A-Ha-h1-8BWPEGM()\[;:/-]|B\[){0,100}") {
            read_all(&file);
            read_all(likely.as_bytes());
        }
    }

    /// The game without the comments, which the format cannot hold.
    fn without_comments(mut game: GameRecord) -> GameRecord {
        game.comment = None;
        for ply in &mut game.moves {
            ply.comment = None;
        }
        if let Some(result) = &mut game.result
            && result.early == Some(EarlyEnd::Forfeit)
        {
            result.early = Some(EarlyEnd::Resignation);
        }
        game
    }
}
