//! The file to which a dialogue is logged.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::files::check_unprotected;
use crate::system;
use crate::text::complain;

/// A log file, whose problems never disturb the dialogue: entries that cannot be written are
/// lost, which is said once.
pub struct LogFile {
    file: File,
    name: String,
    is_complete: bool,
}

impl LogFile {
    /// Opens a file to append to it, or creates it. Devices and pipes are allowed as well, but
    /// a pipe needs a reader.
    pub fn open(path: &Path) -> io::Result<LogFile> {
        let name = path.display().to_string();
        let file = open(path).map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        Ok(LogFile {
            file,
            name,
            is_complete: true,
        })
    }

    fn lose(&mut self, error: &io::Error) {
        if std::mem::take(&mut self.is_complete) {
            let reason = match error.kind() {
                ErrorKind::WouldBlock => "its reader is too slow".to_string(),
                _ => error.to_string(),
            };
            // Nobody may read it.
            let _ = complain(&format!("{}: {reason}; the log is incomplete", self.name));
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    if system::is_pipe(path) {
        return system::open_pipe(path);
    }
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    check_unprotected(&file.metadata()?)?;
    Ok(file)
}

impl Write for LogFile {
    /// Never fails, and writes an entry as a whole.
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.file.write_all(entry) {
            self.lose(&error);
        }
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
