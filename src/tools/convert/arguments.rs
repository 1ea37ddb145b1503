//! The command line of `obverse convert`.

use lexopt::{Arg, Parser, ValueExt};

use crate::formats::{self, FORMATS, Row, Rows};
use crate::tools::ToolError;
use crate::tools::arguments::text;

/// The name of a file that stands for standard input or output.
pub(super) const STANDARD_STREAM: &str = "-";

/// What to convert.
pub(super) struct Arguments {
    pub(super) inputs: Vec<String>,
    pub(super) output: String,
    pub(super) from: Option<&'static Row>,
    pub(super) to: Option<&'static Row>,
    pub(super) rows: Rows,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut files = Vec::new();
    let (mut from, mut to) = (None, None);
    let mut rows = Rows::FromTop;
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Value(file) => files.push(file.string()?),
            Arg::Long("from") => from = Some(format(&mut parser, "--from")?),
            Arg::Long("to") => to = Some(format(&mut parser, "--to")?),
            Arg::Long("gogui-rows") => rows = Rows::FromBottom,
            other => return Err(other.unexpected().into()),
        }
    }
    let output = files.pop().ok_or(ToolError::Arguments)?;
    if files.is_empty() {
        return Err(ToolError::Arguments);
    }
    Ok(Arguments {
        inputs: files,
        output,
        from,
        to,
        rows,
    })
}

fn format(parser: &mut Parser, flag: &str) -> Result<&'static Row, ToolError> {
    formats::find(&text(parser)?).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
        ToolError::Value(format!("{flag}: expected {}", names.join(", ")))
    })
}
