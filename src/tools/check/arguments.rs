//! The command line of `obverse check`.

use std::time::Duration;

use crate::flags::{Flag, Given, Group, Seconds, Setting, Switch, Syntax, Text};
use crate::tools::arguments;

/// What to check, and what to show.
#[derive(Debug)]
pub(super) struct Arguments {
    /// The specification of the engine.
    pub(super) engine: Option<String>,
    /// The names of the checks to run; all of them if there is none.
    pub(super) only: Vec<String>,
    /// Whether to list the checks instead of running them.
    pub(super) lists: bool,
    pub(super) timeout: Duration,
    pub(super) is_json: bool,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            engine: None,
            only: Vec::new(),
            lists: false,
            timeout: Duration::from_secs(20),
            is_json: false,
        }
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "check",
    usage: &["--engine SPEC [FLAG ...]", "--list [--json]"],
    operands: &[],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    Flag::new(
        &["--engine"],
        "SPEC",
        "the engine to check, such as 'cmd=\"gtp-rhino -l 1\"' or 'cmd=\"edax -q\" protocol=edax'",
        &Given {
            kind: Text("cmd=COMMAND, and other words"),
            set: |arguments: &mut Arguments, spec| arguments.engine = Some(spec),
        },
    )
    .details(
        "SPEC is a list of words, split like a shell command line, as in `obverse match`. It has \
         cmd=COMMAND and, optionally, protocol=gtp, nboard, edax, uci or ugi, name=NAME, dir=FOLDER, \
         env=NAME=VALUE, init=LINE (a line to send after the greeting), and restart=on for a new \
         process for each check. env and init can be repeated.",
    ),
    Flag::new(
        &["--only"],
        "NAME",
        "run or list only this check; the flag can be repeated",
        &Given {
            kind: Text("the name of a check"),
            set: |arguments: &mut Arguments, name| arguments.only.push(name),
        },
    ),
    Flag::new(
        &["--list"],
        "",
        "list the checks and what they demand, of all protocols or of that of --engine",
        &Switch(|arguments: &mut Arguments| arguments.lists = true),
    ),
    Flag::new(
        &["--timeout"],
        "SECONDS",
        "how long to wait for an answer, a search included; 0 means no limit",
        &Setting {
            kind: Seconds,
            get: |arguments: &Arguments| Some(arguments.timeout),
            set: |arguments, timeout| arguments.timeout = timeout.unwrap_or(Seconds::NO_LIMIT),
        },
    ),
    arguments::json(&Switch(|arguments: &mut Arguments| {
        arguments.is_json = true
    }))
    .details("There is one line per check."),
];
