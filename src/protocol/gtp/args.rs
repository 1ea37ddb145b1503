//! Parsers for the arguments of commands. They return typed values or a syntax error, so
//! that handlers never see unparsed text.

use std::time::Duration;

use nom::bytes::complete::take_while1;
use nom::character::complete::space1;
use nom::combinator::{all_consuming, map, map_opt};
use nom::multi::separated_list0;
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::reply::Failure;
use crate::board::{Color, Move, Square};

/// The text after a command's name, trimmed.
#[derive(Clone, Copy)]
pub(super) struct Args<'a>(pub(super) &'a [u8]);

/// The longest time; longer ones are reduced to it.
const LONGEST_SECONDS: f64 = 1e9;

impl<'a> Args<'a> {
    /// Checks that there are no arguments.
    pub(super) fn none(self) -> Result<(), Failure> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Failure::Syntax)
        }
    }

    /// A single word, of any bytes.
    pub(super) fn word(self) -> Result<&'a [u8], Failure> {
        let is_word = !self.0.is_empty() && !self.0.contains(&b' ');
        if is_word {
            Ok(self.0)
        } else {
            Err(Failure::Syntax)
        }
    }

    /// Parses all of the text.
    pub(super) fn parse<T>(
        self,
        parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    ) -> Result<T, Failure> {
        Args::parse_word(
            std::str::from_utf8(self.0).map_err(|_| Failure::Syntax)?,
            parser,
        )
    }

    /// Parses all of a word.
    pub(super) fn parse_word<T>(
        text: &'a str,
        parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    ) -> Result<T, Failure> {
        all_consuming(parser)
            .parse(text)
            .map(|(_, value)| value)
            .map_err(|_| Failure::Syntax)
    }

    /// Parses all of the text; `None` if it is empty.
    pub(super) fn parse_if_any<T>(
        self,
        parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    ) -> Result<Option<T>, Failure> {
        if self.0.is_empty() {
            Ok(None)
        } else {
            self.parse(parser).map(Some)
        }
    }
}

/// A word, parsed by its type.
pub(super) fn value<T: std::str::FromStr>(input: &str) -> IResult<&str, T> {
    map_opt(word, |word| word.parse().ok()).parse(input)
}

/// Any characters but blanks.
pub(super) fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|letter| letter != ' ').parse(input)
}

/// A colour: `b`, `white`, …
pub(super) fn color(input: &str) -> IResult<&str, Color> {
    value(input)
}

/// A square: `D3`.
pub(super) fn square(input: &str) -> IResult<&str, Square> {
    value(input)
}

/// A colour and a move: `b D3`, `w pass`.
pub(super) fn color_and_move(input: &str) -> IResult<&str, (Color, Move)> {
    separated_pair(color, space1, value).parse(input)
}

/// A colour and a square: `b D3`.
pub(super) fn color_and_square(input: &str) -> IResult<&str, (Color, Square)> {
    separated_pair(color, space1, square).parse(input)
}

/// Any number of items, separated by blanks.
pub(super) fn list<'a, T>(
    item: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = Vec<T>, Error = nom::error::Error<&'a str>> {
    separated_list0(space1, item)
}

/// A time in seconds: `300`, `0.5`. Controllers send negative ones when time has run out.
pub(super) fn seconds(input: &str) -> IResult<&str, Duration> {
    map_opt(value::<f64>, |seconds| {
        (!seconds.is_nan()).then(|| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_SECONDS)))
    })
    .parse(input)
}

/// A whole number in plain digits. Numbers that do not fit into 64 bits saturate.
pub(super) fn number(input: &str) -> IResult<&str, u64> {
    map_opt(word, |word| {
        let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| word.parse().unwrap_or(u64::MAX))
    })
    .parse(input)
}

/// The same in 32 bits.
pub(super) fn count(input: &str) -> IResult<&str, u32> {
    map(number, |number| number.try_into().unwrap_or(u32::MAX)).parse(input)
}
