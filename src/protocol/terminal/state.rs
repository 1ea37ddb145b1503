//! The folder for what is kept between two dialogues, and the file in it with the lines that
//! were typed.

use std::path::PathBuf;
use std::{env, fs};

use crate::system;

/// The folder, which is created if necessary; `None` if there is none.
pub(super) fn folder() -> Option<PathBuf> {
    let folder = system::state_folder(|name| env::var_os(name))?.join("obverse");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

/// The path of the history file; `None` if there is no folder for it, or something else has its
/// name, such as a pipe, at whose opening the dialogue would wait for another program.
pub(super) fn history() -> Option<PathBuf> {
    let file = folder()?.join("history");
    let is_other = fs::metadata(&file).is_ok_and(|found| !found.is_file());
    (!is_other).then_some(file)
}
