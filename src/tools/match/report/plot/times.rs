//! The thinking time, move by move.

use super::super::tally::Tally;
use super::{WIDTH, color};
use crate::tools::page::name;
use crate::tools::svg::Svg;

const HEIGHT: f64 = 250.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 42.0;
const MOVES: f64 = 60.0;

/// The mean times of all players. The scale is logarithmic, because times can differ by a
/// factor of a thousand between players, and between opening and endgame.
pub(in super::super) fn times(tally: &Tally) -> String {
    let means: Vec<Vec<(usize, f64)>> = tally
        .players
        .iter()
        .map(|player| player.times.means().map(at_least_one).collect())
        .collect();
    let all = || means.iter().flatten().map(|&(_, micros)| micros);
    let (least, most) = (
        all().fold(f64::INFINITY, f64::min),
        all().fold(1.0, f64::max),
    );
    if least.is_infinite() {
        return "<p>The record does not contain the times of moves.</p>".to_string();
    }
    let scale = Scale::new(least, most);
    let mut svg = Svg::in_page(
        WIDTH,
        HEIGHT,
        "The mean time of each player for each move of the game",
    );
    for micros in scale.ticks() {
        let y = scale.y(micros);
        svg.line("grid", [LEFT, y], [WIDTH - RIGHT, y]);
        svg.text("tick end", [LEFT - 6.0, y + 4.0], &time(micros));
    }
    for number in (10..=60).step_by(10) {
        let x = x(number);
        svg.line("grid", [x, TOP], [x, HEIGHT - BOTTOM]);
        svg.text(
            "tick middle",
            [x, HEIGHT - BOTTOM + 16.0],
            &number.to_string(),
        );
    }
    svg.text(
        "tick middle",
        [(LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8.0],
        "move",
    );
    for (player, means) in means.iter().enumerate() {
        let point = |&(number, micros): &(usize, f64)| [x(number), scale.y(micros)];
        let points: Vec<[f64; 2]> = means.iter().map(point).collect();
        svg.curve(&color(player), &points);
        for ((number, micros), point) in means.iter().zip(points) {
            let words = format!("{}, move {number}: {}", tally.names[player], time(*micros));
            svg.dot(&color(player), point, 2.5, &words);
        }
    }
    format!("<figure>{}{}</figure>", svg.end(), legend(tally))
}

fn legend(tally: &Tally) -> String {
    let entry = |(player, title): (usize, &String)| {
        format!("<li class=\"{}\">{}</li>", color(player), name(title))
    };
    let entries: String = tally.names.iter().enumerate().map(entry).collect();
    format!("<figcaption><ul class=\"legend\">{entries}</ul></figcaption>")
}

/// Raises a time to the smallest one on the scale, which cannot show zero.
fn at_least_one((number, micros): (usize, f64)) -> (usize, f64) {
    (number, micros.max(1.0))
}

fn x(number: usize) -> f64 {
    LEFT + (number as f64 - 0.5) / MOVES * (WIDTH - LEFT - RIGHT)
}

/// The scale, from one power of ten to another.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn new(least: f64, most: f64) -> Scale {
        let low = least.log10().floor() as i32;
        let high = most.log10().ceil() as i32;
        Scale {
            low,
            high: high.max(low + 1),
        }
    }

    fn y(&self, micros: f64) -> f64 {
        let part = (micros.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    }

    /// Ticks at powers of ten, with more in between if there are only a few.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let between: &[f64] = match self.high - self.low {
            0..=2 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let powers = (self.low..self.high).map(|power| 10f64.powi(power));
        let ticks = powers.flat_map(move |power| between.iter().map(move |factor| factor * power));
        ticks.chain([10f64.powi(self.high)])
    }
}

/// A time with a suitable unit.
fn time(micros: f64) -> String {
    let (value, unit) = match micros {
        ..1e3 => (micros, "µs"),
        ..1e6 => (micros / 1e3, "ms"),
        _ => (micros / 1e6, "s"),
    };
    let digits = if value < 10.0 && value.fract() != 0.0 {
        1
    } else {
        0
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        for (micros, text) in [
            (1.0, "1 µs"),
            (2.53, "2.5 µs"),
            (500.0, "500 µs"),
            (2e3, "2 ms"),
            (1.5e6, "1.5 s"),
            (1.2e8, "120 s"),
        ] {
            assert_eq!(time(micros), text);
        }
    }

    #[test]
    fn the_scale_covers_all_times() {
        let scale = Scale::new(100.0, 100.0);
        assert_eq!(
            scale.ticks().collect::<Vec<_>>(),
            [100.0, 200.0, 500.0, 1000.0]
        );
        let scale = Scale::new(3.0, 2e6);
        assert_eq!(scale.ticks().count(), 8);
        assert!(scale.y(3.0) < HEIGHT - BOTTOM && scale.y(2e6) > TOP);
    }
}
