//! Reads files of games and positions: of a file of another kind, only the beginning.

use std::cell::RefCell;
use std::fmt::Display;
use std::fs::Metadata;
use std::io::{self, Cursor, ErrorKind, Read};
use std::iter;
use std::path::{Path, PathBuf};

use super::ToolError;
use super::file_arguments::{self, STANDARD_STREAM, value_error};
use crate::files::{self, lines::Lines};
use crate::formats::{self, Context, FORMATS, Games, Row, Rows};
use crate::text::complain;

/// The most that is read of a file of names.
const LONGEST_COMPANION: u64 = 16 << 20;

/// What to do about an empty file.
const EMPTY: &str = "it is empty; name a file with games or positions";

/// How to read a file of games.
#[derive(Clone, Copy, Default)]
pub(super) struct Reading {
    /// If this is `None`, the format is detected from the content or, failing that, the name.
    pub(super) format: Option<&'static Row>,
    /// Whether SGF counts rows from the top or from the bottom.
    pub(super) rows: Rows,
}

/// The most that is read of a file of games or positions, which is kept in memory.
const LONGEST_FILE: u64 = 1 << 30;

/// A file of another kind is recognised by so many bytes at the most.
const HEAD_BYTES: u64 = 1 << 20;

/// How many broken games are read of a file that begins with nothing else.
const MOST_BROKEN: usize = 1000;

/// How many broken games are named of a file of which nobody knows that it has others.
pub(super) const MOST_NAMED: usize = 20;

/// A file or standard input, of which only the beginning was read.
pub(super) struct Input<'a> {
    name: &'a str,
    head: Vec<u8>,
    rest: Box<dyn Read>,
    /// The length of the file, if it is known.
    length: Option<u64>,
}

impl<'a> Input<'a> {
    /// Only standard input may be empty, because a filter may leave nothing.
    pub(super) fn open(name: &'a str) -> Result<Input<'a>, ToolError> {
        if name == STANDARD_STREAM {
            return Input::new(name, Box::new(io::stdin()), None);
        }
        let input = Input::of_file(name)?;
        match input.head.is_empty() {
            true => Err(value_error(name, EMPTY)),
            false => Ok(input),
        }
    }

    /// A file, which may be empty.
    pub(super) fn of_file(name: &'a str) -> Result<Input<'a>, ToolError> {
        let file = file_arguments::open(name)?;
        let metadata = file.metadata().ok().filter(Metadata::is_file);
        Input::new(name, Box::new(file), metadata.map(|file| file.len()))
    }

    fn new(
        name: &'a str,
        mut rest: Box<dyn Read>,
        length: Option<u64>,
    ) -> Result<Input<'a>, ToolError> {
        let mut head = Vec::new();
        let read = rest.by_ref().take(HEAD_BYTES).read_to_end(&mut head);
        read.map_err(|error| value_error(name, error))?;
        Ok(Input {
            name,
            head,
            rest,
            length,
        })
    }

    /// The first bytes.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }

    /// The beginning, if there is more to read.
    pub(super) fn long_head(&self) -> Option<&[u8]> {
        (self.head.len() as u64 == HEAD_BYTES).then_some(&self.head)
    }

    /// Everything.
    pub(super) fn bytes(self) -> Result<Vec<u8>, ToolError> {
        self.bytes_up_to(LONGEST_FILE)
    }

    pub(super) fn bytes_up_to(self, longest: u64) -> Result<Vec<u8>, ToolError> {
        let name = self.name;
        let fail = |error: io::Error| value_error(name, error);
        if self.length.is_some_and(|length| length > longest) {
            return Err(fail(files::too_long(longest)));
        }
        let mut bytes = self.head;
        // A file of known length is not moved as it grows.
        let left = self.length.unwrap_or(0).saturating_sub(bytes.len() as u64);
        let is_reserved = bytes.try_reserve_exact(usize::try_from(left).unwrap_or(usize::MAX));
        is_reserved.map_err(|_| fail(ErrorKind::OutOfMemory.into()))?;
        files::read_rest(bytes, self.rest, longest).map_err(fail)
    }

    /// Passes on the lines of a text, without their line ends, and whether they have one; an
    /// error says what is wrong with a line. Comments may be in any encoding, since everything
    /// else is ASCII.
    pub(super) fn each_line(
        self,
        mut take: impl FnMut(&str, bool) -> Result<(), String>,
    ) -> Result<(), ToolError> {
        let mut lines = Lines::new(Cursor::new(self.head).chain(self.rest));
        let mut length = 0;
        loop {
            let (number, line) = (lines.number() + 1, lines.next());
            let fail = |problem: String| {
                ToolError::Value(format!("{}, line {number}: {problem}", self.name))
            };
            let Some(line) = line.map_err(|error| fail(error.to_string()))? else {
                return Ok(());
            };
            length += line.len() as u64;
            if length > LONGEST_FILE {
                return Err(value_error(self.name, files::too_long(LONGEST_FILE)));
            }
            let line = match number {
                1 => formats::without_byte_order_mark(line),
                _ => line,
            };
            let text = String::from_utf8_lossy(line);
            let whole = text.strip_suffix('\n');
            let text = whole.map_or(&*text, |line| line.strip_suffix('\r').unwrap_or(line));
            take(text, whole.is_some()).map_err(fail)?;
        }
    }
}

/// A file of games, with its format and its companion files.
pub(super) struct Source<'a> {
    name: &'a str,
    format: &'static Row,
    bytes: Vec<u8>,
    context: Context,
    companion_paths: Vec<PathBuf>,
    complaints: RefCell<Complaints>,
}

