//! The suggested options as a configuration file.

use std::fs;
use std::path::Path;

use super::Findings;
use super::text::summary;
use super::trial::Wish;
use crate::files::atomic;
use crate::tools::ToolError;

/// Checks before the measurement that the file can be written, and creates its folder.
pub(super) fn check(path: &Path, overwrites: bool) -> Result<(), ToolError> {
    let wrong = |problem: String| ToolError::Value(format!("{}: {problem}", path.display()));
    // A link that leads nowhere is also something that exists.
    if !overwrites && fs::symlink_metadata(path).is_ok() {
        let advice = "it exists already; name another file, or replace it with --overwrite";
        return Err(wrong(advice.to_string()));
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| atomic::check_writable(path))
        .map_err(|error| wrong(error.to_string()))
}

/// Writes what fits a move a second.
pub(super) fn write(path: &Path, findings: &Findings) -> Result<(), ToolError> {
    let fail = |problem: String| ToolError::Failed(format!("{}: {problem}", path.display()));
    let Some((fit, level)) = findings.fit(Wish::MoveASecond) else {
        let advice = "not written, because no level was confirmed; allow more --seconds";
        return Err(fail(advice.to_string()));
    };
    let text = format!(
        "# Options of Obverse that play a move a second on this machine, written by\n\
         # obverse bench machine --write-config\n\
         #\n\
         # {}\n\n\
         level = {level}\n\
         threads = {}\n\
         hash_mb = {}\n",
        summary(findings),
        fit.options.threads,
        fit.options.hash_mb
    );
    atomic::write(path, text.as_bytes()).map_err(|error| fail(error.to_string()))
}
