//! Lines to the console of Edax, and what it writes up to the next prompt.

use crate::board::{Move, Position};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::outcome::{Outcome, demand, short};

/// The number of bytes if they end with a prompt: a line of its own, which should have no
/// end.
pub(super) fn prompt(bytes: &[u8]) -> Option<usize> {
    let trimmed = bytes.trim_ascii_end();
    let is_there = trimmed == b">" || trimmed.ends_with(b"\n>");
    is_there.then_some(bytes.len())
}

/// Sends a line, and returns what is written up to the next prompt.
pub(super) fn run(dialogue: &mut Dialogue<'_>, line: &str) -> Outcome<String> {
    dialogue.send(&format!("{line}\n"))?;
    let what = format!("the prompt after {}", quoted(line));
    let bytes = dialogue.take(&what, prompt)?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_end();
    Ok(text.strip_suffix('>').unwrap_or(text).trim().to_string())
}

/// Sends a line that must not be answered.
pub(super) fn expect_nothing(dialogue: &mut Dialogue<'_>, line: &str) -> Outcome {
    let text = run(dialogue, line)?;
    demand(text.is_empty(), || {
        format!("{} was answered with {}", quoted(line), quoted(&text))
    })
}

/// The move behind `plays`.
pub(super) fn answer(text: &str) -> Option<Move> {
    let (_, after) = text.split_once("plays ")?;
    after.split_whitespace().next()?.parse().ok()
}

/// Asks for a move, which is played.
pub(super) fn go(dialogue: &mut Dialogue<'_>) -> Outcome<Move> {
    let text = run(dialogue, "go")?;
    match answer(&text) {
        Some(played) => Ok(played),
        None => short(format!("`go` was answered with {}", quoted(text))),
    }
}

/// Plays a move, which must succeed.
pub(super) fn play(dialogue: &mut Dialogue<'_>, word: &str) -> Outcome {
    let text = run(dialogue, word)?;
    demand(text.contains("You play "), || {
        format!("{} was answered with {}", quoted(word), quoted(&text))
    })
}

/// Sets the position.
pub(super) fn set_board(dialogue: &mut Dialogue<'_>, position: &Position) -> Outcome {
    expect_nothing(dialogue, &format!("setboard {position}"))
}
