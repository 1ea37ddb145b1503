//! The measurements in columns, and the fitted weights as a line of the engine's source.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::games::EMPTY;
use super::tally::{Errors, Tally};
use crate::eval::pattern::architecture::UNITS_PER_DISC;
use crate::search::engine::evaluation::corrections::odd_even;
use crate::search::engine::midgame::probcut::{DepthPair, WEIGHTS, Weights};

/// How many numbers of empty squares share a row.
const STAGE: u32 = 11;

/// The key of a row; rows are sorted by it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RowKey {
    deep: Deep,
    shallow: u32,
    /// The fewest empty squares.
    empty: u32,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Deep {
    Plies(u32),
    End,
}

impl RowKey {
    fn of(pair: &DepthPair) -> RowKey {
        RowKey {
            deep: match pair.deep == pair.empties {
                true => Deep::End,
                false => Deep::Plies(pair.deep),
            },
            shallow: pair.shallow,
            empty: pair.empties - (pair.empties - EMPTY.start()) % STAGE,
        }
    }
}

/// The errors in a row, and the sums of squared errors that the models expect.
#[derive(Default)]
struct Row {
    errors: Errors,
    model: f64,
    fitted: Option<f64>,
}

impl Row {
    fn add(&mut self, pair: &DepthPair, errors: Errors, fitted: Option<&Weights>) {
        let squares = |weights| errors.count as f64 * pair.sigma_by(weights).powi(2);
        self.errors += errors;
        self.model += squares(&WEIGHTS);
        self.fitted = fitted.map(|weights| self.fitted.unwrap_or_default() + squares(weights));
    }

    /// The sigma that a model expects.
    fn sigma(&self, squares: f64) -> f64 {
        (squares / self.errors.count as f64).sqrt()
    }
}

pub(super) fn write(
    tally: &Tally,
    fitted: Option<&Weights>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut rows: BTreeMap<RowKey, Row> = BTreeMap::new();
    for (pair, &errors) in &tally.errors {
        let found = rows.entry(RowKey::of(pair)).or_default();
        found.add(pair, errors, fitted);
    }
    let head = [
        "shallow", "deep", "empties", "count", "mean", "measured", "model", "fitted",
    ];
    writeln!(output, "{}", columns(head))?;
    for (key, found) in &rows {
        writeln!(output, "{}", row(key, found))?;
    }
    write_horizons(&tally.last_moves, output)?;
    let model = deviation(&rows, |found| Some(found.model));
    let fit = deviation(&rows, |found| found.fitted);
    writeln!(
        output,
        "total: positions {}, model off by {model}, fitted {fit}",
        tally.positions
    )?;
    if let Some(weights) = fitted {
        let numbers = weights.map(|weight| format!("{weight:.4}"));
        writeln!(
            output,
            "pub(crate) const WEIGHTS: Weights = [{}];",
            numbers.join(", ")
        )?;
    }
    output.flush()
}

/// How many numbers of empty squares at the horizon share a row.
const BAND: u32 = 4;

/// How much the last move before the horizon is worth to the side that makes it. Either side
/// may make it, so the ideal correction differs from the current one by half of that.
fn write_horizons(last_moves: &BTreeMap<u32, Errors>, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "horizon   count   mean allowance fitted")?;
    let mut bands: BTreeMap<u32, (Errors, f64)> = BTreeMap::new();
    for (&empty, &errors) in last_moves {
        let (all, allowed) = bands.entry(empty / BAND).or_default();
        *all += errors;
        *allowed += errors.count as f64 * f64::from(odd_even(empty)) / f64::from(UNITS_PER_DISC);
    }
    for (band, (errors, allowed)) in &bands {
        let allowed = allowed / errors.count as f64;
        writeln!(
            output,
            "{:>7} {:>7} {:>+6.2} {allowed:>9.2} {:>+6.2}",
            format!("{}-{}", band * BAND, band * BAND + BAND - 1),
            errors.count,
            errors.mean(),
            allowed + errors.mean() / 2.0,
        )?;
    }
    Ok(())
}

fn row(key: &RowKey, found: &Row) -> String {
    let deep = match key.deep {
        Deep::Plies(plies) => plies.to_string(),
        Deep::End => "end".to_string(),
    };
    let expected = |squares| format!("{:.2}", found.sigma(squares));
    columns([
        &key.shallow.to_string(),
        &deep,
        &format!("{}-{}", key.empty, key.empty + STAGE - 1),
        &found.errors.count.to_string(),
        &format!("{:+.2}", found.errors.mean()),
        &format!("{:.2}", found.errors.sigma()),
        &expected(found.model),
        &found.fitted.map_or("-".to_string(), expected),
    ])
}

fn columns([shallow, deep, empties, count, mean, measured, model, fitted]: [&str; 8]) -> String {
    format!(
        "{shallow:>7} {deep:>4} {empties:>7} {count:>7} {mean:>6} {measured:>8} {model:>6} {fitted:>6}"
    )
}

/// The root mean square of how far a model's sigma is off, over all rows, weighted by
/// their counts.
fn deviation(rows: &BTreeMap<RowKey, Row>, squares: impl Fn(&Row) -> Option<f64>) -> String {
    let mut sum = Some(0.0);
    let mut count = 0;
    for found in rows.values() {
        let off = |squares| found.errors.sigma() / found.sigma(squares) - 1.0;
        let weight = found.errors.count as f64;
        count += found.errors.count;
        sum = sum
            .zip(squares(found))
            .map(|(sum, squares)| sum + weight * off(squares).powi(2));
    }
    match sum {
        Some(sum) if count > 0 => format!("{:.1} %", 100.0 * (sum / count as f64).sqrt()),
        _ => "-".to_string(),
    }
}
