//! The tables of the page.

use std::fmt::Write;

use super::super::standings::Standing;
use super::super::table::{self, PairingText};
use super::content::Content;
use super::tally::{COLORS, OpeningTally, Score, Tally};
use crate::tools::page::{self, Escaped, name};

/// The maximum number of openings listed; more would make the page slow.
const MOST_OPENINGS: usize = 500;

/// The cross table, or the summary of the only pairing.
pub(super) fn results(content: &Content<'_>) -> String {
    match content.tally.names.len() {
        2 => content
            .standings
            .pairings
            .iter()
            .map(|pairing| tiles(pairing, content))
            .collect(),
        _ => cross_table(content) + &details("Each pairing", &pairings(content)),
    }
}

/// The summary of the only pairing.
fn tiles(standing: &Standing, content: &Content<'_>) -> String {
    let words = PairingText::new(standing, &content.tally.names, content.sprt);
    let mut tiles = vec![("Result", words.score, percent(&score(standing)))];
    if let Some(pairs) = words.pairs {
        tiles.push(("Elo", pairs.elo, pairs.interval));
        tiles.push(("Superiority", pairs.superiority, String::new()));
        let points = "with 0, 0.5, 1, 1.5, 2 points".to_string();
        tiles.push(("Pairs", pairs.counts, points));
    }
    if let Some(discs) = words.discs {
        tiles.push(("Discs", discs, String::new()));
    }
    if let Some(sprt) = words.sprt {
        tiles.push(("SPRT", sprt, String::new()));
    }
    page::tiles(&tiles)
}

