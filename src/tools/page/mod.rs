//! The parts of web pages. Each page is a single file, with its styles and scripts inside.
//!
//! Untrusted data is passed to the scripts as JSON records, or inserted as escaped text.

mod html;
mod scripts;

use std::path::{Path, PathBuf};

use crate::flags::{Kind, ValueKind};
pub(super) use html::{Escaped, fill, name, tiles};
#[cfg(test)]
pub(super) use scripts::assert_joinable;
pub(super) use scripts::{Module, module};

/// The board and its controls, for the body of a page with [`GAME_MODULES`] and
/// [`GAME_STYLE`].
pub(super) const VIEWER: &str = include_str!("viewer.html");

/// The style of the list of games and the board.
pub(super) const GAME_STYLE: &str = include_str!("board.css");

/// The style of results: large figures, and scores with a bar.
pub(super) const RESULTS_STYLE: &str = include_str!("results.css");

/// The style of tables with [`SORTING`].
pub(super) const SORTING_STYLE: &str = include_str!("sorting.css");

/// The style of [`CURVE`].
pub(super) const CURVE_STYLE: &str = include_str!("curve.css");

/// The rules of the game.
pub(super) const RULES: Module = module!("rules.js");
/// What all scripts do with elements.
pub(super) const ELEMENTS: Module = module!("elements.js");
/// The board.
pub(super) const BOARD: Module = module!("board.js");
/// The graph of a lead.
pub(super) const CURVE: Module = module!("curve.js");

/// The evaluation bar.
pub(super) const BAR: Module = module!("bar.js");
/// Tables that can be sorted and filtered.
pub(super) const SORTING: Module = module!("sorting.js");
/// Copying to the clipboard.
pub(super) const COPY: Module = module!("copy.js");

/// The modules that show a game.
pub(super) const GAME_MODULES: [Module; 5] = [
    RULES,
    ELEMENTS,
    BOARD,
    module!("viewer.js"),
    module!("address.js"),
];

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("style.css");

/// The parts of a page that differ between tools.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// HTML.
    pub(super) body: String,
    pub(super) styles: &'a [&'a str],
    /// JSON objects.
    pub(super) records: &'a [String],
    /// Each uses only those before it.
    pub(super) modules: &'a [Module],
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
                ("script", scripts::joined(self.modules)),
            ],
        )
    }
}

/// The file name of a page. The extension is required so that a page cannot replace the file
/// from which it is made.
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
