//! The histogram of the disc differences.

use crate::tools::stats::tally::Tally;
use crate::tools::svg::{Svg, step};

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 42.0;
/// A bar for each even difference.
const OUTERMOST: i32 = 32;

pub(super) fn leads(tally: &Tally) -> String {
    if tally.leads.is_empty() {
        return "<p>No game has a disc difference.</p>\n".to_string();
    }
    format!(
        "<figure>{}<figcaption><span class=\"key won\">Black won</span> <span class=\"key \
         drawn\">draw</span> <span class=\"key lost\">White won</span></figcaption></figure>\n",
        draw(tally)
    )
}

/// The bar of a difference: even ones have their own, and odd ones, which no finished game has,
/// go with the even one above.
fn bar_of(lead: i32) -> i32 {
    ((lead.abs() + 1) / 2 * lead.signum()).clamp(-OUTERMOST, OUTERMOST)
}

fn draw(tally: &Tally) -> String {
    let count = |bar: i32| -> u64 {
        let here = tally.leads.iter().filter(|(lead, _)| bar_of(**lead) == bar);
        here.map(|(_, games)| games).sum()
    };
    let counts: Vec<(i32, u64)> = (-OUTERMOST..=OUTERMOST)
        .map(|bar| (bar, count(bar)))
        .collect();
    let most = counts.iter().map(|(_, games)| *games).max();
    let most = most.unwrap_or_default().max(1) as f64;
    let mut svg = Svg::in_page(WIDTH, HEIGHT, "How often each disc difference occurred");
    let y = |games: f64| HEIGHT - BOTTOM - games / most * (HEIGHT - TOP - BOTTOM);
    let width = (WIDTH - LEFT - RIGHT) / f64::from(2 * OUTERMOST + 1);
    let left = |bar: i32| LEFT + width * f64::from(bar + OUTERMOST);
    let tick = step(most, 4.0).max(1.0);
    let mut games = 0.0;
    while games <= most {
        svg.line("grid", [LEFT, y(games)], [WIDTH - RIGHT, y(games)]);
        svg.text("tick end", [LEFT - 6.0, y(games) + 4.0], &games.to_string());
        games += tick;
    }
    for (bar, games) in counts.into_iter().filter(|(_, games)| *games > 0) {
        let class = match bar {
            0 => "drawn",
            1.. => "won",
            _ => "lost",
        };
        let height = y(0.0) - y(games as f64);
        let place = [left(bar) + 0.4, y(games as f64)];
        svg.bar(
            class,
            place,
            [width - 0.8, height],
            &format!("{}: {games}", signed(2 * bar)),
        );
    }
    for bar in [-32, -16, 0, 16, 32] {
        let x = left(bar) + width / 2.0;
        svg.text("tick middle", [x, HEIGHT - BOTTOM + 16.0], &signed(2 * bar));
    }
    let middle = (LEFT + WIDTH - RIGHT) / 2.0;
    svg.text(
        "tick middle",
        [middle, HEIGHT - 8.0],
        "lead of Black in discs",
    );
    svg.end()
}

fn signed(lead: i32) -> String {
    match lead {
        0 => "0".to_string(),
        lead => format!("{lead:+}").replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_has_a_bar() {
        for (lead, bar) in [
            (0, 0),
            (2, 1),
            (-2, -1),
            (3, 2),
            (64, 32),
            (-64, -32),
            (99, 32),
        ] {
            assert_eq!(bar_of(lead), bar, "{lead}");
        }
    }
}
