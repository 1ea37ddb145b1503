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

use std::collections::HashSet;
use std::io::{self, Write};
use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::interrupt::Interrupt;
use super::narration::Narration;
use super::positions::Record;
use super::terminal::Progress;
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
            "the command line is wrong, or the folder holds other games",
        ),
        (130, "interrupted by Ctrl-C"),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// The interval between progress lines.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    match arguments::parse(words)? {
        Task::Play(plan) => play(&plan, &mut Narration(output)),
        Task::Check(files) => check::run(&files, output),
    }
}

fn play(plan: &Plan, output: &mut dyn Write) -> Result<(), ToolError> {
    let starts = Starts::new(plan.random_plies, plan.rules.seed);
    let mut shards = Shards::open(&plan.folder, plan.games_each, plan.is_resumed)?;
    let done = shards.resume(&starts, plan.slice)?;
    let pool = Pool {
        plan,
        starts,
        done,
        assigned: AtomicU64::new(0),
        interrupt: Interrupt::install(),
        start: Instant::now(),
    };
    thread::scope(|scope| {
        let (sender, played) = sync_channel(plan.threads as usize);
        for _ in 0..plan.threads {
            let sender = sender.clone();
            scope.spawn(|| pool.work(sender));
        }
        drop(sender);
        pool.collect(played, &mut shards, output)
    })?;
    match pool.interrupt.is_asked() {
        true => Err(ToolError::Interrupted),
        false => Ok(()),
    }
}

/// A game that was played, with its number.
type Played = (u64, Vec<Record>);

/// The threads that play games, one at a time each.
struct Pool<'a> {
    plan: &'a Plan,
    starts: Starts,
    /// Games of earlier runs.
    done: HashSet<u64>,
    /// The number of games of the slice that were assigned or skipped.
    assigned: AtomicU64,
    interrupt: Interrupt,
    start: Instant,
}

impl Pool<'_> {
    /// Plays until no game is left.
    fn work(&self, played: SyncSender<Played>) {
        let mut player = Player::new(self.plan.rules);
        while let Some(game) = self.next_game() {
            let control = self.interrupt.control(Limits::default());
            let records = player.play(self.starts.start(game), &control);
            // A game that was interrupted is discarded.
            if self.interrupt.is_asked() || played.send((game, records)).is_err() {
                return;
            }
        }
    }

    fn next_game(&self) -> Option<u64> {
        let is_late = self
            .plan
            .time
            .is_some_and(|time| self.start.elapsed() >= time);
        if is_late || self.interrupt.is_asked() {
            return None;
        }
        let mut games = iter::repeat_with(|| {
            let n = self.assigned.fetch_add(1, Ordering::Relaxed);
            self.plan.slice.nth(n)
        });
        let game = games.find(|game| !self.done.contains(game))?;
        (game < self.plan.games).then_some(game)
    }

    /// Writes the games and shows the progress.
    fn collect(
        &self,
        played: Receiver<Played>,
        shards: &mut Shards,
        output: &mut dyn Write,
    ) -> Result<(), ToolError> {
        let Plan {
            games, slice, time, ..
        } = *self.plan;
        let done = self.done.len() as u64;
        let most = slice.size(games).saturating_sub(done);
        let progress = Progress::new(0);
        progress.begin_at(self.done.len());
        if time.is_none() {
            progress.expect(done + most);
        }
        let mut tally = Tally::new(self.start);
        let mut last_line = self.start;
        for (game, records) in played {
            shards.append(game, &records)?;
            tally.add(&records);
            let expected = tally.expected(most, time);
            progress.expect(done + expected);
            progress.step();
            progress.tell(|| tally.message(expected));
            if last_line.elapsed() >= LINE_INTERVAL {
                last_line = Instant::now();
                progress.above(|| line(output, &tally.to_string()))?;
            }
        }
        drop(progress);
        Ok(line(output, &format!("total: {tally}"))?)
    }
}

fn line(output: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(output, "{text}")?;
    output.flush()
}
