//! `obverse perft`: counts the leaves of the game tree, and measures the speed.

mod transpositions;

use std::io::Write;
use std::time::Instant;

use super::{Body, Row, ToolError};
use crate::board::Position;
use crate::flags::{Count, Flag, Given, Group, Kind, Operand, Setting, Syntax, ValueKind, Whole};
use crate::session::options::{HashSize, THREAD_COUNTS};

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
    threads: u32,
    hash_mb: Option<u32>,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            depth: 0,
            board: Position::START,
            threads: 1,
            hash_mb: None,
        }
    }
}

const SYNTAX: Syntax<Arguments> = Syntax {
    command: "perft",
    usage: &["DEPTH [BOARD] [FLAG ...]"],
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
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    Flag::new(
        &["--threads"],
        "N",
        "count with this many threads",
        &Setting {
            kind: THREAD_COUNTS,
            get: |arguments: &Arguments| arguments.threads,
            set: |arguments, threads| arguments.threads = threads,
        },
    ),
    Flag::new(
        &["--hash-mb"],
        "MB",
        "search only once below positions that several sequences reach, and use this much memory \
         to find them",
        &Given {
            kind: HashSize,
            set: |arguments: &mut Arguments, megabytes| arguments.hash_mb = Some(megabytes),
        },
    )
    .default("each sequence is counted on its own")
    .details(
        "Rotated and reflected positions are searched only once, too. The counts are the same, but \
         the speed is no longer that of the rules.",
    ),
];

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
    let arguments = SYNTAX.parse(words)?.arguments;
    let memory = arguments
        .hash_mb
        .map(|megabytes| (megabytes as usize) << 20);
    let threads = arguments.threads as usize;
    for depth in 1..=arguments.depth {
        let start = Instant::now();
        let count = transpositions::count(&arguments.board, depth, memory, threads);
        let millions = count as f64 / start.elapsed().as_secs_f64() / 1e6;
        writeln!(output, "{depth} {count} {millions:.1} M/s")?;
        output.flush()?;
    }
    Ok(())
}
