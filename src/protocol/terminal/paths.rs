//! Completion of file names.

use std::fs;
use std::path::{Path, is_separator};

/// The paths that start with this text, sorted; those of folders end with a slash. Hidden
/// files are listed only if the name starts with a dot.
pub(super) fn starting_with(prefix: &str) -> Vec<String> {
    let end = prefix.rfind(is_separator).map_or(0, |slash| slash + 1);
    let (folder, name) = prefix.split_at(end);
    let place = if folder.is_empty() { "." } else { folder };
    let Ok(entries) = fs::read_dir(place) else {
        return Vec::new();
    };
    let mut paths: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|other| other.starts_with(name) && other.starts_with('.') == name.starts_with('.'))
        .map(|other| {
            let is_folder = Path::new(place).join(&other).is_dir();
            format!("{folder}{other}{}", if is_folder { "/" } else { "" })
        })
        .collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests run in the folder of the crate.
    #[test]
    fn knows_the_files_of_a_folder() {
        assert_eq!(starting_with("Cargo.t"), ["Cargo.toml"]);
        assert_eq!(starting_with("sr"), ["src/"]);
        assert_eq!(starting_with("src/ma"), ["src/main.rs"]);
        assert_eq!(starting_with("./src/ma"), ["./src/main.rs"]);
        assert_eq!(starting_with("nowhere/x"), [""; 0]);
        let all = starting_with("");
        assert!(all.iter().all(|path| !path.starts_with('.')));
        assert!(starting_with(".").contains(&".ci/".to_string()));
    }
}
