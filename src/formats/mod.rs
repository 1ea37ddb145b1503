//! The game files of other programs.
//!
//! A format turns bytes into game records and back. A game record is a start position with
//! legal moves. A format does not know where the bytes come from or what a game is for.
//!
//! Readers accept the dialects of other programs, but only legal moves, so callers need not
//! check them. They read a file game by game: a broken game yields an error, and reading
//! continues with the next one. Writers use the dialect that most programs read.
//!
//! ```
//! use obverse::board::Position;
//! use obverse::formats::{self, Context, Squares};
//!
//! let file = b"(;GM[Othello]PB[Ann]PW[Bob]BO[8 -------- -------- -------- ---O*--- \
//!     ---*O--- -------- -------- -------- *]B[F5]W[D6];)";
//! let ggf = formats::detect(file).expect("it looks like GGF");
//! assert_eq!(ggf.name, "ggf");
//!
//! let sgf = formats::find("sgf").expect("it is in the table");
//! let mut writer = (sgf.write)(Squares::default());
//! for game in (ggf.read)(file, &Context::default()) {
//!     let game = game?;
//!     assert_eq!(game.start, Position::START);
//!     writer.add(&game)?;
//! }
//! let written = String::from_utf8(writer.finish().main)?;
//! assert!(written.contains(";B[fe];W[df]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod companions;
mod error;
pub(crate) mod ggf;
mod journal;
mod lines;
mod record;
#[cfg(test)]
mod sample;
pub(crate) mod sgf;
mod text;
mod wthor;

pub(crate) use companions::check_companions;
pub use companions::companion_files;
pub use error::{Place, ReadError, ReadErrorKind};
pub(crate) use lines::TRANSCRIPT;
pub use record::{EarlyEnd, GameRecord, Outcome, Ply};

use std::fmt;

/// A row of [`FORMATS`].
pub struct Row {
    /// The name of the format, as users type it.
    pub name: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// The extensions of file names.
    pub extensions: &'static [&'static str],
    /// The extensions of companion files, which have the same name otherwise.
    pub companions: &'static [&'static str],
    /// Whether these bytes can only be a file in this format.
    pub recognises: fn(&[u8]) -> bool,
    /// Whether a file in this format, which is longer than these bytes, can begin with them.
    pub can_begin: fn(&[u8]) -> bool,
    /// Whether each line is read for itself, so that the beginning of a longer file has the games
    /// that the whole file begins with.
    pub has_lines: bool,
    /// Reads the games of a file one by one.
    pub read: for<'a> fn(&'a [u8], &'a Context) -> Games<'a>,
    /// Starts a new file. Only SGF uses the argument, which says how to name squares.
    pub write: fn(Squares) -> Box<dyn Writer>,
}

/// The games of a file, with an error in place of each broken one.
pub type Games<'a> = Box<dyn Iterator<Item = Result<GameRecord, ReadError>> + 'a>;

/// What a reader needs to know in addition to the file itself.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// From which end an SGF file without `GM` counts rows.
    pub rows: Rows,
    /// The companion files that exist, with their extensions.
    pub companions: Vec<(&'static str, Vec<u8>)>,
}

/// From which end the second letter of a square counts rows, in an SGF file without a `GM`
/// property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// From the top, as in all other programs.
    #[default]
    FromTop,
    /// From the bottom, as GoGui does.
    FromBottom,
}

/// How the SGF writer names squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Squares {
    /// With two letters: `fe`.
    Letters(Rows),
    /// With a letter and a digit: `f5`.
    Plain,
}

impl Default for Squares {
    fn default() -> Squares {
        Squares::Letters(Rows::default())
    }
}

/// Collects the games of a new file.
pub trait Writer {
    /// Adds a game, or returns why the format cannot hold it.
    fn add(&mut self, game: &GameRecord) -> Result<(), WriteError>;

    /// Returns the complete file.
    fn finish(self: Box<Self>) -> Files;
}

/// The bytes of a file and of its companion files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The file with the games.
    pub main: Vec<u8>,
    /// The companion files, with their extensions.
    pub companions: Vec<(&'static str, Vec<u8>)>,
}

