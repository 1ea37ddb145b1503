//! Game files named by a client. The extension of a name selects the format.

use std::path::{Path, PathBuf};

use crate::board::Game;
use crate::files::{atomic, read_named};
use crate::formats::{self, Context, FORMATS, GameRecord, Outcome, Row, Squares};

/// The maximum length of a game file. A longer file must be something else.
const LONGEST_FILE: u64 = 16 << 20;

/// The first game in a file. The content selects the format, or `fallback` if it fits no
/// format or several.
pub(super) fn first_game(path: &Path, fallback: &'static Row) -> Result<GameRecord, String> {
    let file = read_named(path, "a game", LONGEST_FILE).map_err(|error| error.to_string())?;
    let format = formats::detect(&file).unwrap_or(fallback);
    let context = Context::default();
    let first = (format.read)(&file, &context).next();
    first
        .ok_or("no game found".to_string())?
        .map_err(|error| error.to_string())
}

/// Saves the game. Existing files are replaced only if `replaces` is set.
pub(super) fn save(mut record: GameRecord, path: &Path, replaces: bool) -> Result<(), String> {
    let name = path.display();
    let format = format_of(path).ok_or_else(|| {
        let extensions: Vec<String> = FORMATS
            .iter()
            .flat_map(|row| row.extensions)
            .map(|extension| format!(".{extension}"))
            .collect();
        format!(
            "{name}: expected a file name ending in {}",
            extensions.join(", ")
        )
    })?;
    formats::check_companions(path, format)?;
    record.result = record.outcome();
    let mut writer = (format.write)(Squares::default());
    writer
        .add(&record)
        .map_err(|error| format!("{name}: {error}"))?;
    let file = writer.finish();
    let companions = file.companions.into_iter();
    let companions = companions.map(|(extension, bytes)| (path.with_extension(extension), bytes));
    // The game is written last, so that its companion files exist when it does.
    let files: Vec<(PathBuf, Vec<u8>)> = companions
        .chain([(path.to_path_buf(), file.main)])
        .collect();
    let existing = files
        .iter()
        .find(|(path, _)| path.symlink_metadata().is_ok());
    if let (Some((existing, _)), false) = (existing, replaces) {
        let existing = existing.display();
        return Err(format!(
            "{existing} already exists; to replace it: overwrite {name}"
        ));
    }
    for (path, bytes) in &files {
        atomic::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Loads the first game of a file, in the format of its content, of its name or, if neither
/// is known, in `fallback`; and how it ended, if the file tells.
pub(super) fn load(path: &Path, fallback: &'static Row) -> Result<(Game, Option<Outcome>), String> {
    let problem = |text: String| format!("{}: {text}", path.display());
    let fallback = format_of(path).unwrap_or(fallback);
    let record = first_game(path, fallback).map_err(problem)?;
    let mut game = Game::new(record.start);
    for ply in &record.moves {
        game.play(ply.color, ply.action)
            .map_err(|error| problem(error.to_string()))?;
    }
    Ok((game, record.result))
}

fn format_of(path: &Path) -> Option<&'static Row> {
    formats::with_extension(path.extension()?.to_str()?)
}
