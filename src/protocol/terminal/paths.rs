//! File names as they are typed, and their completion.

use std::path::{PathBuf, is_separator};
use std::{env, fs};

use crate::text::is_command;

/// The path that was typed. As in a shell, `~` is the home folder, and quotes around the
/// whole path do not belong to it.
pub(super) fn named(typed: &str) -> PathBuf {
    let unquoted = |quote: char| typed.strip_prefix(quote)?.strip_suffix(quote);
    let typed = unquoted('"').or_else(|| unquoted('\'')).unwrap_or(typed);
    let in_home = || {
        let rest = typed.strip_prefix('~')?;
        let is_name = !rest.is_empty() && !rest.starts_with(is_separator);
        (!is_name).then_some(env::home_dir()?.join(rest.trim_start_matches(is_separator)))
    };
    in_home().unwrap_or_else(|| PathBuf::from(typed))
}

/// The paths that start with this text, sorted; those of folders end with a slash. Hidden
/// files are listed only if the name starts with a dot.
pub(super) fn starting_with(prefix: &str) -> Vec<String> {
    let end = prefix.rfind(is_separator).map_or(0, |slash| slash + 1);
    let (folder, name) = prefix.split_at(end);
    let place = named(if folder.is_empty() { "." } else { folder });
    let Ok(entries) = fs::read_dir(&place) else {
        return Vec::new();
    };
    let mut paths: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|other| other.starts_with(name) && other.starts_with('.') == name.starts_with('.'))
        // Such a name can neither be shown nor typed.
        .filter(|other| !other.contains(is_command))
        .map(|other| {
            let is_folder = place.join(&other).is_dir();
            format!("{folder}{other}{}", if is_folder { "/" } else { "" })
        })
        .collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Tests run in the folder of the crate.
    #[test]
    fn knows_the_files_of_a_folder() {
        assert_eq!(starting_with("Cargo.t"), ["Cargo.toml"]);
        assert_eq!(starting_with("sr"), ["src/"]);
        assert_eq!(starting_with("src/ma"), ["src/main.rs"]);
        assert_eq!(starting_with("./src/ma"), ["./src/main.rs"]);
        assert_eq!(starting_with("nowhere/x"), [""; 0]);
        assert_eq!(named("\"my game.sgf\""), Path::new("my game.sgf"));
        assert_eq!(named("~other/x"), Path::new("~other/x"));
        if let Some(home) = env::home_dir() {
            assert_eq!(named("~/a b.sgf"), home.join("a b.sgf"));
            assert_eq!(named("~"), home.join(""));
        }
        let all = starting_with("");
        assert!(all.iter().all(|path| !path.starts_with('.')));
        assert!(starting_with(".").contains(&".ci/".to_string()));
    }
}
