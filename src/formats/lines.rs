//! Files with a game or a position on each line: transcripts and OBF.
//!
//! ```text
//! F5D6C3D3C4                                          a transcript
//! ---…--- X C4E3 % a comment                          one from another start position
//! ---…--- X; A4:+10; B2:+0; A3:-6; % a comment        a position, as in OBF
//! ```
//!
//! Transcripts may be as people [paste](pasted) them, and one with move numbers may take several
//! lines. A line may also be a game of a match [journal].
//!
//! Both formats share a reader, so a file may mix all of them. Empty lines and lines that
//! start with `%` or `#` are skipped. The writers differ: OBF stores the position at the end
//! of a game with the scores of its moves, and a transcript stores the moves.

use std::iter;

use super::error::{ErrorAt, Place, ReadError, ReadErrorKind};
use super::text::{self, decode};
use super::{GameRecord, Games, Outcome, Row, TextWriter, is_text, journal};
use crate::board::notation::{ParseError, obf, pasted, transcript};
use crate::board::{Color, Move, Position};

pub(super) const OBF: Row = Row {
    name: "obf",
    summary: "positions with the scores of their moves, one per line",
    extensions: &["obf"],
    companions: &[],
    recognises: |file| first_line(file).is_some_and(|line| starts_with_board(&line)),
    can_begin: is_text,
    has_lines: true,
    read: |file, _| read(file),
    write: |_| TextWriter::boxed(write_position),
};

/// The row of transcripts in [`FORMATS`](super::FORMATS).
pub(crate) const TRANSCRIPT: Row = Row {
    name: "transcript",
    summary: "the moves of games, such as F5D6C3, one game per line",
    extensions: &["txt"],
    companions: &[],
    recognises: |file| {
        first_line(file)
            .is_some_and(|line| pasted::begins_like_moves(&line) || journal::recognises(&line))
    },
    can_begin: is_text,
    has_lines: true,
    read: |file, _| read(file),
    write: |_| TextWriter::boxed(write_moves),
};

/// The length of the longest line in bytes. A longer one is not decoded.
const LONGEST_LINE: usize = 1 << 20;

/// The number of characters in a board, without the side to move.
const SQUARES: usize = 64;

fn read(file: &[u8]) -> Games<'_> {
    let numbered = (1..).zip(file.split(|&byte| byte == b'\n'));
    let mut lines = numbered
        .map(|(number, bytes)| (number, content(number, bytes)))
        .peekable();
    Box::new(iter::from_fn(move || {
        let (first, line) = lines.find_map(|(number, line)| Some((number, line?)))?;
        let mut text = match line {
            Ok(text) => text,
            Err(error) => return Some(Err(located("", first, error))),
        };
        while let Some((_, Some(Ok(line)))) = lines.next_if(|(_, line)| continues(&text, line)) {
            text += "\n";
            text += &line;
        }
        Some(game(&text).map_err(|error| located(&text, first, error)))
    }))
}

/// A line as text, if it is not too long.
type Content = Result<String, ErrorAt>;

/// Whether the line goes on with a game, whose lines begin with the numbers of their moves. In
/// a list of games, the numbers do not fit.
fn continues(text: &str, line: &Option<Content>) -> bool {
    let number = |text: &str| pasted::first_number(text);
    let Some(next) = line.iter().flatten().next().and_then(|line| number(line)) else {
        return false;
    };
    let moves = pasted::squares(text);
    number(text) == Some(1) && next > 1 && (moves == 2 * (next - 1) || moves == next - 1)
}

/// Adds the line and the column to an error in a text that begins at this line.
fn located(text: &str, first: usize, error: ErrorAt) -> ReadError {
    let before: Vec<char> = text.chars().take(error.offset).collect();
    let column = before.iter().rev().take_while(|&&letter| letter != '\n');
    let place = Place {
        line: first + before.iter().filter(|&&letter| letter == '\n').count(),
        column: column.count() + 1,
    };
    ReadError {
        place: Some(place),
        kind: error.kind,
    }
}

