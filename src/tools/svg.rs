//! SVG drawings: inside a page, whose style sheet sets the colours of the classes, or in a
//! separate file, which includes its own style.

use std::fmt::{Display, Write};

use super::page::Escaped;

/// A drawing, element by element; later ones lie on top of earlier ones.
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// A drawing for a page. The label is for screen readers.
    pub(super) fn in_page(width: f64, height: f64, label: &str) -> Svg {
        let mut svg = Svg {
            text: String::new(),
        };
        svg.put(format_args!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
            Escaped(label)
        ));
        svg
    }

    /// A drawing for a file, on a white background.
    pub(super) fn in_file(width: f64, height: f64, style: &str) -> Svg {
        let mut svg = Svg {
            text: String::new(),
        };
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"14\">\n<style>{style}</style>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
        ));
        svg
    }

    pub(super) fn line(&mut self, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        self.put(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    /// Text at a point. The class determines whether it starts, ends or is centred there.
    pub(super) fn text(&mut self, class: &str, [x, y]: [f64; 2], words: &str) {
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            Escaped(words)
        ));
    }

    /// The tip is shown as a tooltip.
    pub(super) fn bar(
        &mut self,
        class: &str,
        [x, y]: [f64; 2],
        [width, height]: [f64; 2],
        tip: &str,
    ) {
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\"><title>{}</title></rect>",
            Escaped(tip)
        ));
    }

    /// The tip is shown as a tooltip.
    pub(super) fn dot(&mut self, class: &str, [x, y]: [f64; 2], radius: f64, tip: &str) {
        self.put(format_args!(
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"><title>{}</title>\
             </circle>",
            Escaped(tip)
        ));
    }

    /// A line through these points.
    pub(super) fn curve(&mut self, class: &str, points: &[[f64; 2]]) {
        let points: Vec<String> = points
            .iter()
            .map(|[x, y]| format!("{x:.1},{y:.1}"))
            .collect();
        self.put(format_args!(
            "<polyline class=\"curve {class}\" points=\"{}\"/>",
            points.join(" ")
        ));
    }

    pub(super) fn end(mut self) -> String {
        self.put("</svg>");
        self.text
    }

    fn put(&mut self, element: impl Display) {
        writeln!(self.text, "{element}").expect("writing to a string does not fail");
    }
}

/// A round step for the ticks of an axis: 1, 2 or 5 times a power of ten.
pub(super) fn step(range: f64, parts: f64) -> f64 {
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
