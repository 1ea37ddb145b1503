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
    let protocols = match engine {
        Some((_, program)) => vec![program.protocol],
        None => PROTOCOLS.to_vec(),
    };
    check_names(&protocols, &arguments.only)?;
    for protocol in protocols {
        for check in chosen(protocol, &arguments.only) {
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
    check_names(&[program.protocol], &arguments.only)?;
    let checks: Vec<_> = chosen(program.protocol, &arguments.only).collect();
    let suite = suite(program.protocol);
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

/// Fails unless one of the protocols has each of these checks.
fn check_names(protocols: &[Protocol], only: &[String]) -> Result<(), ToolError> {
    let names = || {
        let checks = protocols
            .iter()
            .flat_map(|&protocol| suite(protocol).checks());
        checks.map(|check| check.name)
    };
    let Some(name) = only.iter().find(|name| names().all(|known| known != *name)) else {
        return Ok(());
    };
    let advice = match (nearest(name, names()), protocols) {
        (Some(word), _) => format!("did you mean {word}?"),
        (None, [protocol]) => {
            let protocol = protocol.name();
            format!("expected one of obverse check --list for {protocol}")
        }
        (None, _) => "expected one of obverse check --list".to_string(),
    };
    Err(ToolError::Value(format!(
        "--only {name}: unknown check, {advice}"
    )))
}

/// The checks with these names, or all of them.
fn chosen(protocol: Protocol, only: &[String]) -> impl Iterator<Item = &'static Check> {
    let is_chosen = |check: &&Check| only.is_empty() || only.iter().any(|name| name == check.name);
    suite(protocol).checks().filter(is_chosen)
}
