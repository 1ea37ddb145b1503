//! The history file, which contains the lines typed in earlier dialogues.

use std::path::PathBuf;
use std::{env, fs};

use crate::system;

/// The path of the history file, whose folder is created if necessary; `None` if the
/// environment does not determine a folder.
pub(super) fn file() -> Option<PathBuf> {
    let folder = system::state_folder(|name| env::var_os(name))?.join("obverse");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
