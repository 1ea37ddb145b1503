//! Ratings with error bars.

use super::{WIDTH, color, short};
use crate::tools::r#match::standings::{Standing, Standings};
use crate::tools::r#match::statistics::elo;
use crate::tools::r#match::table::{self, PairingText};
use crate::tools::svg::{Svg, step};

const MARGIN: f64 = 26.0;
/// The height of a player's entry: a line of text and a line with the mark.
const ROW: f64 = 46.0;
const FOOT: f64 = 34.0;

/// The widest and the narrowest useful scale, in Elo.
const GREATEST: f64 = 1200.0;
const SMALLEST: f64 = 50.0;

/// A rating with its 95 % confidence interval.
struct Mark {
    class: String,
    name: String,
    words: String,
    low: f64,
    middle: f64,
    high: f64,
}

/// The difference between two players or, with more, the rating of each, best first.
pub(in super::super) fn strength(standings: &Standings, names: &[String]) -> String {
    let marks = match names.len() {
        2 => difference(standings, names),
        _ => ratings(standings, names),
    };
    match marks.is_empty() {
        true => "<p>No pair of games is complete yet.</p>".to_string(),
        false => draw(&marks),
    }
}

fn difference(standings: &Standings, names: &[String]) -> Vec<Mark> {
    let mark = |pairing: &Standing| {
        let words = PairingText::new(pairing, names, None).pairs?;
        let (low, high) = pairing.pairs.interval();
        let [first, second] = pairing.players.map(|player| short(&names[player], 13));
        Some(Mark {
            class: color(pairing.players[0]),
            name: format!("{first} over {second}"),
            words: format!("{} {}", words.elo, words.interval),
            low: elo(low),
            middle: elo(pairing.pairs.mean()),
            high: elo(high),
        })
    };
    standings.pairings.iter().filter_map(mark).collect()
}

fn ratings(standings: &Standings, names: &[String]) -> Vec<Mark> {
    let rated = standings.ranking().into_iter();
    rated
        .map(|(player, rating)| Mark {
            class: color(player),
            name: short(&names[player], 32),
            words: table::rating_and_error(&rating),
            low: rating.elo - rating.error,
            middle: rating.elo,
            high: rating.elo + rating.error,
        })
        .collect()
}

fn draw(marks: &[Mark]) -> String {
    let axis = Axis::of(marks);
    let bottom = ROW * marks.len() as f64 + 6.0;
    let told: Vec<String> = marks
        .iter()
        .map(|mark| format!("{}: Elo {}", mark.name, mark.words))
        .collect();
    let mut svg = Svg::in_page(WIDTH, bottom + FOOT, &told.join("; "));
    for tick in axis.ticks() {
        let class = if tick == 0.0 { "axis" } else { "grid" };
        svg.line(class, [axis.x(tick), 4.0], [axis.x(tick), bottom]);
        let words = if tick == 0.0 {
            "0".to_string()
        } else {
            format!("{tick:+}")
        };
        svg.text("tick middle", [axis.x(tick), bottom + 15.0], &words);
    }
    svg.text(
        "tick middle",
        [WIDTH / 2.0, bottom + 30.0],
        "Elo, with 95 % certainty",
    );
    for (row, mark) in marks.iter().enumerate() {
        let top = ROW * row as f64;
        svg.text("", [MARGIN, top + 18.0], &mark.name);
        svg.text("end", [WIDTH - MARGIN, top + 18.0], &mark.words);
        draw_mark(&mut svg, &axis, mark, top + 33.0);
    }
    svg.end()
}

/// An error bar that extends beyond the plot has no cap.
fn draw_mark(svg: &mut Svg, axis: &Axis, mark: &Mark, y: f64) {
    let class = format!("error {}", mark.class);
    svg.line(&class, [axis.x(mark.low), y], [axis.x(mark.high), y]);
    for bound in [mark.low, mark.high] {
        if axis.has(bound) {
            let x = axis.x(bound);
            svg.line(&class, [x, y - 5.0], [x, y + 5.0]);
        }
    }
    if axis.has(mark.middle) {
        let words = format!("{}: {}", mark.name, mark.words);
        svg.dot(&mark.class, [axis.x(mark.middle), y], 5.0, &words);
    }
}

struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// A scale that shows zero and every bound that is not too far away.
    fn of(marks: &[Mark]) -> Axis {
        let values = marks
            .iter()
            .flat_map(|mark| [mark.low, mark.middle, mark.high]);
        let values: Vec<f64> = values.filter(|value| value.abs() <= GREATEST).collect();
        let least = values.iter().copied().fold(-SMALLEST, f64::min);
        let most = values.iter().copied().fold(SMALLEST, f64::max);
        let step = step(most - least, 6.0);
        Axis {
            low: (least / step).floor() * step,
            high: (most / step).ceil() * step,
            step,
        }
    }

    fn has(&self, elo: f64) -> bool {
        (self.low..=self.high).contains(&elo)
    }

    /// Clamps a value to the plot.
    fn x(&self, elo: f64) -> f64 {
        let part = (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        MARGIN + part * (WIDTH - 2.0 * MARGIN)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (low, step) = (self.low, self.step);
        let count = ((self.high - low) / step).round() as usize;
        // Avoids "-0".
        (0..=count).map(move |tick| low + step * tick as f64 + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(low: f64, middle: f64, high: f64) -> Mark {
        Mark {
            class: String::new(),
            name: String::new(),
            words: String::new(),
            low,
            middle,
            high,
        }
    }

    #[test]
    fn the_axis_covers_zero_and_all_finite_bounds() {
        let axis = Axis::of(&[mark(120.0, f64::INFINITY, f64::INFINITY)]);
        assert!(axis.has(0.0) && axis.has(120.0) && !axis.has(f64::INFINITY));
        assert_eq!(axis.x(f64::INFINITY), WIDTH - MARGIN);
        assert_eq!(axis.x(f64::NEG_INFINITY), MARGIN);
        assert!(axis.ticks().any(|tick| tick == 0.0));
        let axis = Axis::of(&[mark(-310.0, -250.0, -190.0), mark(190.0, 250.0, 310.0)]);
        let ticks: Vec<f64> = axis.ticks().collect();
        assert_eq!(ticks, [-400.0, -200.0, 0.0, 200.0, 400.0]);
    }
}
