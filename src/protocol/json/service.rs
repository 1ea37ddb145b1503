//! Searches many queries at once, and answers each when its search has finished.
//!
//! Each search has a session of its own, and all sessions share the tables of their
//! searchers. The threads are divided among the searches: if many wait, each gets one,
//! which is the most efficient; if there are fewer searches than threads, they get more.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::answer::{self, Answer, Done, Found, Refusal};
use super::query::{self, Asked, Id, Query, Request};
use crate::board::{Move, Position};
use crate::protocol::driver::{ORPHAN_CHECK, Parts};
use crate::protocol::inbox::{self, Inbox};
use crate::protocol::{Line, Output, limits};
use crate::search::analysis::Scope;
use crate::search::clock::TimeControl;
use crate::search::report::{self, Report};
use crate::search::{Family, Searcher};
use crate::session::options::{Options, Strength};
use crate::session::{self, Event, Pace, Session, Task};

/// Answers all lines, and returns when the input has ended and every search has finished, or
/// when nobody reads the output any more.
pub(super) fn serve(parts: Parts, output: &mut dyn Write) -> io::Result<()> {
    let mut service = Service::new(parts);
    let result = service.run(output);
    service.inbox.close();
    result.and_then(|()| service.inbox.result())
}

struct Service {
    inbox: Arc<Inbox>,
    lines: VecDeque<Line>,
    is_abandoned: Box<dyn Fn() -> bool + Send>,
    options: Options,
    output: Output,
    /// Never searches; the searchers of all seats share its tables.
    source: Box<dyn Searcher>,
    /// At most one for each thread.
    seats: Vec<Seat>,
    waiting: BinaryHeap<Waiting>,
    /// The number of queries so far.
    arrived: u64,
}

/// A place for one search at a time.
struct Seat {
    session: Session,
    /// Whether reports of the running search are wanted. They cost time even if nobody
    /// reads them.
    wants_reports: Arc<AtomicBool>,
    search: Option<Search>,
    /// Whether its searcher shares the tables of the others.
    is_sharing: bool,
}

/// A running search.
struct Search {
    pending: Rc<Pending>,
    asked: Asked,
    threads: u32,
    is_terminated: bool,
}

/// A query of which not all answers have been written. Its line counts as waiting.
struct Pending {
    query: Query,
    inbox: Arc<Inbox>,
    cost: usize,
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.inbox.answered(self.cost);
    }
}

/// The positions of a query that have not been searched.
struct Waiting {
    pending: Rc<Pending>,
    /// The first of them.
    next: usize,
    /// The greatest is searched first.
    rank: (i64, Reverse<u64>),
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

impl Waiting {
    fn asked(&self) -> &[Asked] {
        &self.pending.query.positions[self.next..]
    }
}

impl Service {
    fn new(parts: Parts) -> Service {
        Service {
            inbox: parts.inbox,
            lines: parts.queue,
            is_abandoned: parts.is_abandoned,
            source: (parts.options.algorithm.build)(),
            options: parts.options,
            output: Output::default(),
            seats: Vec::new(),
            waiting: BinaryHeap::new(),
            arrived: 0,
        }
    }

    fn run(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let mut next_check = Instant::now() + ORPHAN_CHECK;
        loop {
            while let Some(line) = self.lines.pop_front() {
                self.answer(&line);
            }
            self.start_searches();
            let wake = self.write_reports();
            self.output.flush(output)?;
            if !self.is_searching() {
                self.inbox.set_watched(false);
                self.inbox.wait_for_lines(&mut self.lines);
                if self.lines.is_empty() {
                    return Ok(());
                }
                continue;
            }
            if Instant::now() >= next_check {
                if (self.is_abandoned)() {
                    return Ok(());
                }
                next_check = Instant::now() + ORPHAN_CHECK;
            }
            self.inbox.set_watched(true);
            let timeout = wake.map_or(ORPHAN_CHECK, |wake| {
                ORPHAN_CHECK.min(wake.saturating_duration_since(Instant::now()))
            });
            match self.inbox.wait_for_event(&mut self.lines, timeout) {
                Some((seat, Event::Progress(report))) => {
                    self.seats[seat].session.add_report(report);
                }
                Some((seat, Event::Finished(finished))) => self.finish(seat, finished),
                None => {}
            }
        }
    }

    fn is_searching(&self) -> bool {
        self.seats.iter().any(|seat| seat.search.is_some())
    }

    fn write(&mut self, record: &impl Serialize) {
        answer::write(record, &mut self.output.replies);
    }

