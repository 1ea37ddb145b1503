//! The command line of `obverse convert`.

use crate::flags::{Count, File, Flag, Given, Group, Operand, Switch, Syntax};
use crate::formats::{Row, Squares};
use crate::tools::arguments::{self, FORMAT_NAMES};
use crate::tools::source::Reading;

/// What to convert.
#[derive(Default)]
pub(super) struct Arguments {
    pub(super) inputs: Vec<String>,
    pub(super) output: String,
    pub(super) reading: Reading,
    pub(super) to: Option<&'static Row>,
    has_plain_squares: bool,
}

impl AsMut<Reading> for Arguments {
    fn as_mut(&mut self) -> &mut Reading {
        &mut self.reading
    }
}

impl Arguments {
    /// How to write squares in SGF.
    pub(super) fn squares(&self) -> Squares {
        match self.has_plain_squares {
            true => Squares::Plain,
            false => Squares::Letters(self.reading.rows),
        }
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "convert",
    usage: &["IN ... OUT [FLAG ...]"],
    operands: &[
        Operand {
            name: "IN",
            count: Count::Some,
            summary: "files to read; - is standard input",
            field: &Given {
                kind: File,
                set: |arguments: &mut Arguments, file| arguments.inputs.push(file),
            },
        },
        Operand {
            name: "OUT",
            count: Count::One,
            summary: "file to write all games to; - is standard output",
            field: &Given {
                kind: File,
                set: |arguments: &mut Arguments, file| arguments.output = file,
            },
        },
    ],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    arguments::from(),
    Flag::new(
        &["--to"],
        "FORMAT",
        "write OUT in this format",
        &Given {
            kind: FORMAT_NAMES,
            set: |arguments: &mut Arguments, format| arguments.to = Some(format),
        },
    )
    .details("By default, the format is taken from the file extension of OUT."),
    arguments::gogui_rows().details(
        "This applies to input files without a GM property, and to OUT, which is then written \
         without one. For input files, it is needed only if they contain a position set up in \
         GoGui.",
    ),
    Flag::new(
        &["--plain-squares"],
        "",
        "write squares in SGF as f5, as Edax does",
        &Switch(|arguments: &mut Arguments| arguments.has_plain_squares = true),
    )
    .details("With this flag, --gogui-rows applies only to input files."),
];
