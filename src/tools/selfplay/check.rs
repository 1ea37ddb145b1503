//! Checks whether files of positions are valid, and summarises them.

use std::io::Write;

use crate::tools::ToolError;
use crate::tools::file_arguments::{self, value_error};
use crate::tools::positions::{self, PositionsError, Record};

/// Checks all files and writes a table that summarises them.
pub(super) fn run(files: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let mut stages = [Stage::default(); STAGES];
    let mut games = 0;
    for file in files {
        let fail = |problem| match problem {
            PositionsError::Empty
            | PositionsError::NotPositions
            | PositionsError::Unreadable(_) => value_error(file, problem),
            PositionsError::Invalid(..) | PositionsError::Truncated(_) => {
                ToolError::Failed(format!("{file}: {problem}"))
            }
        };
        for record in positions::read(file_arguments::open(file)?).map_err(fail)? {
            let record = record.map_err(fail)?;
            games += u64::from(record.is_first);
            let empty = record.position().empty().len() as usize;
            stages[empty / STAGE].add(&record);
        }
    }
    write(&stages, games, output)
}

/// Positions with a similar number of empty squares.
#[derive(Clone, Copy, Default)]
struct Stage {
    positions: u64,
    exact: u64,
    /// Sums of absolute values, and of absolute differences from the results.
    lead: f64,
    miss: f64,
}

/// Numbers of empty squares in a stage.
const STAGE: usize = 5;

const STAGES: usize = 60 / STAGE + 1;

impl Stage {
    fn add(&mut self, record: &Record) {
        let value = f64::from(record.value) / f64::from(Record::UNITS_PER_DISC);
        self.positions += 1;
        self.exact += u64::from(record.is_exact);
        self.lead += value.abs();
        self.miss += (value - f64::from(record.result)).abs();
    }

    fn join(self, other: Stage) -> Stage {
        Stage {
            positions: self.positions + other.positions,
            exact: self.exact + other.exact,
            lead: self.lead + other.lead,
            miss: self.miss + other.miss,
        }
    }

    /// The columns after the first.
    fn columns(&self) -> String {
        let each = |sum: f64| sum / self.positions.max(1) as f64;
        format!(
            "{:>10} {:>5.1} % {:>6.1} {:>6.1}",
            self.positions,
            100.0 * each(self.exact as f64),
            each(self.lead),
            each(self.miss)
        )
    }
}

fn write(stages: &[Stage], games: u64, output: &mut dyn Write) -> Result<(), ToolError> {
    writeln!(output, "empties  positions   exact   lead   miss")?;
    let mut all = Stage::default();
    for (index, stage) in stages.iter().enumerate().rev() {
        all = all.join(*stage);
        if stage.positions > 0 {
            let (first, last) = (index * STAGE, index * STAGE + STAGE - 1);
            writeln!(output, "{first:>3}-{last:<3} {}", stage.columns())?;
        }
    }
    writeln!(output, "all     {}", all.columns())?;
    writeln!(output, "total: games {games}, positions {}", all.positions)?;
    Ok(())
}
