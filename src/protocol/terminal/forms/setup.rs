//! The short forms that start a game, from the usual position or another.

use super::super::kept::Kept;
use super::{Call, FollowUp, FormResult, play_forced_pass};
use crate::board::{Color, Game, Position};
use crate::protocol::fen::{self, FenError};
use crate::session::options;

pub(super) fn new(call: &mut Call<'_>) -> FormResult {
    call.keeper.discard_or_decline();
    call.session.start_game();
    call.play.restart();
    *call.text += "a new game\n";
    Ok(FollowUp::ShowBoard)
}

const NO_BOARD: &str = "setup needs a board: 64 squares from a1 to h8, each X, O or -, and the side \
                        to move, X or O";

pub(super) fn setup(call: &mut Call<'_>) -> FormResult {
    if call.rest.is_empty() {
        return Err(NO_BOARD.to_string().into());
    }
    let position = position(call.rest)?;
    leave(call);
    call.session.start_game();
    call.session.replace_game(Game::new(position));
    Ok(FollowUp::ShowBoard)
}

/// Leaves the game in progress, which can then be resumed.
pub(super) fn leave(call: &mut Call<'_>) {
    if call.keeper.leave() {
        *call.text += "your game is kept: resume goes back to it\n";
    }
    call.play.restart();
}

pub(super) fn resume(call: &mut Call<'_>) -> FormResult {
    let kept = call.keeper.resume();
    let Kept { game, players } =
        kept.ok_or_else(|| "no game was left; load FILE opens a saved one".to_string())?;
    call.play.restart();
    call.session.start_game();
    if let Some((name, value)) = players.strength.split_once(' ')
        && let Ok(row) = options::find(name)
        && call.session.set_option(row, value).is_ok()
    {
        *call.text += &format!("{name} {value}");
    }
    *call.text += &match players.person {
        Some(color) => format!("; you play {color}\n"),
        None => "; you play both sides (auto on: the engine replies)\n".to_string(),
    };
    call.play.is_in_progress = true;
    call.play.person = players.person;
    call.play.engine_replies = players.person.is_some();
    call.session.replace_game(game);
    play_forced_pass(call.session, call.text);
    let position = call.session.game().position();
    let is_engines_turn = players
        .person
        .is_some_and(|person| position.to_move() != person);
    Ok(match is_engines_turn && !position.is_over() {
        true => FollowUp::Think,
        false => FollowUp::ShowBoard,
    })
}

/// Reads 64 squares and the side to move, as a line of Edax or of a problem file, or a FEN. If
/// no side is named, it is black.
fn position(text: &str) -> Result<Position, String> {
    let (board, _) = text.split_once(';').unwrap_or((text, ""));
    let board = board.trim().trim_matches('"');
    match board.contains('/') {
        true => from_fen(board).map_err(|error| error.to_string()),
        false => {
            let position = Position::parse_or(board, Color::Black);
            position.map_err(|error| error.to_string())
        }
    }
}

/// Programs write FENs with the letters of chess pieces or with those of discs.
fn from_fen(text: &str) -> Result<Position, FenError> {
    let pieces = fen::read(text, &fen::PIECES);
    match pieces {
        Err(FenError::Disc(_)) => fen::read(text, &fen::DISCS),
        _ => pieces,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_notations_of_other_programs() {
        let start = Position::START.to_string();
        for text in [
            &start,
            &start[..64],
            &start.replace('X', "*").to_lowercase(),
            &format!("{start}; F5:+0; % a problem"),
            &format!("\"{start}\""),
            "8/8/8/3pP3/3Pp3/8/8/8 w",
            "8/8/8/3pP3/3Pp3/8/8/8[] w 0 1",
            "8/8/8/3ox3/3xo3/8/8/8 x 0 1",
        ] {
            assert_eq!(position(text), Ok(Position::START), "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, problem) in [
            ("--", "character 3: the board ends after 2 of 64 squares"),
            ("8/8 x", "expected 8 ranks, not 2"),
            ("8/8/8/3oz3/3xo3/8/8/8 x", "'z' is not a disc"),
            (
                "8/8/8/3ox3/3xo3/8/8/8",
                "expected the side to move after the board",
            ),
        ] {
            assert_eq!(position(text), Err(problem.to_string()), "{text}");
        }
    }
}
