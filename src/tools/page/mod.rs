//! What the pages of tools are made of. Each is one file that a browser shows
//! without any other: texts, styles and scripts stand in it.
//!
//! What comes from outside is a list of records in JSON, which the scripts read, or
//! escaped text.

mod html;

use std::path::{Path, PathBuf};

use crate::flags::{Kind, ValueKind};
pub(super) use html::{Escaped, fill, name};

/// The board and what moves it, for the body of a page with [`GAME_SCRIPTS`] and
/// [`GAME_STYLE`]. The list `moves` has its own place there.
pub(super) const VIEWER: &str = include_str!("viewer.html");

/// The style of a list of games and the board.
pub(super) const GAME_STYLE: &str = include_str!("board.css");

/// What shows a game; each uses what stands before it.
pub(super) const GAME_SCRIPTS: [&str; 3] = [
    include_str!("rules.js"),
    include_str!("viewer.js"),
    include_str!("address.js"),
];

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("style.css");

/// What one page has of its own.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// With markup.
    pub(super) body: String,
    pub(super) styles: &'a [&'a str],
    /// A JSON object each.
    pub(super) records: &'a [String],
    pub(super) scripts: &'a [&'a str],
}

impl Page<'_> {
    /// The whole page.
    pub(super) fn write(self) -> String {
        let records = format!("[{}]", self.records.join(",\n"));
        fill(
            FRAME,
            &[
                ("version", env!("CARGO_PKG_VERSION").to_string()),
                ("title", Escaped(self.title).to_string()),
                ("style", [&[STYLE], self.styles].concat().concat()),
                ("body", self.body),
                ("records", html::script_json(&records)),
                ("script", self.scripts.concat()),
            ],
        )
    }
}

/// The name of a web page. Its ending keeps it from replacing the file that it is made
/// of.
pub(super) struct PageName;

impl ValueKind for PageName {
    type Value = PathBuf;

    fn kind(&self) -> Kind {
        Kind::File("a name that ends in .html")
    }

    fn parse(&self, text: &str) -> Result<PathBuf, String> {
        match Path::new(text).extension() {
            Some(extension) if extension == "html" || extension == "htm" => Ok(text.into()),
            _ => Err(format!("expected {}", self.kind())),
        }
    }

    fn format(&self, path: &PathBuf) -> String {
        path.display().to_string()
    }
}
