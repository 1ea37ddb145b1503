//! Losses by stage as a picture.

use std::fmt::Write;

use super::losses::{Loss, Losses};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 450.0;
/// Around the field, where the words stand.
const MARGIN: f64 = 50.0;

const MOST_EMPTIES: f64 = 60.0;

/// An SVG file: the mean absolute error in discs over the number of empty squares.
pub(super) fn svg(losses: &Losses) -> String {
    let figures = losses.all.iter().chain(&losses.exact);
    let most = figures
        .filter(|loss| loss.count > 0)
        .map(Loss::mae)
        .fold(1.0, f64::max)
        .ceil() as u32;
    // A line for each disc, as long as they can be told apart.
    let step = most.div_ceil(10);
    let most = most.next_multiple_of(step);
    let mut svg = Svg::new(f64::from(most));
    for empties in (0..=60).step_by(10) {
        let x = svg.x(f64::from(empties));
        svg.line([x, svg.y(0.0)], [x, svg.y(f64::from(most))]);
        svg.text(
            [x, HEIGHT - MARGIN / 2.0],
            "middle",
            "black",
            &empties.to_string(),
        );
    }
    for discs in (0..=most).step_by(step as usize) {
        let y = svg.y(f64::from(discs));
        svg.line([svg.x(0.0), y], [svg.x(MOST_EMPTIES), y]);
        svg.text([MARGIN - 8.0, y + 5.0], "end", "black", &discs.to_string());
    }
    svg.text(
        [WIDTH / 2.0, HEIGHT - 6.0],
        "middle",
        "black",
        "empty squares",
    );
    for (number, (name, color, stages)) in [
        ("all positions", "#1f77b4", &losses.all),
        ("positions with a known result", "#d62728", &losses.exact),
    ]
    .into_iter()
    .enumerate()
    {
        svg.curve(color, stages);
        let at = [MARGIN, 20.0 + 20.0 * number as f64];
        svg.text(at, "start", color, &format!("mean error in discs, {name}"));
    }
    svg.end()
}

struct Svg {
    text: String,
    most_discs: f64,
}

impl Svg {
    fn new(most_discs: f64) -> Svg {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"14\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        Svg { text, most_discs }
    }

    fn x(&self, empties: f64) -> f64 {
        MARGIN + empties / MOST_EMPTIES * (WIDTH - 2.0 * MARGIN)
    }

    fn y(&self, discs: f64) -> f64 {
        HEIGHT - MARGIN - discs / self.most_discs * (HEIGHT - 2.0 * MARGIN)
    }

    fn put(&mut self, element: &str) {
        writeln!(self.text, "{element}").expect("a string takes everything");
    }

    fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        self.put(&format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#ddd\"/>"
        ));
    }

    fn text(&mut self, [x, y]: [f64; 2], anchor: &str, color: &str, words: &str) {
        self.put(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{color}\">{words}</text>"
        ));
    }

    /// Through the middle of each stage that has positions.
    fn curve(&mut self, color: &str, stages: &[Loss]) {
        let mut points = String::new();
        for (stage, loss) in stages.iter().enumerate().filter(|(_, loss)| loss.count > 0) {
            let empties = (2.0 * stage as f64 + 0.5).min(MOST_EMPTIES);
            write!(points, "{:.1},{:.1} ", self.x(empties), self.y(loss.mae()))
                .expect("a string takes everything");
        }
        let points = points.trim_end();
        self.put(&format!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
        ));
    }

    fn end(mut self) -> String {
        self.put("</svg>");
        self.text
    }
}
