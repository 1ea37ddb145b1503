//! Commands that describe the program.

use super::{COMMANDS, Call, Refused};
use crate::protocol::Output;
use crate::protocol::edax::settings;
use crate::protocol::text::say;
use crate::version::{NAME, VERSION};

pub(super) fn help(call: &mut Call<'_>) -> Result<(), Refused> {
    let mut list = |names: &str, variable: &str, summary: &str| {
        let usage = format!("{names} {variable}");
        say(&format!("{usage:<20} {summary}"), &mut call.output.replies);
    };
    list("D3", "", "play a move; PS is a pass");
    for command in COMMANDS {
        list(&command.names.join(", "), command.variable, command.summary);
    }
    list("quit, q, exit", "", "end the dialogue");
    Ok(())
}

pub(super) fn options(call: &mut Call<'_>) -> Result<(), Refused> {
    for flag in settings::GROUPS.iter().flat_map(|group| group.flags) {
        let names = format!("{} {}", flag.names.join(", "), flag.variable);
        let line = format!("{names:<26} {}", flag.summary);
        say(&line, &mut call.output.replies);
    }
    Ok(())
}

pub(super) fn version(call: &mut Call<'_>) -> Result<(), Refused> {
    tell_version(call.output);
    Ok(())
}

/// Writes the version to standard error.
pub(in crate::protocol::edax) fn tell_version(output: &mut Output) {
    let text = format!("{NAME} version {VERSION}\n");
    output.remarks.extend_from_slice(text.as_bytes());
}

pub(super) fn opening(call: &mut Call<'_>) -> Result<(), Refused> {
    say("?", &mut call.output.replies);
    Ok(())
}