/// The line, unless it is empty or a comment.
fn content(number: usize, bytes: &[u8]) -> Option<Content> {
    if bytes.len() > LONGEST_LINE {
        return Some(Err(ErrorAt {
            offset: 0,
            kind: ReadErrorKind::LongLine {
                longest: LONGEST_LINE,
            },
        }));
    }
    let line = decode(bytes);
    let line = match number {
        1 => line.trim_start_matches('\u{feff}'),
        _ => &line,
    };
    let is_comment = line.trim().is_empty() || line.trim_start().starts_with(['%', '#']);
    (!is_comment).then(|| Ok(line.to_owned()))
}

fn first_line(file: &[u8]) -> Option<String> {
    let mut numbered = (1..).zip(file.split(|&byte| byte == b'\n'));
    numbered
        .find_map(|(number, bytes)| content(number, bytes))?
        .ok()
}

fn starts_with_board(line: &str) -> bool {
    let is_square =
        |letter: char| Color::from_letter(letter).is_some() || matches!(letter, '-' | '.' | '_');
    let board = line.trim_start();
    board
        .chars()
        .take_while(|&letter| is_square(letter))
        .count()
        >= SQUARES
}

/// Converts an error in a text that starts after this many characters of a line.
fn shift_by(characters: usize) -> impl Fn(ParseError) -> ErrorAt {
    move |error| ErrorAt {
        offset: characters + error.character() - 1,
        kind: ReadErrorKind::Notation(error.kind()),
    }
}

fn game(line: &str) -> Result<GameRecord, ErrorAt> {
    let text = line.trim_start();
    let indent = line.chars().count() - text.chars().count();
    if journal::recognises(text) {
        return journal::game(text).map_err(|error| ErrorAt {
            offset: indent + error.offset,
            ..error
        });
    }
    let before_moves = match pasted::begins_like_moves(text) {
        true => 0,
        false => board_length(text),
    };
    let (board, moves) = text.split_at(before_moves);
    if !board.is_empty() && matches!(moves.trim_start().bytes().next(), None | Some(b';' | b'%')) {
        let problem = text.trim_end().parse().map_err(shift_by(indent))?;
        return Ok(from_problem(problem));
    }
    let start = match board {
        "" => Position::START,
        board => board.parse().map_err(shift_by(indent))?,
    };
    let (moves, comment) = without_comment(moves);
    let characters = indent + board.chars().count();
    let pasted = pasted::parse(&start, moves).map_err(shift_by(characters))?;
    let record = GameRecord::of_moves(start, &pasted.moves);
    // The board of a finished game counts, whatever the score says.
    let result = match record.outcome() {
        None => pasted.lead.map(Outcome::from_lead),
        Some(_) => None,
    };
    Ok(GameRecord {
        comment: text::line(comment),
        result,
        ..record
    })
}

