//! Game files named by a client.

use std::path::Path;

use crate::files::read_named;
use crate::formats::{self, Context, GameRecord, Row};

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
