//! `obverse report`: what the games in a file come to, without playing any.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt};

use super::super::journal;
use super::super::record::Record;
use super::super::standings::{Meeting, Standings};
use super::super::table;
use super::Report;
use super::tally::Tally;
use crate::tools::arguments::text;
use crate::tools::page::path;
use crate::tools::{Row, ToolError};

pub(in crate::tools) const ROW: Row = Row {
    name: "report",
    args: "FILE.jsonl [--html FILE.html]",
    summary: "says what the games of a match come to, and makes a page of them",
    help: HELP,
    run,
};

const HELP: &str = "
  FILE.jsonl      games as `match --out` writes them, also while it does
  --html FILE.html makes a page with tables, plots and games to replay; it needs
                  nothing else

Writes the same last lines as the match.

Exit status: 0 all went well, 1 the page cannot be written in the end, 2 the
command line or a file is bad.
";

struct Arguments {
    record: String,
    html: Option<PathBuf>,
}

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = parse(words)?;
    let fail = |problem: String| ToolError::Value(format!("{}: {problem}", arguments.record));
    let file = File::open(&arguments.record).map_err(|error| fail(error.to_string()))?;
    let mut standings = Standings::default();
    let mut tally = Tally::new(&[]);
    let mut take = |record: Record| {
        standings.add_meeting(
            &Meeting {
                number: record.game,
                pair: record.pair,
                players: tally.add(&record)?,
            },
            record.result,
        );
        Ok(())
    };
    let report = arguments
        .html
        .map(|path| Report::new(path, &[], None, None))
        .transpose()?;
    journal::read_games(BufReader::new(file), &mut take).map_err(fail)?;
    if tally.games == 0 {
        return Err(fail("there is no game in it".to_string()));
    }
    for line in table::summary(&standings, &tally.names, None) {
        writeln!(output, "{line}")?;
    }
    output.flush()?;
    match report {
        Some(report) => Report { tally, ..report }.write(&standings),
        None => Ok(()),
    }
}

fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let (mut record, mut html) = (None, None);
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Value(file) if record.is_none() => record = Some(file.string()?),
            Arg::Long("html") => html = Some(path(text(&mut parser)?)?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Arguments {
        record: record.ok_or(ToolError::Arguments)?,
        html,
    })
}
