//! Books that several processes change. Nothing that one of them adds is lost: whoever
//! replaces the file has a lock, and has read what the others have written.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::load;
use crate::files::lock::Lock;
use crate::search::engine::book::{Book, Source};
use crate::tools::ToolError;
use crate::tools::file_arguments::{self, value_error};

/// Held while the file is read and replaced.
const WRITING: &str = "lock";

/// Held as long as a process grows the book.
const GROWING: &str = "grow";

/// The first bytes of a book, which hold checksums of everything else, tell whether it has
/// changed.
type Stamp = Vec<u8>;

const STAMP_BYTES: usize = 40;

/// Changes the book in a file, which is created if it does not exist.
pub(super) fn update<T>(file: &str, change: impl FnOnce(&mut Book) -> T) -> Result<T, ToolError> {
    check_changeable(file)?;
    let _lock = wait(file)?;
    let mut book = open(file)?;
    let result = change(&mut book);
    book.propagate_values();
    file_arguments::write(file, &book.write())?;
    Ok(result)
}

/// A book that is in memory while this process grows it, and in a file, to which others may
/// add.
pub(super) struct GrowingBook {
    pub(super) book: Book,
    file: String,
    /// What the file is known to contain; `None` if it does not exist.
    stamp: Option<Stamp>,
    _lock: Lock,
}

impl GrowingBook {
    /// The book in a file, or an empty book if the file does not exist yet.
    pub(super) fn open(file: &str) -> Result<GrowingBook, ToolError> {
        check_changeable(file)?;
        let growing = Lock::try_now(Path::new(file), GROWING);
        let growing = growing.map_err(|error| value_error(file, error))?;
        let problem = || format!("{file}: another process is growing this book");
        let growing = growing.ok_or_else(|| ToolError::Failed(problem()))?;
        let _lock = wait(file)?;
        Ok(GrowingBook {
            book: open(file)?,
            file: file.to_string(),
            stamp: stamp(file),
            _lock: growing,
        })
    }

    /// Replaces the whole file, after adding to the book what others have added to the file.
    pub(super) fn save(&mut self) -> Result<(), ToolError> {
        let _lock = wait(&self.file)?;
        let found = stamp(&self.file);
        if found.is_some() && found != self.stamp {
            self.book.merge(load(&self.file)?);
            self.book.propagate_values();
        }
        let bytes = self.book.write();
        file_arguments::write(&self.file, &bytes)?;
        self.stamp = Some(bytes[..STAMP_BYTES].to_vec());
        Ok(())
    }
}

fn check_changeable(file: &str) -> Result<(), ToolError> {
    if file == Source::EMBEDDED {
        return Err(value_error(file, "the built-in book cannot be changed"));
    }
    file_arguments::check_output(Path::new(file), [""; 0])
}

fn wait(file: &str) -> Result<Lock, ToolError> {
    Lock::wait(Path::new(file), WRITING).map_err(|error| value_error(file, error))
}

fn open(file: &str) -> Result<Book, ToolError> {
    match Path::new(file).exists() {
        true => load(file),
        false => Ok(Book::default()),
    }
}

fn stamp(file: &str) -> Option<Stamp> {
    let mut bytes = Vec::new();
    let start = File::open(file).ok()?.take(STAMP_BYTES as u64);
    { start }.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
