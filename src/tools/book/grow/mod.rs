//! `obverse book grow`: adds positions that the engine searches to a book.
//!
//! In each round, the threads search the next positions of the
//! [expansion](super::expansion), and the values found are propagated through the book. The
//! size of a round depends only on the book. The result is therefore the same for any
//! number of threads, and also for a run that was killed and resumed.

mod arguments;
mod search;
mod tally;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::expansion::Expansion;
use super::shared::GrowingBook;
use crate::board::Position;
use crate::search::engine::book::Book;
use crate::tools::interrupt::Interrupt;
use crate::tools::terminal::Progress;
use crate::tools::{Body, Row, ToolError};
pub(super) use arguments::Plan;
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
    let candidates = Candidates::Expansion(plan.expansion);
    add(plan, candidates, output)
}

/// The positions to add, in the order in which they are added.
pub(super) enum Candidates {
    /// Those that the expansion of the book selects.
    Expansion(Expansion),
    /// These, unless they are in the book. In each, the side to move has a legal move.
    Listed(VecDeque<Position>),
}

/// Adds positions to the book of this plan.
pub(super) fn add(
    plan: Plan,
    candidates: Candidates,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let growing = GrowingBook::open(&plan.file)?;
    let mut growth = Growth {
        interrupt: Interrupt::install(),
        tally: Tally::new(growing.book.len()),
        progress: Progress::new(0),
        saved: None,
        growing,
        candidates,
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
    candidates: Candidates,
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
            let next = self.candidates.next(book, left);
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

/// The most positions in a round.
const LARGEST_ROUND: usize = 32;

impl Candidates {
    /// The positions of the next round, at most `left`.
    fn next(&mut self, book: &Book, left: usize) -> Vec<Position> {
        match self {
            Candidates::Expansion(expansion) => {
                // Only one at first, when each position may change many values.
                let round = (book.len() / 64).clamp(1, LARGEST_ROUND);
                expansion.next_positions(book, round.min(left))
            }
            Candidates::Listed(positions) => {
                let next = std::iter::from_fn(|| positions.pop_front());
                let unknown = next.filter(|position| !book.contains(position));
                unknown.take(LARGEST_ROUND.min(left)).collect()
            }
        }
    }
}
