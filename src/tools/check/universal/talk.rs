//! Lines to an engine of UCI or UGI, and its answers.

use std::time::Duration;

use super::dialect;
use crate::board::{Move, Position};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::game;
use crate::tools::check::outcome::{Outcome, short};

/// Waits until the engine has done everything that was sent.
pub(super) fn ready(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("isready\n")?;
    dialogue.find("`readyok`", |line| (line.trim() == "readyok").then_some(()))
}

/// The command that sets the position after these moves of a game from the start.
pub(super) fn position(dialogue: &Dialogue<'_>, moves: &str) -> String {
    let dialect = dialect::of(dialogue);
    let mut words = Vec::new();
    let mut position = Position::START;
    for played in game::moves(moves) {
        if dialect.says_passes || played != Move::Pass {
            words.push((dialect.write_move)(&position, played));
        }
        position = position.after(played);
    }
    match words.is_empty() {
        true => "position startpos\n".to_string(),
        false => format!("position startpos moves {}\n", words.join(" ")),
    }
}

/// Sets the position after these moves.
pub(super) fn set(dialogue: &mut Dialogue<'_>, moves: &str) -> Outcome {
    let line = position(dialogue, moves);
    dialogue.send(&line)
}

/// The word behind `bestmove`.
pub(super) fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_string())
}

/// Searches, and returns the word behind `bestmove`.
pub(super) fn go_word(dialogue: &mut Dialogue<'_>, limits: &str) -> Outcome<String> {
    dialogue.send(&format!("go {limits}\n"))?;
    dialogue.find("`bestmove`", best_move)
}

/// Searches, and returns the best move.
pub(super) fn go(dialogue: &mut Dialogue<'_>, limits: &str) -> Outcome<Move> {
    let word = go_word(dialogue, limits)?;
    read(dialogue, &word)
}

/// The move that this word stands for.
pub(super) fn read(dialogue: &Dialogue<'_>, word: &str) -> Outcome<Move> {
    match (dialect::of(dialogue).read_move)(word) {
        Some(played) => Ok(played),
        None => short(format!("{} is not a move", quoted(word))),
    }
}

/// `bestmove` must not come within this time.
pub(super) fn expect_no_move(dialogue: &mut Dialogue<'_>, time: Duration, when: &str) -> Outcome {
    match dialogue.find_within(time, best_move)? {
        Some(word) => short(format!("bestmove {} came {when}", quoted(word))),
        None => Ok(()),
    }
}
