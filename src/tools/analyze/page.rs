//! A page that replays the games with their analysis.

use std::path::{Path, PathBuf};

use super::json::Game;
use super::summary::PlayerTotal;
use super::{AnalyzedGame, players};
use crate::tools::ToolError;
use crate::tools::file_arguments;
use crate::tools::json::line;
use crate::tools::page::{
    BAR, COPY, CURVE, CURVE_STYLE, Escaped, GAME_MODULES, GAME_STYLE, Module, Page, VIEWER, fill,
    module,
};

const BODY: &str = include_str!("page.html");
const STYLE: &str = include_str!("analysis.css");

/// The modules of the page.
const MODULES: [Module; 7] = [
    BAR,
    COPY,
    CURVE,
    module!("table.js"),
    module!("game.js"),
    module!("list.js"),
    module!("page.js"),
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
    pub(super) fn write(self, players: &[PlayerTotal]) -> Result<(), ToolError> {
        if self.records.is_empty() {
            return Ok(());
        }
        let body = fill(
            BODY,
            &[
                ("title", Escaped(&self.title).to_string()),
                ("viewer", VIEWER.to_string()),
                ("players", players::rows(players)),
                ("legend", players::legend()),
            ],
        );
        let page = Page {
            title: &self.title,
            body,
            styles: &[GAME_STYLE, CURVE_STYLE, STYLE],
            records: &self.records,
            modules: &[&GAME_MODULES[..], &MODULES].concat(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::page::assert_joinable;

    #[test]
    fn the_modules_can_be_joined() {
        assert_joinable(&[&GAME_MODULES[..], &MODULES].concat());
    }
}
