//! The whole command line of the program: its own flags and options, and every tool.

use std::io::Write;

use super::completions;
use super::launch::{Base, GROUPS, Launch};
use super::manual;
use crate::flags::{Count, Description, FlagDescription, Given, Group, OneOf, Operand, Syntax};
#[cfg(feature = "terminal")]
use crate::protocol::terminal;
use crate::session::options::{self, OPTIONS};
use crate::tools::{Body, Row, TOOLS, ToolError};

/// Every tool, in the order of the help.
pub fn tools() -> impl Iterator<Item = &'static Row> {
    TOOLS.iter().chain(OWN_TOOLS)
}

/// The tools that need the list of all tools.
static OWN_TOOLS: &[Row] = &[
    Row {
        name: "completions",
        summary: "writes the completions of a shell to standard output",
        details: "For bash: source <(obverse completions bash). For zsh, write them to a file \
                  _obverse in a folder of fpath. For fish: obverse completions fish | source.",
        exit_statuses: &[(0, "success"), (2, "the command line is wrong")],
        body: Body::Arguments(&COMPLETIONS, write_completions),
    },
    Row {
        name: "man",
        summary: "writes the manual page to standard output",
        details: "To read it: obverse man | man -l -",
        exit_statuses: &[(0, "success"), (2, "the command line is wrong")],
        body: Body::Arguments(&MAN, write_manual),
    },
];

const COMPLETIONS: Syntax<Option<&'static completions::Row>> = Syntax {
    command: "completions",
    usage: &["SHELL"],
    operands: &[Operand {
        name: "SHELL",
        count: Count::One,
        summary: "the shell",
        field: &Given {
            kind: OneOf {
                all: || completions::SHELLS.iter().collect(),
                name: |row: &&completions::Row| row.name,
            },
            set: |shell: &mut Option<_>, row| *shell = Some(row),
        },
    }],
    groups: &[],
};

const MAN: Syntax<()> = Syntax {
    command: "man",
    usage: &[""],
    operands: &[],
    groups: &[],
};

fn write_completions(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    if let Some(shell) = COMPLETIONS.parse(words)?.arguments {
        let tools: Vec<&Row> = tools().collect();
        output.write_all((shell.write)(&describe(), &tools).as_bytes())?;
    }
    Ok(output.flush()?)
}

fn write_manual(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    MAN.parse(words)?;
    let tools: Vec<&Row> = tools().collect();
    output.write_all(manual::write(&describe(), &tools).as_bytes())?;
    Ok(output.flush()?)
}

/// The command line without a tool. The options come after the program's own flags.
pub(super) fn describe() -> Description {
    let mut start = Launch::new(&Base::new(0));
    let describe = |group: &Group<Launch>| {
        let flags = group.flags.iter().map(|flag| flag.describe(&mut start));
        (group.title, flags.collect())
    };
    let mut groups: Vec<_> = GROUPS.iter().map(describe).collect();
    let options = OPTIONS.iter().map(|row| describe_option(row)).collect();
    groups.insert(1, ("Options, which can also be set in a dialogue", options));
    Description {
        command: "",
        usage: &[
            "[--weights FILE] [--cpu LEVEL] [PROTOCOL] [FLAG ...] [--OPTION VALUE ...]",
            "[--weights FILE] [--cpu LEVEL] TOOL [ARGUMENT ...]",
        ],
        operands: Vec::new(),
        groups,
    }
}

/// The default of an option, and the one at a terminal if that differs.
pub fn default_of(row: &options::Row) -> String {
    let default = row.default();
    #[cfg(feature = "terminal")]
    if let Some((_, own)) = terminal::DEFAULTS.iter().find(|(other, _)| *other == row) {
        return format!("{default}, or {own} at a terminal");
    }
    default
}

/// The usual spelling of an option on the command line.
pub(super) fn option_flag(row: &options::Row) -> String {
    format!("--{}", row.name.replace('_', "-"))
}

/// An option as a flag of the command line.
pub(super) fn describe_option(row: &options::Row) -> FlagDescription {
    FlagDescription {
        names: vec![option_flag(row)],
        variable: row.variable,
        summary: row.summary,
        details: row.details,
        kind: row.kind(),
        default: Some(default_of(row)),
    }
}
