//! A search that tells its news far too often, to see how much of it comes out.

use std::thread::sleep;
use std::time::{Duration, Instant};

use obverse::board::{Position, Square};
use obverse::score::{Bound, Score};
use obverse::search::analysis::{Analysis, Line, Scope};
use obverse::search::control::{Control, Stopped};
use obverse::search::{Report, Request, Searcher, Watcher};

use crate::engine::{Engine, WATCHDOG};

/// Tells its count of news until it is told to stop.
struct Chatty;

impl Searcher for Chatty {
    fn best_move(&mut self, _: &Request, _: &Control, _: Watcher<'_>) -> Report {
        unreachable!("nobody asks for a move")
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Vec<(Square, Score)>, Stopped> {
        unreachable!("nobody asks for values")
    }

    fn analyze(
        &mut self,
        _: &Request,
        scope: &Scope,
        control: &Control,
        watcher: &mut dyn FnMut(Analysis),
    ) {
        let first = scope.moves.first().expect("there is a move");
        for nodes in 1.. {
            watcher(Analysis {
                nodes,
                lines: vec![Line {
                    moves: vec![first.into()],
                    score: Score::estimate(0),
                    bound: Bound::Exact,
                    depth: 1,
                    selectivity: 100,
                    is_exact: false,
                    visits: nodes,
                }],
            });
            if control.meter().check().is_err() {
                return;
            }
        }
    }
}

/// The lines of an analysis that is watched for so long.
fn lines_in(time: Duration, command: &str) -> Vec<String> {
    let engine = Engine::start(Some(Box::new(Chatty)), WATCHDOG);
    engine.send(format!("{command}\n").as_bytes());
    sleep(time);
    engine.send(b"\n");
    let output = engine.finish().expect("it ends");
    let text = String::from_utf8(output).expect("it is text");
    let body = text.strip_prefix("=\n").expect("it begins at once");
    let body = body.strip_suffix("\n\n").expect("it ends");
    body.lines().map(str::to_string).collect()
}

fn visits(line: &str) -> u64 {
    let (_, rest) = line.split_once(" visits ").expect("they are told");
    let (number, _) = rest.split_once(' ').expect("more follows");
    number.parse().expect("a number")
}

#[test]
fn the_interval_is_kept_however_much_there_is_to_tell() {
    let start = Instant::now();
    for (command, interval) in [
        ("analyze b 5", 50),
        ("lz-analyze 0", 10),
        ("analyze 0.01", 10),
    ] {
        let before = start.elapsed();
        let lines = lines_in(Duration::from_millis(300), command);
        let most = (start.elapsed() - before).as_millis() / interval + 2;
        assert!(
            lines.len() as u128 <= most,
            "{command}: {} lines",
            lines.len()
        );
        assert!(lines.len() >= 2, "{command}: {} lines", lines.len());
        assert!(lines.iter().map(|line| visits(line)).is_sorted());
    }
}

#[test]
fn the_last_line_is_the_newest() {
    let lines = lines_in(Duration::from_millis(50), "analyze");
    assert_eq!(lines.len(), 1);
    assert!(visits(&lines[0]) > 100, "{lines:?}");
    let best = Position::START.moves().first().expect("there is one");
    assert!(lines[0].starts_with(&format!("info move {best} ")));
}
