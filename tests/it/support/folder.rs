//! Folders for the files of a test.

use std::fs;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;

/// A temporary folder, which is removed at the end of the test.
pub(crate) struct TempFolder(pub(crate) PathBuf);

impl TempFolder {
    /// `name` must be unique among the tests.
    pub(crate) fn new(name: &str) -> TempFolder {
        let unique = format!("obverse-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(unique);
        fs::create_dir_all(&folder).expect("the folder can be created");
        TempFolder(folder)
    }

    /// The path of a file in the folder, as command lines take it.
    pub(crate) fn path(&self, name: &str) -> String {
        let path = self.0.join(name);
        path.to_str().expect("a path in Unicode").to_string()
    }

    /// The names of the files and folders in it, sorted.
    #[allow(dead_code, reason = "tests of timing need only paths")]
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder exists");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string())
            .map(|name| name.expect("a name in Unicode"))
            .collect();
        names.sort();
        names
    }

    /// Creates a named pipe in the folder, and returns its path.
    #[cfg(unix)]
    #[allow(dead_code, reason = "tests of timing need only paths")]
    pub(crate) fn create_pipe(&self, name: &str) -> String {
        let path = self.path(name);
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo is installed").success());
        path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