    /// Answers a line, unless it needs a search.
    fn answer(&mut self, line: &Line) {
        let cost = inbox::cost(line);
        if line.is_blank() {
            return self.inbox.answered(cost);
        }
        let (id, request) = match query::read(line) {
            Ok((_, Request::Search(query))) => return self.enqueue(query, cost),
            Ok(read) => read,
            Err(rejected) => {
                self.inbox.answered(cost);
                return self.write(&Refusal::of(&rejected));
            }
        };
        self.inbox.answered(cost);
        match request {
            Request::Terminate(wanted) => {
                let terminated = Some(self.terminate(wanted.as_ref()));
                self.write(&Done {
                    terminated,
                    ..Done::new(&id, "terminate")
                });
            }
            Request::Clear => {
                self.source = (self.options.algorithm.build)();
                for seat in &mut self.seats {
                    seat.is_sharing = false;
                }
                self.write(&Done::new(&id, "clear"));
            }
            Request::Version => self.write(&Done::version(&id)),
            Request::Opening(game) => self.write(&Done::opening(&id, &game)),
            Request::Search(_) => unreachable!("it was enqueued"),
        }
    }

    fn enqueue(&mut self, query: Query, cost: usize) {
        self.arrived += 1;
        let rank = (query.priority, Reverse(self.arrived));
        let inbox = Arc::clone(&self.inbox);
        self.waiting.push(Waiting {
            pending: Rc::new(Pending { query, inbox, cost }),
            next: 0,
            rank,
        });
    }

