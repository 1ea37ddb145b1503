//! Commands that read and write game files.

use super::Call;
use crate::board::{Game, Move, Square};
use crate::files::atomic;
use crate::formats::{GameRecord, sgf};
use crate::protocol::files;
use crate::protocol::gtp::args::{self, Args};
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::system;

/// Where to stop when a game is loaded.
enum Until {
    End,
    /// Before the disc with this number, counted from 1; passes do not count.
    Disc(u64),
    /// Before a move to this square.
    Square(Square),
}

pub(super) fn loadsgf(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let (path, until) = split(call.args.0)?;
    // The command is meant for SGF, but the content selects the format.
    let record = files::first_game(&system::path(path), &sgf::ROW).map_err(cannot_load)?;
    call.session.replace_game(load(&record, &until)?);
    Ok(Reply::done())
}

/// Splits the arguments. A file name may contain blanks; the last word is a number or a
/// square only if another word stands before it.
fn split(text: &[u8]) -> Result<(&[u8], Until), Failure> {
    if text.is_empty() {
        return Err(Failure::Syntax);
    }
    let Some(blank) = text.iter().rposition(|&byte| byte == b' ') else {
        return Ok((text, Until::End));
    };
    let last = Args(&text[blank + 1..]);
    let until = match (last.parse(args::number), last.parse(args::square)) {
        (Ok(0), _) => return Err(Failure::Syntax),
        (Ok(number), _) => Until::Disc(number),
        (_, Ok(square)) => Until::Square(square),
        _ => return Ok((text, Until::End)),
    };
    Ok((text[..blank].trim_ascii_end(), until))
}

fn load(record: &GameRecord, until: &Until) -> Result<Game, Failure> {
    let mut game = Game::new(record.start);
    let mut discs = 0;
    for ply in &record.moves {
        if let Move::Place(square) = ply.action {
            discs += 1;
            match *until {
                Until::Disc(number) if number == discs => return Ok(game),
                Until::Square(wanted) if wanted == square => return Ok(game),
                _ => {}
            }
        }
        game.play(ply.color, ply.action)
            .map_err(|error| cannot_load(error.to_string()))?;
    }
    match until {
        Until::Square(square) => Err(cannot_load(format!("{square} is not played in the game"))),
        Until::End | Until::Disc(_) => Ok(game),
    }
}

fn cannot_load(reason: String) -> Failure {
    Failure::Because("cannot load file", reason)
}

pub(super) fn printsgf(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let game = call.session.game();
    let mut record = GameRecord::from(game);
    record.result = record.outcome();
    let text = sgf::write(&record);
    if matches!(call.args.0, b"" | b"-") {
        return Ok(text.into());
    }
    atomic::write(&system::path(call.args.0), text.as_bytes())
        .map(|()| Reply::done())
        .map_err(|error| Failure::Because("cannot write file", error.to_string()))
}
