//! The searchers of the program.

use std::any::Any;

use super::message::{Message, Task, Words, evaluator_number};
use crate::cpu::seam::Code;
use crate::search::analysis::Scope;
use crate::search::control::{Control, Limits, Stopped};
use crate::search::report::Report;
use crate::search::{OnReport, Request, Searcher};
use crate::{cpu, eval};

/// A searcher of the best code for this CPU: the one of this name there, or if there is no
/// better code than that of this crate, what `build` builds.
pub(in crate::search) fn dispatch(
    name: &'static str,
    build: fn() -> Box<dyn Searcher>,
) -> Box<dyn Searcher> {
    match Dispatched::new(name) {
        Some(dispatched) => Box::new(WithOwnEvaluators {
            dispatched,
            build,
            here: None,
        }),
        None => build(),
    }
}

/// A searcher whose searches are done by code for this CPU.
pub(in crate::search) struct Dispatched {
    code: &'static Code,
    /// The searcher there.
    there: Box<dyn Any + Send>,
}

impl Dispatched {
    /// The searcher with this name; `None` if the code of this crate is the best for this
    /// CPU.
    pub(in crate::search) fn new(name: &'static str) -> Option<Dispatched> {
        let code = cpu::code()?;
        let there = (code.build)(name);
        Some(Dispatched { code, there })
    }

    /// Another searcher that shares the tables of this one.
    pub(in crate::search) fn sibling(&self) -> Dispatched {
        Dispatched {
            code: self.code,
            there: (self.code.sibling)(&*self.there),
        }
    }

    /// Does a task that these arguments describe.
    pub(in crate::search) fn run<T: Message>(
        &mut self,
        task: Task,
        arguments: &[&dyn Message],
        control: &Control,
        on_report: OnReport<'_>,
    ) -> T {
        eval::pattern::pass_on(self.code);
        let (limits, parts) = control.parts();
        let mut words = Vec::new();
        task.put(&mut words);
        limits.put(&mut words);
        for argument in arguments {
            argument.put(&mut words);
        }
        let mut on_words = |words: &[u64]| on_report(&Words::new(words).take());
        let answer = (self.code.run)(&mut *self.there, &words, parts, &mut on_words);
        Words::new(&answer).take()
    }

    /// The same for a task that takes no time.
    pub(in crate::search) fn run_at_once(&mut self, task: Task, arguments: &[&dyn Message]) {
        let control = Control::new(Limits::default());
        self.run(task, arguments, &control, &mut |_| {})
    }
}

impl Searcher for Dispatched {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        self.run(Task::BestMove, &[request], control, on_report)
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        self.run(Task::MoveValues, &[request], control, &mut |_| {})
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        self.run(Task::Analyze, &[request, scope], control, on_report)
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        self.run(Task::Ponder, &[request], control, &mut |_| {})
    }
}

/// Runs requests with a caller's own evaluator in this crate, because the code for a CPU
/// level knows only the library's.
struct WithOwnEvaluators {
    dispatched: Dispatched,
    build: fn() -> Box<dyn Searcher>,
    here: Option<Box<dyn Searcher>>,
}

impl WithOwnEvaluators {
    fn searcher(&mut self, request: &Request) -> &mut dyn Searcher {
        match evaluator_number(request.settings.evaluator) {
            Some(_) => &mut self.dispatched,
            None => self.here.get_or_insert_with(self.build).as_mut(),
        }
    }
}

impl Searcher for WithOwnEvaluators {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let searcher = self.searcher(request);
        searcher.best_move(request, control, on_report)
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        self.searcher(request).move_values(request, control)
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let searcher = self.searcher(request);
        searcher.analyze(request, scope, control, on_report)
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        self.searcher(request).ponder(request, control);
    }
}
