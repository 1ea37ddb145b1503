//! A file that holds the answers of a run as they are found, so that the run can be continued
//! after any interruption.
//!
//! Its first line describes the run. Each other line is an answer, written at once when it is
//! found, in any order. If the program is killed while it writes, the last line is
//! incomplete, and is removed when the run is continued. A power failure may cost the lines that
//! the system had not written to the disk yet.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use crate::board::Position;
use crate::files::check_unprotected;
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
        let mut file = options.open(name).map_err(fail)?;
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(value_error(name, "not a file"));
        }
        check_unprotected(&file.metadata().map_err(fail)?).map_err(fail)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(value_error(name, "another process is writing to it"));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(fail)?;
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let mut journal = Journal {
            name: name.to_string(),
            file,
        };
        if complete == 0 {
            let head = line(&Head { run: run.clone() }) + "\n";
            // Killed while it wrote the first line, or another file?
            if !head.starts_with(&text) {
                return Err(value_error(name, NO_JOURNAL));
            }
            journal.rewind_to(0)?;
            journal.write(&head)?;
            return Ok((journal, Vec::new()));
        }
        let answers = read(name, &text[..complete], run, positions)?;
        journal.rewind_to(complete)?;
        Ok((journal, answers))
    }

    /// Adds an answer.
    pub(super) fn add(&mut self, answer: &Answer) -> Result<(), ToolError> {
        // In one call, so that hardly ever is a part of it written.
        self.write(&(line(answer) + "\n"))
    }

    /// Removes everything after this many bytes, and continues there.
    fn rewind_to(&mut self, length: usize) -> Result<(), ToolError> {
        let length = length as u64;
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

/// The answers in the complete lines of a journal.
fn read(
    name: &str,
    text: &str,
    run: &Run,
    positions: &HashMap<usize, Position>,
) -> Result<Vec<Answer>, ToolError> {
    let mut lines = text.lines();
    let head: Option<Head> = lines
        .next()
        .and_then(|head| serde_json::from_str(head).ok());
    let head = head.ok_or_else(|| value_error(name, NO_JOURNAL))?;
    if let Some(difference) = run.difference(&head.run) {
        let problem = format!("it belongs to a run with {difference} (give --out a new file)");
        return Err(value_error(name, problem));
    }
    let mut numbers = HashMap::new();
    let mut answers = Vec::new();
    for (place, text) in (2..).zip(lines) {
        let fail = |problem: String| ToolError::Value(format!("{name}, line {place}: {problem}"));
        let answer: Answer = serde_json::from_str(text)
            .map_err(|error| fail(format!("not an answer of solve: {error}")))?;
        if positions.get(&answer.number) != Some(&answer.position) {
            return Err(fail(format!(
                "position {} of this run is another one",
                answer.number
            )));
        }
        if let Some(first) = numbers.insert(answer.number, place) {
            let number = answer.number;
            return Err(fail(format!("position {number} is also on line {first}")));
        }
        answers.push(answer);
    }
    Ok(answers)
}
