//! The short forms that save and load games.

use std::path::PathBuf;

use super::super::paths;
use super::setup::leave;
use super::{Call, FollowUp, FormResult, Refusal};
use crate::board::Game;
use crate::formats::{GameRecord, Outcome, sgf};
use crate::protocol::files;
use crate::text::plain;

pub(super) fn save(call: &mut Call<'_>) -> FormResult {
    write(call, false)
}

pub(super) fn overwrite(call: &mut Call<'_>) -> FormResult {
    write(call, true)
}

fn write(call: &mut Call<'_>, replaces: bool) -> FormResult {
    let path = path(call)?;
    let game = call.session.game();
    let mut record = GameRecord::from(game);
    record.result = call.play.resigned(game).map(Outcome::of_resignation);
    files::save(record, &path, replaces)?;
    *call.text += &format!("saved: {}\n", plain(&path.to_string_lossy()));
    let ahead = call.play.ahead(game).len();
    if ahead > 0 {
        *call.text += &format!(
            "without {}; to save all, first type forward all\n",
            after(ahead)
        );
    }
    Ok(FollowUp::Nothing)
}

fn after(count: usize) -> String {
    match count {
        1 => "the move after this position".to_string(),
        _ => format!("the {count} moves after this position"),
    }
}

/// Loads a game. One that is not over can be continued, so it is shown where it was left; one
/// that is over can only be stepped through, so it is shown from its start.
pub(super) fn load(call: &mut Call<'_>) -> FormResult {
    let path = path(call)?;
    let (game, result) = files::load(&path, &sgf::ROW)?;
    let moves = match game.moves().count() {
        1 => "1 move".to_string(),
        count => format!("{count} moves"),
    };
    *call.text += &format!("{}: {moves}\n", plain(&path.to_string_lossy()));
    leave(call);
    if let Some(loser) = result.and_then(Outcome::resigned) {
        call.play.resign(loser, &game);
    }
    if call.play.is_over(&game) && game.steps() > 0 {
        let start = Game::new(*game.start());
        call.play.step_back(game, &start);
        call.session.replace_game(start);
        *call.text += "a finished game; forward and back step through it, forward all goes to \
                       the end\n";
    } else {
        call.session.replace_game(game);
    }
    Ok(FollowUp::ShowBoard)
}

fn path(call: &Call<'_>) -> Result<PathBuf, Refusal> {
    match call.rest {
        "" => Err(Refusal::Usage),
        rest => Ok(paths::named(rest)),
    }
}
