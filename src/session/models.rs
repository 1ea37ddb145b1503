//! Models of a session and its search thread: the events of a search arrive in order, the
//! last one gives back the searcher, and the thread ends with the session.
//!
//! They fail if a panic sends no event or ends the thread, or if an interruption, or the end of the
//! session, does not stop the search.

use std::{iter, panic};

use super::options::Options;
use super::{Answer, Event, SearchFailed, Session, Task};
use crate::board::Move;
use crate::search::analysis::Scope;
use crate::search::control::{Control, Stopped};
use crate::search::report::{Report, Source};
use crate::search::{OnReport, Request, Searcher};
use crate::sync::models::explore;
use crate::sync::mpsc::{self, Receiver};

/// Reports twice, and then panics or searches until it is stopped or has nothing left to do.
#[derive(Clone, Copy)]
enum Double {
    Ends,
    GoesOn,
    Panics,
}

fn report(nodes: u64) -> Report {
    Report {
        nodes,
        ..Report::unvalued(Source::Search, Move::Pass)
    }
}

impl Searcher for Double {
    fn best_move(&mut self, _: &Request, control: &Control, on_report: OnReport<'_>) -> Report {
        on_report(&report(1));
        on_report(&report(2));
        match self {
            Double::Ends => {}
            Double::GoesOn => control.wait_for_stop(),
            // Without a message.
            Double::Panics => panic::resume_unwind(Box::new("as planned")),
        }
        report(3)
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Report, Stopped> {
        Err(Stopped)
    }

    fn analyze(&mut self, _: &Request, _: &Scope, _: &Control, _: OnReport<'_>) -> Report {
        report(1)
    }
}

/// A session with this searcher, and its events.
fn session(searcher: Double) -> (Session, Receiver<Event>) {
    let (events, inbox) = mpsc::channel();
    let notify = move |event| drop(events.send(event));
    let mut session = Session::new(Options::new(1), notify);
    session.install(Box::new(searcher));
    (session, inbox)
}

fn start(session: &mut Session, task: Task) {
    let position = *session.game().position();
    session.start(task, position);
}

/// The nodes of all reports up to the end of the search, and how it ended.
fn finish(
    session: &mut Session,
    events: &Receiver<Event>,
) -> (Vec<u64>, Result<Answer, SearchFailed>) {
    let mut nodes = Vec::new();
    while let Ok(event) = events.recv() {
        match event {
            Event::Progress(report) => nodes.push(report.nodes),
            Event::Finished(finished) => return (nodes, session.finish(finished)),
        }
    }
    panic!("the thread has ended before the search");
}

fn found(answer: Result<Answer, SearchFailed>) -> Option<u64> {
    match answer {
        Ok(Answer::Found(report)) => Some(report.nodes),
        Ok(Answer::Stopped) | Err(SearchFailed) => None,
    }
}

/// The thread does one search after another, and ends when the session is dropped: otherwise
/// the channel of the events would not.
#[test]
fn events_come_in_order_and_the_last_one_ends_the_search() {
    explore(Some(3), || {
        let (mut session, events) = session(Double::Ends);
        for _ in 0..2 {
            start(&mut session, Task::Move);
            let (nodes, answer) = finish(&mut session, &events);
            assert_eq!((nodes, found(answer)), (vec![1, 2], Some(3)));
        }
        drop(session);
        assert!(events.recv().is_err());
    });
}

/// An interruption ends a search, however early it comes.
#[test]
fn an_interruption_is_never_too_early() {
    explore(Some(3), || {
        for task in [Task::Move, Task::CancellableMove] {
            let (mut session, events) = session(Double::GoesOn);
            start(&mut session, task);
            session.interrupt();
            let (nodes, answer) = finish(&mut session, &events);
            assert_eq!(nodes, [1, 2]);
            assert_eq!(found(answer).is_some(), task == Task::Move);
        }
    });
}

/// An analysis with nothing left to search goes on until it is interrupted.
#[test]
fn a_finished_analysis_waits_for_the_interruption() {
    explore(Some(3), || {
        let (mut session, events) = session(Double::Ends);
        let moves = session.game().position().moves();
        start(&mut session, Task::Analysis(Scope { moves, lines: 1 }));
        session.interrupt();
        let (nodes, answer) = finish(&mut session, &events);
        assert_eq!((nodes, found(answer)), (vec![1], Some(1)));
    });
}

/// The next search gets another searcher, and the same thread.
#[test]
fn a_panic_is_the_end_of_one_search() {
    explore(Some(3), || {
        let (mut session, events) = session(Double::Panics);
        start(&mut session, Task::Move);
        let (nodes, answer) = finish(&mut session, &events);
        assert_eq!((nodes, answer), (vec![1, 2], Err(SearchFailed)));
        session.install(Box::new(Double::Ends));
        start(&mut session, Task::Move);
        let (_, answer) = finish(&mut session, &events);
        assert_eq!(found(answer), Some(3));
    });
}

/// The search ends with the session, and so does the thread.
#[test]
fn a_session_may_be_dropped_during_a_search() {
    explore(Some(3), || {
        let (mut session, events) = session(Double::GoesOn);
        start(&mut session, Task::Move);
        drop(session);
        let last = iter::from_fn(|| events.recv().ok()).last();
        assert!(matches!(last, Some(Event::Finished(Some(_)))));
    });
}
