//! The page and its sections.

use super::content::Content;
use super::replayable::MAX_GAMES;
use super::tally::Tally;
use super::{plot, tables};
use crate::tools::json;
use crate::tools::page::{
    GAME_MODULES, GAME_STYLE, Module, Page, RESULTS_STYLE, VIEWER, fill, module, name,
};

const BODY: &str = include_str!("page.html");
const STYLE: &str = include_str!("report.css");

/// The modules of the page.
const MODULES: [Module; 3] = [module!("game.js"), module!("list.js"), module!("page.js")];

pub(super) fn write(content: &Content<'_>) -> String {
    let tally = content.tally;
    Page {
        title: &title(tally),
        body: body(content),
        styles: &[RESULTS_STYLE, STYLE, GAME_STYLE],
        records: &records(tally),
        modules: &[&GAME_MODULES[..], &MODULES].concat(),
    }
    .write()
}

fn body(content: &Content<'_>) -> String {
    let Content {
        tally, standings, ..
    } = content;
    fill(
        BODY,
        &[
            ("heading", heading(tally)),
            ("extent", extent(content)),
            ("results", tables::results(content)),
            ("strength", plot::strength(standings, &tally.names)),
            ("leads", plot::leads(tally)),
            ("leads_width", leads_width(tally).to_string()),
            ("times", plot::times(tally)),
            ("colors", tables::colors(tally)),
            ("openings", tables::openings(tally)),
            ("replayable", replayable_note(tally)),
            ("viewer", VIEWER.to_string()),
        ],
    )
}

fn title(tally: &Tally) -> String {
    match &tally.names[..] {
        [first, second] => format!("{first} vs {second}"),
        names => format!("A match of {} players", names.len()),
    }
}

fn heading(tally: &Tally) -> String {
    match &tally.names[..] {
        [first, second] => format!("{} <small>vs</small> {}", name(first), name(second)),
        _ => title(tally),
    }
}

/// With many players, a plot for each needs the whole width.
fn leads_width(tally: &Tally) -> &'static str {
    match tally.names.len() {
        ..=2 => "narrow",
        _ => "wide",
    }
}

fn extent(content: &Content<'_>) -> String {
    let games = content.tally.games;
    let openings = content.tally.openings.len();
    let of_all = match content.planned {
        Some(planned) if planned != games => format!(" of {planned}"),
        _ => String::new(),
    };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    format!(
        "{games}{of_all} game{} from {openings} opening{}",
        plural(games as usize),
        plural(openings)
    )
}

fn replayable_note(tally: &Tally) -> String {
    let shown = tally.replayable.games().len() as u64;
    match shown == tally.games {
        true => "All games of the match can be replayed.".to_string(),
        false => format!(
            "Of {} games, {MAX_GAMES} can be replayed here: those lost by forfeit, and the most \
             recent of the others.",
            tally.games
        ),
    }
}

/// The records, as in the results file.
fn records(tally: &Tally) -> Vec<String> {
    tally
        .replayable
        .games()
        .into_iter()
        .map(json::line)
        .collect()
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
