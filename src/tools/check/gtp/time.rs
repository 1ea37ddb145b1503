//! Time limits, and commands that end a search.

use std::time::{Duration, Instant};

use super::talk::{accept, ask, knows, need, play, read};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::{Dialogue, HEAD_START, STOP_LIMIT};
use crate::tools::check::game::OPENING;
use crate::tools::check::outcome::{Outcome, demand, short, skip};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    Check::must(
        "time-settings",
        "time_settings and time_left succeed for every form of time control",
        time_settings,
    )
    .fresh(),
    Check::must(
        "time-per-move",
        "with one second for each move genmove answers within two seconds",
        |dialogue| answers_in_time(dialogue, "0 1 1", "1 1"),
    )
    .fresh(),
    Check::must(
        "time-left",
        "with one second left genmove answers within two seconds",
        |dialogue| answers_in_time(dialogue, "300 0 0", "1 0"),
    )
    .fresh(),
    Check::must(
        "interrupt",
        "an engine with gogui-interrupt ends a search when it reads # interrupt",
        |dialogue| is_ended_by(dialogue, "gogui-interrupt", "# interrupt"),
    )
    .fresh(),
    Check::must(
        "stop",
        "an engine with stop ends a search when it reads it, and answers both commands",
        |dialogue| is_ended_by(dialogue, "stop", "stop"),
    )
    .fresh(),
];

/// The limit of the two checks above.
const LIMIT: Duration = Duration::from_secs(2);

fn time_settings(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "time_settings")?;
    for settings in ["300 0 0", "300 10 1", "0 10 1", "0 300 10", "0 0 0"] {
        accept(dialogue, &format!("time_settings {settings}"))?;
    }
    if knows(dialogue, "time_left")? {
        for left in ["black 300 0", "white 10 1", "black 0 0"] {
            accept(dialogue, &format!("time_left {left}"))?;
        }
    }
    Ok(())
}

fn answers_in_time(dialogue: &mut Dialogue<'_>, settings: &str, left: &str) -> Outcome {
    need(dialogue, "time_settings")?;
    play(dialogue, OPENING)?;
    accept(dialogue, &format!("time_settings {settings}"))?;
    if knows(dialogue, "time_left")? {
        accept(dialogue, &format!("time_left black {left}"))?;
    }
    let start = Instant::now();
    dialogue.send("genmove black\n")?;
    let line = dialogue.find("the reply to `genmove black`", |line| {
        line.starts_with(['=', '?']).then(|| line.to_string())
    })?;
    let time = start.elapsed();
    demand(line.starts_with('='), || {
        format!("genmove failed: {}", quoted(&line))
    })?;
    demand(time <= LIMIT, || {
        format!("the reply came after {:.1} s", time.as_secs_f64())
    })
}

fn is_ended_by(dialogue: &mut Dialogue<'_>, command: &str, line: &str) -> Outcome {
    need(dialogue, command)?;
    play(dialogue, OPENING)?;
    if knows(dialogue, "time_settings")? {
        ask(dialogue, "time_settings 0 600 1")?;
    }
    dialogue.send("genmove black\n")?;
    let is_reply = |line: &str| line.starts_with(['=', '?']).then_some(());
    if dialogue.find_within(HEAD_START, is_reply)?.is_some() {
        return skip("the search was over before it could be interrupted");
    }
    dialogue.send(&format!("{line}\n"))?;
    if dialogue.find_within(STOP_LIMIT, is_reply)?.is_none() {
        let seconds = STOP_LIMIT.as_secs();
        return short(format!("the search was still running {seconds} s later"));
    }
    if command == line {
        read(dialogue, line)?;
    }
    accept(dialogue, "name").map(|_| ())
}
