//! New games, from the usual starting position or any other.

use super::Call;
use crate::board::{Bitboard, Color, Game, Position, Square};
use crate::protocol::gtp::args;
use crate::protocol::gtp::reply::{Failure, Reply};

pub(super) fn boardsize(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let size: u64 = call.args.parse(args::number)?;
    if size != 8 {
        return Err(Failure::Fixed("unacceptable size"));
    }
    call.session.replace_game(Game::default());
    Ok(Reply::done())
}

pub(super) fn clear_board(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    call.session.start_game();
    Ok(Reply::done())
}

pub(super) fn komi(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let komi = call.args.parse(args::value::<f64>)?;
    if !komi.is_finite() {
        return Err(Failure::Syntax);
    }
    // Adding zero turns -0 into 0.
    *call.komi = komi + 0.0;
    Ok(Reply::done())
}

pub(super) fn get_komi(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(call.komi.to_string().into())
}

pub(super) fn set_position(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let discs = call.args.parse(args::list(args::color_and_square))?;
    if discs.is_empty() {
        return clear_board(call);
    }
    start_from(call, &discs, Bitboard::EMPTY)
}

/// GoGui sends this after `clear_board`, with all discs or only those that differ from the
/// starting position. Adding them to the board works in both cases.
pub(super) fn gogui_setup(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let discs = call.args.parse(args::list(args::color_and_square))?;
    if discs.is_empty() {
        return Err(Failure::Syntax);
    }
    start_from(call, &discs, Bitboard::FULL)
}

pub(super) fn gogui_setup_player(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let color = call.args.parse(args::color)?;
    let position = *call.session.game().position();
    if position.to_move() != color {
        call.session.replace_game(Game::new(position.pass()));
    }
    Ok(Reply::done())
}

pub(super) fn setup_board(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let text = std::str::from_utf8(call.args.0).map_err(|_| Failure::Syntax)?;
    if text.is_empty() {
        return Err(Failure::Syntax);
    }
    let position = Position::parse_or(text, Color::Black)
        .map_err(|error| Failure::Because("syntax error", error.to_string()))?;
    call.session.replace_game(Game::new(position));
    Ok(Reply::done())
}

/// Starts a game from these discs and those on the board whose squares are in `kept`.
fn start_from(
    call: &mut Call<'_>,
    discs: &[(Color, Square)],
    kept: Bitboard,
) -> Result<Reply, Failure> {
    let position = call.session.game().position();
    let mut black = position.discs(Color::Black) & kept;
    let mut white = position.discs(Color::White) & kept;
    let to_move = if kept.is_empty() {
        Color::Black
    } else {
        position.to_move()
    };
    for &(color, square) in discs {
        black = black - square.bit();
        white = white - square.bit();
        match color {
            Color::Black => black |= square.bit(),
            Color::White => white |= square.bit(),
        }
    }
    let position = Position::new(black, white, to_move).expect("each square was set once");
    call.session.replace_game(Game::new(position));
    Ok(Reply::done())
}
