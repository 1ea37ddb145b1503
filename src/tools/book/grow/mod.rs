//! `obverse book grow`: adds positions that the engine searches to a book.
//!
//! In each round, the threads search the next positions of the
//! [expansion](super::expansion), and the values found are propagated through the book. The
//! size of a round depends only on the book. The result is therefore the same for any
//! number of threads, and also for a run that was killed and resumed.

mod arguments;
mod search;
mod tally;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::shared::GrowingBook;
use crate::search::engine::book::Book;
use crate::tools::interrupt::Interrupt;
use crate::tools::terminal::Progress;
use crate::tools::{Body, Row, ToolError};
use arguments::Plan;
use search::EnginePool;
use tally::Tally;

/// The interval between progress lines.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// Saving may take at most one in this many parts of the time.
const SAVING_SHARE: u32 = 50;

pub(super) const ROW: Row = Row {
    name: "grow",
    summary: "searches more positions and adds them to the book FILE",
    details: "",
    exit_statuses: &[],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let plan = arguments::parse(words)?;
    let growing = GrowingBook::open(&plan.file)?;
    let mut growth = Growth {
        interrupt: Interrupt::install(),
        tally: Tally::new(growing.book.len()),
        progress: Progress::new(0),
        saved: None,
        growing,
        plan,
    };
    growth.run(output)?;
    let total = format!("total: {}", growth.tally);
    growth.progress.line(output, &total)?;
    match growth.interrupt.is_requested() {
        true => Err(ToolError::Interrupted),
        false => Ok(()),
    }
}

struct Growth {
    plan: Plan,
    growing: GrowingBook,
    interrupt: Interrupt,
    tally: Tally,
    progress: Progress,
    /// When the book was last written, and how long that took.
    saved: Option<(Instant, Duration)>,
}

impl Growth {
    fn run(&mut self, output: &mut dyn Write) -> Result<(), ToolError> {
        let mut engines = EnginePool::new(self.plan.threads, self.plan.level);
        let mut last_line = Instant::now();
        while !self.is_enough() {
            let book = &mut self.growing.book;
            let left = self.plan.positions.saturating_sub(book.len());
            let expansion = self.plan.expansion;
            let next = expansion.next_positions(book, round(book).min(left));
            let found = engines.search(&next, &self.interrupt, &|| self.progress.step());
            let Some(found) = found.filter(|found| !found.is_empty()) else {
                break;
            };
            for (position, moves) in next.iter().zip(&found) {
                book.insert(position, moves);
                self.tally.add(moves);
            }
            book.propagate_values();
            self.save_if_due()?;
            self.report(&mut last_line, output)?;
        }
        self.save()
    }

    fn is_enough(&self) -> bool {
        let is_late = self.plan.time.is_some_and(|time| self.tally.time() >= time);
        is_late || self.growing.book.len() >= self.plan.positions
    }

    fn save_if_due(&mut self) -> Result<(), ToolError> {
        let is_soon = |(last, cost): (Instant, Duration)| last.elapsed() < cost * SAVING_SHARE;
        if self.saved.is_none_or(|saved| !is_soon(saved)) {
            let start = Instant::now();
            self.save()?;
            self.saved = Some((Instant::now(), start.elapsed()));
        }
        Ok(())
    }

    fn save(&mut self) -> Result<(), ToolError> {
        self.growing.save()?;
        self.tally.set_len(self.growing.book.len());
        Ok(())
    }

    fn report(&self, last_line: &mut Instant, output: &mut dyn Write) -> io::Result<()> {
        let expected = self.tally.expected(self.plan.positions, self.plan.time);
        self.progress.set_steps(expected);
        self.progress.set_message(|| self.tally.message(expected));
        if last_line.elapsed() < LINE_INTERVAL {
            return Ok(());
        }
        *last_line = Instant::now();
        self.progress.line(output, &self.tally.to_string())
    }
}

/// The number of positions in a round: only one at first, when each position may change
/// many values, and more later.
fn round(book: &Book) -> usize {
    (book.len() / 64).clamp(1, 32)
}
