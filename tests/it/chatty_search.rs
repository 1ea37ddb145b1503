//! Live analysis keeps its interval no matter how often the search reports.

use std::thread::sleep;
use std::time::{Duration, Instant};

use obverse::board::Position;

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::searchers::{FakeSearcher, analysis};

/// A searcher that reports continuously, each time with one more visit, until it is stopped.
fn chatty() -> FakeSearcher {
    FakeSearcher::default().analyze(|scope, control, on_report| {
        let first = scope.moves.first().expect("there is a move");
        let mut visits = 1;
        while control.meter().check().is_ok() {
            on_report(&analysis(first, visits));
            visits += 1;
        }
        analysis(first, visits)
    })
}

/// The lines of a live analysis of this duration.
fn lines_in(time: Duration, command: &str) -> Vec<String> {
    let engine = Engine::start(Some(Box::new(chatty())), TIMEOUT);
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
    let (_, rest) = line.split_once(" visits ").expect("there are visits");
    let (number, _) = rest.split_once(' ').expect("more follows");
    number.parse().expect("a number")
}

#[test]
fn lines_keep_their_interval() {
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
fn the_last_line_has_the_latest_report() {
    let lines = lines_in(Duration::from_millis(50), "analyze");
    assert_eq!(lines.len(), 1);
    assert!(visits(&lines[0]) > 100, "{lines:?}");
    let best = Position::START.moves().first().expect("there is one");
    assert!(lines[0].starts_with(&format!("info move {best} ")));
}
