//! The tables as JSON lines: one for each row, and the total in the last line.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Collection;
use super::arguments::Arguments;
use super::lists;
use super::results;
use super::tally::Years;
use crate::openings::{self, Language, Opening};
use crate::tools::json::{line, total_line};

/// The results of Black or of a player.
#[derive(Serialize)]
struct Results {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    unfinished: u64,
    score: Option<f64>,
    lead: Option<f64>,
    discs: i64,
    counted: u64,
}

impl Results {
    fn of(results: &results::Results) -> Results {
        Results {
            games: results.games,
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            unfinished: results.unfinished(),
            score: results.score(2),
            lead: results.lead(),
            discs: results.discs,
            counted: results.counted,
        }
    }
}

#[derive(Serialize)]
struct Year {
    year: Option<u16>,
    #[serde(flatten)]
    results: Results,
}

/// The names of an opening.
#[derive(Serialize)]
struct Names {
    en: Option<&'static str>,
    fr: Option<&'static str>,
    ja: Option<&'static str>,
}

impl Names {
    fn of(opening: &Opening) -> Names {
        Names {
            en: opening.name(Language::English),
            fr: opening.name(Language::French),
            ja: opening.name(Language::Japanese),
        }
    }
}

#[derive(Serialize)]
struct Moves {
    moves: String,
    names: Option<Names>,
    #[serde(flatten)]
    results: Results,
}

#[derive(Serialize)]
struct Named {
    opening: Option<&'static str>,
    names: Option<Names>,
    #[serde(flatten)]
    results: Results,
}

#[derive(Serialize)]
struct Player<'a> {
    player: &'a str,
    #[serde(flatten)]
    results: Results,
    black: Results,
    white: Results,
    years: Option<[u16; 2]>,
}

#[derive(Serialize)]
struct Event<'a> {
    tournament: &'a str,
    #[serde(flatten)]
    results: Results,
    years: Option<[u16; 2]>,
}

#[derive(Serialize)]
struct Total<'a> {
    files: usize,
    #[serde(flatten)]
    results: Results,
    early: u64,
    set_up: Results,
    nameless: u64,
    repeated: u64,
    invalid: u64,
    years: usize,
    openings: usize,
    players: usize,
    tournaments: usize,
    leads: &'a BTreeMap<i32, u64>,
}

fn bounds(years: Years) -> Option<[u16; 2]> {
    years.bounds().map(<[u16; 2]>::from)
}

pub(super) fn lines(arguments: &Arguments, collection: &Collection) -> String {
    let tally = &collection.tally;
    let most = arguments.json_rows();
    let mut lines = Vec::new();
    for (&year, results) in &tally.years {
        let results = Results::of(results);
        lines.push(line(&Year { year, results }));
    }
    for moves in tally.tree.lines(most) {
        lines.push(line(&Moves {
            moves: moves.text(),
            names: openings::named(&moves.position).map(Names::of),
            results: Results::of(&moves.results),
        }));
    }
    let openings = lists::openings(tally, most);
    for named in &openings.rows {
        lines.push(line(&Named {
            opening: named.opening.map(|opening| opening.moves),
            names: named.opening.map(Names::of),
            results: Results::of(&named.results),
        }));
    }
    for player in lists::players(tally, most, arguments.min_games).rows {
        lines.push(line(&Player {
            player: player.name,
            results: Results::of(&player.results),
            black: Results::of(&player.tally.black),
            white: Results::of(&player.tally.white),
            years: bounds(player.tally.years),
        }));
    }
    let events = lists::events(tally, most);
    for event in &events.rows {
        lines.push(line(&Event {
            tournament: event.name,
            results: Results::of(&event.results),
            years: bounds(event.years),
        }));
    }
    lines.push(total_line(&Total {
        files: collection.files,
        results: Results::of(&tally.all),
        early: tally.all.finished() - tally.all.counted,
        set_up: Results::of(&tally.set_up),
        nameless: tally.nameless,
        repeated: tally.repeated,
        invalid: collection.invalid,
        years: tally.years.keys().flatten().count(),
        openings: tally.openings.keys().flatten().count(),
        players: tally.players.len(),
        tournaments: tally.events.len(),
        leads: &tally.leads,
    }));
    lines.join("\n") + "\n"
}