/// A table that can be scrolled if it is too large.
fn table(caption: &str, head: &[&str], rows: &str) -> String {
    let head: String = head
        .iter()
        .map(|title| format!("<th scope=\"col\">{title}</th>"))
        .collect();
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table>\n\
         <thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn details(summary: &str, content: &str) -> String {
    format!("<details><summary>{summary}</summary>\n{content}</details>\n")
}

fn pairings(content: &Content<'_>) -> String {
    let names = &content.tally.names;
    let mut head = vec![
        "Pairing",
        "Result",
        "Score",
        "Elo",
        "95 %",
        "Superiority",
        "Discs",
        "Pairs",
    ];
    if content.sprt.is_some() {
        head.push("SPRT");
    }
    let mut rows = String::new();
    for standing in &content.standings.pairings {
        let words = PairingText::new(standing, names, content.sprt);
        let [first, second] = standing.players.map(|player| name(&names[player]));
        let mut cells = vec![words.score, percent(&score(standing))];
        cells.extend(match words.pairs {
            Some(pairs) => [pairs.elo, pairs.interval, pairs.superiority, pairs.counts],
            None => [const { String::new() }; 4],
        });
        cells.insert(5, words.discs.unwrap_or_default());
        cells.extend(words.sprt);
        let cells: String = cells
            .iter()
            .map(|cell| format!("<td>{cell}</td>"))
            .collect();
        row(&mut rows, &format!("{first} vs {second}"), &cells);
    }
    table("Pairings", &head, &rows)
}

/// A cross table: the best player first, and columns numbered like the rows.
fn cross_table(content: &Content<'_>) -> String {
    let Content {
        tally, standings, ..
    } = content;
    let ranking = standings.ranking();
    let is_rated = |player: &usize| ranking.iter().any(|(rated, _)| rated == player);
    let unrated = (0..tally.names.len()).filter(|player| !is_rated(player));
    let rated = ranking
        .iter()
        .map(|(player, rating)| (*player, table::rating_and_error(rating)));
    let ranking: Vec<(usize, String)> = rated
        .chain(unrated.map(|player| (player, String::new())))
        .collect();
    let columns: Vec<String> = (1..=ranking.len()).map(|rank| rank.to_string()).collect();
    let mut head = vec!["Player", "Elo", "Points", "Score"];
    head.extend(columns.iter().map(String::as_str));
    let mut rows = String::new();
    for (rank, (player, rating)) in (1..).zip(&ranking) {
        let total = tally.players[*player].score();
        let mut cells = format!(
            "<td>{rating}</td><td>{} / {}</td><td>{}</td>",
            total.points(),
            total.games(),
            percent(&total)
        );
        for (opponent, _) in &ranking {
            cells += &encounter(content, *player, *opponent);
        }
        let title = format!("{rank}. {}", name(&tally.names[*player]));
        row(&mut rows, &title, &cells);
    }
    table("Cross table", &head, &rows)
}

/// A cell with one player's result against another, which its colour also shows.
fn encounter(content: &Content<'_>, player: usize, opponent: usize) -> String {
    if player == opponent {
        return "<td class=\"self\"></td>".to_string();
    }
    let met = content
        .standings
        .pairings
        .iter()
        .find_map(|standing| match standing.players {
            players if players == [player, opponent] => Some(score(standing)),
            players if players == [opponent, player] => Some(score(standing).reversed()),
            _ => None,
        });
    let Some((score, share)) = met.and_then(|score| Some((score, score.share()?))) else {
        return "<td></td>".to_string();
    };
    let side = if share < 0.5 { "lost" } else { "won" };
    let strength = 200.0 * (share - 0.5).abs();
    format!(
        "<td class=\"{side}\" style=\"--strength:{strength:.0}%\">{}<small>{}</small></td>",
        percent(&score),
        counts(&score)
    )
}

/// Each player's score by colour, and forfeits.
pub(super) fn colors(tally: &Tally) -> String {
    let mut rows = String::new();
    let mut all = Score::default();
    for (player, title) in tally.players.iter().zip(&tally.names) {
        let black = player.scores[0];
        all.wins += black.wins;
        all.draws += black.draws;
        all.losses += black.losses;
        let cells: String = COLORS
            .iter()
            .map(|&color| share_cell(&player.scores[color as usize]))
            .collect();
        row(&mut rows, &name(title), &cells);
    }
    let cells = share_cell(&all) + &share_cell(&all.reversed());
    row(&mut rows, "<em>all</em>", &cells);
    let head = ["Player", "With black", "With white"];
    table("Score by colour", &head, &rows) + &forfeit(tally)
}

fn forfeit(tally: &Tally) -> String {
    let mut rows = String::new();
    for (player, title) in tally.players.iter().zip(&tally.names) {
        for (reason, count) in &player.forfeit {
            row(
                &mut rows,
                &name(title),
                &format!("<td>{reason}</td><td>{count}</td>"),
            );
        }
    }
    match rows.is_empty() {
        true => "<p>No games were lost by forfeit.</p>\n".to_string(),
        false => table(
            "Games lost by forfeit",
            &["Player", "Lost by", "Games"],
            &rows,
        ),
    }
}

/// The openings: the most frequent first, and among these the least balanced.
pub(super) fn openings(tally: &Tally) -> String {
    let mut openings: Vec<(&String, &OpeningTally)> = tally.openings.iter().collect();
    let imbalance = |opening: &OpeningTally| {
        let score = &opening.black;
        score.wins.abs_diff(score.losses)
    };
    openings.sort_by_key(|(moves, opening)| {
        let games = opening.black.games();
        (std::cmp::Reverse((games, imbalance(opening))), *moves)
    });
    let note = match openings.len() {
        0..=MOST_OPENINGS => String::new(),
        all => format!("<p>The {MOST_OPENINGS} most frequent of {all} openings.</p>\n"),
    };
    openings.truncate(MOST_OPENINGS);
    let first = match &tally.names[..] {
        [first, _] => Some(format!("Score of {}", name(first))),
        _ => None,
    };
    let mut head = vec!["Opening", "Games", "Black's score", "Black's lead"];
    if let Some(first) = &first {
        head.push(first);
    }
    let mut rows = String::new();
    for (moves, opening) in openings {
        let discs = opening.discs.mean();
        let lead = discs.map_or(String::new(), |(mean, _)| format!("{mean:+.1}"));
        let mut cells = format!("<td>{}</td>", opening.black.games());
        cells += &share_cell(&opening.black);
        cells += &format!("<td>{lead}</td>");
        if first.is_some() {
            cells += &share_cell(&opening.first);
        }
        let title = match moves.is_empty() {
            true => "<em>none</em>".to_string(),
            false => format!("<code>{}</code>", Escaped(moves)),
        };
        row(&mut rows, &title, &cells);
    }
    note + &table("Score by opening", &head, &rows)
}

fn row(rows: &mut String, title: &str, cells: &str) {
    writeln!(rows, "<tr><th scope=\"row\">{title}</th>{cells}</tr>")
        .expect("writing to a string does not fail");
}

/// A score as a percentage with a bar, and its wins, draws and losses.
fn share_cell(score: &Score) -> String {
    let Some(share) = score.share() else {
        return "<td></td>".to_string();
    };
    format!(
        "<td class=\"share\" style=\"--share:{:.1}%\">{}<small>{}</small></td>",
        100.0 * share,
        percent(score),
        counts(score)
    )
}

fn score(standing: &Standing) -> Score {
    Score {
        wins: standing.wins,
        draws: standing.draws,
        losses: standing.losses,
    }
}

fn percent(score: &Score) -> String {
    let share = score.share();
    share.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share))
}

fn counts(score: &Score) -> String {
    format!("+{} ={} -{}", score.wins, score.draws, score.losses)
}
