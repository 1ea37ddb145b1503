//! The page: the tables, a plot of the disc differences and the tree of the first moves.

mod cells;
mod plot;
mod tree;

use std::path::Path;

use super::Collection;
use super::arguments::Arguments;
use super::lists::{self, List, Named};
use super::results::Results;
use super::tally::Tally;
use super::text::years_of;
use crate::tools::page::{
    self, ELEMENTS, Escaped, Module, Page, RESULTS_STYLE, SORTING, SORTING_STYLE, fill, module,
    name,
};
use crate::tools::{ToolError, file_arguments};
use cells::{Table, opening_name, row, share_cell};

const BODY: &str = include_str!("page.html");
const STYLE: &str = include_str!("stats.css");
const MODULES: [Module; 3] = [ELEMENTS, SORTING, module!("page.js")];

/// The choice of the language of names.
const LANGUAGES: &str = "<label>Names <select id=\"language\">\
    <option value=\"en\" lang=\"en\">English</option>\
    <option value=\"fr\" lang=\"fr\">Français</option>\
    <option value=\"ja\" lang=\"ja\">日本語</option></select></label> ";

/// Writes the page, or replaces an existing one.
pub(super) fn write(
    path: &Path,
    arguments: &Arguments,
    collection: &Collection,
) -> Result<(), ToolError> {
    let tally = &collection.tally;
    let title = title(&arguments.files);
    let rows = arguments.page_rows();
    let body = fill(
        BODY,
        &[
            ("title", Escaped(&title).to_string()),
            ("extent", extent(collection)),
            ("results", results(&tally.all)),
            ("notes", notes(arguments, collection)),
            ("leads", plot::leads(tally)),
            ("years", years(tally)),
            ("tree", tree::tree(tally, arguments.tree_lines())),
            ("openings", openings(tally, rows)),
            ("players", players(tally, rows, arguments.min_games)),
            ("tournaments", tournaments(tally, rows)),
        ],
    );
    let page = Page {
        title: &title,
        body,
        styles: &[RESULTS_STYLE, SORTING_STYLE, STYLE],
        records: &[],
        modules: &MODULES,
    };
    file_arguments::write(path, page.write().as_bytes())
}

/// The title names the files.
fn title(files: &[String]) -> String {
    let name = |file: &String| {
        let name = Path::new(file).file_name();
        name.map_or(file.clone(), |name| name.to_string_lossy().into_owned())
    };
    match files {
        [file] if file == "-" => "Statistics".to_string(),
        [file] => format!("Statistics of {}", name(file)),
        files => format!("Statistics of {} files", files.len()),
    }
}

