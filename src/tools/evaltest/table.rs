//! Figures in columns, for people and for scripts that split lines at blanks.

use std::io::{self, Write};

use super::Stages;
use super::figures::Figures;

/// The columns with their widths.
const COLUMNS: [(&str, usize); 12] = [
    ("empties", 7),
    ("positions", 9),
    ("unscored", 8),
    ("bias", 7),
    ("mae", 6),
    ("rmse", 6),
    ("within3", 7),
    ("choices", 7),
    ("best", 6),
    ("unlisted", 8),
    ("nodes", 12),
    ("seconds", 9),
];

/// The number of columns that are shown without a search.
const COLUMNS_WITHOUT_SEARCH: usize = 7;

/// A row for each stage and one for all of them.
pub(super) fn write(stages: &Stages, is_searched: bool, output: &mut dyn Write) -> io::Result<()> {
    let count = match is_searched {
        true => COLUMNS.len(),
        false => COLUMNS_WITHOUT_SEARCH,
    };
    let names = COLUMNS.map(|(name, _)| name.to_string());
    writeln!(output, "{}", line(&names[..count]))?;
    let mut all = Figures::default();
    for (empties, figures) in stages {
        writeln!(
            output,
            "{}",
            line(&row(empties.to_string(), figures)[..count])
        )?;
        all += *figures;
    }
    writeln!(output, "{}", line(&row("all".to_string(), &all)[..count]))?;
    output.flush()
}

fn row(name: String, figures: &Figures) -> [String; COLUMNS.len()] {
    [
        name,
        figures.positions.to_string(),
        figures.unscored.to_string(),
        or_dash(figures.bias(), |discs| format!("{discs:+.3}")),
        or_dash(figures.mae(), |discs| format!("{discs:.3}")),
        or_dash(figures.rmse(), |discs| format!("{discs:.3}")),
        or_dash(figures.small(), percent),
        figures.choices.to_string(),
        or_dash(figures.best(), percent),
        figures.unlisted.to_string(),
        figures.nodes.to_string(),
        format!("{:.3}", figures.time.as_secs_f64()),
    ]
}

/// No column may be empty, or scripts would miscount the columns after it.
fn or_dash(figure: Option<f64>, write: impl FnOnce(f64) -> String) -> String {
    figure.map_or("-".to_string(), write)
}

fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

fn line(words: &[String]) -> String {
    let columns = COLUMNS.iter().zip(words);
    let columns: Vec<String> = columns
        .map(|(&(_, width), word)| format!("{word:>width$}"))
        .collect();
    columns.join(" ")
}