/// Splits off the comment after `%`. In the address of a web page, it stands for a blank and
/// the like, as in `%20`.
fn without_comment(moves: &str) -> (&str, &str) {
    let is_escape = |at: usize| {
        let digits = moves.as_bytes().get(at + 1..at + 3);
        moves[..at].contains("://")
            && digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let mut marks = moves.match_indices('%').map(|(at, _)| at);
    match marks.find(|&at| !is_escape(at)) {
        Some(at) => (&moves[..at], &moves[at + 1..]),
        None => (moves, ""),
    }
}

/// The length in bytes of a board and its side to move.
fn board_length(text: &str) -> usize {
    let after_squares = text
        .char_indices()
        .nth(SQUARES)
        .map_or(text.len(), |(index, _)| index);
    let rest = &text[after_squares..];
    let side = rest.trim_start();
    let is_word = |word: &&str| {
        side.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let length = match ["black", "white"].iter().find(|word| is_word(word)) {
        Some(word) => word.len(),
        None => side.chars().next().map_or(0, char::len_utf8),
    };
    text.len() - side.len() + length
}

fn from_problem(problem: obf::Problem) -> GameRecord {
    GameRecord {
        scores: problem.scores,
        comment: problem.comment,
        ..GameRecord::new(problem.position)
    }
}

fn write_position(game: &GameRecord) -> String {
    let problem = obf::Problem {
        position: game.end(),
        scores: game.scores.clone(),
        comment: game.comment.as_deref().and_then(text::line),
    };
    format!("{problem}\n")
}

fn write_moves(game: &GameRecord) -> String {
    let actions: Vec<Move> = game.actions().collect();
    let moves = transcript::write(&actions);
    // A line without moves would be empty, so the board is written as well.
    let mut line = match game.start == Position::START && !moves.is_empty() {
        true => moves,
        false => format!("{} {moves}", game.start).trim_end().to_owned(),
    };
    // The reader inserts all passes but one at the end.
    if actions.last() == Some(&Move::Pass) {
        line += " pass";
    }
    if let Some(comment) = game.comment.as_deref().and_then(text::line) {
        line += &format!(" % {comment}");
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Context, Squares, sample};
    use proptest::prelude::*;

    const BOARD: &str = "---------------------------OX------XO--------------------------- X";

    fn read(file: &str) -> Vec<Result<GameRecord, ReadError>> {
        (OBF.read)(file.as_bytes(), &Context::default()).collect()
    }

    fn summaries(games: &[Result<GameRecord, ReadError>]) -> Vec<String> {
        let summaries = games.iter().map(|game| match game {
            Ok(game) => write_moves(game),
            Err(error) => error.to_string(),
        });
        summaries.collect()
    }

    #[test]
    fn reads_games_and_positions() {
        let squares = BOARD[..64].replace('X', "B").replacen('-', "B", 1);
        let file = format!(
            "\u{feff}% a list\n\nf5 d6 c3 % good\n{BOARD}; D3:+0;\r\n  # more\n{BOARD} c4\n\
             {squares} Black\n{squares}* ;% end \n{BOARD}pass\n{} bf5\n",
            &BOARD[..64]
        );
        let games = read(&file);
        let summaries = summaries(&games);
        let other = format!("{} X", squares.replace('B', "X"));
        assert_eq!(
            summaries,
            [
                "F5D6C3 % good\n".to_string(),
                format!("{BOARD}\n"),
                "C4\n".to_string(),
                format!("{other}\n"),
                format!("{other} % end\n"),
                "line 9, column 67: pass is not a legal move".to_string(),
                "F5\n".to_string(),
            ]
        );
        let scores = &games[1].as_ref().unwrap().scores;
        assert_eq!(scores, &[("d3".parse().unwrap(), 0)]);
    }

    #[test]
    fn a_broken_line_is_reported_and_the_next_one_read() {
        let file = format!(
            "f5\nf5f5\n\u{85} f5 é\nnonsense\n{BOARD}; A1:+2;\n{} f5\nd3",
            &BOARD[..64]
        );
        assert_eq!(
            summaries(&read(&file)),
            [
                "F5\n",
                "line 2, column 3: F5 is not a legal move",
                "line 3, column 6: expected a square, a1 to h8, or pass",
                "line 4, column 1: expected X, O or -",
                "line 5, column 69: A1 is not a legal move",
                "line 6, column 66: expected the side to move, X or O",
                "D3\n",
            ]
        );
    }

    proptest! {
        #[test]
        fn reads_back_the_moves_it_writes(games in prop::collection::vec(sample::record(), 1..4)) {
            let written: Vec<GameRecord> = games
                .into_iter()
                .map(|game| GameRecord {
                    comment: game.comment.as_deref().and_then(text::line),
                    ..GameRecord::of_moves(game.start, &game.actions().collect::<Vec<_>>())
                })
                .collect();
            let read = sample::written_and_read(&TRANSCRIPT, Squares::default(), &written);
            prop_assert_eq!(read, written);
        }

        #[test]
        fn reads_back_the_positions_it_writes(
            game in sample::record(),
            scores in prop::collection::vec(any::<i32>(), 64),
        ) {
            let end = game.end();
            let moves = end.moves().into_iter().map(Move::Place);
            let written = GameRecord {
                scores: moves.zip(scores).collect(),
                comment: game.comment.as_deref().and_then(text::line),
                ..GameRecord::new(end)
            };
            let with_moves = GameRecord { scores: written.scores.clone(), ..game };
            let read = sample::written_and_read(&OBF, Squares::default(), &[with_moves, written.clone()]);
            prop_assert_eq!(read, [written.clone(), written]);
        }

        #[test]
        fn no_file_panics(file in any::<Vec<u8>>(), text in any::<String>(), likely in "[a-hXO8 5;:%+@p\n-]{0,300}") {
            for file in [&file, text.as_bytes(), likely.as_bytes()] {
                assert!((OBF.read)(file, &Context::default()).count() <= file.len());
            }
        }
    }
}