/// What is reported of the games of a file. Most of it is held back until a game is right: if
/// none is, this is a file of another kind.
#[derive(Default)]
struct Complaints {
    is_of_games: bool,
    named: usize,
    held: Vec<String>,
}

impl<'a> Source<'a> {
    pub(super) fn read(name: &'a str, reading: Reading) -> Result<Source<'a>, ToolError> {
        let input = Input::open(name)?;
        let format_of = |detected: Option<&'static Row>| {
            let format = reading.format.or(detected);
            format.or_else(|| format_of_name(name)).ok_or_else(|| {
                let problem = "unknown format; choose one with --from";
                value_error(name, format!("{problem}: {}", format_names()))
            })
        };
        let mut context = Context {
            rows: reading.rows,
            companions: Vec::new(),
        };
        let mut is_given_up = false;
        if let Some(head) = input.long_head() {
            let format = format_of(formats::detect_beginning(head))?;
            if !(format.can_begin)(head) {
                let problem = format!("not a file in the format {}", format.name);
                return Err(value_error(name, problem));
            }
            is_given_up = format.has_lines && is_hopeless((format.read)(head, &context));
        }
        let bytes = match is_given_up {
            true => input.head,
            false => input.bytes()?,
        };
        if bytes.is_empty() && reading.format.is_none() && format_of_name(name).is_none() {
            return Err(value_error(name, EMPTY));
        }
        let format = format_of(formats::detect(&bytes))?;
        let mut companion_paths = Vec::new();
        let companions = match name {
            STANDARD_STREAM => Vec::new(),
            _ => formats::companion_files(Path::new(name), format),
        };
        for (extension, path) in companions {
            let bytes = file_arguments::read(&path, LONGEST_COMPANION)?;
            context.companions.push((extension, bytes));
            companion_paths.push(path);
        }
        Ok(Source {
            name,
            format,
            bytes,
            context,
            companion_paths,
            complaints: RefCell::default(),
        })
    }

    pub(super) fn name(&self) -> &str {
        self.name
    }

    /// The companion files, which belong to this one.
    pub(super) fn companion_paths(&self) -> impl Iterator<Item = &Path> {
        self.companion_paths.iter().map(PathBuf::as_path)
    }

    /// Reports that a game is wrong and left out.
    pub(super) fn skip(&self, number: usize, problem: impl Display) -> io::Result<()> {
        let text = format!("{}: game {number}: {problem}", self.name);
        let mut complaints = self.complaints.borrow_mut();
        if !complaints.is_of_games && complaints.named >= MOST_NAMED {
            complaints.held.push(text);
            return Ok(());
        }
        complaints.named += 1;
        complain(&text)
    }

    /// The games, with an error in place of each broken one.
    pub(super) fn games(&self) -> Games<'_> {
        let mut games = (self.format.read)(&self.bytes, &self.context);
        let (mut is_of_games, mut broken) = (false, 0);
        Box::new(iter::from_fn(move || {
            let game = games.next();
            match &game {
                Some(Ok(_)) if is_of_games => {}
                Some(Ok(_)) => {
                    is_of_games = true;
                    self.tell_held();
                }
                Some(Err(_)) => broken += 1,
                None => {}
            }
            let is_given_up = !is_of_games && broken > MOST_BROKEN;
            let game = game.filter(|_| !is_given_up);
            if game.is_none() {
                self.count_held(is_given_up);
            }
            game
        }))
    }

    /// Reports what was held back, since this is a file of games.
    fn tell_held(&self) {
        let mut complaints = self.complaints.borrow_mut();
        complaints.is_of_games = true;
        for text in complaints.held.drain(..) {
            // Whoever cannot read this cannot read that either.
            let _ = complain(&text);
        }
    }

    /// Reports only how much was held back.
    fn count_held(&self, is_given_up: bool) {
        let more = std::mem::take(&mut self.complaints.borrow_mut().held).len();
        if more > 0 {
            let end = match is_given_up {
                true => ", and the rest was not read",
                false => "",
            };
            let _ = complain(&format!(
                "{}: {more} more games are invalid{end}",
                self.name
            ));
        }
    }
}

/// Whether more than [`MOST_BROKEN`] games at the beginning of a file are broken, which
/// [`Source::games`] gives up. The last one may only lack its end.
fn is_hopeless(games: Games<'_>) -> bool {
    let broken = games.take_while(Result::is_err);
    broken.take(MOST_BROKEN + 2).count() > MOST_BROKEN + 1
}

/// The format that belongs to the extension of a file name.
pub(super) fn format_of_name(name: &str) -> Option<&'static Row> {
    formats::with_extension(Path::new(name).extension()?.to_str()?)
}

/// The names of all formats, for messages.
pub(super) fn format_names() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
    names.join(", ")
}
