//! What a shell can complete a value to.

use crate::flags::{Description, Kind};
use crate::protocol::PROTOCOLS;
use crate::tools::Row;

/// What a shell can complete a value to.
pub(super) enum Candidates {
    /// These words.
    Words(Vec<&'static str>),
    /// The names of files.
    Files,
    /// Nothing.
    None,
}

impl From<&Kind> for Candidates {
    fn from(kind: &Kind) -> Candidates {
        match kind {
            Kind::Choice(words) => Candidates::Words(words.clone()),
            Kind::File(_) => Candidates::Files,
            Kind::Switch | Kind::Number(..) | Kind::Decimal(_) | Kind::Text(_) => Candidates::None,
        }
    }
}

/// The command line of each tool, and of each command of a tool.
pub(super) fn commands(tools: &[&Row]) -> Vec<Description> {
    tools.iter().flat_map(|row| row.descriptions()).collect()
}

/// The tools that have commands, each with their names.
pub(super) fn families<'a>(
    commands: &'a [Description],
    tools: &'a [&Row],
) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> + 'a {
    tools.iter().filter_map(|row| {
        let behind = |description: &Description| {
            let (tool, command) = description.command.split_once(' ')?;
            (tool == row.name).then_some(command)
        };
        let names: Vec<&str> = commands.iter().filter_map(behind).collect();
        (!names.is_empty()).then_some((row.name, names))
    })
}

/// The words that select a protocol.
pub(super) fn protocols() -> Vec<&'static str> {
    PROTOCOLS.iter().map(|row| row.name).collect()
}
