//! `obverse exercises`: asks for better moves than those that were played.
//!
//! The mistakes and blunders of [analysed](super) games become exercises on a page.

mod arguments;
mod exercise;

use std::io::Write;
use std::path::Path;

use super::analyzer::Analyzer;
use super::{AnalyzedGame, Collection, sources};
use crate::board::Color;
use crate::tools::file_arguments;
use crate::tools::page::{BOARD, ELEMENTS, Escaped, GAME_STYLE, Module, Page, RULES, fill, module};
use crate::tools::{Body, Row, ToolError, json};
use exercise::{Exercise, exercises, plays};

pub(in crate::tools) const ROW: Row = Row {
    name: "exercises",
    summary: "makes exercises from the mistakes in recorded games: one web page",
    details: "The games are analyzed as by `analyze`. Each position in which a mistake or blunder \
              was made, and one move is clearly the best, becomes an exercise: the page asks for \
              that move, and answers a wrong one with its refutation. The page is a single file \
              that loads no other files.",
    exit_statuses: &[
        (0, "the page was written, or there were no mistakes"),
        (
            1,
            "games were skipped, none was found, or the web page could not be written",
        ),
        (2, "the command line or a file is wrong"),
        (
            130,
            "interrupted by Ctrl-C; the exercises found so far were written",
        ),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

const BODY: &str = include_str!("page.html");
const STYLE: &str = include_str!("exercises.css");
const MODULES: [Module; 4] = [RULES, ELEMENTS, BOARD, module!("page.js")];

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::SYNTAX.parse(words)?.arguments;
    file_arguments::check_output(&arguments.html, &arguments.games.files)?;
    let sources = sources(&arguments.games)?;
    let collection = Collection::read("exercises", &sources, &arguments.games)?;
    if let Some(player) = &arguments.player {
        let mut games = collection.games.iter().map(|(.., game)| game);
        let colors = [Color::Black, Color::White];
        if !games.any(|game| colors.iter().any(|&color| plays(game, color, player))) {
            let text = format!("--player {player}: nobody of this name plays in these games");
            return Err(ToolError::Value(text));
        }
    }
    let mut analyzer = Analyzer::new(&arguments.games, collection.positions());
    let mut found: Vec<Exercise> = Vec::new();
    let mut games = 0;
    for &(file, number, ref game) in &collection.games {
        let analyzed = AnalyzedGame {
            file,
            number,
            level: arguments.games.searched_level(),
            game,
            steps: analyzer.analyze(game, number),
        };
        games += 1;
        for exercise in exercises(&analyzed, arguments.player.as_deref()) {
            if !found.iter().any(|known| known.is_same(&exercise)) {
                found.push(exercise);
            }
        }
        if analyzer.interrupt.is_requested() {
            break;
        }
    }
    let mistakes = found.len();
    // The worst mistakes teach most.
    found.sort_by_key(|exercise| -exercise.loss);
    found.truncate(arguments.count);
    if !found.is_empty() {
        let page = page(&found, games);
        file_arguments::write(&arguments.html, page.as_bytes())?;
    }
    let summary = summary(&arguments.html, games, mistakes, found.len());
    analyzer.progress.line(output, &summary)?;
    match collection.left_out {
        _ if analyzer.interrupt.is_requested() => Err(ToolError::Interrupted),
        0 => Ok(()),
        some => Err(ToolError::Failed(format!(
            "exercises: {some} of {} games skipped",
            some + games
        ))),
    }
}

fn summary(path: &Path, games: usize, mistakes: usize, written: usize) -> String {
    let written = match written {
        0 => "no page".to_string(),
        some => format!("exercises {some}, page {}", path.display()),
    };
    format!("total: games {games}, clear mistakes {mistakes}, {written}")
}

fn page(exercises: &[Exercise], games: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let title = format!("{} exercise{}", exercises.len(), plural(exercises.len()));
    let extent = format!("From {games} game{}", plural(games));
    let records: Vec<String> = exercises.iter().map(json::line).collect();
    Page {
        title: &title,
        body: fill(
            BODY,
            &[
                ("title", Escaped(&title).to_string()),
                ("extent", Escaped(&extent).to_string()),
            ],
        ),
        styles: &[GAME_STYLE, STYLE],
        records: &records,
        modules: &MODULES,
    }
    .write()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::page::assert_joinable;

    #[test]
    fn the_modules_can_be_joined() {
        assert_joinable(&MODULES);
    }
}