    /// Ends the searches of the query with this ID, or of all. Returns how many there were.
    fn terminate(&mut self, id: Option<&Id>) -> usize {
        let is_meant = |pending: &Pending| id.is_none_or(|id| *id == pending.query.id);
        let mut count = 0;
        for seat in &mut self.seats {
            if let Some(search) = &mut seat.search
                && is_meant(&search.pending)
                && !search.is_terminated
            {
                search.is_terminated = true;
                seat.session.interrupt();
                count += 1;
            }
        }
        let (ended, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition::<Vec<_>, _>(|waiting| is_meant(&waiting.pending));
        self.waiting = waiting.into();
        for waiting in ended {
            for asked in waiting.asked() {
                count += 1;
                self.write(&Answer {
                    id: &waiting.pending.query.id,
                    ply: asked.ply,
                    partial: false,
                    terminated: true,
                    found: Found::nothing(),
                });
            }
        }
        count
    }

    /// Starts searches while threads are idle.
    fn start_searches(&mut self) {
        loop {
            let running = self.seats.iter().filter_map(|seat| seat.search.as_ref());
            let busy: u32 = running.map(|search| search.threads).sum();
            let idle = self.options.search.threads.saturating_sub(busy);
            if idle == 0 {
                return;
            }
            // More need not be counted: then each gets one thread.
            let some = self.waiting.iter().take(idle as usize);
            let waiting: usize = some.map(|one| one.asked().len()).sum();
            let threads = idle / u32::try_from(waiting).unwrap_or(u32::MAX).max(1);
            let Some(mut waiting) = self.waiting.pop() else {
                return;
            };
            let pending = Rc::clone(&waiting.pending);
            let asked = waiting.asked()[0];
            waiting.next += 1;
            if !waiting.asked().is_empty() {
                self.waiting.push(waiting);
            }
            self.start(pending, asked, threads.max(1));
        }
    }

    fn start(&mut self, pending: Rc<Pending>, asked: Asked, threads: u32) {
        let query = &pending.query;
        if asked.position.is_over() {
            return self.write(&Answer {
                id: &query.id,
                ply: asked.ply,
                partial: false,
                terminated: false,
                found: Found::result(asked.position.result()),
            });
        }
        let free = self.seats.iter().position(|seat| seat.search.is_none());
        let index = free.unwrap_or_else(|| self.add_seat());
        let seat = &mut self.seats[index];
        if !seat.is_sharing {
            let searcher = self.source.sibling();
            let build = self.options.algorithm.build;
            seat.session.install(searcher.unwrap_or_else(build));
            seat.is_sharing = true;
        }
        let mut options = query.limits.options(&self.options);
        options.search.threads = threads;
        match query.play {
            Some(play) => {
                if let Some(level) = query.level {
                    options.set_level(level);
                }
                if let Some(rating) = play.rating {
                    options.strength = Strength::Rating(rating);
                }
                options.seed = play.seed.unwrap_or(options.seed);
                seat.session.clock.set(time_control(play.clock));
            }
            // A value is asked for, not the move of a player with a handicap.
            None => match (query.level, options.strength) {
                (Some(level), _) => options.set_full_level(level),
                (None, Strength::Level | Strength::Rating(_)) => {
                    options.set_full_level(options.level_in_use());
                }
                (None, _) => {}
            },
        }
        let task = task(query, &options, &asked.position);
        seat.wants_reports.store(query.interval.is_some(), Relaxed);
        seat.session.start_under(&options, task, asked.position);
        seat.search = Some(Search {
            pending,
            asked,
            threads,
            is_terminated: false,
        });
    }

    fn add_seat(&mut self) -> usize {
        let index = self.seats.len();
        let inbox = Arc::clone(&self.inbox);
        let wants_reports = Arc::new(AtomicBool::new(false));
        let is_wanted = Arc::clone(&wants_reports);
        let notify = move |event| {
            if matches!(event, Event::Finished(_)) || is_wanted.load(Relaxed) {
                inbox.put_event(index, event);
            }
        };
        self.seats.push(Seat {
            session: Session::new(self.options.clone(), notify),
            wants_reports,
            search: None,
            is_sharing: false,
        });
        index
    }

    /// Writes the reports that are due. Returns when the next one will be.
    fn write_reports(&mut self) -> Option<Instant> {
        let mut wake = None;
        for seat in &mut self.seats {
            let Some(search) = &seat.search else {
                continue;
            };
            let query = &search.pending.query;
            let pace = query.interval.map(|interval| Pace {
                first_after: interval,
                interval,
            });
            let Some(due) = seat.session.progress().due(pace) else {
                continue;
            };
            if Instant::now() < due {
                wake = Some(wake.map_or(due, |wake: Instant| wake.min(due)));
            } else if let Some(report) = seat.session.progress_mut().take() {
                let partial = Answer {
                    id: &query.id,
                    ply: search.asked.ply,
                    partial: true,
                    terminated: false,
                    found: Found::of(report),
                };
                answer::write(&partial, &mut self.output.replies);
            }
        }
        wake
    }

    fn finish(&mut self, index: usize, finished: session::Finished) {
        let seat = &mut self.seats[index];
        let search = seat.search.take().expect("it was started");
        let found = match seat.session.finish(finished) {
            Ok(session::Answer::Found(report)) => Found::of(&within(report, &search.pending.query)),
            Ok(session::Answer::Stopped) => Found::nothing(),
            Err(session::SearchFailed) => {
                // The session would build a searcher with tables of its own.
                seat.is_sharing = false;
                let failed = Refusal::failed(&search.pending.query.id, search.asked.ply);
                return self.write(&failed);
            }
        };
        self.write(&Answer {
            id: &search.pending.query.id,
            ply: search.asked.ply,
            partial: false,
            terminated: search.is_terminated,
            found,
        });
    }
}

/// The lines of a report that the query asks for.
fn within(mut report: Report, query: &Query) -> Report {
    if let Some(only) = query.only {
        let is_wanted = |line: &report::Line| match line.moves.first() {
            Some(Move::Place(square)) => only.contains(*square),
            Some(Move::Pass) | None => true,
        };
        report.lines.retain(is_wanted);
    }
    report.lines.truncate(query.lines);
    report
}

fn time_control(left: Option<Duration>) -> TimeControl {
    left.map_or(TimeControl::Unlimited, |main| TimeControl::Absolute {
        main,
    })
}

/// How to search a position of a query.
fn task(query: &Query, options: &Options, position: &Position) -> Task {
    if query.play.is_some() {
        return Task::Move;
    }
    let turn = position.turn().expect("the game is not over");
    let moves = query.only.unwrap_or(turn.moves());
    let lines = query.lines.min(moves.len() as usize);
    // A search for a move does not value the only one, and on the lowest levels it may
    // choose a weak one on purpose.
    let has_goal = match options.strength {
        Strength::Depth(_) => true,
        _ => options.level_in_use() >= limits::LOWEST_FULL_LEVEL,
    };
    let is_simple = lines == 1 && turn.moves().len() > 1 && query.only.is_none();
    if is_simple && has_goal && query.selectivity.is_none() {
        return Task::ReproducibleMove;
    }
    // Random games have no depth that an analysis could reach.
    let is_unlimited = options.nodes.is_none() && options.move_time.is_none();
    if options.family_for(&turn) == Family::Playouts && is_unlimited {
        return Task::MoveValues;
    }
    let goal = limits::goal(options, &turn, query.selectivity.unwrap_or(100));
    Task::LimitedAnalysis(Scope { moves, lines }, goal)
}
