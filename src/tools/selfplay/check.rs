//! Is what stands in the files what a trainer may rely on?

use std::fs;
use std::io::Write;

use super::starts::next_turn;
use crate::board::{Bitboard, Position, Square};
use crate::tools::ToolError;
use crate::tools::positions::{Record, split};

/// Looks at all files, and writes a table of what is in them.
pub(super) fn run(files: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let mut stages = [Stage::default(); STAGES];
    let mut games = 0;
    for file in files {
        let fail = |problem: &str| ToolError::Value(format!("{file}: {problem}"));
        let bytes = fs::read(file).map_err(|error| fail(&error.to_string()))?;
        let (records, rest) = split(&bytes).ok_or_else(|| fail("not a file of positions"))?;
        let mut before = Vec::new();
        for (index, bytes) in records.iter().enumerate() {
            let record = Record::unpack(bytes).and_then(|record| follow(&mut before, record));
            let record = record.map_err(|problem| {
                ToolError::Failed(format!("{file}: position {}: {problem}", index + 1))
            })?;
            games += u64::from(record.is_first);
            let empty = record.position().empty().len() as usize;
            stages[empty / STAGE].add(&record);
        }
        if !rest.is_empty() {
            let problem = format!("{file}: it was cut short within a position");
            return Err(ToolError::Failed(problem));
        }
    }
    write(&stages, games, output)
}

/// The record, if it is sound and one of those before leads to it.
fn follow(before: &mut Vec<Position>, record: Record) -> Result<Record, &'static str> {
    let position = record.position();
    if !CENTRE.is_subset(record.mover | record.opponent) {
        return Err("the centre is empty");
    }
    if position.moves().is_empty() {
        return Err("the side to move has no move");
    }
    if record.result % 2 != 0 {
        return Err("no game has this result");
    }
    if record.is_exact && record.value != i16::from(record.result) * Record::FINE {
        return Err("the exact value is not the result");
    }
    if record.is_first {
        before.clear();
    } else {
        // Those behind the one that leads here are beside the game.
        let from = before
            .iter()
            .rposition(|before| leads_to(before, &position));
        let from = from.ok_or("it does not follow from those before")?;
        before.truncate(from + 1);
    }
    before.push(position);
    Ok(record)
}

const CENTRE: Bitboard = Bitboard::from_bits(0x0000_0018_1800_0000);

fn leads_to(before: &Position, after: &Position) -> bool {
    let discs = |position: &Position| (position.mover(), position.opponent());
    let is_after =
        |square: Square| next_turn(before, square).is_some_and(|next| discs(&next) == discs(after));
    before.moves().into_iter().any(is_after)
}

/// Positions with a similar number of empty squares.
#[derive(Clone, Copy, Default)]
struct Stage {
    positions: u64,
    exact: u64,
    /// The sums of what values are, and of how far they are from the results.
    lead: f64,
    surprise: f64,
}

/// How many numbers of empty squares are a stage.
const STAGE: usize = 5;

const STAGES: usize = 60 / STAGE + 1;

impl Stage {
    fn add(&mut self, record: &Record) {
        let value = f64::from(record.value) / f64::from(Record::FINE);
        self.positions += 1;
        self.exact += u64::from(record.is_exact);
        self.lead += value.abs();
        self.surprise += (value - f64::from(record.result)).abs();
    }

    fn join(self, other: Stage) -> Stage {
        Stage {
            positions: self.positions + other.positions,
            exact: self.exact + other.exact,
            lead: self.lead + other.lead,
            surprise: self.surprise + other.surprise,
        }
    }

    /// The columns of the table after the first.
    fn columns(&self) -> String {
        let each = |sum: f64| sum / self.positions.max(1) as f64;
        format!(
            "{:>10} {:>5.1} % {:>6.1} {:>6.1}",
            self.positions,
            100.0 * each(self.exact as f64),
            each(self.lead),
            each(self.surprise)
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
