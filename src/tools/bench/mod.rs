//! `obverse bench`: what this build does, and how fast.
//!
//! The section `search` ends with a line `Bench: N`, the fingerprint of
//! behaviour: a change that leaves it alone has changed no search. `midgame` and
//! `endgame` show what it has of the engine in detail. The others measure, and
//! their figures are as noisy as the machine.

mod dialogue;
mod endgame;
mod kernels;
mod midgame;
mod reach;
mod search;
mod suite;
mod tally;

use std::io::Write;

use super::{Row, ToolError};
use endgame::ENDGAME;
use midgame::MIDGAME;

pub(super) const ROW: Row = Row {
    name: "bench",
    args: "[SECTION ...]",
    summary: "measures this build: kernels, dialogue, reach, midgame, endgame, search; all of them by default",
    help: HELP,
    run,
};

const HELP: &str = "
  kernels       the innermost functions, each that this CPU can run
  dialogue      how long a command takes
  reach         how far each algorithm comes in one second
  midgame       the engine on positions in the middle of the game
  endgame       the engine on positions that it solves
  search        the fingerprint of behaviour
";

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

fn run(args: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    if args == [dialogue::ECHO] {
        return Ok(dialogue::echo(output)?);
    }
    let is_section = |name: &String| SECTIONS.iter().any(|section| section.name == name);
    if let Some(name) = args.iter().find(|name| !is_section(name)) {
        let names: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
        return Err(ToolError::Value(format!(
            "bench {name}: expected {}",
            names.join(", ")
        )));
    }
    let is_wanted =
        |section: &&Section| args.is_empty() || args.iter().any(|name| name == section.name);
    SECTIONS
        .iter()
        .filter(is_wanted)
        .try_for_each(|section| (section.run)(output))
}
