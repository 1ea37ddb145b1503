//! Commands about the engine, and other simple ones.

use super::{COMMANDS, Call, Command, find};
use crate::protocol::gtp::args::Args;
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::session::options::OPTIONS;
use crate::system;
use crate::version::{NAME, VERSION};

pub(super) fn protocol_version(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok("2".into())
}

pub(super) fn name(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(NAME.into())
}

pub(super) fn version(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(VERSION.into())
}

pub(super) fn title(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(format!("{NAME} {VERSION}").into())
}

pub(super) fn known_command(call: &mut Call<'_>) -> Result<Reply, Failure> {
    Ok(find(call.args.word()?).is_some().to_string().into())
}

pub(super) fn list_commands(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    Ok(names.join("\n").into())
}

pub(super) fn help(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let line = |command: &Command| {
        let usage = format!("{} {}", command.name, command.args);
        format!("{:<34} {}", usage.trim_end(), command.summary)
    };
    match call.args {
        Args(b"") => Ok(COMMANDS
            .iter()
            .map(line)
            .collect::<Vec<_>>()
            .join("\n")
            .into()),
        args => {
            let command = find(args.word()?).ok_or(Failure::Fixed("unknown command"))?;
            Ok(line(command).into())
        }
    }
}

pub(super) fn list_games(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok("Othello".into())
}

pub(super) fn set_game(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let Args(name) = call.args;
    if name.is_empty() {
        return Err(Failure::Syntax);
    }
    let is_ours = [&b"Othello"[..], b"Reversi"]
        .iter()
        .any(|game| name.eq_ignore_ascii_case(game));
    if is_ours {
        Ok(Reply::done())
    } else {
        Err(Failure::Fixed("unsupported game"))
    }
}

pub(super) fn describe_engine(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let mut lines = vec![format!("{NAME} {VERSION}")];
    let options = call.session.options();
    lines.extend(
        OPTIONS
            .iter()
            .map(|row| format!("{} {}", row.name, row.get(options))),
    );
    Ok(lines.join("\n").into())
}

pub(super) fn cpu_time(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let time = system::cpu_time().ok_or(Failure::Fixed("not known on this system"))?;
    Ok(format!("{:.3}", time.as_secs_f64()).into())
}

pub(super) fn echo(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let Args(text) = call.args;
    Ok(Reply::Say(text.to_vec()))
}

pub(super) fn echo_err(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let Args(text) = call.args;
    call.remarks.extend_from_slice(text);
    call.remarks.push(b'\n');
    Ok(Reply::Say(text.to_vec()))
}

/// The driver has already stopped the search.
pub(super) fn stop(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(Reply::done())
}

pub(super) fn quit(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(Reply::Quit)
}
