//! The errors of a network, by stage.

use std::fmt::Write;
use std::ops::AddAssign;

use rayon::prelude::*;

use crate::eval::pattern::architecture::{STAGES, stage};
use crate::tools::positions::Record;

/// Errors in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Loss {
    pub(super) count: u64,
    absolute: f64,
    square: f64,
    pub(super) largest: f64,
}

impl Loss {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.absolute += error.abs();
        self.square += error * error;
        self.largest = self.largest.max(error.abs());
    }

    /// The mean absolute error.
    pub(super) fn mae(&self) -> f64 {
        self.absolute / self.count as f64
    }

    /// The mean squared error.
    pub(super) fn mse(&self) -> f64 {
        self.square / self.count as f64
    }
}

impl AddAssign<&Loss> for Loss {
    fn add_assign(&mut self, other: &Loss) {
        self.count += other.count;
        self.absolute += other.absolute;
        self.square += other.square;
        self.largest = self.largest.max(other.largest);
    }
}

/// Errors by stage: of all positions, and of those whose value is exact.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Losses {
    pub(super) all: [Loss; STAGES],
    pub(super) exact: [Loss; STAGES],
}

impl Losses {
    /// Adds up the errors of the positions. The order of the additions does not depend on
    /// the threads.
    pub(super) fn of(records: &[Record], error: impl Fn(&Record) -> f64 + Sync) -> Losses {
        const CHUNK: usize = 4096;
        let parts: Vec<Losses> = records
            .par_chunks(CHUNK)
            .map(|records| {
                let mut losses = Losses::NONE;
                for record in records {
                    let stage = stage(record.position().empty().len());
                    let error = error(record);
                    losses.all[stage].add(error);
                    if record.is_exact {
                        losses.exact[stage].add(error);
                    }
                }
                losses
            })
            .collect();
        let mut sum = Losses::NONE;
        for part in &parts {
            for stage in 0..STAGES {
                sum.all[stage] += &part.all[stage];
                sum.exact[stage] += &part.exact[stage];
            }
        }
        sum
    }

    const NONE: Losses = Losses {
        all: [NO_LOSS; STAGES],
        exact: [NO_LOSS; STAGES],
    };
}

const NO_LOSS: Loss = Loss {
    count: 0,
    absolute: 0.0,
    square: 0.0,
    largest: 0.0,
};

/// The errors of all stages together.
pub(super) fn total(stages: &[Loss]) -> Loss {
    let mut total = NO_LOSS;
    for loss in stages {
        total += loss;
    }
    total
}

/// A row for each stage that has positions, and one for all of them.
pub(super) fn table(losses: &Losses) -> String {
    let mut table = format!(
        "{:>7} {:>10} {:>6} {:>7} {:>10} {:>9} {:>9}",
        "empties", "positions", "mae", "mse", "exact", "exact_mae", "exact_mse"
    );
    let mut row = |empties: String, all: &Loss, exact: &Loss| {
        let [all_mae, all_mse] = figures(all);
        let [exact_mae, exact_mse] = figures(exact);
        write!(
            table,
            "\n{empties:>7} {:>10} {all_mae:>6} {all_mse:>7} {:>10} {exact_mae:>9} {exact_mse:>9}",
            all.count, exact.count
        )
        .expect("a string takes everything");
    };
    for (stage, (all, exact)) in losses.all.iter().zip(&losses.exact).enumerate() {
        if all.count > 0 {
            row(format!("{}-{}", 2 * stage, 2 * stage + 1), all, exact);
        }
    }
    row(
        "all".to_string(),
        &total(&losses.all),
        &total(&losses.exact),
    );
    table
}

fn figures(loss: &Loss) -> [String; 2] {
    match loss.count {
        0 => ["-", "-"].map(str::to_string),
        _ => [loss.mae(), loss.mse()].map(|figure| format!("{figure:.2}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_leaves_out_empty_stages() {
        let mut losses = Losses::NONE;
        losses.all[3].add(2.0);
        losses.all[3].add(-1.0);
        losses.exact[3].add(-1.0);
        losses.all[30].add(0.0);
        let table = table(&losses);
        let rows: Vec<Vec<&str>> = table
            .lines()
            .skip(1)
            .map(|row| row.split_whitespace().collect())
            .collect();
        assert_eq!(rows[0], ["6-7", "2", "1.50", "2.50", "1", "1.00", "1.00"]);
        assert_eq!(rows[1], ["60-61", "1", "0.00", "0.00", "0", "-", "-"]);
        assert_eq!(rows[2], ["all", "3", "1.00", "1.67", "1", "1.00", "1.00"]);
        assert_eq!(rows.len(), 3);
        assert_eq!(total(&losses.all).largest, 2.0);
    }
}