/// A number of things: `1 game`, `2 games`.
fn count(number: impl TryInto<u64>, thing: &str) -> String {
    match number.try_into().unwrap_or(u64::MAX) {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

fn extent(collection: &Collection) -> String {
    let tally = &collection.tally;
    let mut parts = vec![count(tally.all.games, "game")];
    if !tally.players.is_empty() {
        parts.push(count(tally.players.len(), "player"));
    }
    if !tally.events.is_empty() {
        parts.push(count(tally.events.len(), "tournament"));
    }
    let years: Vec<&u16> = tally.years.keys().flatten().collect();
    match years[..] {
        [] => {}
        [year] => parts.push(year.to_string()),
        [first, .., last] => parts.push(format!("{first} to {last}")),
    }
    parts.join(", ")
}

fn results(all: &Results) -> String {
    let share = |games: u64| match all.finished() {
        0 => String::new(),
        finished => format!("{:.1} %", 100.0 * games as f64 / finished as f64),
    };
    let mut tiles = vec![
        ("Black won", all.wins.to_string(), share(all.wins)),
        ("Draws", all.draws.to_string(), share(all.draws)),
        ("White won", all.losses.to_string(), share(all.losses)),
        (
            "Black’s score",
            cells::percent(all),
            "a draw counts as half a win".to_string(),
        ),
        (
            "Black’s lead",
            cells::lead(all),
            "in discs, on average".to_string(),
        ),
    ];
    if all.unfinished() > 0 {
        tiles.push((
            "Unfinished",
            all.unfinished().to_string(),
            "not in the scores".to_string(),
        ));
    }
    page::tiles(&tiles)
}

/// What has to be known about some of the games.
fn notes(arguments: &Arguments, collection: &Collection) -> String {
    let tally = &collection.tally;
    let mut notes = Vec::new();
    match tally.all.finished() - tally.all.counted {
        0 => {}
        early => notes.push(format!(
            "{} ended early, by resignation, on time or in another way, and {} no disc difference.",
            count(early, "game"),
            if early == 1 { "has" } else { "have" }
        )),
    }
    match (tally.repeated, arguments.is_distinct) {
        (0, _) => {}
        (repeated, true) => notes.push(format!(
            "{} left out because the same game was counted before.",
            was(repeated)
        )),
        (repeated, false) => notes.push(format!(
            "{} counted although the same game was counted before; --distinct leaves such games \
             out.",
            was(repeated)
        )),
    }
    if collection.invalid > 0 {
        let words = "left out because they are invalid or damaged.";
        notes.push(match collection.invalid {
            1 => "1 game was left out because it is invalid or damaged.".to_string(),
            invalid => format!("{invalid} games were {words}"),
        });
    }
    match notes.is_empty() {
        true => String::new(),
        false => format!("<p>{}</p>\n", notes.join(" ")),
    }
}

fn was(games: u64) -> String {
    let verb = if games == 1 { "was" } else { "were" };
    format!("{} {verb}", count(games, "game"))
}

/// The headings of the results of Black.
const RESULTS: [&str; 6] = ["Games", "Score", "Lead", "Black won", "Draws", "White won"];

/// The cells under [`RESULTS`]. A phone shows the first of them without scrolling.
fn result_cells(results: &Results) -> String {
    let counts = [results.wins, results.draws, results.losses];
    format!(
        "<td>{}</td>{}<td>{}</td>{}",
        results.games,
        share_cell(results),
        cells::lead(results),
        counts.map(|count| format!("<td>{count}</td>")).concat()
    )
}

fn years(tally: &Tally) -> String {
    let mut rows = String::new();
    for (year, results) in &tally.years {
        let title = match year {
            Some(year) => year.to_string(),
            None => "unknown".to_string(),
        };
        row(&mut rows, &title, &result_cells(results));
    }
    Table {
        id: "years",
        caption: "Results by year",
        filter: None,
        choice: "",
        sorted: (0, "ascending"),
        heads: &[&["Year"], &RESULTS[..]].concat(),
        texts: &[0],
        rows: &rows,
    }
    .html()
}

/// What a list leaves out.
fn left_out<T>(list: &List<T>, things: &str) -> String {
    match list.rows.len() {
        shown if shown < list.all => format!(
            "<p>The {shown} {things} with the most games, of {}. More are listed with --rows.</p>\n",
            list.all
        ),
        _ => String::new(),
    }
}

fn openings(tally: &Tally, most: usize) -> String {
    let list = lists::openings(tally, most);
    let mut rows = String::new();
    for Named { opening, results } in &list.rows {
        let title = match opening {
            Some(opening) => format!(
                "{}<small><code>{}</code></small>",
                opening_name(opening),
                opening.moves
            ),
            None => "<em>no name</em>".to_string(),
        };
        row(&mut rows, &title, &result_cells(results));
    }
    if tally.set_up.games > 0 {
        let title = "<em>another start position</em>";
        row(&mut rows, title, &result_cells(&tally.set_up));
    }
    left_out(&list, "openings")
        + &Table {
            id: "opening-list",
            caption: "Results by opening",
            filter: Some("Find an opening"),
            choice: LANGUAGES,
            sorted: (1, "descending"),
            heads: &[&["Opening"], &RESULTS[..]].concat(),
            texts: &[0],
            rows: &rows,
        }
        .html()
}

fn players(tally: &Tally, most: usize, min_games: u64) -> String {
    let list = lists::players(tally, most, min_games);
    let mut notes = left_out(&list, "players");
    if list.too_few > 0 {
        notes += &format!(
            "<p>{} with fewer than {min_games} games {} not listed.</p>\n",
            count(list.too_few, "player"),
            if list.too_few == 1 { "is" } else { "are" }
        );
    }
    match tally.nameless {
        0 => {}
        games => {
            notes += &format!(
                "<p>{} a player without a name.</p>\n",
                match games {
                    1 => "1 game has".to_string(),
                    games => format!("{games} games have"),
                }
            );
        }
    }
    if list.rows.is_empty() && list.too_few > 0 {
        return notes;
    }
    if list.rows.is_empty() {
        return notes + "<p>There are no names of players to list.</p>\n";
    }
    let mut rows = String::new();
    for player in &list.rows {
        let results = &player.results;
        let cells = [
            result_cells(results),
            cells::score_and_counts(&player.tally.black),
            cells::score_and_counts(&player.tally.white),
            format!(
                "<td>{}</td>",
                years_of(player.tally.years).replace('-', "–")
            ),
        ]
        .concat();
        row(&mut rows, &name(player.name), &cells);
    }
    notes
        + &Table {
            id: "player-list",
            caption: "Results by player",
            filter: Some("Find a player"),
            choice: "",
            sorted: (1, "descending"),
            heads: &[
                "Player",
                "Games",
                "Score",
                "Lead",
                "Won",
                "Drawn",
                "Lost",
                "With Black",
                "With White",
                "Years",
            ],
            texts: &[0],
            rows: &rows,
        }
        .html()
}

fn tournaments(tally: &Tally, most: usize) -> String {
    let list = lists::events(tally, most);
    if list.rows.is_empty() {
        return "<p>There are no names of tournaments.</p>\n".to_string();
    }
    let mut rows = String::new();
    for event in &list.rows {
        let years = years_of(event.years).replace('-', "–");
        let cells = format!("{}<td>{years}</td>", result_cells(&event.results));
        row(&mut rows, &name(event.name), &cells);
    }
    left_out(&list, "tournaments")
        + &Table {
            id: "tournament-list",
            caption: "Results by tournament",
            filter: Some("Find a tournament"),
            choice: "",
            sorted: (1, "descending"),
            heads: &[&["Tournament"], &RESULTS[..], &["Years"]].concat(),
            texts: &[0],
            rows: &rows,
        }
        .html()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::page::assert_joinable;

    #[test]
    fn the_modules_can_be_joined() {
        assert_joinable(&MODULES);
    }

    #[test]
    fn one_is_not_plural() {
        assert_eq!(count(1_u64, "game"), "1 game");
        assert_eq!(count(0_u64, "game"), "0 games");
    }
}
