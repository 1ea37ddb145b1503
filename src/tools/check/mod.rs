//! `obverse check`: holds dialogues with another engine, and says where it falls short of
//! what clients expect of its protocol.
//!
//! The [suite](mod@suite) of a protocol is a table of checks, whose dialogues are about a few
//! [`game`]s. The [bench](mod@bench) runs each check in a [`dialogue`] with a process of the
//! engine. The [`report`] shows the [`outcome`], with the [`bytes`] that were written.

mod arguments;
mod bench;
mod bytes;
mod dialogue;
mod edax;
mod ending;
mod game;
mod gtp;
mod nboard;
mod outcome;
mod report;
mod suite;
mod universal;

use std::io::Write;

use super::interrupt::Interrupt;
use super::program::{Accepted, Named, Program, Protocol, read_words};
use super::terminal::Progress;
use super::{Body, Row, ToolError};
use crate::flags::nearest;
use arguments::Arguments;
use bench::Bench;
use report::Total;
use suite::{Check, Suite};

pub(super) const ROW: Row = Row {
    name: "check",
    summary: "checks whether an engine keeps to its protocol as clients need it",
    details: "Each check holds a dialogue with the engine. A check that a client depends on fails; \
              one that is a wish falls short, which does not count for the exit status.",
    exit_statuses: &[
        (0, "no check failed"),
        (1, "a check failed, or the engine could not be started"),
        (2, "the command line is wrong"),
        (130, "interrupted by Ctrl-C"),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

const PROTOCOLS: &[Protocol] = &[
    Protocol::Gtp,
    Protocol::NBoard,
    Protocol::Edax,
    Protocol::Uci,
    Protocol::Ugi,
];

const ACCEPTED: Accepted = Accepted {
    protocols: PROTOCOLS,
    keys: "name, cmd, protocol, dir, env, init, restart",
    needed: "cmd",
};

fn suite(protocol: Protocol) -> &'static Suite {
    match protocol {
        Protocol::Gtp => &gtp::SUITE,
        Protocol::NBoard => &nboard::SUITE,
        Protocol::Edax => &edax::SUITE,
        Protocol::Uci => &universal::UCI,
        Protocol::Ugi => &universal::UGI,
    }
}

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::SYNTAX.parse(words)?.arguments;
    let engine = match &arguments.engine {
        Some(text) => Some(
            read_engine(text)
                .map_err(|problem| ToolError::Value(format!("--engine {text}: {problem}")))?,
        ),
        None => None,
    };
    match engine {
        engine if arguments.lists => list(engine, &arguments, output),
        Some((name, program)) => {
            let named = |error| match error {
                ToolError::Failed(text) => ToolError::Failed(format!("{name}: {text}")),
                error => error,
            };
            check(&program, &arguments, output).map_err(named)
        }
        None => Err(arguments::SYNTAX.bad_arguments().into()),
    }
}

/// The name and the program of a specification.
fn read_engine(text: &str) -> Result<(String, Program), String> {
    let Named { name, rest } = Named::new(read_words(text)?)?;
    let program = Program::new(rest, &ACCEPTED)?;
    let name = Named::name_or(name, program.file_name())?;
    Ok((name, program))
}

fn list(
    engine: Option<(String, Program)>,
    arguments: &Arguments,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let only = engine.map(|(_, program)| program.protocol);
    let protocols = PROTOCOLS.iter().copied();
    for protocol in protocols.filter(|&protocol| only.is_none_or(|only| only == protocol)) {
        for check in suite(protocol).checks() {
            let line = report::listed(protocol.name(), check, arguments.is_json);
            writeln!(output, "{line}")?;
        }
    }
    Ok(())
}

fn check(
    program: &Program,
    arguments: &Arguments,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let suite = suite(program.protocol);
    let checks = chosen(suite, &arguments.only, program.protocol)?;
    let interrupt = Interrupt::install();
    let mut bench = Bench::start(program, suite, arguments.timeout, &interrupt)?;
    let progress = Progress::new(checks.len());
    let mut total = Total::default();
    for check in checks {
        progress.set_message(|| check.name.to_string());
        let finding = match bench.judge(check) {
            Err(ToolError::Interrupted) => break,
            finding => finding?,
        };
        total.add(&finding);
        progress.line(output, &report::finding(&finding, arguments.is_json))?;
        progress.step();
    }
    progress.line(output, &total.line(arguments.is_json))?;
    match total.failures.as_slice() {
        _ if interrupt.is_requested() => Err(ToolError::Interrupted),
        [] => Ok(()),
        failures => Err(ToolError::Failed(format!(
            "{} of {} checks failed: {}",
            failures.len(),
            total.checks(),
            failures.join(", ")
        ))),
    }
}

/// The checks with these names, or all of them.
fn chosen(
    suite: &Suite,
    only: &[String],
    protocol: Protocol,
) -> Result<Vec<&'static Check>, ToolError> {
    for name in only {
        let names = || suite.checks().map(|check| check.name);
        if !names().any(|known| known == name) {
            let advice = match nearest(name, names()) {
                Some(word) => format!("did you mean {word}?"),
                None => format!(
                    "expected one of obverse check --list for {}",
                    protocol.name()
                ),
            };
            let text = format!("--only {name}: unknown check, {advice}");
            return Err(ToolError::Value(text));
        }
    }
    let is_chosen = |check: &&Check| only.is_empty() || only.iter().any(|name| name == check.name);
    Ok(suite.checks().filter(is_chosen).collect())
}
