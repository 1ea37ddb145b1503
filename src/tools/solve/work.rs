//! Solves positions on several threads: several at once, or one after the other.

use super::answer::Answer;
use super::arguments::Arguments;
use super::claim::Window;
use super::estimate::Estimate;
use crate::board::Position;
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::search::report::Report;
use crate::system::memory::Memory;
use crate::tools::ToolError;
use crate::tools::formatting::{depth, moves, signed};
use crate::tools::interrupt::Interrupt;
use crate::tools::terminal::Progress;
use crate::tools::threads::share;

/// A position that has no answer yet.
pub(super) struct Job {
    /// Its place among the positions of this run.
    pub(super) index: usize,
    pub(super) number: usize,
    pub(super) position: Position,
}

/// How the threads are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    threads: usize,
    /// How many positions are solved at once.
    at_once: usize,
}

/// With so many positions for each thread, each thread solves its own. With fewer, the last
/// ones would keep some threads waiting for longer than all threads lose on one position.
const ENOUGH_FOR_EACH_THREAD: usize = 8;

impl Division {
    /// The division of the threads for this many positions.
    pub(super) fn of(arguments: &Arguments, positions: usize) -> Result<Division, ToolError> {
        let threads = arguments.threads as usize;
        let is_enough = positions >= ENOUGH_FOR_EACH_THREAD * threads;
        let at_once = match arguments.at_once {
            Some(number) => (number as usize).min(positions).min(threads),
            None if is_enough => threads,
            None => 1,
        };
        let at_once = at_once.max(1);
        check_memory(at_once, arguments.hash_mb)?;
        Ok(Division { threads, at_once })
    }

    /// The number of threads for each of the positions that are solved at once.
    fn shares(self) -> impl Iterator<Item = usize> {
        let (share, rest) = (self.threads / self.at_once, self.threads % self.at_once);
        (0..self.at_once).map(move |index| share + usize::from(index < rest))
    }
}

/// Refuses more tables of this size than fit into memory.
pub(super) fn check_memory(tables: usize, hash_mb: u32) -> Result<(), ToolError> {
    let wanted = (tables as u64 * u64::from(hash_mb)) << 20;
    match Memory::now().filter(|memory| memory.total < wanted) {
        Some(memory) => Err(ToolError::Value(format!(
            "--hash-mb: expected less, because {tables} positions at once would take {} MB and \
             this machine has {} MB",
            wanted >> 20,
            memory.total >> 20
        ))),
        None => Ok(()),
    }
}

/// Solves positions, and passes the answers on as they are found.
pub(super) struct Solver<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) division: Division,
    pub(super) interrupt: &'a Interrupt,
    pub(super) progress: &'a Progress,
}

/// An answer, and whether the search had as long as it was allowed.
pub(super) struct Found {
    pub(super) index: usize,
    pub(super) answer: Answer,
    pub(super) is_final: bool,
}

impl Solver<'_> {
    pub(super) fn solve(
        &self,
        jobs: &[Job],
        mut take: impl FnMut(Found) -> Result<(), ToolError>,
    ) -> Result<(), ToolError> {
        let workers = self.division.shares().map(|threads| {
            let mut engine = Engine::new();
            move |job: &Job| Some(self.solve_one(&mut engine, threads, job))
        });
        let mut estimate = Estimate::new(jobs.iter().map(|job| job.position.empty().len()));
        share(self.interrupt, jobs.iter(), workers, |found| {
            let found: Found = found;
            estimate.count(found.answer.empties);
            take(found)?;
            self.progress.step();
            self.progress.set_prefix(|| estimate.time_left());
            Ok(())
        })
    }

    /// Solves a position independently of those before it, so that its answer does not depend
    /// on which others are selected.
    fn solve_one(&self, engine: &mut Engine, threads: usize, job: &Job) -> Found {
        let Arguments {
            window,
            level,
            limit,
            has_moves,
            hash_mb,
            ..
        } = *self.arguments;
        let position = &job.position;
        let options = EngineOptions {
            threads,
            hash_mb: hash_mb as usize,
        };
        let (number, empties) = (job.number, position.empty().len());
        self.progress
            .set_message(|| format!("{number}: {empties} empties"));
        let mut on_report = |report: &Report| {
            self.progress
                .set_message(|| describe(number, empties, report));
        };
        let control = self.interrupt.control(Limits {
            time: limit,
            ..Limits::default()
        });
        let effort = match level {
            Some(level) => Effort::Level(level),
            None if window == Window::FULL => Effort::End,
            None => Effort::Within {
                alpha: window.alpha,
                beta: window.beta,
            },
        };
        engine.clear();
        let compares = has_moves && !position.moves().is_empty();
        let report = match compares {
            true => engine.compare(position, effort, options, &control, &mut on_report),
            false => engine.solve(position, effort, options, &control, &mut on_report),
        };
        let answer = Answer::of(&report, number, *position, window, has_moves);
        Found {
            index: job.index,
            is_final: answer.relation.is_some() || !self.interrupt.is_requested(),
            answer,
        }
    }
}

/// The message next to the progress bar while a position is being solved.
fn describe(number: usize, empties: u32, report: &Report) -> String {
    let moves = moves(report.pv());
    let depth = depth(report.best());
    let score = signed(report.discs());
    format!("{number}: {empties} empties, depth {depth}, {score} {moves}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_positions_get_a_thread_each() {
        let division = |threads, at_once, positions| {
            let arguments = Arguments {
                threads,
                at_once,
                ..Arguments::default()
            };
            let division = Division::of(&arguments, positions).unwrap();
            division.shares().collect::<Vec<_>>()
        };
        assert_eq!(division(4, None, 100), [1, 1, 1, 1]);
        assert_eq!(division(4, None, 3), [4]);
        assert_eq!(division(4, None, 0), [4]);
        assert_eq!(division(5, Some(2), 100), [3, 2]);
        assert_eq!(division(2, Some(8), 100), [1, 1]);
        assert_eq!(division(4, Some(4), 2), [2, 2]);
        assert_eq!(division(1, None, 100), [1]);
    }

    #[test]
    fn tables_that_do_not_fit_are_refused() {
        let Some(memory) = Memory::now() else { return };
        let arguments = Arguments {
            threads: 200,
            hash_mb: (memory.total >> 20) as u32 / 100,
            ..Arguments::default()
        };
        assert!(Division::of(&arguments, 10).is_ok());
        assert!(Division::of(&arguments, 10_000).is_err());
    }
}
