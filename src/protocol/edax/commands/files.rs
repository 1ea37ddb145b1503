//! Commands that read and write files.

use std::path::Path;

use super::{Call, Refused};
use crate::files::read_named;
use crate::formats;
use crate::protocol::edax::forced::Forced;
use crate::protocol::edax::{existing, warn};
use crate::protocol::files;
use crate::system;

pub(super) fn save(call: &mut Call<'_>) -> Result<(), Refused> {
    let path = system::path(&call.file_name());
    if let Err(problem) = files::save(call.session.game().into(), &path, true) {
        warn(&problem, call.output);
    }
    Ok(())
}

pub(super) fn load(call: &mut Call<'_>) -> Result<(), Refused> {
    let path = existing(&system::path(&call.file_name()));
    match files::load(&path, &formats::TRANSCRIPT) {
        Ok((game, _)) => {
            call.session.replace_game(game);
            call.console.undone.clear();
            call.console.forced = Forced::none();
        }
        Err(problem) => warn(&problem, call.output),
    }
    Ok(())
}

/// The text of a file.
pub(super) fn read(path: &Path) -> Result<String, String> {
    const LONGEST_FILE: u64 = 16 << 20;
    let bytes = read_named(&existing(path), "text", LONGEST_FILE);
    let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
