//! `obverse bench`: a fingerprint of this build's behaviour, and its speed.
//!
//! The section `search` ends with a line `Bench: N`, the fingerprint: as long as it stays
//! the same, no search has changed. `midgame` and `endgame` show the engine's part of it in
//! detail. The other sections measure time, so their results vary from run to run.

mod dialogue;
mod endgame;
mod kernels;
mod machine;
mod midgame;
mod reach;
mod search;
mod suite;
mod tally;

use std::io::Write;
#[cfg(feature = "config")]
use std::path::PathBuf;
use std::time::Duration;

use super::{Body, Row, ToolError};
use crate::cpu;
#[cfg(feature = "config")]
use crate::flags::File;
#[cfg(any(feature = "config", feature = "tools"))]
use crate::flags::Switch;
use crate::flags::{Count, Flag, Given, Group, OneOf, Operand, Setting, Syntax, UsageError, Whole};
use endgame::ENDGAME;
use midgame::MIDGAME;

pub(super) const ROW: Row = Row {
    name: "bench",
    summary: "measures the speed of this build, and takes a fingerprint of its search",
    details: "The section `search` ends with the fingerprint, a number that changes if any search \
              behaves differently.\n\n`obverse bench machine` tells in a minute what this machine can do: \
              its speed, and the levels that fit into a given time.",
    exit_statuses: &[
        (0, "success"),
        (1, "a file could not be written"),
        (2, "the command line is wrong"),
        (130, "interrupted by Ctrl-C"),
    ],
    body: Body::Arguments(&SYNTAX, run),
};

struct Section {
    name: &'static str,
    run: fn(&Arguments, &mut dyn Write) -> Result<(), ToolError>,
}

/// The fingerprint comes last, where it is easy to find.
static SECTIONS: &[Section] = &[
    Section {
        name: "kernels",
        run: |_, output| kernels::run(output),
    },
    Section {
        name: "dialogue",
        run: |_, output| dialogue::run(output),
    },
    Section {
        name: "reach",
        run: |_, output| reach::run(output),
    },
    Section {
        name: "midgame",
        run: |_, output| Ok(MIDGAME.write(output)?),
    },
    Section {
        name: "endgame",
        run: |_, output| Ok(ENDGAME.write(output)?),
    },
    Section {
        name: "search",
        run: |_, output| search::run(output),
    },
    MACHINE,
];

const MACHINE: Section = Section {
    name: "machine",
    run: machine::run,
};

#[derive(Default)]
struct Arguments {
    sections: Vec<&'static Section>,
    seconds: Seconds,
    is_json: bool,
    #[cfg(feature = "config")]
    config: Option<PathBuf>,
    #[cfg(feature = "config")]
    overwrites: bool,
    /// A flag that was given although it is only for `machine`.
    flag_of_machine: Option<&'static str>,
}

/// How long `machine` takes.
struct Seconds(u32);

impl Default for Seconds {
    fn default() -> Seconds {
        Seconds(machine::SECONDS)
    }
}

impl Arguments {
    /// Checks that no flag is given without what it needs.
    fn check(&self) -> Result<(), UsageError> {
        let is_alone = matches!(&self.sections[..], [section] if section.name == MACHINE.name);
        match self.flag_of_machine {
            Some(flag) if !is_alone => {
                Err(UsageError::Conflict(flag, "machine as the only section"))
            }
            _ => Ok(()),
        }?;
        #[cfg(feature = "config")]
        if self.overwrites && self.config.is_none() {
            return Err(UsageError::Conflict("--overwrite", "--write-config"));
        }
        Ok(())
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds.0.into())
    }

    /// Whether a section is to be run. The fingerprint comes last by default.
    fn wants(&self, section: &Section) -> bool {
        match self.sections.is_empty() {
            true => section.name != MACHINE.name,
            false => self
                .sections
                .iter()
                .any(|chosen| chosen.name == section.name),
        }
    }
}

const SYNTAX: Syntax<Arguments> = Syntax {
    command: "bench",
    usage: &["[SECTION ...]", "machine [FLAG ...]"],
    operands: &[Operand {
        name: "SECTION",
        count: Count::Any,
        summary: "what to measure. kernels: each version of the innermost functions in the \
                  code for this CPU; dialogue: the time that a command takes; reach: the depth that \
                  each algorithm reaches in one second; midgame, endgame: the engine on such \
                  positions; search: the fingerprint; machine: what this machine can do. By default \
                  all but machine",
        field: &Given {
            kind: OneOf {
                all: || SECTIONS.iter().collect(),
                name: |section| section.name,
            },
            set: |arguments: &mut Arguments, section| arguments.sections.push(section),
        },
    }],
    groups: &[Group {
        title: "Flags of machine",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    Flag::new(
        &["--seconds"],
        "N",
        "take about this long",
        &Setting {
            kind: Whole::new(1, 3600),
            get: |arguments: &Arguments| arguments.seconds.0,
            set: |arguments, seconds| {
                arguments.flag_of_machine = Some("--seconds");
                arguments.seconds.0 = seconds;
            },
        },
    )
    .details("With less time, the figures are less accurate, and high levels are not tested."),
    #[cfg(feature = "tools")]
    Flag::new(
        &["--json"],
        "",
        "write one line of JSON instead of tables",
        &Switch(|arguments: &mut Arguments| {
            arguments.flag_of_machine = Some("--json");
            arguments.is_json = true;
        }),
    ),
    #[cfg(feature = "config")]
    Flag::new(
        &["--write-config"],
        "FILE",
        "write the options that play a move a second to this configuration file",
        &Given {
            kind: File,
            set: |arguments: &mut Arguments, path| {
                arguments.flag_of_machine = Some("--write-config");
                arguments.config = Some(path.into());
            },
        },
    )
    .details(
        "obverse --config FILE reads it; obverse --help says which file is read at a terminal \
         without that. The folder is created if it does not exist. An existing file is refused.",
    ),
    #[cfg(feature = "config")]
    Flag::new(
        &["--overwrite"],
        "",
        "let --write-config replace an existing file",
        &Switch(|arguments: &mut Arguments| {
            arguments.flag_of_machine = Some("--overwrite");
            arguments.overwrites = true;
        }),
    ),
];

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    if words == [dialogue::ECHO] {
        return Ok(dialogue::echo(output)?);
    }
    let arguments = SYNTAX.parse(words)?.arguments;
    arguments.check()?;
    #[cfg(feature = "config")]
    machine::check(&arguments)?;
    if !arguments.is_json {
        writeln!(output, "CPU level: {}", cpu::level())?;
    }
    let is_wanted = |section: &&Section| arguments.wants(section);
    SECTIONS
        .iter()
        .filter(is_wanted)
        .try_for_each(|section| (section.run)(&arguments, output))
}
