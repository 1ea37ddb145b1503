//! The histogram of final disc differences.

use super::super::tally::{Leads, PlayerTally, Tally};
use super::{WIDTH, color};
use crate::tools::r#match::table;
use crate::tools::page::name;
use crate::tools::svg::{Svg, step};

const HEIGHT: f64 = 210.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 42.0;
const BARS: f64 = 2.0 * Leads::LAST as f64 + 1.0;

/// One histogram for each player; with two players, only that of the first.
pub(in super::super) fn leads(tally: &Tally) -> String {
    let shown = match tally.names.len() {
        2 => 1,
        players => players,
    };
    let players = tally.players.iter().zip(&tally.names).take(shown);
    let figures: String = players.enumerate().filter_map(figure).collect();
    match figures.is_empty() {
        true => "<p>No game was played to its end.</p>".to_string(),
        false => figures,
    }
}

fn figure((number, (player, title)): (usize, (&PlayerTally, &String))) -> Option<String> {
    let mean = table::discs(player.discs.mean()?);
    Some(format!(
        "<figure>{}<figcaption>Final lead of {}, {mean} on average</figcaption></figure>\n",
        draw(player, title, &color(number)),
        name(title)
    ))
}

fn draw(player: &PlayerTally, title: &str, class: &str) -> String {
    let bars = -Leads::LAST..=Leads::LAST;
    let most = bars.clone().map(|bar| player.leads.count(bar)).max();
    let most = most.unwrap_or_default().max(1) as f64;
    let mut svg = Svg::in_page(
        WIDTH,
        HEIGHT,
        &format!("How often each final lead of {title} occurred"),
    );
    let y = |games: f64| HEIGHT - BOTTOM - games / most * (HEIGHT - TOP - BOTTOM);
    let width = (WIDTH - LEFT - RIGHT) / BARS;
    let left = |bar: i32| LEFT + width * f64::from(bar + Leads::LAST);
    let step = step(most, 4.0).max(1.0);
    let mut games = 0.0;
    while games <= most {
        svg.line("grid", [LEFT, y(games)], [WIDTH - RIGHT, y(games)]);
        svg.text("tick end", [LEFT - 6.0, y(games) + 4.0], &games.to_string());
        games += step;
    }
    for bar in bars {
        let count = player.leads.count(bar);
        if count == 0 {
            continue;
        }
        let class = match bar {
            0 => "drawn",
            1.. => class,
            _ => "lost",
        };
        let height = y(0.0) - y(count as f64);
        let words = format!("{}: {count}", Leads::describe(bar));
        svg.bar(
            class,
            [left(bar) + 0.75, y(count as f64)],
            [width - 1.5, height],
            &words,
        );
    }
    for bar in [-16, -8, 0, 8, 16] {
        let x = left(bar) + width / 2.0;
        svg.text(
            "tick middle",
            [x, HEIGHT - BOTTOM + 16.0],
            &format!("{:+}", 4 * bar).replace("+0", "0"),
        );
    }
    svg.text(
        "tick middle",
        [(LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8.0],
        "discs",
    );
    svg.end()
}
