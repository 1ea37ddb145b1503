//! `obverse book grow`: more positions for a book, by the engine's own searches.
//!
//! Round by round the most [wanted](super::wanted) positions are given to the
//! threads, and the values that they find go up through the book. How many there are
//! in a round depends on the book only, so that any number of threads makes the same
//! book, and one that was killed is taken up as if nothing had been.

mod arguments;
mod search;
mod tally;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::{open, save};
use crate::search::engine::book::Book;
use crate::tools::interrupt::Interrupt;
use crate::tools::terminal::Progress;
use crate::tools::{Body, Row, ToolError};
use arguments::Plan;
use search::Team;
use tally::Tally;

/// How often a line tells how far it is.
const NEWS: Duration = Duration::from_secs(60);

/// To write the book takes at most one part in so many of the time.
const SAVING: u32 = 50;

pub(super) const ROW: Row = Row {
    name: "grow",
    summary: "searches more positions for the book in FILE",
    details: "",
    exit_statuses: &[],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let plan = arguments::parse(words)?;
    let book = open(&plan.file)?;
    let mut growth = Growth {
        interrupt: Interrupt::install(),
        tally: Tally::new(book.len()),
        progress: Progress::new(0),
        saved: None,
        book,
        plan,
    };
    growth.run(output)?;
    drop(growth.progress);
    line(output, &format!("total: {}", growth.tally))?;
    match growth.interrupt.is_asked() {
        true => Err(ToolError::Interrupted),
        false => Ok(()),
    }
}

struct Growth {
    plan: Plan,
    book: Book,
    interrupt: Interrupt,
    tally: Tally,
    progress: Progress,
    /// When the book was written last, and how long it took.
    saved: Option<(Instant, Duration)>,
}

impl Growth {
    fn run(&mut self, output: &mut dyn Write) -> Result<(), ToolError> {
        let mut team = Team::new(self.plan.threads, self.plan.level);
        let mut told = Instant::now();
        while !self.is_enough() {
            let left = self.plan.positions.saturating_sub(self.book.len());
            let wanted = self.plan.wish;
            let wanted = wanted.most_wanted(&self.book, round(&self.book).min(left));
            let found = team.search(&wanted, &self.interrupt, &|| self.progress.step());
            let Some(found) = found.filter(|found| !found.is_empty()) else {
                break;
            };
            for (position, moves) in wanted.iter().zip(&found) {
                self.book.insert(position, moves);
                self.tally.add(moves);
            }
            self.book.settle();
            self.save_at_times()?;
            self.tell(&mut told, output)?;
        }
        save(&self.book, &self.plan.file)
    }

    fn is_enough(&self) -> bool {
        let is_late = self.plan.time.is_some_and(|time| self.tally.time() >= time);
        is_late || self.book.len() >= self.plan.positions
    }

    fn save_at_times(&mut self) -> Result<(), ToolError> {
        let is_soon = |(last, cost): (Instant, Duration)| last.elapsed() < cost * SAVING;
        if self.saved.is_none_or(|saved| !is_soon(saved)) {
            let start = Instant::now();
            save(&self.book, &self.plan.file)?;
            self.saved = Some((Instant::now(), start.elapsed()));
        }
        Ok(())
    }

    fn tell(&self, told: &mut Instant, output: &mut dyn Write) -> io::Result<()> {
        let expected = self.tally.expected(self.plan.positions, self.plan.time);
        self.progress.expect(expected);
        self.progress.tell(|| self.tally.news(expected));
        if told.elapsed() < NEWS {
            return Ok(());
        }
        *told = Instant::now();
        self.progress
            .above(|| line(output, &self.tally.to_string()))
    }
}

/// How many positions to search before the next look at what is wanted: first one,
/// when each may change much, then more.
fn round(book: &Book) -> usize {
    (book.len() / 64).clamp(1, 32)
}

fn line(output: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(output, "{text}")?;
    output.flush()
}
