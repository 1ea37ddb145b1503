//! `obverse report`: the results of the games in a file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::super::journal;
use super::super::record::Record;
use super::super::standings::{Meeting, Standings};
use super::super::table;
use super::Report;
use super::tally::Tally;
use crate::flags::{Count, File, Given, Group, Operand, Syntax};
use crate::tools::file_arguments::value_error;
use crate::tools::page::PageName;
use crate::tools::{Body, Row, ToolError, arguments};

pub(in crate::tools) const ROW: Row = Row {
    name: "report",
    summary: "summarizes the games of a match, as text or as a web page",
    details: "The match can still be running. The text is the one that the match itself prints when \
              it ends.",
    exit_statuses: &[
        (0, "success"),
        (1, "the web page could not be written"),
        (2, "the command line or a file is wrong"),
    ],
    body: Body::Arguments(&SYNTAX, run),
};

#[derive(Default)]
struct Arguments {
    record: String,
    html: Option<PathBuf>,
}

const SYNTAX: Syntax<Arguments> = Syntax {
    command: "report",
    usage: &["FILE.jsonl [--html FILE.html]"],
    operands: &[Operand {
        name: "FILE.jsonl",
        count: Count::One,
        summary: "file written by `match --out`",
        field: &Given {
            kind: File,
            set: |arguments: &mut Arguments, file| arguments.record = file,
        },
    }],
    groups: &[Group {
        title: "Flags",
        flags: &[arguments::html(
            "also write a web page: tables, plots, and games to replay",
            &Given {
                kind: PageName,
                set: |arguments: &mut Arguments, path| arguments.html = Some(path),
            },
        )],
    }],
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = SYNTAX.parse(words)?.arguments;
    let fail = |problem: String| value_error(&arguments.record, problem);
    let file = fs::File::open(&arguments.record).map_err(|error| fail(error.to_string()))?;
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
    journal::read_games(file, &mut take).map_err(fail)?;
    if tally.games == 0 {
        return Err(fail("it contains no games".to_string()));
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
