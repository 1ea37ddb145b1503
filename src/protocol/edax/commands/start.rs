//! Commands that start a game, from the usual position or another.

use super::notation::read_board;
use super::{Call, Refused};
use crate::board::{Game, Position};
use crate::protocol::edax::forced::Forced;
use crate::protocol::edax::warn;

pub(super) fn init(call: &mut Call<'_>) -> Result<(), Refused> {
    call.console.begin(Position::START, call.session);
    call.console.forced = Forced::opening();
    Ok(())
}

pub(super) fn new(call: &mut Call<'_>) -> Result<(), Refused> {
    let start = *call.session.game().start();
    call.console.begin(start, call.session);
    Ok(())
}

pub(super) fn setboard(call: &mut Call<'_>) -> Result<(), Refused> {
    let board = read_board(call.value)?;
    let position = board.position;
    if !board.names_side {
        let side = position.to_move();
        warn(&format!("setboard: no side to move: {side}"), call.output);
    }
    // Many clients set the board before each move. Then the game goes on, and so does its
    // clock.
    let goes_on = position.empty().len() < call.session.game().position().empty().len();
    match goes_on {
        true => call.session.replace_game(Game::new(position)),
        false => call.console.begin(position, call.session),
    }
    call.console.undone.clear();
    call.console.forced = Forced::none();
    Ok(())
}
