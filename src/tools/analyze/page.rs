//! A page that replays the games with their analysis.

use std::path::{Path, PathBuf};

use super::AnalyzedGame;
use super::json::Game;
use crate::tools::ToolError;
use crate::tools::file_arguments;
use crate::tools::json::line;
use crate::tools::page::{Escaped, GAME_SCRIPTS, GAME_STYLE, Page, VIEWER, fill};

const BODY: &str = include_str!("page.html");
const STYLE: &str = include_str!("analysis.css");

/// Each script uses those before it.
const SCRIPTS: [&str; 4] = [
    include_str!("curve.js"),
    include_str!("game.js"),
    include_str!("list.js"),
    include_str!("page.js"),
];

/// A page that will be written at the end.
pub(super) struct PageFile {
    path: PathBuf,
    title: String,
    records: Vec<String>,
}

impl PageFile {
    /// An empty page. Fails if it cannot be written later.
    pub(super) fn new(path: &Path, inputs: &[String]) -> Result<PageFile, ToolError> {
        file_arguments::check_output(path, inputs)?;
        Ok(PageFile {
            path: path.to_path_buf(),
            title: title(inputs),
            records: Vec::new(),
        })
    }

    pub(super) fn add(&mut self, analyzed: &AnalyzedGame<'_>) {
        self.records.push(line(&Game::of(analyzed)));
    }

    /// Writes the page, or replaces an existing one, if there are any games.
    pub(super) fn write(self) -> Result<(), ToolError> {
        if self.records.is_empty() {
            return Ok(());
        }
        let body = fill(
            BODY,
            &[
                ("title", Escaped(&self.title).to_string()),
                ("viewer", VIEWER.to_string()),
            ],
        );
        let page = Page {
            title: &self.title,
            body,
            styles: &[GAME_STYLE, STYLE],
            records: &self.records,
            scripts: &[&GAME_SCRIPTS[..], &SCRIPTS].concat(),
        };
        file_arguments::write(&self.path, page.write().as_bytes())
    }
}

/// The title names the files.
fn title(inputs: &[String]) -> String {
    let name = |input: &String| {
        let name = Path::new(input).file_name();
        name.map_or(input.clone(), |name| name.to_string_lossy().into_owned())
    };
    match inputs {
        [input] if input == "-" => "Analysis".to_string(),
        [input] => format!("Analysis of {}", name(input)),
        inputs => format!("Analysis of {} files", inputs.len()),
    }
}
