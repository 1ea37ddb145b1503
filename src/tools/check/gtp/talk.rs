//! Commands and replies, read leniently, so that a check finds only what it looks for.

use std::time::Duration;

use crate::board::{Color, Move};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::game;
use crate::tools::check::outcome::{Outcome, demand, short, skip};

/// How long a line of a reply may follow the one before it. The empty line at the end may
/// be missing.
const PAUSE: Duration = Duration::from_millis(300);

/// A reply.
pub(super) struct Reply {
    pub(super) is_success: bool,
    /// The text, without the ID.
    pub(super) text: String,
    /// The whole first line.
    pub(super) line: String,
}

/// Sends a command, and reads the reply.
pub(super) fn ask(dialogue: &mut Dialogue<'_>, command: &str) -> Outcome<Reply> {
    dialogue.send(&format!("{command}\n"))?;
    read(dialogue, command)
}

/// Reads the reply to a command.
pub(super) fn read(dialogue: &mut Dialogue<'_>, command: &str) -> Outcome<Reply> {
    let what = format!("the reply to {}", quoted(command));
    let is_reply = |line: &str| line.starts_with(['=', '?']).then(|| line.to_string());
    let line = dialogue.find(&what, is_reply)?;
    let mut text = line[1..]
        .trim_start_matches(|letter: char| letter.is_ascii_digit())
        .trim()
        .to_string();
    while let Some(more) = dialogue.line_within(PAUSE)?.filter(|line| !line.is_empty()) {
        text.push('\n');
        text += &more;
    }
    Ok(Reply {
        is_success: line.starts_with('='),
        text: text.trim().to_string(),
        line,
    })
}

/// Sends a command that must succeed, and returns the text of the reply.
pub(super) fn accept(dialogue: &mut Dialogue<'_>, command: &str) -> Outcome<String> {
    let reply = ask(dialogue, command)?;
    demand(reply.is_success, || {
        format!("{} was refused: {}", quoted(command), quoted(&reply.line))
    })?;
    Ok(reply.text)
}

/// Sends a command that must fail, and returns the text of the reply.
pub(super) fn refuse(dialogue: &mut Dialogue<'_>, command: &str) -> Outcome<String> {
    let reply = ask(dialogue, command)?;
    demand(!reply.is_success, || {
        format!("{} was accepted: {}", quoted(command), quoted(&reply.line))
    })?;
    Ok(reply.text)
}

/// Whether the engine has this command.
pub(super) fn knows(dialogue: &mut Dialogue<'_>, command: &str) -> Outcome<bool> {
    match &dialogue.listed {
        Some(commands) => Ok(commands.iter().any(|known| known == command)),
        None => {
            let reply = ask(dialogue, &format!("known_command {command}"))?;
            Ok(reply.is_success && reply.text == "true")
        }
    }
}

/// Skips the check unless the engine has this command.
pub(super) fn need(dialogue: &mut Dialogue<'_>, command: &str) -> Outcome {
    match knows(dialogue, command)? {
        true => Ok(()),
        false => skip(format!("the engine does not list {command}")),
    }
}

/// Plays the moves of a game.
pub(super) fn play(dialogue: &mut Dialogue<'_>, game: &str) -> Outcome {
    let mut color = Color::Black;
    for played in game::moves(game) {
        accept(dialogue, &format!("play {color} {played}"))?;
        color = !color;
    }
    Ok(())
}

/// Asks for a move.
pub(super) fn genmove(dialogue: &mut Dialogue<'_>, color: Color) -> Outcome<Move> {
    let command = format!("genmove {color}");
    let text = accept(dialogue, &command)?;
    match read_move(&text) {
        Some(played) => Ok(played),
        None => short(format!("{} is not a move", quoted(text))),
    }
}

/// The move in a reply. A number before it is a misplaced ID.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let word = text.split_whitespace().find(|word| !is_number(word))?;
    word.parse().ok()
}
