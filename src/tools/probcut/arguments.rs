//! The command line of `obverse probcut`.

use lexopt::{Arg, Parser};

use crate::flags::Whole;
use crate::session::options::THREAD_COUNTS;
use crate::tools::ToolError;
use crate::tools::arguments::number;

const POSITIONS: Whole<u64> = Whole::new(1, 1_000_000);

/// Shallower searches do not tell plies that are searched from plies that are
/// left out; deeper ones take days.
const DEPTH: Whole<u64> = Whole::new(6, 20);

const SEED: Whole<u64> = Whole::new(0, u64::MAX);

/// What to measure.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Arguments {
    pub(super) positions: u64,
    /// Of the deepest search that does not go to the end of the game.
    pub(super) depth: u32,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut arguments = Arguments {
        positions: 1000,
        depth: 10,
        seed: 1,
        threads: 1,
    };
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Long("positions") => {
                arguments.positions = number(&mut parser, "--positions", &POSITIONS)?
            }
            Arg::Long("depth") => arguments.depth = number(&mut parser, "--depth", &DEPTH)? as u32,
            Arg::Long("seed") => arguments.seed = number(&mut parser, "--seed", &SEED)?,
            Arg::Long("threads") => {
                arguments.threads = number(&mut parser, "--threads", &THREAD_COUNTS)? as usize
            }
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(arguments)
}
