//! Games in files.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;

use super::Call;
use crate::board::{Game, Move, Square};
use crate::formats::{self, Context, GameRecord, sgf};
use crate::protocol::gtp::args::{self, Args};
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::system;

/// No game is longer; a file that is must be something else.
const LONGEST_FILE: u64 = 16 << 20;

/// Up to where to load a game.
enum Until {
    End,
    /// Before this disc is played, counting from 1; passes have no number.
    Disc(u64),
    /// Before this square is played.
    Square(Square),
}

pub(super) fn loadsgf(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let (path, until) = split(call.args.0)?;
    let file = read(&system::path(path)).map_err(|error| cannot_load(error.to_string()))?;
    let record = first_game(&file).map_err(cannot_load)?;
    call.session.replace_game(load(&record, &until)?);
    Ok(Reply::done())
}

/// The format is what the content can only be, or else SGF: the name of the
/// command says so.
fn first_game(file: &[u8]) -> Result<GameRecord, String> {
    let format = formats::of_content(file).unwrap_or(&sgf::ROW);
    let context = Context::default();
    let first = (format.read)(file, &context).next();
    first
        .ok_or("no game found".to_string())?
        .map_err(|error| error.to_string())
}

/// A file name may hold blanks; the last word is a number or a square only if
/// there is a word before it.
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

/// Only a regular file, and neither an empty nor an endless one: some of those
/// that the system makes up on the fly never end, or block.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let is_game = |kind: &Metadata| kind.is_file() && (1..=LONGEST_FILE).contains(&kind.len());
    if !is_game(&fs::metadata(path)?) {
        return Err(io::Error::other("not a file with a game"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LONGEST_FILE)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn cannot_load(reason: String) -> Failure {
    Failure::Because("cannot load file", reason)
}

pub(super) fn printsgf(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let game = call.session.game();
    let mut record = GameRecord::from(game);
    record.result = record.outcome();
    let text = sgf::write(&record);
    if call.args.0.is_empty() {
        return Ok(text.into());
    }
    write(&system::path(call.args.0), &text)
        .map(|()| Reply::done())
        .map_err(|error| Failure::Because("cannot write file", error.to_string()))
}

/// Whole or not at all: what was in the file stays until the new text is safe
/// beside it. Links and permissions stay as they are.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|kind| !kind.is_file()) || path.file_name().is_none() {
        return Err(io::Error::other("not a file"));
    }
    let target = if old.is_some() {
        fs::canonicalize(path)?
    } else {
        path.to_path_buf()
    };
    let beside = target.with_file_name(format!(".obverse-{}.tmp", std::process::id()));
    let mut file = File::create_new(&beside)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // The error is what matters; the rest of the file is only in the way.
        let _ = fs::remove_file(&beside);
    }
    written
}
