//! Saving and loading games. The extension of a file name selects the format.

use std::path::{Path, PathBuf};

use crate::board::Game;
use crate::files::atomic;
use crate::formats::{self, FORMATS, GameRecord, Row, Squares, sgf};
use crate::protocol::files;

/// Saves the game. Existing files are replaced only if `replaces` is set.
pub(super) fn save(game: &Game, path: &Path, replaces: bool) -> Result<(), String> {
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
    let mut record = GameRecord::from(game);
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

/// Loads the first game of a file.
pub(super) fn load(path: &Path) -> Result<Game, String> {
    let problem = |text: String| format!("{}: {text}", path.display());
    let fallback = format_of(path).unwrap_or(&sgf::ROW);
    let record = files::first_game(path, fallback).map_err(problem)?;
    let mut game = Game::new(record.start);
    for ply in &record.moves {
        game.play(ply.color, ply.action)
            .map_err(|error| problem(error.to_string()))?;
    }
    Ok(game)
}

fn format_of(path: &Path) -> Option<&'static Row> {
    formats::with_extension(path.extension()?.to_str()?)
}
