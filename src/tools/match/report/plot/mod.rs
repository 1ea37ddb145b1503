//! The plots of the page: plain SVG, coloured by the style of the page.

mod leads;
mod strength;
mod times;

use std::fmt::Write;

use crate::tools::page::Escaped;
pub(super) use leads::leads;
pub(super) use strength::strength;
pub(super) use times::times;

/// Wide enough for words, and still readable at the width of a telephone.
const WIDTH: f64 = 440.0;

/// Colours are told apart up to this number; then they begin again.
const COLORS: usize = 8;

/// The class that gives a player's marks their colour.
fn color(player: usize) -> String {
    format!("player-{}", player % COLORS)
}

/// A drawing that grows from top to bottom of its text.
struct Svg {
    text: String,
}

impl Svg {
    /// The label is for those who do not see it.
    fn new(height: f64, label: &str) -> Svg {
        let text = format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n",
            Escaped(label)
        );
        Svg { text }
    }

    fn put(&mut self, element: &str) {
        writeln!(self.text, "{element}").expect("a string takes everything");
    }

    fn line(&mut self, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        self.put(&format!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    /// The words begin, end or have their middle there, as the class says.
    fn text(&mut self, class: &str, [x, y]: [f64; 2], words: &str) {
        self.put(&format!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            Escaped(words)
        ));
    }

    /// What the mouse stands on is told in words.
    fn bar(&mut self, class: &str, [x, y]: [f64; 2], [width, height]: [f64; 2], words: &str) {
        self.put(&format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\"><title>{}</title></rect>",
            Escaped(words)
        ));
    }

    fn dot(&mut self, class: &str, [x, y]: [f64; 2], radius: f64, words: &str) {
        self.put(&format!(
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"><title>{}</title>\
             </circle>",
            Escaped(words)
        ));
    }

    fn curve(&mut self, class: &str, points: &[[f64; 2]]) {
        let points: Vec<String> = points
            .iter()
            .map(|[x, y]| format!("{x:.1},{y:.1}"))
            .collect();
        let points = points.join(" ");
        self.put(&format!(
            "<polyline class=\"curve {class}\" points=\"{points}\"/>"
        ));
    }

    fn end(mut self) -> String {
        self.put("</svg>");
        self.text
    }
}

/// A name of so many letters at most; the whole of it stands in the tables.
fn short(name: &str, most: usize) -> String {
    match name.chars().count() > most {
        true => name.chars().take(most - 1).chain(['…']).collect(),
        false => name.to_string(),
    }
}

/// A round step that divides a range into about so many parts: 1, 2 or 5 times a
/// power of ten.
fn step(range: f64, parts: f64) -> f64 {
    let least = range / parts;
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.into_iter().find(|factor| factor * power >= least);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (range, parts, expected) in [
            (10.0, 5.0, 2.0),
            (64.0, 4.0, 20.0),
            (7.0, 7.0, 1.0),
            (1000.0, 6.0, 200.0),
            (0.9, 2.0, 0.5),
        ] {
            assert!((step(range, parts) - expected).abs() < 1e-9, "{range}");
        }
    }
}
