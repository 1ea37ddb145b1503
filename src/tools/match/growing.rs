//! A file that games are appended to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::files::check_unprotected;
use crate::tools::ToolError;
use crate::tools::file_arguments::value_error;

pub(super) struct Growing {
    path: PathBuf,
    pub(super) file: File,
}

impl Growing {
    /// Opens a file without changing it, or creates it.
    pub(super) fn open(path: &Path) -> Result<Growing, ToolError> {
        let open = || {
            // A pipe would wait for its other end.
            if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
                return Err(io::Error::other("not a file"));
            }
            let mut options = OpenOptions::new();
            let options = options.read(true).write(true).create(true).truncate(false);
            let file = options.open(path)?;
            check_unprotected(&file.metadata()?)?;
            Ok(file)
        };
        let file = open().map_err(|error| value_error(path, error))?;
        let path = path.to_path_buf();
        Ok(Growing { path, file })
    }

    /// Removes everything after this many bytes, and continues there.
    pub(super) fn truncate(&mut self, length: u64) -> Result<(), ToolError> {
        let cut = self.file.set_len(length);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(drop)
            .map_err(|error| value_error(&self.path, error))
    }

    pub(super) fn append(&mut self, text: &str) -> Result<(), ToolError> {
        self.file.write_all(text.as_bytes()).map_err(|error| {
            let path = self.path.display();
            ToolError::Failed(format!("{path}: {error} (--resume continues the match)"))
        })
    }
}
