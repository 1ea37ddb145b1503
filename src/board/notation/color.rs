//! Colours as words, and as letters on boards.
//!
//! The two are separate: `X` is a disc on a board, but no command accepts it as the name of
//! a player.

use std::{fmt, str};

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::value;

use super::{ParseError, ParseErrorKind, Parsed, expected};
use crate::board::Color;

impl Color {
    /// The letter of the colour's discs on a board: `X` or `O`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }

    /// The colour of the discs that at least one program writes as this letter.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'X' | 'x' | '*' | '@' | 'b' | 'B' => Some(Color::Black),
            'O' | 'o' | '0' | 'w' | 'W' => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

impl str::FromStr for Color {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Color, ParseError> {
        let initial = alt((
            value(Color::Black, tag_no_case("b")),
            value(Color::White, tag_no_case("w")),
        ));
        ParseError::all(text, expected(ParseErrorKind::Color, alt((word, initial))))
    }
}

/// `black` or `white`.
pub(super) fn word(text: &str) -> Parsed<'_, Color> {
    alt((
        value(Color::Black, tag_no_case("black")),
        value(Color::White, tag_no_case("white")),
    ))
    .parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_spellings() {
        for text in ["black", "Black", "BLACK", "b", "B"] {
            assert_eq!(text.parse(), Ok(Color::Black), "{text}");
        }
        for text in ["white", "White", "WHITE", "w", "W"] {
            assert_eq!(text.parse(), Ok(Color::White), "{text}");
        }
        for text in [
            "", " b", "b ", "x", "O", "bl", "blacks", "empty", "\u{212a}",
        ] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }

    #[test]
    fn writes_words_and_letters() {
        for color in [Color::Black, Color::White] {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(Color::from_letter(color.letter()), Some(color));
        }
        assert_eq!(format!("{:>7}", Color::Black), "  black");
    }
}
