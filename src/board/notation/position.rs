//! Board strings: 64 squares and the side to move.

use std::{fmt, str};

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, multispace0};
use nom::combinator::{eof, map_opt, value};
use nom::sequence::{preceded, terminated};

use super::{Failure, ParseError, ParseErrorKind, Parsed, color, expected};
use crate::board::{Bitboard, Color, Position, Square};

impl Position {
    /// Reads a board string. If it does not name the side to move, it is `side`.
    pub fn parse_or(text: &str, side: Color) -> Result<Position, ParseError> {
        let no_side = value(side, preceded(multispace0, eof));
        ParseError::all(
            text,
            terminated(board_and(alt((no_side, to_move))), multispace0),
        )
    }
}

impl str::FromStr for Position {
    type Err = ParseError;

    /// Reads 64 squares and the side to move.
    ///
    /// The squares are in the order `a1`, `b1` … `h8`. The side to move follows, with or
    /// without a space before it. Programs use different letters. All of them are accepted,
    /// even mixed, because no letter has two meanings:
    ///
    /// | | letters |
    /// |---|---|
    /// | black | `X` `x` `*` `@` `B` `b` |
    /// | white | `O` `o` `0` `W` `w` |
    /// | empty | `-` `.` `_` |
    ///
    /// The side to move may also be a word, `black` or `white`. White space between rows
    /// is skipped, so that eight lines of eight squares can be pasted. White space anywhere
    /// else ends the board, so that the side to move is never read as a missing square.
    fn from_str(text: &str) -> Result<Position, ParseError> {
        ParseError::all(text, terminated(position, multispace0))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| self.color_at(square).map_or('-', Color::letter);
        let board: String = Square::all().map(letter).collect();
        write!(f, "{board} {}", self.to_move().letter())
    }
}

/// A board string with the side to move.
pub(super) fn position(text: &str) -> Parsed<'_, Position> {
    board_and(to_move).parse(text)
}

fn board_and<'a>(
    side: impl Parser<&'a str, Output = Color, Error = Failure<'a>>,
) -> impl Parser<&'a str, Output = Position, Error = Failure<'a>> {
    map_opt((board, side), |((black, white), side)| {
        Position::new(black, white, side)
    })
}

/// The black and the white discs.
fn board(text: &str) -> Parsed<'_, (Bitboard, Bitboard)> {
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut rest = text;
    for square in Square::all() {
        if square.column() == 0 {
            rest = rest.trim_ascii_start();
        }
        let Some(letter) = rest
            .chars()
            .next()
            .filter(|letter| !letter.is_ascii_whitespace())
        else {
            let squares = square.index() as u8;
            return failure(rest, ParseErrorKind::ShortBoard { squares });
        };
        match (Color::from_letter(letter), letter) {
            (Some(Color::Black), _) => black |= square.bit(),
            (Some(Color::White), _) => white |= square.bit(),
            (None, '-' | '.' | '_') => {}
            (None, _) => return failure(rest, ParseErrorKind::Disc),
        }
        rest = &rest[letter.len_utf8()..];
    }
    Ok((rest, (black, white)))
}

/// The side to move after a board.
fn to_move(text: &str) -> Parsed<'_, Color> {
    let side = alt((color::word, map_opt(anychar, Color::from_letter)));
    preceded(multispace0, expected(ParseErrorKind::Side, side)).parse(text)
}

fn failure<T>(rest: &str, kind: ParseErrorKind) -> Parsed<'_, T> {
    Err(nom::Err::Error(Failure::new(rest, kind)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::sample;
    use proptest::prelude::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn writes_the_start() {
        assert_eq!(Position::START.to_string(), START);
        assert_eq!(START.parse(), Ok(Position::START));
    }

    #[test]
    fn reads_the_dialects() {
        for (discs, side) in [
            (['X', 'O', '-'], "X"),
            (['x', 'o', '.'], " x"),
            (['*', 'O', '-'], " *"),
            (['@', '0', '_'], "  @"),
            (['b', 'w', '_'], "\nb"),
            (['B', 'W', '-'], " B\n"),
            (['X', 'O', '-'], " black"),
            (['X', 'O', '-'], "BLACK "),
        ] {
            let board: String = START[..64]
                .chars()
                .map(|letter| match letter {
                    'X' => discs[0],
                    'O' => discs[1],
                    _ => discs[2],
                })
                .collect();
            let text = format!("{board}{side}");
            assert_eq!(text.parse(), Ok(Position::START), "{text:?}");
            assert_eq!(
                Position::parse_or(&text, Color::White),
                Ok(Position::START),
                "{text:?}"
            );
            assert_eq!(
                Position::parse_or(&board, Color::Black),
                Ok(Position::START)
            );
            assert_eq!(format!("{board} White").parse(), Ok(Position::START.pass()));
        }
        let lines = format!(
            "{}{}{} O",
            &START[..24],
            "---OX---\r\n---XO---\n",
            &START[..24]
        );
        assert_eq!(lines.parse(), Ok(Position::START.pass()));
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, message) in [
            ("", "character 1: the board ends after 0 of 64 squares"),
            (
                &START[..40],
                "character 41: the board ends after 40 of 64 squares",
            ),
            (
                &START[..64],
                "character 65: expected the side to move, X or O",
            ),
            (
                &START[..65],
                "character 66: expected the side to move, X or O",
            ),
            (
                &START.replace('O', "o?"),
                "character 29: expected X, O or -",
            ),
            (&format!("{START}X"), "character 67: unexpected text"),
            (&format!("{START} bl"), "character 68: unexpected text"),
        ] {
            let error = text.parse::<Position>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        let error = Position::parse_or(&format!("{}?", &START[..64]), Color::Black);
        assert_eq!(error.unwrap_err().kind(), ParseErrorKind::Side);
    }

    proptest! {
        #[test]
        fn survives_a_round_trip(position in sample::scattered()) {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}
