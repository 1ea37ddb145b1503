//! Searches, and what limits them.

use std::time::{Duration, Instant};

use super::talk::{answer, expect_nothing, go, prompt, run, set_board};
use crate::board::{Move, Position, Square};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::{Dialogue, HEAD_START, STOP_LIMIT};
use crate::tools::check::game::{OPENING, after, demand_legal};
use crate::tools::check::outcome::{Outcome, demand, short, skip};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    Check::must("go", "go answers a legal move, and plays it", go_plays),
    Check::must(
        "go-form",
        "with verbose 0 the answer to go is: Edax plays F5, with the square in upper case",
        go_form,
    ),
    Check::must(
        "hint",
        "hint shows a row for each move, with depth, score and a legal move, and plays none",
        hint,
    ),
    Check::must(
        "whole-game",
        "all moves of a game against itself are legal",
        whole_game,
    ),
    Check::must(
        "mode",
        "in mode 0 the engine answers a move of Black by itself",
        mode,
    )
    .fresh(),
    Check::must(
        "move-time",
        "with move-time 1 go answers within two seconds at any level",
        move_time,
    )
    .fresh(),
    Check::must("stop", "stop ends a search within three seconds", stop).fresh(),
    Check::must(
        "answers-before-end",
        "lines before the end of the input are carried out, a search included",
        answers_before_end,
    )
    .fresh(),
];

fn go_plays(dialogue: &mut Dialogue<'_>) -> Outcome {
    let position = after("D3");
    set_board(dialogue, &position)?;
    let first = go(dialogue)?;
    demand_legal(&position, first)?;
    let reply = go(dialogue)?;
    demand_legal(&position.after(first), reply)
}

fn go_form(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_board(dialogue, &after(OPENING))?;
    let text = run(dialogue, "go")?;
    let word = text.strip_prefix("Edax plays ").unwrap_or_default();
    let is_right = word.parse::<Square>().is_ok() && word == word.to_ascii_uppercase();
    demand(is_right, || format!("it wrote {}", quoted(&text)))
}

fn hint(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_board(dialogue, &after(OPENING))?;
    let text = run(dialogue, "hint 2")?;
    let rows: Vec<&str> = text.lines().collect();
    demand(!rows.is_empty() && rows.len() <= 2, || {
        format!("{} rows are {}", rows.len(), quoted(&text))
    })?;
    for row in rows {
        match best_move(row) {
            Some(played) => demand_legal(&after(OPENING), played)?,
            None => return short(format!("a row was {}", quoted(row))),
        }
    }
    let played = go(dialogue)?;
    demand_legal(&after(OPENING), played)
}

/// The first move of the principal variation in a row with depth and score.
fn best_move(row: &str) -> Option<Move> {
    let mut words = row.split_whitespace();
    let depth = words.next()?;
    let is_book = depth == "book";
    let is_deep = depth.starts_with(|letter: char| letter.is_ascii_digit());
    let score = words.next()?.trim_start_matches(['<', '>', '?', '=']);
    score.parse::<i32>().ok()?;
    let square = words.find_map(|word| word.parse::<Square>().ok())?;
    (is_book || is_deep).then_some(square.into())
}

fn whole_game(dialogue: &mut Dialogue<'_>) -> Outcome {
    let mut position = Position::START;
    set_board(dialogue, &position)?;
    while !position.is_over() {
        if position.must_pass() {
            // How passes are handled is for other checks.
            position = position.pass();
            set_board(dialogue, &position)?;
            continue;
        }
        let played = go(dialogue)?;
        demand_legal(&position, played)?;
        position = position.after(played);
    }
    Ok(())
}

fn mode(dialogue: &mut Dialogue<'_>) -> Outcome {
    expect_nothing(dialogue, "mode 0")?;
    dialogue.send("f5\n")?;
    let reply = dialogue.find("a line with `plays`", answer)?;
    demand_legal(&after("F5"), reply)
}

fn move_time(dialogue: &mut Dialogue<'_>) -> Outcome {
    const LIMIT: Duration = Duration::from_secs(2);
    expect_nothing(dialogue, "level 60")?;
    expect_nothing(dialogue, "move-time 1")?;
    set_board(dialogue, &after(OPENING))?;
    let start = Instant::now();
    let played = go(dialogue)?;
    let time = start.elapsed();
    demand_legal(&after(OPENING), played)?;
    demand(time <= LIMIT, || {
        format!("the answer came after {:.1} s", time.as_secs_f64())
    })
}

fn stop(dialogue: &mut Dialogue<'_>) -> Outcome {
    // Edax itself looks at the level even if there is a depth.
    expect_nothing(dialogue, "level 60")?;
    expect_nothing(dialogue, "depth 60")?;
    set_board(dialogue, &after(OPENING))?;
    dialogue.send("go\n")?;
    if dialogue.take_within(HEAD_START, prompt)?.is_some() {
        return skip("the search was over before it could be interrupted");
    }
    dialogue.send("stop\n")?;
    match dialogue.take_within(STOP_LIMIT, prompt)? {
        Some(_) => Ok(()),
        None => {
            let seconds = STOP_LIMIT.as_secs();
            short(format!("the search was still running {seconds} s later"))
        }
    }
}

fn answers_before_end(dialogue: &mut Dialogue<'_>) -> Outcome {
    let position = after(OPENING);
    dialogue.send(&format!("setboard {position}\ngo\n"))?;
    dialogue.close_input();
    let timeout = dialogue.timeout();
    match dialogue.find_within(timeout, answer)? {
        Some(played) => demand_legal(&position, played),
        None => short("`go` was not answered"),
    }
}
