//! The checks of the Go Text Protocol, as Othello programs speak it.

mod ending;
mod framing;
mod passes;
mod playing;
mod setup;
mod talk;
mod time;

use super::dialogue::Dialogue;
use super::outcome::Outcome;
use super::suite::Suite;
use talk::{ask, knows};

pub(super) static SUITE: Suite = Suite {
    tables: &[
        framing::CHECKS,
        setup::CHECKS,
        playing::CHECKS,
        passes::CHECKS,
        time::CHECKS,
        ending::CHECKS,
    ],
    greet,
    reset: |dialogue| ask(dialogue, "clear_board").map(|_| ()),
};

/// Does what controllers do before a game. Whether the commands succeed is for the checks.
fn greet(dialogue: &mut Dialogue<'_>) -> Outcome {
    let reply = ask(dialogue, "list_commands")?;
    let names = reply.text.split_whitespace().map(str::to_string);
    dialogue.listed = reply.is_success.then(|| names.collect());
    if knows(dialogue, "set_game")? {
        ask(dialogue, "set_game Othello")?;
    }
    ask(dialogue, "boardsize 8")?;
    ask(dialogue, "clear_board")?;
    Ok(())
}
