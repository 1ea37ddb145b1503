//! Searches, and what limits and ends them.

use std::time::{Duration, Instant};

use super::dialect;
use super::talk::{best_move, expect_no_move, go, read, ready, set};
use crate::board::Position;
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::{Dialogue, HEAD_START, STOP_LIMIT};
use crate::tools::check::game::{OPENING, after, demand_legal};
use crate::tools::check::outcome::{Outcome, demand, short, skip};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    Check::must("limits", "go depth and go nodes end by themselves", limits),
    Check::must(
        "movetime",
        "go movetime 1000 answers within two seconds",
        |dialogue| answers_in_time(dialogue, "movetime 1000"),
    )
    .fresh(),
    Check::must(
        "clock",
        "with one second left on the clock go answers within two seconds",
        |dialogue| {
            let [black, white] = dialect::of(dialogue).clocks;
            answers_in_time(dialogue, &format!("{black} 1000 {white} 1000"))
        },
    )
    .fresh(),
    Check::must("infinite", "go infinite does not end before stop", infinite).fresh(),
    Check::must(
        "ready-during-search",
        "isready is answered during a search",
        ready_during_search,
    )
    .fresh(),
    Check::must(
        "stop",
        "stop ends a search within three seconds, with bestmove",
        stop,
    )
    .fresh(),
    Check::must(
        "idle-stop",
        "stop without a search is not answered",
        idle_stop,
    ),
    Check::should(
        "info",
        "a search reports depth, score cp and a legal pv in lines of info",
        info,
    ),
    Check::should(
        "pv",
        "bestmove is the first move of the last pv",
        pv_begins_with_best_move,
    ),
    Check::must(
        "quit-during-search",
        "quit ends the program during a search, too",
        |dialogue| {
            set(dialogue, OPENING)?;
            dialogue.send("go infinite\n")?;
            dialogue.find_within(HEAD_START, |_| None::<()>)?;
            crate::tools::check::ending::quit(dialogue)
        },
    )
    .fresh(),
];

fn limits(dialogue: &mut Dialogue<'_>) -> Outcome {
    for limits in ["depth 1", "depth 3", "nodes 500"] {
        let played = go(dialogue, limits)?;
        demand_legal(&Position::START, played)?;
    }
    Ok(())
}

fn answers_in_time(dialogue: &mut Dialogue<'_>, limits: &str) -> Outcome {
    const LIMIT: Duration = Duration::from_secs(2);
    set(dialogue, OPENING)?;
    ready(dialogue)?;
    let start = Instant::now();
    let played = go(dialogue, limits)?;
    let time = start.elapsed();
    demand_legal(&after(OPENING), played)?;
    demand(time <= LIMIT, || {
        format!("bestmove came after {:.1} s", time.as_secs_f64())
    })
}

/// Starts a search that does not end by itself.
fn start_endless(dialogue: &mut Dialogue<'_>) -> Outcome {
    set(dialogue, OPENING)?;
    ready(dialogue)?;
    dialogue.send("go infinite\n")
}

fn infinite(dialogue: &mut Dialogue<'_>) -> Outcome {
    start_endless(dialogue)?;
    expect_no_move(dialogue, Duration::from_millis(500), "before stop")
}

fn ready_during_search(dialogue: &mut Dialogue<'_>) -> Outcome {
    start_endless(dialogue)?;
    dialogue.send("isready\n")?;
    let is_ready = |line: &str| (line.trim() == "readyok").then_some(());
    let found = dialogue.find_within(STOP_LIMIT, is_ready)?;
    demand(found.is_some(), || {
        format!("readyok did not come within {} s", STOP_LIMIT.as_secs())
    })
}

fn stop(dialogue: &mut Dialogue<'_>) -> Outcome {
    start_endless(dialogue)?;
    if dialogue.find_within(HEAD_START, best_move)?.is_some() {
        return skip("the search was over before it could be interrupted");
    }
    dialogue.send("stop\n")?;
    match dialogue.find_within(STOP_LIMIT, best_move)? {
        Some(word) => {
            let played = read(dialogue, &word)?;
            demand_legal(&after(OPENING), played)
        }
        None => {
            let seconds = STOP_LIMIT.as_secs();
            short(format!("bestmove did not come within {seconds} s"))
        }
    }
}

fn idle_stop(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("stop\nisready\n")?;
    let line = dialogue.find("`readyok`", |line| {
        let is_answer = line.starts_with("bestmove") || line.trim() == "readyok";
        is_answer.then(|| line.trim().to_string())
    })?;
    demand(line == "readyok", || format!("it wrote {}", quoted(&line)))
}

/// The lines of a search, the last of which is `bestmove`.
fn lines(dialogue: &mut Dialogue<'_>) -> Outcome<Vec<String>> {
    set(dialogue, OPENING)?;
    dialogue.send("go depth 3\n")?;
    let mut lines = Vec::new();
    dialogue.find("`bestmove`", |line| {
        lines.push(line.to_string());
        best_move(line)
    })?;
    Ok(lines)
}

/// The word after this one in a line of `info`.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    words.find(|&word| word == key)?;
    words.next()
}

fn info(dialogue: &mut Dialogue<'_>) -> Outcome {
    let lines = lines(dialogue)?;
    let is_whole = |line: &&String| {
        let is_number = |key| value(line, key).is_some_and(|word| word.parse::<i64>().is_ok());
        line.starts_with("info ") && is_number("depth") && is_number("cp")
    };
    let Some(line) = lines.iter().rfind(is_whole) else {
        return short("no line has depth and score cp");
    };
    match value(line, "pv") {
        Some(word) => {
            let played = read(dialogue, word)?;
            demand_legal(&after(OPENING), played)
        }
        None => short(format!("{} has no pv", quoted(line))),
    }
}

fn pv_begins_with_best_move(dialogue: &mut Dialogue<'_>) -> Outcome {
    let lines = lines(dialogue)?;
    let best = lines
        .last()
        .and_then(|line| best_move(line))
        .unwrap_or_default();
    let pv = lines.iter().rev().find_map(|line| value(line, "pv"));
    match pv {
        Some(word) => demand(word == best, || {
            format!("bestmove is {best}, and the pv {word}")
        }),
        None => short("no line has a pv"),
    }
}
