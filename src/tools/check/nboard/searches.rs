//! Searches, and what ends them.

use std::time::{Duration, Instant};

use super::talk::{answer, go, ping, set_game, sync};
use crate::board::Move;
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::{Dialogue, HEAD_START, STOP_LIMIT};
use crate::tools::check::game::{OPENING, after, demand_legal};
use crate::tools::check::outcome::{Outcome, demand, short, skip};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    Check::must(
        "hint",
        "hint reports moves as search MOVES EVAL 0 DEPTH, with a legal move first",
        hint,
    ),
    Check::should(
        "clock",
        "go keeps to the clock of the game: with two seconds left it answers within three",
        clock,
    )
    .fresh(),
    Check::must(
        "ping-ends-hint",
        "ping ends a hint within three seconds, and nothing of it follows the pong",
        ping_ends_hint,
    )
    .fresh(),
    Check::must(
        "ping-ends-go",
        "ping ends a go within three seconds, and no move follows the pong",
        ping_ends_go,
    )
    .fresh(),
    Check::should(
        "analyze",
        "analyze answers analysis MOVES EVAL for each position of the game",
        analyze,
    )
    .fresh(),
    Check::should("learn", "learn is answered with learned", learn),
];

/// Deeper than an engine searches while it is waited for.
const DEEP: &str = "set depth 40\n";

fn hint(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_game(dialogue, OPENING, None)?;
    dialogue.send("hint 2\n")?;
    let line = dialogue.find("a line `search`", |line| {
        let word = line.split(' ').next();
        matches!(word, Some("search" | "book")).then(|| line.to_string())
    })?;
    let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    let played = words
        .get(1)
        .and_then(|moves| moves.get(..2)?.parse::<Move>().ok());
    let value = words
        .get(2)
        .and_then(|value| value.split(',').next()?.parse::<f64>().ok());
    let is_whole = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let depth = words.get(4).filter(|word| is_whole(word));
    match (played, value, depth) {
        (Some(played), Some(_), Some(_)) => demand_legal(&after(OPENING), played)?,
        _ => return short(format!("it wrote {}", quoted(line))),
    }
    sync(dialogue)
}

fn clock(dialogue: &mut Dialogue<'_>) -> Outcome {
    const LIMIT: Duration = Duration::from_secs(3);
    dialogue.send(DEEP)?;
    set_game(dialogue, OPENING, Some(Duration::from_secs(2)))?;
    let start = Instant::now();
    let played = go(dialogue)?;
    let time = start.elapsed();
    demand_legal(&after(OPENING), played)?;
    demand(time <= LIMIT, || {
        format!("the answer came after {:.1} s", time.as_secs_f64())
    })
}

/// Sends a ping during a search, and returns the lines that were written before the pong.
fn lines_before_pong(dialogue: &mut Dialogue<'_>) -> Outcome<Vec<String>> {
    let pong = ping(dialogue)?;
    let mut lines = Vec::new();
    let found = dialogue.find_within(STOP_LIMIT, |line| {
        lines.push(line.to_string());
        (line.trim() == pong).then_some(())
    })?;
    match found {
        Some(()) => Ok(lines),
        None => {
            let seconds = STOP_LIMIT.as_secs();
            short(format!("{} did not come within {seconds} s", quoted(pong)))
        }
    }
}

/// Nothing that begins with one of these words may follow the pong.
fn expect_nothing(dialogue: &mut Dialogue<'_>, words: &[&str]) -> Outcome {
    let later = dialogue.drain(Duration::from_millis(200))?;
    let text = String::from_utf8_lossy(&later);
    let is_late = |line: &str| words.iter().any(|word| line.starts_with(word));
    match text.lines().find(|line| is_late(line)) {
        Some(line) => short(format!("after the pong came {}", quoted(line))),
        None => Ok(()),
    }
}

fn ping_ends_hint(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send(DEEP)?;
    set_game(dialogue, OPENING, None)?;
    dialogue.send("hint 3\n")?;
    dialogue.find_within(HEAD_START, |_| None::<()>)?;
    lines_before_pong(dialogue)?;
    expect_nothing(dialogue, &["search", "book"])
}

fn ping_ends_go(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send(DEEP)?;
    set_game(dialogue, OPENING, None)?;
    dialogue.send("go\n")?;
    let found = dialogue.find_within(HEAD_START, |line| answer(line).map(|_| ()))?;
    if found.is_some() {
        return skip("the search was over before it could be interrupted");
    }
    lines_before_pong(dialogue)?;
    expect_nothing(dialogue, &["search", "book", "==="])
}

fn analyze(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_game(dialogue, "F5D6", None)?;
    dialogue.send("analyze\n")?;
    let mut missing = vec![0, 1, 2];
    let mut patience = dialogue.timeout();
    while !missing.is_empty()
        && let Some(number) = dialogue.find_within(patience, analyzed)?
    {
        missing.retain(|&missing| missing != number);
        patience = STOP_LIMIT;
    }
    demand(missing.is_empty(), || {
        format!("there was no analysis of the position after {missing:?} moves")
    })
}

/// The number of moves in a line of an analysis.
fn analyzed(line: &str) -> Option<usize> {
    let mut words = line.strip_prefix("analysis ")?.split_whitespace();
    let number = words.next()?.parse().ok()?;
    words.next()?.split(',').next()?.parse::<f64>().ok()?;
    Some(number)
}

fn learn(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("learn\n")?;
    let pong = ping(dialogue)?;
    let mut is_learned = false;
    dialogue.find(&quoted(&pong), |line| {
        is_learned |= line.trim() == "learned";
        (line.trim() == pong).then_some(())
    })?;
    demand(is_learned, || "it was not".to_string())
}
