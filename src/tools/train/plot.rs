//! Draws the losses by stage.

use super::losses::{Loss, Losses};
use crate::tools::svg::Svg;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 450.0;
/// The margins around the plot, which hold the labels.
const MARGIN: f64 = 50.0;

const MOST_EMPTIES: f64 = 60.0;

const STYLE: &str = ".grid{stroke:#ddd}.middle{text-anchor:middle}.end{text-anchor:end}\
     .curve{fill:none;stroke-width:2}.curve.all{stroke:#1f77b4}text.all{fill:#1f77b4}\
     .curve.exact{stroke:#d62728}text.exact{fill:#d62728}";

/// An SVG file: the mean absolute error in discs over the number of empty squares.
pub(super) fn svg(losses: &Losses) -> String {
    let figures = losses.all.iter().chain(&losses.exact);
    let most = figures
        .filter(|loss| loss.count > 0)
        .map(Loss::mae)
        .fold(1.0, f64::max)
        .ceil() as u32;
    // One line per disc, as long as the lines can be told apart.
    let step = most.div_ceil(10);
    let most = most.next_multiple_of(step);
    let y = |discs: f64| HEIGHT - MARGIN - discs / f64::from(most) * (HEIGHT - 2.0 * MARGIN);
    let mut svg = Svg::in_file(WIDTH, HEIGHT, STYLE);
    for empties in (0..=60).step_by(10) {
        let x = x(f64::from(empties));
        svg.line("grid", [x, y(0.0)], [x, y(f64::from(most))]);
        svg.text("middle", [x, HEIGHT - MARGIN / 2.0], &empties.to_string());
    }
    for discs in (0..=most).step_by(step as usize) {
        let y = y(f64::from(discs));
        svg.line("grid", [x(0.0), y], [x(MOST_EMPTIES), y]);
        svg.text("end", [MARGIN - 8.0, y + 5.0], &discs.to_string());
    }
    svg.text("middle", [WIDTH / 2.0, HEIGHT - 6.0], "empty squares");
    for (number, (name, class, stages)) in [
        ("all positions", "all", &losses.all),
        ("positions with an exact value", "exact", &losses.exact),
    ]
    .into_iter()
    .enumerate()
    {
        svg.curve(class, &points(stages, y));
        let at = [MARGIN, 20.0 + 20.0 * number as f64];
        let words = format!("mean absolute error in discs, {name}");
        svg.text(class, at, &words);
    }
    svg.end()
}

fn x(empties: f64) -> f64 {
    MARGIN + empties / MOST_EMPTIES * (WIDTH - 2.0 * MARGIN)
}

/// The middle of each stage that has positions.
fn points(stages: &[Loss], y: impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    let stages = stages.iter().enumerate().filter(|(_, loss)| loss.count > 0);
    stages
        .map(|(stage, loss)| {
            let empties = (2.0 * stage as f64 + 0.5).min(MOST_EMPTIES);
            [x(empties), y(loss.mae())]
        })
        .collect()
}
