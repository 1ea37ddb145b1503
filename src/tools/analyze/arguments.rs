//! The command line of `obverse analyze`.

use std::path::PathBuf;
use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};

use crate::flags::Seconds;
use crate::formats::Rows;
use crate::search::engine::Effort;
use crate::session::options::{HASH_SIZES, LEVELS, THREAD_COUNTS};
use crate::tools::ToolError;
use crate::tools::arguments::{format, number, text, value};
use crate::tools::page;
use crate::tools::problems::Selection;
use crate::tools::source::Reading;

/// A game takes some seconds, and its last nineteen moves have exact values. Two levels
/// more take twice as long.
const LEVEL_UNSAID: u32 = 14;

/// What to analyse, and how.
pub(super) struct Arguments {
    pub(super) files: Vec<String>,
    pub(super) reading: Reading,
    /// Of each file.
    pub(super) only: Selection,
    pub(super) effort: Effort,
    /// For each position.
    pub(super) time: Option<Duration>,
    pub(super) threads: usize,
    pub(super) hash_mb: usize,
    pub(super) is_json: bool,
    pub(super) html: Option<PathBuf>,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut level = None;
    let mut arguments = Arguments {
        files: Vec::new(),
        reading: Reading::default(),
        only: Selection::default(),
        effort: Effort::Level(LEVEL_UNSAID),
        time: None,
        threads: 1,
        hash_mb: 128,
        is_json: false,
        html: None,
    };
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Value(file) => arguments.files.push(file.string()?),
            Arg::Long("from") => arguments.reading.format = Some(format(&mut parser, "--from")?),
            Arg::Long("gogui-rows") => arguments.reading.rows = Rows::FromBottom,
            Arg::Long("only") => arguments.only = Selection::parse(&text(&mut parser)?)?,
            Arg::Long("level") => level = Some(number(&mut parser, "--level", &LEVELS)? as u32),
            Arg::Long("time") => {
                arguments.time = value(&mut parser, "--time", &Seconds)?;
            }
            Arg::Long("threads") => {
                arguments.threads = number(&mut parser, "--threads", &THREAD_COUNTS)? as usize;
            }
            Arg::Long("hash-mb") => {
                arguments.hash_mb = number(&mut parser, "--hash-mb", &HASH_SIZES)? as usize;
            }
            Arg::Long("json") => arguments.is_json = true,
            Arg::Long("html") => arguments.html = Some(page::path(text(&mut parser)?)?),
            other => return Err(other.unexpected().into()),
        }
    }
    if arguments.files.is_empty() {
        return Err(ToolError::Arguments);
    }
    arguments.effort = match (level, arguments.time) {
        (Some(level), _) => Effort::Level(level),
        (None, None) => Effort::Level(LEVEL_UNSAID),
        (None, Some(_)) => Effort::End,
    };
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    /// Who gives time and says nothing else wants it to be used.
    #[test]
    fn level_and_time_say_how_hard_to_search() {
        let time = Some(Duration::from_millis(500));
        for (line, effort, limit) in [
            ("a", Effort::Level(LEVEL_UNSAID), None),
            ("a --level 3", Effort::Level(3), None),
            ("a --time .5", Effort::End, time),
            ("a --time .5 --level 3", Effort::Level(3), time),
            ("a --level 3 --time 0", Effort::Level(3), None),
            ("a --time 0", Effort::Level(LEVEL_UNSAID), None),
        ] {
            let arguments = parsed(line).unwrap();
            assert_eq!(
                (arguments.effort, arguments.time),
                (effort, limit),
                "{line}"
            );
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (line, problem) in [
            ("", "wrong arguments"),
            ("--json", "wrong arguments"),
            ("a --level 31", "--level: expected 0 to 30"),
            ("a --time -1", "--time: expected 0 to 1000000"),
            ("a --threads 0", "--threads: expected 1 to 256"),
            ("a --hash-mb 0", "--hash-mb: expected 1 to 65536"),
            (
                "a --only 0",
                "--only: expected numbers such as 3 or 40-49,52",
            ),
            (
                "a --html a.json",
                "--html: expected a name that ends in .html",
            ),
            (
                "a --from xml",
                "--from: expected ggf, obf, sgf, transcript, wthor",
            ),
            ("a --fast", "unknown argument: --fast (try --help)"),
        ] {
            assert_eq!(parsed(line).err().as_deref(), Some(problem), "{line}");
        }
    }
}
