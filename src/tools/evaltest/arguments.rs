//! The command line of `obverse evaltest`.

use crate::flags::{Count, File, Flag, Given, Group, Operand, Setting, Syntax, Whole};
use crate::session::options::{DEEPEST, HASH_SIZES, THREAD_COUNTS};
use crate::tools::problems::{Numbers, Selection};

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

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            files: Vec::new(),
            only: Selection::default(),
            depth: 0,
            threads: 1,
            // Small, since it is cleared for each position.
            hash_mb: 16,
        }
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "evaltest",
    usage: &["FILE ... [FLAG ...]"],
    operands: &[Operand {
        name: "FILE",
        count: Count::Some,
        summary: "OBF file: on each line a board and the scores of its moves; - is standard input",
        field: &Given {
            kind: File,
            set: |arguments: &mut Arguments, file| arguments.files.push(file),
        },
    }],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    Flag::new(
        &["--depth"],
        "PLIES",
        "search this deep; 0 measures the evaluation alone",
        &Setting {
            kind: Whole::new(0, DEEPEST as u64),
            get: |arguments: &Arguments| arguments.depth,
            set: |arguments, depth| arguments.depth = depth,
        },
    ),
    Flag::new(
        &["--only"],
        "NUMBERS",
        "judge only these positions, such as 3 or 40-49,52",
        &Given {
            kind: Numbers,
            set: |arguments: &mut Arguments, numbers| arguments.only = numbers,
        },
    ),
    Flag::new(
        &["--threads"],
        "N",
        "judge this many positions at once",
        &Setting {
            kind: THREAD_COUNTS,
            get: |arguments: &Arguments| arguments.threads as u32,
            set: |arguments, threads| arguments.threads = threads as usize,
        },
    )
    .details("The figures are the same for any number."),
    Flag::new(
        &["--hash-mb"],
        "MB",
        "size of the transposition table of each thread in megabytes",
        &Setting {
            kind: HASH_SIZES,
            get: |arguments: &Arguments| arguments.hash_mb as u32,
            set: |arguments, megabytes| arguments.hash_mb = megabytes as usize,
        },
    ),
];
