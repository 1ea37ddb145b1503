//! Commands that play moves and take them back.

use super::notation::{legal_moves, read_move};
use super::{Call, Refused};
use crate::board::Move;
use crate::protocol::edax::forced::Forced;
use crate::protocol::edax::settings::Mode;
use crate::protocol::edax::{Console, table};
use crate::protocol::text::say;

pub(super) fn go(call: &mut Call<'_>) -> Result<(), Refused> {
    call.console.go(call.session, call.output);
    Ok(())
}

/// Plays the move that this word stands for.
pub(super) fn play_typed(call: &mut Call<'_>, word: &str) -> Result<(), Refused> {
    let played = read_move(word).ok_or(Refused)?;
    // The session would accept any pass of a side without a move.
    if played == Move::Pass && !call.session.game().position().must_pass() {
        return Err(Refused);
    }
    call.console.play(played, call.session)?;
    let name = table::name(played, call.console.settings().pass);
    say(&format!("\nYou play {name}"), &mut call.output.replies);
    Ok(())
}

pub(super) fn play(call: &mut Call<'_>) -> Result<(), Refused> {
    for played in legal_moves(call.session.game().position(), call.value) {
        call.console.play(played, call.session)?;
    }
    Ok(())
}

pub(super) fn force(call: &mut Call<'_>) -> Result<(), Refused> {
    let start = call.session.game().start();
    call.console.forced = Forced::line(start, &legal_moves(start, call.value));
    Ok(())
}

pub(super) fn undo(call: &mut Call<'_>) -> Result<(), Refused> {
    for _ in 0..plies_at_once(call.console) {
        let last = call.session.game().last_move();
        let Some(last) = last.filter(|_| call.session.undo(1)) else {
            break;
        };
        call.console.undone.push(last);
    }
    Ok(())
}

pub(super) fn redo(call: &mut Call<'_>) -> Result<(), Refused> {
    for _ in 0..plies_at_once(call.console) {
        let Some((color, played)) = call.console.undone.pop() else {
            break;
        };
        let is_legal = call.session.play(color, played).is_ok();
        debug_assert!(is_legal, "it was played before");
    }
    Ok(())
}

/// How many plies `undo` and `redo` go back or forward. In a game against the engine its
/// move is one of them.
fn plies_at_once(console: &Console) -> usize {
    match console.settings().mode {
        Mode::White | Mode::Black => 2,
        Mode::Both | Mode::Neither => 1,
    }
}
