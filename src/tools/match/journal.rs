//! The results on disk: a file with one JSON line per game, and the games as GGF and SGF in
//! two more files.
//!
//! A game counts once its line is complete. The line is written last, so the other two files
//! then contain the game as well. If the program is killed in between, they contain one game
//! more; it is removed when the match is resumed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::record::Record;
use crate::files::check_unprotected;
use crate::files::lines::Lines;
use crate::tools::ToolError;
use crate::tools::file_arguments::value_error;

/// In the SGF file, each game starts on a new line with this text.
const SGF_START: &str = "(;FF[4]";

/// One game in all three forms, line ends included.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) record: String,
    pub(super) ggf: String,
    pub(super) sgf: String,
}

/// The three files.
pub(super) struct Journal {
    record: File,
    ggf: File,
    sgf: File,
}

impl Journal {
    /// Creates the files. Fails if they exist.
    pub(super) fn create(path: &str) -> Result<Journal, ToolError> {
        if Path::new(path).exists() {
            return Err(value_error(
                path,
                "the file exists; --resume continues the match in it",
            ));
        }
        Journal::resume(path, &mut |_| Ok(()))
    }

    /// Opens existing files to append to them, or creates them. `take` is called with each
    /// game in them, and its error explains why the game is invalid.
    pub(super) fn resume(
        path: &str,
        take: &mut dyn FnMut(Record) -> Result<(), String>,
    ) -> Result<Journal, ToolError> {
        let with_extension = |extension: &str| Path::new(path).with_extension(extension);
        for other in ["ggf", "sgf"].map(with_extension) {
            if other == Path::new(path) {
                return Err(value_error(path, "expected a name that ends in .jsonl"));
            }
            // Writing to it would overwrite unrelated games.
            if !Path::new(path).exists() && other.exists() {
                let problem = format!(
                    "the file exists, but {path} does not; move it away, or choose another --out"
                );
                return Err(value_error(other, problem));
            }
        }
        let fail = |error: io::Error| value_error(path, error);
        let mut record = open(Path::new(path)).map_err(fail)?;
        if !lock(&record) {
            return Err(value_error(path, "another match is writing to it"));
        }
        let games = keep_games(&mut record, take).map_err(|problem| value_error(path, problem))?;
        let open_games = |extension, start| {
            let mut file = open(&with_extension(extension)).map_err(fail)?;
            keep_first(&mut file, games, start).map_err(fail)?;
            Ok::<File, ToolError>(file)
        };
        Ok(Journal {
            ggf: open_games("ggf", "(;")?,
            sgf: open_games("sgf", SGF_START)?,
            record,
        })
    }

    /// Adds a game.
    pub(super) fn write(&mut self, entry: &Entry) -> io::Result<()> {
        self.ggf.write_all(entry.ggf.as_bytes())?;
        self.sgf.write_all(entry.sgf.as_bytes())?;
        self.record.write_all(entry.record.as_bytes())
    }
}

fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    check_unprotected(&file.metadata()?)?;
    Ok(file)
}

/// Locks the file. A match that was just killed may hold the lock a moment longer.
fn lock(file: &File) -> bool {
    const TRIES: u32 = 20;
    (0..TRIES).any(|_| {
        let is_locked = file.try_lock().is_ok();
        if !is_locked {
            thread::sleep(Duration::from_millis(50));
        }
        is_locked
    })
}

/// Reads all complete lines, truncates the file after them, and seeks to its end.
fn keep_games(
    file: &mut File,
    take: &mut dyn FnMut(Record) -> Result<(), String>,
) -> Result<u64, String> {
    let (games, kept) = read_games(&mut *file, take)?;
    truncate(file, kept).map_err(|error| error.to_string())?;
    Ok(games)
}

/// Reads all complete lines. Returns their number and their length in bytes.
pub(super) fn read_games(
    input: impl Read,
    take: &mut dyn FnMut(Record) -> Result<(), String>,
) -> Result<(u64, u64), String> {
    let (mut games, mut kept) = (0, 0);
    let mut lines = Lines::new(input);
    loop {
        let fail = |problem: String| format!("line {}: {problem}", games + 1);
        let line = lines.next().map_err(|error| fail(error.to_string()))?;
        let Some(line) = line.filter(|line| line.ends_with(b"\n")) else {
            return Ok((games, kept));
        };
        serde_json::from_slice(line)
            .map_err(|error| error.to_string())
            .and_then(&mut *take)
            .map_err(fail)?;
        games += 1;
        kept += line.len() as u64;
    }
}

/// Truncates the file after this number of games, each of which starts with `start`.
fn keep_first(file: &mut File, games: u64, start: &str) -> io::Result<()> {
    let (mut seen, mut kept) = (0, 0);
    let mut lines = Lines::new(&mut *file);
    while let Some(line) = lines.next()? {
        seen += u64::from(line.starts_with(start.as_bytes()));
        if seen > games {
            break;
        }
        kept += line.len() as u64;
    }
    truncate(file, kept)
}

fn truncate(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::End(0)).map(|_| ())
}
