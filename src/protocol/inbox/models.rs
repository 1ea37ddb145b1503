//! Models of the driver, the watching thread and searches that share an inbox: no line or
//! event is lost, doubled or out of order, and nobody waits for ever.
//! They fail if any of the notifications is left out, if the input is given back before its lines,
//! or if the limit for waiting lines is.
//!
//! In Loom the inbox is full after two or three short lines.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

use super::{Inbox, cost};
use crate::board::Move;
use crate::protocol::Line;
use crate::search::control::{Control, Limits};
use crate::search::report::{Report, Source};
use crate::session::Event;
use crate::sync::IN_LOOM;
use crate::sync::models::explore;
use crate::sync::thread::{self, JoinHandle};

/// No wait may need its time-out.
const NEVER: Duration = Duration::MAX;

/// An input that gives one of these at each reading.
struct Chunks(VecDeque<&'static str>);

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let chunk = self.0.pop_front().unwrap_or_default();
        buffer[..chunk.len()].copy_from_slice(chunk.as_bytes());
        Ok(chunk.len())
    }
}

/// An inbox with this input, and the thread that watches it.
fn watched<const N: usize>(chunks: [&'static str; N]) -> (Arc<Inbox>, JoinHandle<()>) {
    let inbox = Arc::new(Inbox::default());
    inbox.open(Chunks(chunks.into()));
    let watching = Arc::clone(&inbox);
    (inbox, thread::spawn(move || watching.watch()))
}

fn progress(nodes: u64) -> Event {
    Event::Progress(Report {
        nodes,
        ..Report::unvalued(Source::Search, Move::Pass)
    })
}

/// A thread that puts these events.
fn search(inbox: &Arc<Inbox>, session: usize, reports: u64) -> JoinHandle<()> {
    let inbox = Arc::clone(inbox);
    thread::spawn(move || {
        (0..reports).for_each(|nodes| inbox.put_event(session, progress(nodes)));
        inbox.put_event(session, Event::Finished(None));
    })
}

/// Reads lines as the driver does between searches, up to the end of the input.
fn rest(inbox: &Inbox) -> Vec<Line> {
    let mut lines = Vec::new();
    loop {
        let mut queue = VecDeque::new();
        inbox.wait_for_lines(&mut queue);
        if queue.is_empty() {
            return lines;
        }
        inbox.answered(queue.iter().map(cost).sum());
        lines.extend(queue);
    }
}

fn text(lines: impl IntoIterator<Item = Line>) -> Vec<String> {
    lines.into_iter().map(|line| line.to_string()).collect()
}

fn end(inbox: &Inbox, threads: impl IntoIterator<Item = JoinHandle<()>>) {
    inbox.close();
    for thread in threads {
        thread.join().expect("it ends");
    }
    assert!(inbox.result().is_ok());
}

/// A search, during which the other thread reads, and then the driver itself, which may have
/// to wait for what that thread is reading.
#[test]
fn lines_arrive_in_order_whoever_reads_them() {
    explore(Some(3), || {
        let (inbox, watcher) = watched(["a\nb", "b\n", "c"]);
        let search = search(&inbox, 0, 0);
        let mut queue = VecDeque::new();
        inbox.set_watched(true);
        while inbox.wait_for_event(&mut queue, NEVER).is_none() {}
        inbox.set_watched(false);
        queue.extend(rest(&inbox));
        end(&inbox, [watcher, search]);
        assert_eq!(text(queue), ["a", "bb", "c"]);
    });
}

/// The newest report comes before the end; older ones may be left out.
#[test]
fn events_arrive_in_order() {
    explore(Some(3), || {
        let inbox = Arc::new(Inbox::default());
        let search = search(&inbox, 0, 3);
        let mut seen = Vec::new();
        loop {
            match inbox.wait_for_event(&mut VecDeque::new(), NEVER) {
                Some((0, Event::Progress(report))) => seen.push(report.nodes),
                Some((0, Event::Finished(None))) => break,
                other => panic!("{}", other.is_some()),
            }
        }
        assert_eq!(seen.last(), Some(&2));
        assert!(seen.is_sorted_by(|one, next| one < next), "{seen:?}");
        end(&inbox, [search]);
    });
}

/// As in the protocol `json`.
#[test]
fn searches_of_two_sessions_end_once_each() {
    explore(Some(3), || {
        let inbox = Arc::new(Inbox::default());
        let searches = [0, 1].map(|session| search(&inbox, session, 1));
        let mut ended = Vec::new();
        while ended.len() < 2 {
            match inbox.wait_for_event(&mut VecDeque::new(), NEVER) {
                Some((session, Event::Finished(_))) => ended.push(session),
                Some((session, Event::Progress(_))) => assert!(!ended.contains(&session)),
                None => panic!("there is no input that could end"),
            }
        }
        ended.sort_unstable();
        assert_eq!(ended, [0, 1]);
        end(&inbox, searches);
    });
}

/// A thread that searches until it is stopped.
fn endless_search(inbox: &Arc<Inbox>) -> (Arc<Control>, JoinHandle<()>) {
    let control = Arc::new(Control::new(Limits::default()));
    let (inbox, stopped) = (Arc::clone(inbox), Arc::clone(&control));
    let search = thread::spawn(move || {
        stopped.wait_for_stop();
        inbox.put_event(0, Event::Finished(None));
    });
    (control, search)
}

/// The driver is woken, since the end of the input ends searches.
#[test]
fn the_end_of_the_input_is_seen_during_a_search() {
    explore(Some(3), || {
        let (inbox, watcher) = watched([]);
        let (control, search) = endless_search(&inbox);
        let mut queue = VecDeque::new();
        inbox.set_watched(true);
        loop {
            if inbox.is_ended() {
                control.stop();
            }
            if inbox.wait_for_event(&mut queue, NEVER).is_some() {
                break;
            }
        }
        inbox.set_watched(false);
        assert!(queue.is_empty() && rest(&inbox).is_empty());
        end(&inbox, [watcher, search]);
    });
}

/// The driver answers what comes during the search, such as questions whether it is ready.
/// There are more of them than may wait.
#[test]
fn a_stop_is_read_behind_a_flood_of_answered_lines() {
    explore(Some(3), || {
        let (inbox, watcher) = watched(["1\n2\n", "3\n", "stop\n"]);
        let (control, search) = endless_search(&inbox);
        let (mut queue, mut answered) = (VecDeque::new(), Vec::new());
        inbox.set_watched(true);
        loop {
            for line in queue.drain(..) {
                inbox.answered(cost(&line));
                if line == Line::Whole(b"stop".to_vec()) {
                    control.stop();
                }
                answered.push(line);
            }
            if inbox.wait_for_event(&mut queue, NEVER).is_some() {
                break;
            }
        }
        inbox.set_watched(false);
        assert_eq!(text(answered), ["1", "2", "3", "stop"]);
        end(&inbox, [watcher, search]);
    });
}

/// Lines that nobody answers fill the inbox, and the rest of the input is not read.
#[test]
fn a_flood_waits_in_the_pipe() {
    explore(Some(3), || {
        let (inbox, watcher) = watched(["1\n", "2\n", "3\n", "4\n", "5\n"]);
        let search = search(&inbox, 0, 0);
        let mut queue = VecDeque::new();
        inbox.set_watched(true);
        while inbox.wait_for_event(&mut queue, NEVER).is_none() {}
        assert!(!IN_LOOM || queue.len() <= 3, "{}", queue.len());
        inbox.set_watched(false);
        queue.extend(rest(&inbox));
        end(&inbox, [watcher, search]);
        assert_eq!(text(queue), ["1", "2", "3", "4", "5"]);
    });
}

/// The watching thread ends, whatever it is doing.
#[test]
fn closing_the_inbox_ends_the_watching_thread() {
    explore(None, || {
        let (inbox, watcher) = watched(["a\n", "b\n"]);
        inbox.set_watched(true);
        inbox.set_watched(false);
        end(&inbox, [watcher]);
    });
}
