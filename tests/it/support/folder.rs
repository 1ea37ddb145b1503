//! Folders for the files of a test.

use std::fs;
use std::path::PathBuf;

/// A folder of the test's own, removed at its end.
pub(crate) struct TempFolder(pub(crate) PathBuf);

impl TempFolder {
    /// `name` must be unique among the tests.
    pub(crate) fn new(name: &str) -> TempFolder {
        let unique = format!("obverse-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(unique);
        fs::create_dir_all(&folder).expect("the folder can be created");
        TempFolder(folder)
    }

    /// The full name of a file in it, as command lines take it.
    pub(crate) fn path(&self, name: &str) -> String {
        let path = self.0.join(name);
        path.to_str().expect("a path in Unicode").to_string()
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
