//! Games in files that somebody names while we talk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::formats::{self, Context, GameRecord, Row};
use crate::system::read_named;

/// No game is longer; a file that is must be something else.
const LONGEST_FILE: u64 = 16 << 20;

/// The first game of a file. The format is what the content can only be, or else
/// this one.
pub(super) fn first_game(path: &Path, otherwise: &'static Row) -> Result<GameRecord, String> {
    let file = read_named(path, "a game", LONGEST_FILE).map_err(|error| error.to_string())?;
    let format = formats::of_content(&file).unwrap_or(otherwise);
    let context = Context::default();
    let first = (format.read)(&file, &context).next();
    first
        .ok_or("no game found".to_string())?
        .map_err(|error| error.to_string())
}

/// Whole or not at all: what was in the file stays until the new text is safe
/// beside it. Links and permissions stay as they are.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
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
        .write_all(bytes)
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // The error is what matters; the rest of the file is only in the way.
        let _ = fs::remove_file(&beside);
    }
    written
}
