//! Passes, which clients handle in three ways, and the end of the game.

use super::talk::{accept, genmove, need, play, refuse};
use crate::board::{Color, Move};
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::game::{AFTER_PASS, FORCED_PASS, WIPEOUT, after, demand_legal};
use crate::tools::check::outcome::{Outcome, demand};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    Check::must(
        "pass-asked",
        "genmove answers pass for a player without a move, as GoGui needs it; then the other one moves",
        pass_asked,
    ),
    Check::must(
        "pass-sent",
        "play accepts the pass of a player without a move, as GoGui sends it; then the other one moves",
        pass_sent,
    ),
    Check::must(
        "pass-unsaid",
        "the same colour may play twice if the other one has no move, as in Quarry",
        pass_unsaid,
    ),
    Check::should(
        "pass-refused",
        "the pass of a player with a move is refused, and changes nothing",
        pass_refused,
    ),
    Check::should("pass-undo", "a pass is one step for undo", pass_undo),
    Check::must(
        "game-over",
        "after the end of the game genmove answers pass for both colours",
        game_over,
    ),
    Check::should(
        "game-over-pass",
        "after the end of the game a pass can be played",
        game_over_pass,
    ),
];

fn pass_asked(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, FORCED_PASS)?;
    let answer = genmove(dialogue, Color::Black)?;
    demand_legal(&after(FORCED_PASS), answer)?;
    expect_white(dialogue)
}

fn pass_sent(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, FORCED_PASS)?;
    accept(dialogue, "play black pass")?;
    expect_white(dialogue)
}

/// White moves after Black's pass.
fn expect_white(dialogue: &mut Dialogue<'_>) -> Outcome {
    let reply = genmove(dialogue, Color::White)?;
    demand_legal(&after(FORCED_PASS).pass(), reply)
}

fn pass_unsaid(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, FORCED_PASS)?;
    accept(dialogue, &format!("play white {AFTER_PASS}"))?;
    let game = format!("{FORCED_PASS}{AFTER_PASS}");
    let reply = genmove(dialogue, Color::Black)?;
    demand_legal(&after(&game), reply)
}

fn pass_refused(dialogue: &mut Dialogue<'_>) -> Outcome {
    refuse(dialogue, "play black pass")?;
    accept(dialogue, "play black F5").map(|_| ())
}

fn pass_undo(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "undo")?;
    play(dialogue, FORCED_PASS)?;
    accept(dialogue, "play black pass")?;
    accept(dialogue, "undo")?;
    accept(dialogue, "undo")?;
    accept(dialogue, "play white H6").map(|_| ())
}

fn game_over(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, WIPEOUT)?;
    for color in [Color::White, Color::Black, Color::White] {
        let answer = genmove(dialogue, color)?;
        demand(answer == Move::Pass, || {
            format!("the game is over, and genmove {color} answered {answer}")
        })?;
    }
    Ok(())
}

fn game_over_pass(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, WIPEOUT)?;
    accept(dialogue, "play white pass")?;
    accept(dialogue, "play black pass").map(|_| ())
}
