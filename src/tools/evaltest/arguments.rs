//! The command line of `obverse evaltest`.

use crate::flags::{Count, File, Flag, Given, Group, Operand, Place, Syntax, Whole};
use crate::session::options::{DEEPEST, HashSize, THREAD_COUNTS};
use crate::tools::arguments;
use crate::tools::problems::Selection;

/// What to measure.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) files: Vec<String>,
    pub(super) only: Selection,
    /// The search depth; 0 measures the evaluation alone.
    pub(super) depth: u32,
    pub(super) threads: u32,
    /// The size of the table of each thread.
    pub(super) hash_mb: u32,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            files: Vec::new(),
            only: Selection::default(),
            depth: 0,
            threads: 1,
            // Small, because it is cleared for each position.
            hash_mb: 16,
        }
    }
}

impl AsMut<Selection> for Arguments {
    fn as_mut(&mut self) -> &mut Selection {
        &mut self.only
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "evaltest",
    usage: &["FILE ... [FLAG ...]"],
    operands: &[Operand {
        name: "FILE",
        count: Count::Some,
        summary: "OBF file with a board and the scores of its moves on each line; - is standard \
                  input",
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
        &Place(
            Whole::new(0, DEEPEST as u64),
            |arguments: &mut Arguments| &mut arguments.depth,
        ),
    ),
    arguments::only("evaluate only these positions, such as 3 or 40-49,52"),
    arguments::work_threads(
        "evaluate this many positions at once",
        &Place(THREAD_COUNTS, |arguments: &mut Arguments| {
            &mut arguments.threads
        }),
    ),
    arguments::hash_mb(&Place(HashSize, |arguments: &mut Arguments| {
        &mut arguments.hash_mb
    }))
    .details("Each thread has a table of this size."),
];
