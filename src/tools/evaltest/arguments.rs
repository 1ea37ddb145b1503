//! The command line of `obverse evaltest`.

use lexopt::{Arg, Parser, ValueExt};

use crate::flags::Whole;
use crate::session::options::{HASH_SIZES, THREAD_COUNTS};
use crate::tools::ToolError;
use crate::tools::arguments::{number, text};
use crate::tools::problems::Selection;

/// Nothing is deeper than a whole game.
const DEPTH: Whole<u64> = Whole::new(0, 60);

/// What to measure.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) files: Vec<String>,
    pub(super) only: Selection,
    /// 0 is the evaluation alone.
    pub(super) depth: u32,
    pub(super) threads: usize,
    /// For each thread.
    pub(super) hash_mb: usize,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut arguments = Arguments {
        files: Vec::new(),
        only: Selection::default(),
        depth: 0,
        threads: 1,
        // Small, since it is cleared for each position.
        hash_mb: 16,
    };
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Value(file) => arguments.files.push(file.string()?),
            Arg::Long("depth") => arguments.depth = number(&mut parser, "--depth", &DEPTH)? as u32,
            Arg::Long("only") => arguments.only = Selection::parse(&text(&mut parser)?)?,
            Arg::Long("threads") => {
                arguments.threads = number(&mut parser, "--threads", &THREAD_COUNTS)? as usize;
            }
            Arg::Long("hash-mb") => {
                arguments.hash_mb = number(&mut parser, "--hash-mb", &HASH_SIZES)? as usize;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if arguments.files.is_empty() {
        return Err(ToolError::Arguments);
    }
    Ok(arguments)
}
