//! A file that holds the answers of a run as they are found, so that the run can be continued
//! after any interruption.
//!
//! Its first line describes the run. Each other line is an answer, written at once when it is
//! found, in any order. If the program is killed while it writes, the last line is
//! incomplete, and is removed when the run is continued. A power failure may cost the lines that
//! the system had not written to the disk yet.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, Write};

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use crate::board::Position;
use crate::files::check_unprotected;
use crate::files::lines::Lines;
use crate::files::sealed::checksum;
use crate::tools::ToolError;
use crate::tools::file_arguments::value_error;
use crate::tools::json::line;

/// The positions and settings of a run. With others, answers would differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    /// The version of this format.
    pub(super) journal: u32,
    pub(super) positions: usize,
    pub(super) checksum: u32,
    pub(super) level: Option<u32>,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) limit: Option<f64>,
    pub(super) moves: bool,
}

impl Run {
    /// The version of the format that is written.
    pub(super) const VERSION: u32 = 1;

    /// A number that other positions, or positions with other numbers, hardly ever have.
    pub(super) fn checksum<'a>(positions: impl Iterator<Item = (usize, &'a Position)>) -> u32 {
        let lines = positions.map(|(number, position)| format!("{number} {position}\n"));
        checksum(lines.collect::<String>().as_bytes())
    }

    /// Why this is not the run that a journal belongs to.
    fn difference(&self, other: &Run) -> Option<&'static str> {
        let is_same_work = self.positions == other.positions && self.checksum == other.checksum;
        let window = |run: &Run| (run.alpha, run.beta);
        match other {
            _ if self.journal != other.journal => Some("a different version of this program"),
            _ if !is_same_work => Some("different positions"),
            _ if self.level != other.level => Some("a different --level"),
            _ if window(self) != window(other) => Some("a different window"),
            _ if self.limit != other.limit => Some("a different --limit"),
            _ if self.moves != other.moves => Some("a different --moves"),
            _ => None,
        }
    }
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    run: Run,
}

/// How the first line begins.
pub(super) const HEAD: &str = "{\"run\":";

/// An open journal.
pub(super) struct Journal {
    name: String,
    file: File,
}

impl Journal {
    /// Opens the journal of a run, and returns the answers that are in it. Creates it if it
    /// does not exist. Nothing is changed if it belongs to another run.
    pub(super) fn open(
        name: &str,
        run: &Run,
        positions: &HashMap<usize, Position>,
    ) -> Result<(Journal, Vec<Answer>), ToolError> {
        let fail = |error: io::Error| value_error(name, error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(name).map_err(fail)?;
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(value_error(name, "not a file"));
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(value_error(name, "another process is writing to it"));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        check_unprotected(&file.metadata().map_err(fail)?).map_err(fail)?;
        let head = line(&Head { run: run.clone() }) + "\n";
        let found = Content::read(name, &file, &head, run, positions)?;
        let mut journal = Journal {
            name: name.to_string(),
            file,
        };
        journal.rewind_to(found.length)?;
        if found.length == 0 {
            journal.write(&head)?;
        }
        Ok((journal, found.answers))
    }

    /// Adds an answer.
    pub(super) fn add(&mut self, answer: &Answer) -> Result<(), ToolError> {
        // In one call, so that hardly ever is a part of it written.
        self.write(&(line(answer) + "\n"))
    }

    /// Removes everything after this many bytes, and continues there.
    fn rewind_to(&mut self, length: u64) -> Result<(), ToolError> {
        let rewound = self.file.set_len(length);
        let rewound = rewound.and_then(|()| self.file.seek(io::SeekFrom::Start(length)));
        rewound.map(|_| ()).map_err(|error| self.failed(error))
    }

    fn write(&mut self, text: &str) -> Result<(), ToolError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> ToolError {
        ToolError::Failed(format!("{}: {error}", self.name))
    }
}

const NO_JOURNAL: &str = "not a journal of solve (give --out a new file)";

/// The complete lines of a journal.
#[derive(Default)]
struct Content {
    answers: Vec<Answer>,
    /// Their length in bytes.
    length: u64,
}

impl Content {
    fn read(
        name: &str,
        file: &File,
        head: &str,
        run: &Run,
        positions: &HashMap<usize, Position>,
    ) -> Result<Content, ToolError> {
        let mut content = Content::default();
        let mut numbers = HashMap::new();
        let mut lines = Lines::new(file);
        loop {
            let place = lines.number() + 1;
            let fail =
                |problem: String| ToolError::Value(format!("{name}, line {place}: {problem}"));
            let line = match lines.next() {
                Ok(line) => line.unwrap_or_default(),
                Err(error) if place > 1 => return Err(fail(error.to_string())),
                Err(_) => return Err(value_error(name, NO_JOURNAL)),
            };
            if !line.ends_with(b"\n") {
                // Killed while it wrote the first line, or another file?
                return match place > 1 || head.as_bytes().starts_with(line) {
                    true => Ok(content),
                    false => Err(value_error(name, NO_JOURNAL)),
                };
            }
            content.length += line.len() as u64;
            if place == 1 {
                check_head(name, line, run)?;
                continue;
            }
            let answer: Answer = serde_json::from_slice(line)
                .map_err(|error| fail(format!("not an answer of solve: {error}")))?;
            let number = answer.number;
            if positions.get(&number) != Some(&answer.position) {
                return Err(fail(format!(
                    "position {number} of this run is another one"
                )));
            }
            if let Some(first) = numbers.insert(number, place) {
                return Err(fail(format!("position {number} is also on line {first}")));
            }
            content.answers.push(answer);
        }
    }
}

fn check_head(name: &str, line: &[u8], run: &Run) -> Result<(), ToolError> {
    let head: Head = serde_json::from_slice(line).map_err(|_| value_error(name, NO_JOURNAL))?;
    match run.difference(&head.run) {
        Some(difference) => {
            let problem = format!("it belongs to a run with {difference} (give --out a new file)");
            Err(value_error(name, problem))
        }
        None => Ok(()),
    }
}
