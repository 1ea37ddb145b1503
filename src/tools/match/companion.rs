//! The games of a match as GGF or as SGF, in a file beside the journal.
//!
//! Other programs write such files, too, so a file is only changed if all games in it are between
//! the players of this match. If the journal has no game that confirms this, there may be one at
//! most, which was being written when the match was interrupted.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::growing::Growing;
use crate::board::Position;
use crate::files::lines::Lines;
use crate::formats::{GameRecord, ggf, sgf};
use crate::tools::ToolError;
use crate::tools::file_arguments::value_error;

const FOREIGN: &str =
    "it holds games that are not of this match; move it away, or choose another --out";

/// A format of these files.
pub(super) struct Form {
    pub(super) extension: &'static str,
    /// Each game starts on a new line with this text.
    start: &'static str,
    write: fn(&GameRecord) -> String,
}

/// In the order in which a game is written to them.
pub(super) const FORMS: [Form; 2] = [
    Form {
        extension: "ggf",
        start: "(;",
        write: ggf::write,
    },
    Form {
        extension: "sgf",
        start: "(;FF[4]",
        write: sgf::write,
    },
];

/// A file that was looked at, but not changed yet.
pub(super) struct Companion {
    path: PathBuf,
    /// `None` if there is no such file.
    file: Option<Growing>,
    /// The length of the games that are also in the journal, in bytes.
    kept: u64,
}

impl Companion {
    /// Reads the file if it exists. There are so many games in the journal of the match, which
    /// is one between players with these names.
    pub(super) fn read(
        path: PathBuf,
        form: &Form,
        games: u64,
        names: &[String],
    ) -> Result<Companion, ToolError> {
        let mut kept = 0;
        let mut file = None;
        if path.exists() {
            let found = Growing::open(&path)?;
            kept = length_of(&found.file, form, games, names)
                .map_err(|problem| value_error(&path, problem))?;
            file = Some(found);
        }
        Ok(Companion { path, file, kept })
    }

    /// Removes what is not in the journal, and returns the file to append to it.
    pub(super) fn keep(self) -> Result<Growing, ToolError> {
        let mut file = match self.file {
            Some(file) => file,
            None => Growing::open(&self.path)?,
        };
        file.truncate(self.kept)?;
        Ok(file)
    }
}

/// The path of such a file.
pub(super) fn path(journal: &Path, form: &Form) -> PathBuf {
    journal.with_extension(form.extension)
}

/// The length of the first games in bytes; an error if there are others than those of a match.
fn length_of(file: &File, form: &Form, games: u64, names: &[String]) -> Result<u64, String> {
    let heads = Heads::new(form.write, names);
    let (mut seen, mut kept) = (0, 0);
    let mut head = String::new();
    let mut lines = Lines::new(file);
    let unreadable = |error: io::Error| error.to_string();
    while let Some(line) = lines.next().map_err(unreadable)? {
        // The end of the file may be in the middle of a character.
        let text = String::from_utf8_lossy(line);
        let starts = text.starts_with(form.start) || form.start.starts_with(&*text);
        if starts {
            if seen > 0 && !heads.fit(&head) {
                return Err(FOREIGN.to_string());
            }
            seen += 1;
            head.clear();
        }
        if seen == 0 || (seen > 1 && games == 0) {
            return Err(FOREIGN.to_string());
        }
        if head.len() <= heads.longest {
            head.push_str(text.trim_end_matches('\n'));
        }
        if seen <= games {
            kept += line.len() as u64;
        }
    }
    match seen == 0 || heads.fit(&head) {
        true => Ok(kept),
        false => Err(FOREIGN.to_string()),
    }
}

/// How the games between some players begin, without line breaks.
struct Heads {
    /// What comes before the names.
    before: String,
    /// `PB[NAME]`
    black: Vec<String>,
    /// `PW[NAME]`
    white: Vec<String>,
    /// No beginning is longer than this.
    longest: usize,
}

impl Heads {
    fn new(write: fn(&GameRecord) -> String, names: &[String]) -> Heads {
        let parts = names.iter().filter_map(|name| {
            let game = GameRecord {
                black: Some(name.clone()),
                white: Some("x".to_string()),
                ..GameRecord::new(Position::START)
            };
            let text = write(&game).replace('\n', "");
            let (head, _) = text.rsplit_once("]PW[x]")?;
            let (before, name) = head.split_once("PB[")?;
            Some((before.to_string(), format!("{name}]")))
        });
        let (before, names): (Vec<String>, Vec<String>) = parts.unzip();
        let longest = names.iter().map(String::len).max().unwrap_or_default();
        let before = before.into_iter().next().unwrap_or_default();
        Heads {
            // The version of the program is in it, and may be another one.
            longest: 2 * (before.len() + longest) + 100,
            before,
            black: names.iter().map(|name| format!("PB[{name}")).collect(),
            white: names.iter().map(|name| format!("PW[{name}")).collect(),
        }
    }

    /// Whether a game that begins like this is between the players, as far as it was written.
    fn fit(&self, head: &str) -> bool {
        match head.find("PB[") {
            Some(names) => after_one_of(&self.black, &head[names..])
                .and_then(|rest| after_one_of(&self.white, rest))
                .is_some(),
            None => self.before.starts_with(head) || format!("{}PB", self.before).starts_with(head),
        }
    }
}

/// What follows one of these texts, of which only a part may be there.
fn after_one_of<'t>(options: &[String], text: &'t str) -> Option<&'t str> {
    options.iter().find_map(|option| {
        let is_torn = option.starts_with(text.trim_end_matches('\u{fffd}'));
        text.strip_prefix(option).or(is_torn.then_some(""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that was cut anywhere is known, and that of others is not.
    #[test]
    fn games_are_known_by_their_players() {
        let long = "]x\\".repeat(60);
        let names = ["a]b", "PW[x]", "\u{e9}t\u{e9}", &long].map(str::to_string);
        for form in &FORMS {
            let heads = Heads::new(form.write, &names);
            let written = |black: &str, white: &str| {
                let game = GameRecord {
                    black: Some(black.to_string()),
                    white: Some(white.to_string()),
                    ..GameRecord::new(Position::START)
                };
                (form.write)(&game).into_bytes()
            };
            for (black, white) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
                let game = written(&names[black], &names[white]);
                for end in 0..game.len() {
                    let head = String::from_utf8_lossy(&game[..end]).replace('\n', "");
                    assert!(heads.fit(&head), "{}: {head}", form.extension);
                }
            }
            for (black, white) in [("a]b", "a"), ("a", "a]b"), ("", "")] {
                let game = String::from_utf8(written(black, white)).expect("it is text");
                assert!(!heads.fit(&game.replace('\n', "")), "{game}");
            }
            let nameless = (form.write)(&GameRecord::new(Position::START)).replace('\n', "");
            assert!(!heads.fit(&nameless), "{nameless}");
        }
    }
}
