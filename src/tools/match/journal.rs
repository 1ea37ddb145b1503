//! The results on disk: a file with one JSON line per game, and the games as GGF and SGF in
//! two more files.
//!
//! A game counts once its line is complete. The line is written last, so the other two files
//! then contain the game as well. If the program is killed in between, they contain one game
//! more; it is removed when the match is resumed.

use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::companion::{self, Companion, FORMS};
use super::growing::Growing;
use super::record::Record;
use crate::files::is_same;
use crate::files::lines::Lines;
use crate::tools::ToolError;
use crate::tools::file_arguments::value_error;

/// One game in all three forms, line ends included.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) record: String,
    pub(super) ggf: String,
    pub(super) sgf: String,
}

/// The three files.
pub(super) struct Journal {
    record: Growing,
    companions: [Growing; 2],
}

/// The match that a journal should be of.
pub(super) trait Owner {
    /// The names of the players.
    fn names(&self) -> &[String];

    /// The files that the match reads.
    fn inputs(&self) -> &[String];

    /// Takes a game that was played before. The error explains why it is not of this match.
    fn take(&mut self, record: Record) -> Result<(), String>;

    /// Whether the record of a game of this match could begin like this.
    fn writes(&self, start: &[u8]) -> bool;
}

impl Journal {
    /// Creates the files. Fails if they exist.
    pub(super) fn create(path: &str, owner: &mut dyn Owner) -> Result<Journal, ToolError> {
        if Path::new(path).exists() {
            return Err(value_error(
                path,
                "the file exists; --resume continues the match in it",
            ));
        }
        Journal::resume(path, owner)
    }

    /// Opens existing files to append to them, or creates them. No file is changed before it is
    /// clear that all of them are of this match.
    pub(super) fn resume(path: &str, owner: &mut dyn Owner) -> Result<Journal, ToolError> {
        let name = Path::new(path);
        check_names(name, owner.inputs())?;
        let mut record = Growing::open(name)?;
        if !lock(&record.file) {
            return Err(value_error(path, "another match is writing to it"));
        }
        let refuse = |problem: String| value_error(path, problem);
        let content = read_games(&record.file, &mut |game| owner.take(game)).map_err(refuse)?;
        if content.games == 0 && !owner.writes(&content.rest) {
            let problem = "not a journal of match; choose another --out".to_string();
            return Err(refuse(problem));
        }
        let read = |form| {
            let path = companion::path(name, form);
            Companion::read(path, form, content.games, owner.names())
        };
        let [ggf, sgf] = FORMS.each_ref().map(read);
        let companions = [ggf?, sgf?];
        record.truncate(content.length)?;
        let [ggf, sgf] = companions.map(Companion::keep);
        Ok(Journal {
            record,
            companions: [ggf?, sgf?],
        })
    }

    /// Adds a game.
    pub(super) fn write(&mut self, entry: &Entry) -> Result<(), ToolError> {
        let [ggf, sgf] = &mut self.companions;
        ggf.append(&entry.ggf)?;
        sgf.append(&entry.sgf)?;
        self.record.append(&entry.record)
    }
}

/// The paths of the three files of a journal.
fn paths(journal: &Path) -> [PathBuf; 3] {
    let [ggf, sgf] = FORMS.each_ref().map(|form| companion::path(journal, form));
    [journal.to_path_buf(), ggf, sgf]
}

fn check_names(journal: &Path, inputs: &[String]) -> Result<(), ToolError> {
    let [_, companions @ ..] = paths(journal);
    for other in &companions {
        if other == journal {
            return Err(value_error(journal, "expected a name that ends in .jsonl"));
        }
        // Writing to it would overwrite unrelated games.
        if !journal.exists() && other.exists() {
            let problem = format!(
                "the file exists, but {} does not; move it away, or choose another --out",
                journal.display()
            );
            return Err(value_error(other, problem));
        }
    }
    for path in paths(journal) {
        if inputs.iter().any(|input| is_same(&path, Path::new(input))) {
            return Err(value_error(path, "it is also an input file"));
        }
    }
    Ok(())
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

/// The complete lines of a journal, and what comes after them.
#[derive(Default)]
pub(super) struct Content {
    games: u64,
    /// The length of the games in bytes.
    length: u64,
    /// A line without its end.
    rest: Vec<u8>,
}

/// Reads all complete lines. None may contradict itself, or occur twice. Games of several matches may
/// have the same number.
pub(super) fn read_games(
    input: impl Read,
    take: &mut dyn FnMut(Record) -> Result<(), String>,
) -> Result<Content, String> {
    let mut content = Content::default();
    let mut lines = Lines::new(input);
    let mut seen = HashSet::new();
    let hasher = RandomState::new();
    loop {
        let number = content.games + 1;
        let fail = |problem: String| format!("line {number}: {problem}");
        let line = lines.next().map_err(|error| fail(error.to_string()))?;
        let line = line.unwrap_or_default();
        if !line.ends_with(b"\n") {
            content.rest = line.to_vec();
            return Ok(content);
        }
        let record: Record =
            serde_json::from_slice(line).map_err(|error| fail(error.to_string()))?;
        if !seen.insert(hasher.hash_one(line)) {
            return Err(fail(format!("game {} occurs twice", record.game)));
        }
        record.check().and_then(|()| take(record)).map_err(fail)?;
        content.games += 1;
        content.length += line.len() as u64;
    }
}
