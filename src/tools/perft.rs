//! `obverse perft`: counts the leaves of the game tree, and measures the speed.

use std::io::Write;
use std::time::Instant;

use super::{Body, Row, ToolError};
use crate::board::Position;
use crate::board::perft;
use crate::flags::{Count, Given, Kind, Operand, Syntax, ValueKind, Whole};

pub(super) const ROW: Row = Row {
    name: "perft",
    summary: "counts the move sequences of each length up to DEPTH, and measures the speed",
    details: "A forced pass counts as a ply.",
    exit_statuses: &[(0, "success"), (2, "the command line is wrong")],
    body: Body::Arguments(&SYNTAX, run),
};

/// Deeper searches would take years, and their counts would overflow.
const DEPTHS: Whole<u32> = Whole::new(1, 20);

struct Arguments {
    depth: u32,
    board: Position,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            depth: 0,
            board: Position::START,
        }
    }
}

const SYNTAX: Syntax<Arguments> = Syntax {
    command: "perft",
    usage: &["DEPTH [BOARD]"],
    operands: &[
        Operand {
            name: "DEPTH",
            count: Count::One,
            summary: "the maximum length in plies",
            field: &Given {
                kind: DEPTHS,
                set: |arguments: &mut Arguments, depth| arguments.depth = depth,
            },
        },
        Operand {
            name: "BOARD",
            count: Count::Optional,
            summary: "64 squares from a1 to h8, and the side to move; by default the start \
                      position",
            field: &Given {
                kind: Board,
                set: |arguments: &mut Arguments, board| arguments.board = board,
            },
        },
    ],
    groups: &[],
};

struct Board;

impl ValueKind for Board {
    type Value = Position;

    fn kind(&self) -> Kind {
        Kind::Text("64 squares, X, O or -, and the side to move")
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        text.parse().map_err(|error| format!("{error}"))
    }

    fn format(&self, board: &Position) -> String {
        board.to_string()
    }
}

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let Arguments { depth, board } = SYNTAX.parse(words)?.arguments;
    for depth in 1..=depth {
        let start = Instant::now();
        let count = perft(&board, depth);
        let millions = count as f64 / start.elapsed().as_secs_f64() / 1e6;
        writeln!(output, "{depth} {count} {millions:.1} M/s")?;
        output.flush()?;
    }
    Ok(())
}
