//! The tables as text. Columns are separated by blanks and never empty; a name comes last.

use std::fmt::Write;

use super::Collection;
use super::arguments::Arguments;
use super::lists::{self, List, title};
use super::results::{Results, lead, score};
use super::tally::{Tally, Years};
use crate::openings::{self, Language};

/// The width of the disc differences that are counted together.
const STEP: i32 = 8;

pub(super) fn tables(arguments: &Arguments, collection: &Collection) -> String {
    let tally = &collection.tally;
    let rows = arguments.text_rows();
    let mut tables = [
        years(tally),
        leads(tally),
        lines(tally, rows),
        openings(tally, rows),
        players(
            &lists::players(tally, rows, arguments.min_games),
            arguments.min_games,
        ),
        events(tally, rows),
    ]
    .concat();
    tables += &total(collection);
    tables
}

/// The columns of results; a table with rows of another kind follows them.
fn columns(results: &Results) -> String {
    let Results {
        games,
        wins,
        draws,
        losses,
        ..
    } = results;
    let (score, lead) = (score(results), lead(results));
    format!("{games:>8} {wins:>8} {draws:>8} {losses:>8} {score:>6} {lead:>7}")
}

fn head(name: &str) -> String {
    let [games, black, draws, white, score, lead] =
        ["games", "black", "draws", "white", "score", "lead"];
    format!("{games:>8} {black:>8} {draws:>8} {white:>8} {score:>6} {lead:>7}  {name}\n")
}

/// A table with its rows and a note of what it leaves out, or nothing if there is neither.
fn table(head: &str, rows: &str, left_out: &str) -> String {
    match (rows.is_empty(), left_out.is_empty()) {
        (true, true) => String::new(),
        _ => format!("{head}{rows}{left_out}\n"),
    }
}

fn row(rows: &mut String, results: &Results, name: &str) {
    writeln!(rows, "{}  {name}", columns(results)).expect("a string takes everything");
}

/// What a list leaves out, as a comment.
fn left_out<T>(list: &List<T>, what: &str) -> String {
    match list.rows.len() {
        shown if shown < list.all => {
            format!("# {shown} of {} {what}; --rows lists more\n", list.all)
        }
        _ => String::new(),
    }
}

fn years(tally: &Tally) -> String {
    let mut rows = String::new();
    for (year, results) in &tally.years {
        let year = year.map_or("-".to_string(), |year| year.to_string());
        row(&mut rows, results, &year);
    }
    table(&head("year"), &rows, "")
}

/// How often a game ended with a lead of Black in each range.
fn leads(tally: &Tally) -> String {
    let mut rows = String::new();
    for range in -64 / STEP..=64 / STEP {
        let is_here = |lead: i32| (lead.abs() + STEP - 1) / STEP * lead.signum() == range;
        let leads = tally.leads.iter();
        let games: u64 = leads
            .filter(|(lead, _)| is_here(**lead))
            .map(|(_, games)| games)
            .sum();
        let (near, far) = ((range.abs() - 1) * STEP + 1, range.abs() * STEP);
        let words = match range {
            0 => "0".to_string(),
            1.. => format!("+{near} to +{far}"),
            _ => format!("-{far} to -{near}"),
        };
        if games > 0 {
            writeln!(rows, "{games:>8}  {words}").expect("a string takes everything");
        }
    }
    table(&format!("{:>8}  lead of Black\n", "games"), &rows, "")
}

fn lines(tally: &Tally, most: usize) -> String {
    let mut rows = String::new();
    let list = lists::first_moves(tally, most);
    for line in &list.rows {
        let mut words = line.text();
        if let Some(opening) = openings::named(&line.position) {
            words += &format!(" {}", title(opening, Language::English).0);
        }
        row(&mut rows, &line.results, &words);
    }
    table(&head("first moves"), &rows, &left_out(&list, "lines"))
}

fn openings(tally: &Tally, most: usize) -> String {
    let list = lists::openings(tally, most);
    let mut rows = String::new();
    for named in &list.rows {
        let words = named.opening.map(|opening| {
            let (name, _) = title(opening, Language::English);
            format!("{} {name}", opening.moves)
        });
        row(
            &mut rows,
            &named.results,
            &words.unwrap_or("- no name".to_string()),
        );
    }
    if tally.set_up.games > 0 {
        row(&mut rows, &tally.set_up, "- another start position");
    }
    table(&head("opening"), &rows, &left_out(&list, "openings"))
}

fn players(list: &List<lists::Player<'_>>, min_games: u64) -> String {
    let mut rows = String::new();
    for player in &list.rows {
        let [black, white] = [&player.tally.black, &player.tally.white].map(score);
        let years = years_of(player.tally.years);
        writeln!(
            rows,
            "{} {black:>6} {white:>6} {years:>9}  {}",
            columns(&player.results),
            player.name
        )
        .expect("a string takes everything");
    }
    let mut note = left_out(list, "players");
    if list.too_few > 0 {
        note += &format!(
            "# {} players with fewer than {min_games} games\n",
            list.too_few
        );
    }
    let [games, wins, draws, losses, score, lead, black, white, years] = [
        "games", "wins", "draws", "losses", "score", "lead", "black", "white", "years",
    ];
    let head = format!(
        "{games:>8} {wins:>8} {draws:>8} {losses:>8} {score:>6} {lead:>7} {black:>6} {white:>6} \
         {years:>9}  player\n"
    );
    table(&head, &rows, &note)
}

fn events(tally: &Tally, most: usize) -> String {
    let list = lists::events(tally, most);
    let mut rows = String::new();
    for event in &list.rows {
        row(&mut rows, &event.results, event.name);
    }
    table(&head("tournament"), &rows, &left_out(&list, "tournaments"))
}

/// `1990-2004`, `1990` or `-`.
pub(super) fn years_of(years: Years) -> String {
    match years.bounds() {
        None => "-".to_string(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
    }
}

fn total(collection: &Collection) -> String {
    let Collection {
        files,
        tally,
        invalid,
    } = collection;
    let all = &tally.all;
    format!(
        "total: files {files}, games {}, black {}, draws {}, white {}, unfinished {}, score {} %, \
         lead {}, early {}, set up {}, nameless {}, repeated {}, invalid {invalid}\n",
        all.games,
        all.wins,
        all.draws,
        all.losses,
        all.unfinished(),
        score(all),
        lead(all),
        all.finished() - all.counted,
        tally.set_up.games,
        tally.nameless,
        tally.repeated
    )
}
