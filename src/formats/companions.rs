//! The files that belong to a file of games.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::Row;

/// The companion files of a file, with their extensions. They are in the same folder, and
/// their stem is that of the file or, if several files share them, the name of the format.
/// Case is ignored.
pub fn companion_files(path: &Path, format: &Row) -> Vec<(&'static str, PathBuf)> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let stems = [path.file_stem().and_then(OsStr::to_str), Some(format.name)];
    let find = |&extension: &&'static str| {
        let is_wanted = |path: &PathBuf, stem: &str| {
            let same = |part: Option<&OsStr>, wanted: &str| {
                part.is_some_and(|part| part.eq_ignore_ascii_case(wanted))
            };
            same(path.extension(), extension) && same(path.file_stem(), stem)
        };
        stems.iter().flatten().find_map(|stem| {
            let entries = fs::read_dir(folder).ok()?;
            let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
            Some((extension, paths.filter(|path| is_wanted(path, stem)).min()?))
        })
    };
    format.companions.iter().filter_map(find).collect()
}

/// Refuses to write a new file if that would replace the companion of another one, whose names
/// would be lost.
pub(crate) fn check_companions(path: &Path, format: &Row) -> Result<(), String> {
    let mut companions = format
        .companions
        .iter()
        .map(|extension| path.with_extension(extension));
    match companions.find(|other| other.exists() && !path.exists()) {
        Some(other) => Err(format!(
            "{}: the file exists, but {} does not",
            other.display(),
            path.display()
        )),
        None => Ok(()),
    }
}
