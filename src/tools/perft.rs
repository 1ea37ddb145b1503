//! `obverse perft`: the size of the game tree, and how fast it is walked.

use std::io::Write;
use std::time::Instant;

use super::{Row, ToolError};
use crate::board::Position;
use crate::board::perft::perft;

pub(super) const ROW: Row = Row {
    name: "perft",
    args: "DEPTH [BOARD]",
    summary: "counts the lines of play to each depth up to DEPTH",
    help: HELP,
    run,
};

const HELP: &str = "
  DEPTH         1 to 20
  BOARD         64 squares from a1 on, and the side to move; the start by default
";

/// Deeper counts take years and would not fit.
const DEEPEST: u32 = 20;

fn run(args: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let (depth, board) = match args {
        [depth] => (depth, None),
        [depth, board] => (depth, Some(board)),
        _ => return Err(ToolError::Arguments),
    };
    let depth: u32 = depth
        .parse()
        .ok()
        .filter(|depth| (1..=DEEPEST).contains(depth))
        .ok_or_else(|| ToolError::Value(format!("DEPTH: expected 1 to {DEEPEST}")))?;
    let position: Position = match board {
        None => Position::START,
        Some(text) => text
            .parse()
            .map_err(|error| ToolError::Value(format!("BOARD: {error}")))?,
    };
    for depth in 1..=depth {
        let start = Instant::now();
        let count = perft(&position, depth);
        let millions = count as f64 / start.elapsed().as_secs_f64() / 1e6;
        writeln!(output, "{depth} {count} {millions:.1} M/s")?;
        output.flush()?;
    }
    Ok(())
}
