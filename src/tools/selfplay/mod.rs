//! `obverse selfplay`: plays the engine against itself to generate training data.
//!
//! Each thread plays one game at a time: [`starts`] provides its start position, [`game`]
//! plays and labels it, and [`shards`] stores it. [`check`] validates the files.

mod arguments;
mod check;
mod game;
mod shards;
mod starts;
mod tally;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::broken_pipe::IgnoringBrokenPipe;
use super::interrupt::Interrupt;
use super::positions::Record;
use super::terminal::Progress;
use super::threads::share;
use super::{Body, Row, ToolError};
use crate::search::control::Limits;
use arguments::{Plan, Task};
use game::Player;
use shards::Shards;
use starts::Starts;
use tally::Tally;

pub(super) const ROW: Row = Row {
    name: "selfplay",
    summary: "plays the engine against itself to generate training data, or checks such data",
    details: "The same seed and number of games produce the same games with any number of threads. \
              Ctrl-C keeps the finished games; a second Ctrl-C exits at once.",
    exit_statuses: &[
        (0, "success"),
        (1, "a file could not be written, or is invalid"),
        (
            2,
            "the command line is wrong, or the folder contains other games",
        ),
        (130, "interrupted by Ctrl-C"),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// The interval between progress lines.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    match arguments::parse(words)? {
        Task::Play(plan) => play(&plan, &mut IgnoringBrokenPipe(output)),
        Task::Check(files) => check::run(&files, output),
    }
}

fn play(plan: &Plan, output: &mut dyn Write) -> Result<(), ToolError> {
    let starts = Starts::new(plan.random_plies, plan.rules.seed);
    let mut shards = Shards::open(&plan.folder, plan.games_each, plan.is_resumed)?;
    let done = shards.resume(&starts, plan.slice)?;
    let interrupt = Interrupt::install();
    let start = Instant::now();
    let is_late = || plan.time.is_some_and(|time| start.elapsed() >= time);
    let games = (0..).map(|n| plan.slice.nth(n));
    let games = games
        .filter(|game| !done.contains(game))
        .take_while(|&game| game < plan.games && !is_late());
    let workers = (0..plan.threads).map(|_| {
        let mut player = Player::new(plan.rules);
        let (interrupt, starts) = (&interrupt, &starts);
        move |game| {
            let control = interrupt.control(Limits::default());
            let records = player.play(starts.start(game), &control);
            // A game that was interrupted is discarded.
            (!interrupt.is_requested()).then_some((game, records))
        }
    });
    let mut collection = Collection::new(plan, done.len() as u64, start);
    share(&interrupt, games, workers, |(game, records)| {
        shards.append(game, &records)?;
        collection.add(&records, output)
    })?;
    collection.close(output)?;
    match interrupt.is_requested() {
        true => Err(ToolError::Interrupted),
        false => Ok(()),
    }
}

/// The games of this run, and how far it is.
struct Collection<'a> {
    plan: &'a Plan,
    /// How many games earlier runs have played.
    done: u64,
    /// How many games are left for this run to play.
    remaining: u64,
    tally: Tally,
    progress: Progress,
    last_line: Instant,
}

impl Collection<'_> {
    fn new(plan: &Plan, done: u64, start: Instant) -> Collection<'_> {
        let remaining = plan.slice.size(plan.games).saturating_sub(done);
        let progress = Progress::new(0);
        progress.start_at(done as usize);
        if plan.time.is_none() {
            progress.set_steps(done + remaining);
        }
        Collection {
            plan,
            done,
            remaining,
            tally: Tally::new(start),
            progress,
            last_line: start,
        }
    }

    /// Counts a game and shows the progress.
    fn add(&mut self, records: &[Record], output: &mut dyn Write) -> Result<(), ToolError> {
        self.tally.add(records);
        let expected = self.tally.expected(self.remaining, self.plan.time);
        self.progress.set_steps(self.done + expected);
        self.progress.step();
        self.progress.set_message(|| self.tally.message(expected));
        if self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            self.progress.line(output, &self.tally.to_string())?;
        }
        Ok(())
    }

    fn close(&self, output: &mut dyn Write) -> io::Result<()> {
        self.progress
            .line(output, &format!("total: {}", self.tally))
    }
}