/// Why a format cannot hold a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The game does not start from the usual position, and the format stores no other.
    Start,
    /// The game has no final score in whole discs, and the format needs one.
    Score,
    /// There are more names than the format can number.
    Names,
}

impl std::error::Error for WriteError {}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WriteError::Start => {
                "the format can only hold games from the usual start position, \
                 and this one starts from another"
            }
            WriteError::Score => {
                "the format needs a final score such as 40-24, and the game has none"
            }
            WriteError::Names => "the format cannot hold more than 65536 different names",
        })
    }
}

/// Every format. If several of them recognise a file, the first one is used.
pub static FORMATS: &[Row] = &[ggf::ROW, lines::OBF, sgf::ROW, TRANSCRIPT, wthor::ROW];

/// A text without the byte order mark that some programs put at its start.
pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text)
}

/// The format with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    FORMATS.iter().find(|row| row.name == name)
}

/// The format of files with this extension, in upper or lower case.
pub fn with_extension(extension: &str) -> Option<&'static Row> {
    let is_same = |known: &&str| known.eq_ignore_ascii_case(extension);
    FORMATS
        .iter()
        .find(|row| row.extensions.iter().any(is_same))
}

/// The format that recognises these bytes.
pub fn detect(bytes: &[u8]) -> Option<&'static Row> {
    let text = without_byte_order_mark(bytes);
    FORMATS.iter().find(|row| (row.recognises)(text))
}

/// The format that a file may have which begins with these bytes, and is longer.
#[cfg(feature = "tools")]
pub(crate) fn detect_beginning(bytes: &[u8]) -> Option<&'static Row> {
    let is_archive = wthor::begins(bytes).then(|| find(wthor::ROW.name));
    detect(bytes).or(is_archive.flatten())
}

/// Whether these bytes can be the beginning of a text.
fn is_text(bytes: &[u8]) -> bool {
    !bytes.contains(&0)
}

/// Writes text formats, in which the games simply follow each other.
struct TextWriter {
    text: String,
    write: fn(&GameRecord) -> String,
}

impl TextWriter {
    fn boxed(write: fn(&GameRecord) -> String) -> Box<dyn Writer> {
        let text = String::new();
        Box::new(TextWriter { text, write })
    }
}

impl Writer for TextWriter {
    fn add(&mut self, game: &GameRecord) -> Result<(), WriteError> {
        self.text += &(self.write)(game);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Files {
        Files {
            main: self.text.into_bytes(),
            companions: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn formats_are_found_by_content_name_and_extension() {
        let board = "---------------------------OX------XO--------------------------- X";
        for (content, name) in [
            ("(;FF[4]GM[2];B[fe])", Some("sgf")),
            (" (;B[f5])", Some("sgf")),
            ("(;GM[Othello]B[f5];)", Some("ggf")),
            ("2 (;PC[a]GM[ othello ];)(;GM[Othello];)", Some("ggf")),
            ("\u{feff}% openings\n\nf5d6", Some("transcript")),
            ("\u{feff}(;B[f5])", Some("sgf")),
            (&format!("{board}; D3:+1;"), Some("obf")),
            (&format!("{board} f5d6"), Some("obf")),
            ("Dear all", None),
            ("", None),
        ] {
            let found = detect(content.as_bytes()).map(|row| row.name);
            assert_eq!(found, name, "{content}");
        }
        for row in FORMATS {
            let mut file = (row.write)(Squares::default());
            let mut game = GameRecord::new(Position::START);
            game.result = Some(Outcome::from_lead(2));
            file.add(&game).unwrap();
            let found = detect(&file.finish().main).map(|row| row.name);
            // A game without moves is a position.
            let expected = if row.name == "transcript" {
                "obf"
            } else {
                row.name
            };
            assert_eq!(found, Some(expected));
            for extension in row.extensions {
                let found = with_extension(&extension.to_uppercase());
                assert_eq!(found.map(|found| found.name), Some(row.name));
            }
        }
        assert!(find("xml").is_none() && with_extension("").is_none());
    }
}
