//! `obverse bench`: a fingerprint of this build's behaviour, and its speed.
//!
//! The section `search` ends with a line `Bench: N`, the fingerprint: as long as it stays
//! the same, no search has changed. `midgame` and `endgame` show the engine's part of it in
//! detail. The other sections measure time, so their results vary from run to run.

mod dialogue;
mod endgame;
mod kernels;
mod midgame;
mod reach;
mod search;
mod suite;
mod tally;

use std::io::Write;

use super::{Body, Row, ToolError};
use crate::cpu;
use crate::flags::{Count, Given, OneOf, Operand, Syntax};
use endgame::ENDGAME;
use midgame::MIDGAME;

pub(super) const ROW: Row = Row {
    name: "bench",
    summary: "measures the speed of this build, and takes a fingerprint of its search",
    details: "The section `search` ends with the fingerprint, a number that changes if any search \
              behaves differently.",
    exit_statuses: &[(0, "success"), (2, "the command line is wrong")],
    body: Body::Arguments(&SYNTAX, run),
};

struct Section {
    name: &'static str,
    run: fn(&mut dyn Write) -> Result<(), ToolError>,
}

/// The fingerprint comes last, where it is easy to find.
static SECTIONS: &[Section] = &[
    Section {
        name: "kernels",
        run: kernels::run,
    },
    Section {
        name: "dialogue",
        run: dialogue::run,
    },
    Section {
        name: "reach",
        run: reach::run,
    },
    Section {
        name: "midgame",
        run: |output| Ok(MIDGAME.write(output)?),
    },
    Section {
        name: "endgame",
        run: |output| Ok(ENDGAME.write(output)?),
    },
    Section {
        name: "search",
        run: search::run,
    },
];

#[derive(Default)]
struct Arguments {
    sections: Vec<&'static Section>,
}

const SYNTAX: Syntax<Arguments> = Syntax {
    command: "bench",
    usage: &["[SECTION ...]"],
    operands: &[Operand {
        name: "SECTION",
        count: Count::Any,
        summary: "what to measure. kernels: each version of the innermost functions in the \
                  code for this CPU; dialogue: the time that a command takes; reach: the depth that \
                  each algorithm reaches in one second; midgame, endgame: the engine on such \
                  positions; search: the fingerprint. By default all of them",
        field: &Given {
            kind: OneOf {
                all: || SECTIONS.iter().collect(),
                name: |section| section.name,
            },
            set: |arguments: &mut Arguments, section| arguments.sections.push(section),
        },
    }],
    groups: &[],
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    if words == [dialogue::ECHO] {
        return Ok(dialogue::echo(output)?);
    }
    let chosen = SYNTAX.parse(words)?.arguments.sections;
    writeln!(output, "CPU level: {}", cpu::level())?;
    let is_wanted = |section: &&Section| {
        chosen.is_empty() || chosen.iter().any(|chosen| chosen.name == section.name)
    };
    SECTIONS
        .iter()
        .filter(is_wanted)
        .try_for_each(|section| (section.run)(output))
}
