//! Runs checks, each in a process that is fit for it.

use std::time::Duration;

use super::dialogue::{Dialogue, Message};
use super::outcome::{Outcome, Stop};
use super::suite::{Check, Start, Suite};
use crate::tools::ToolError;
use crate::tools::interrupt::Interrupt;
use crate::tools::program::{Process, Program};

/// What a check has found.
pub(super) enum Verdict {
    Holds,
    /// The demand is not met, for this reason.
    Short(String),
    /// The check does not apply, for this reason.
    Skipped(String),
}

/// A check and what it has found.
pub(super) struct Finding {
    pub(super) check: &'static Check,
    pub(super) verdict: Verdict,
    /// What was said.
    pub(super) log: Vec<Message>,
}

pub(super) struct Bench<'a> {
    program: &'a Program,
    suite: &'static Suite,
    timeout: Duration,
    interrupt: &'a Interrupt,
    /// A process that has passed its checks so far. Engines may be slow to start.
    idle: Option<Dialogue<'a>>,
}

impl<'a> Bench<'a> {
    /// Starts the engine for the first time, and greets it.
    pub(super) fn start(
        program: &'a Program,
        suite: &'static Suite,
        timeout: Duration,
        interrupt: &'a Interrupt,
    ) -> Result<Bench<'a>, ToolError> {
        let mut bench = Bench {
            program,
            suite,
            timeout,
            interrupt,
            idle: None,
        };
        let mut dialogue = bench.open().map_err(failed)?;
        bench.greet(&mut dialogue).map_err(failed)?;
        bench.keep(dialogue);
        Ok(bench)
    }

    /// Runs a check. One that falls short after others is repeated with a new process, so
    /// that only its own dialogue counts.
    pub(super) fn judge(&mut self, check: &'static Check) -> Result<Finding, ToolError> {
        let is_fit = |idle: &mut Dialogue<'_>| match check.start {
            Start::Greeted => true,
            Start::Fresh => idle.is_fresh(),
            Start::Silent => false,
        };
        if let Some(mut dialogue) = self.idle.take_if(is_fit) {
            let is_fresh = dialogue.is_fresh();
            if !is_fresh {
                dialogue.take_log();
            }
            let reset = match is_fresh {
                true => Ok(()),
                false => (self.suite.reset)(&mut dialogue),
            };
            let outcome = reset.and_then(|()| (check.run)(&mut dialogue));
            if is_fresh || !matches!(outcome, Err(Stop::Short(_))) {
                return self.close(check, dialogue, outcome);
            }
            dialogue.abandon();
        }
        let mut dialogue = match self.open() {
            Ok(dialogue) => dialogue,
            Err(stop) => return Finding::new(check, Err(stop), Vec::new()),
        };
        let greeting = match check.start {
            Start::Silent => Ok(()),
            Start::Fresh | Start::Greeted => self.greet(&mut dialogue),
        };
        let outcome = greeting.and_then(|()| (check.run)(&mut dialogue));
        self.close(check, dialogue, outcome)
    }

    /// The finding of a check, whose process may take part in others.
    fn close(
        &mut self,
        check: &'static Check,
        mut dialogue: Dialogue<'a>,
        outcome: Outcome,
    ) -> Result<Finding, ToolError> {
        let log = dialogue.take_log();
        if matches!(outcome, Err(Stop::Short(_))) {
            dialogue.abandon();
        } else if check.start == Start::Greeted {
            self.keep(dialogue);
        }
        Finding::new(check, outcome, log)
    }

    fn open(&self) -> Outcome<Dialogue<'a>> {
        let process = Process::start(self.program).map_err(|error| {
            let text = format!("{} cannot be started: {error}", self.program.words[0]);
            Stop::Short(text)
        })?;
        let protocol = self.program.protocol;
        Ok(Dialogue::new(
            process,
            protocol,
            self.timeout,
            self.interrupt,
        ))
    }

    fn greet(&self, dialogue: &mut Dialogue<'a>) -> Outcome {
        (self.suite.greet)(dialogue)?;
        for line in &self.program.init {
            dialogue.send(&format!("{line}\n"))?;
        }
        match self.program.init.is_empty() {
            true => Ok(()),
            false => (self.suite.reset)(dialogue),
        }
    }

    fn keep(&mut self, dialogue: Dialogue<'a>) {
        if !dialogue.is_over() && !self.program.restarts {
            self.idle = Some(dialogue);
        }
    }
}

/// An engine that does not even start its dialogue.
fn failed(stop: Stop) -> ToolError {
    match stop {
        Stop::Short(text) | Stop::Skipped(text) => ToolError::Failed(text),
        Stop::Interrupted => ToolError::Interrupted,
    }
}

impl Finding {
    fn new(
        check: &'static Check,
        outcome: Outcome,
        log: Vec<Message>,
    ) -> Result<Finding, ToolError> {
        let verdict = match outcome {
            Ok(()) => Verdict::Holds,
            Err(Stop::Short(problem)) => Verdict::Short(problem),
            Err(Stop::Skipped(reason)) => Verdict::Skipped(reason),
            Err(Stop::Interrupted) => return Err(ToolError::Interrupted),
        };
        Ok(Finding {
            check,
            verdict,
            log,
        })
    }
}
