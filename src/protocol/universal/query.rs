//! UGI's command `query`, with which a runner that does not know the rules follows the
//! game.

use crate::board::{Color, Position};

/// The answer to a query about the position.
pub(super) fn answer(words: &[&str], position: &Position) -> Result<&'static str, String> {
    let bool = |holds| if holds { "true" } else { "false" };
    let is_black = (position.to_move() == Color::Black) != position.must_pass();
    let lead = match position.to_move() {
        Color::Black => position.result(),
        Color::White => -position.result(),
    };
    Ok(match words {
        ["gameover"] => bool(position.is_over()),
        ["p1turn"] => bool(is_black),
        ["result"] if !position.is_over() => "none",
        ["result"] if lead > 0 => "p1win",
        ["result"] if lead < 0 => "p2win",
        ["result"] => "draw",
        _ => return Err("query: expected gameover, p1turn or result".to_string()),
    })
}
