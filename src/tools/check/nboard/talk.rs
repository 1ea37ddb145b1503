//! Lines to an engine of NBoard, and its answers.

use std::time::Duration;

use crate::board::{Game, Move, Position};
use crate::formats::{GameRecord, ggf};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::game;
use crate::tools::check::outcome::{Outcome, short};

/// Sends `ping`, and returns the answer that it needs.
pub(super) fn ping(dialogue: &mut Dialogue<'_>) -> Outcome<String> {
    dialogue.pings += 1;
    let number = dialogue.pings;
    dialogue.send(&format!("ping {number}\n"))?;
    Ok(format!("pong {number}"))
}

/// Waits until the engine has done everything that was sent.
pub(super) fn sync(dialogue: &mut Dialogue<'_>) -> Outcome {
    let pong = ping(dialogue)?;
    let what = quoted(&pong);
    dialogue.find(&what, |line| (line.trim() == pong).then_some(()))
}

/// Sends a game, with this much time for each player.
pub(super) fn set_game(
    dialogue: &mut Dialogue<'_>,
    moves: &str,
    time: Option<Duration>,
) -> Outcome {
    let mut game = Game::new(Position::START);
    for played in game::moves(moves) {
        let color = game.player_of(played);
        game.play(color, played)
            .expect("the games of the checks are legal");
    }
    let mut record = GameRecord::from(&game);
    record.clock = time.map(|time| ggf::clock((time, Duration::ZERO)));
    dialogue.send(&format!("set game {}\n", ggf::write(&record)))?;
    sync(dialogue)
}

/// The move in an answer to `go`.
pub(super) fn answer(line: &str) -> Option<&str> {
    line.trim().strip_prefix("===").map(str::trim)
}

/// Asks for a move.
pub(super) fn go(dialogue: &mut Dialogue<'_>) -> Outcome<Move> {
    dialogue.send("go\n")?;
    let text = dialogue.find("the answer to `go`", |line| {
        answer(line).map(str::to_string)
    })?;
    let word = text.split(['/', ' ', '\t']).next().unwrap_or_default();
    match word.parse() {
        Ok(played) => Ok(played),
        Err(_) => short(format!("{} is not a move", quoted(text))),
    }
}

/// Sends a move.
pub(super) fn play(dialogue: &mut Dialogue<'_>, played: Move) -> Outcome {
    let word = match played {
        Move::Place(square) => square.to_string(),
        Move::Pass => "PA".to_string(),
    };
    dialogue.send(&format!("move {word}//0.01\n"))
}
