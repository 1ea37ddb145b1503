//! The history file, which contains the lines typed in earlier dialogues.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The path of the history file, whose folder is created if necessary; `None` if the
/// environment does not determine a folder.
pub(super) fn file() -> Option<PathBuf> {
    let folder = folder(|name| env::var_os(name))?;
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// The folder according to the XDG base directory specification; on Windows, in the local
/// application data. Relative paths are ignored.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| {
        variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let home = || path("HOME").map(|home| home.join(Path::new(".local/state")));
    let state = path("XDG_STATE_HOME")
        .or_else(|| path("LOCALAPPDATA"))
        .or_else(home)?;
    Some(state.join("obverse"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_environment_determines_the_folder() {
        let folder_of = |set: &[(&str, &str)]| {
            let variable = |name: &str| {
                let found = set.iter().find(|&&(other, _)| other == name);
                found.map(|&(_, value)| OsString::from(value))
            };
            folder(variable)
        };
        let home = ("HOME", "/home/me");
        let expected = |path: &str| Some(PathBuf::from(path));
        assert_eq!(
            folder_of(&[home]),
            expected("/home/me/.local/state/obverse")
        );
        let state = ("XDG_STATE_HOME", "/state");
        assert_eq!(folder_of(&[home, state]), expected("/state/obverse"));
        let relative = ("XDG_STATE_HOME", "state");
        assert_eq!(
            folder_of(&[home, relative]),
            expected("/home/me/.local/state/obverse")
        );
        assert_eq!(folder_of(&[relative]), None);
    }
}
