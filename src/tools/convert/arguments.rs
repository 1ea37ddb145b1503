//! The command line of `obverse convert`.

use lexopt::{Arg, Parser, ValueExt};

use crate::formats::{Row, Rows, Squares};
use crate::tools::ToolError;
use crate::tools::arguments::format;
use crate::tools::source::Reading;

/// What to convert.
pub(super) struct Arguments {
    pub(super) inputs: Vec<String>,
    pub(super) output: String,
    pub(super) reading: Reading,
    pub(super) to: Option<&'static Row>,
    pub(super) squares: Squares,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut files = Vec::new();
    let mut reading = Reading::default();
    let mut to = None;
    let mut is_plain = false;
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Value(file) => files.push(file.string()?),
            Arg::Long("from") => reading.format = Some(format(&mut parser, "--from")?),
            Arg::Long("to") => to = Some(format(&mut parser, "--to")?),
            Arg::Long("gogui-rows") => reading.rows = Rows::FromBottom,
            Arg::Long("plain-squares") => is_plain = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let output = files.pop().ok_or(ToolError::Arguments)?;
    if files.is_empty() {
        return Err(ToolError::Arguments);
    }
    let squares = match is_plain {
        true => Squares::Plain,
        false => Squares::Letters(reading.rows),
    };
    Ok(Arguments {
        inputs: files,
        output,
        reading,
        to,
        squares,
    })
}
