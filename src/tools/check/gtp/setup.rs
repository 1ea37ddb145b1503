//! What the engine says about itself, and the start of a game.

use super::talk::{accept, ask, need, refuse};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::outcome::{Outcome, demand};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    Check::must(
        "protocol-version",
        "protocol_version answers 2",
        protocol_version,
    ),
    Check::must(
        "name-and-version",
        "name and version answer one line of text",
        name_and_version,
    ),
    Check::must(
        "list-commands",
        "list_commands lists the commands that every client needs, one on each line",
        list_commands,
    ),
    Check::must(
        "known-command",
        "known_command answers true or false",
        known_command,
    ),
    Check::must(
        "game",
        "an engine with list_games lists Othello there, and accepts set_game Othello",
        game,
    ),
    Check::must("boardsize", "boardsize 8 succeeds", |dialogue| {
        accept(dialogue, "boardsize 8").map(|_| ())
    }),
    Check::should(
        "boardsize-refused",
        "boardsize 7 fails with: unacceptable size",
        boardsize_refused,
    ),
    Check::should("komi", "komi succeeds for any number", |dialogue| {
        accept(dialogue, "komi 6.5").map(|_| ())
    }),
    Check::must(
        "clear-board",
        "clear_board returns to the start of the game",
        clear_board,
    ),
];

/// What controllers use without looking for it.
const NEEDED: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

fn protocol_version(dialogue: &mut Dialogue<'_>) -> Outcome {
    let text = accept(dialogue, "protocol_version")?;
    demand(text == "2", || format!("it answered {}", quoted(&text)))
}

fn name_and_version(dialogue: &mut Dialogue<'_>) -> Outcome {
    for command in ["name", "version"] {
        let text = accept(dialogue, command)?;
        demand(text.lines().count() == 1, || {
            format!("{command} answered {}", quoted(&text))
        })?;
    }
    Ok(())
}

fn list_commands(dialogue: &mut Dialogue<'_>) -> Outcome {
    let text = accept(dialogue, "list_commands")?;
    let is_listed = |&name: &&str| text.lines().any(|line| line.trim() == name);
    let missing: Vec<&str> = NEEDED
        .iter()
        .copied()
        .filter(|name| !is_listed(name))
        .collect();
    demand(missing.is_empty(), || {
        format!("no line is {}", missing.join(" or "))
    })
}

fn known_command(dialogue: &mut Dialogue<'_>) -> Outcome {
    for (command, expected) in [("genmove", "true"), ("no_such_command", "false")] {
        let text = accept(dialogue, &format!("known_command {command}"))?;
        demand(text == expected, || {
            format!("known_command {command} answered {}", quoted(&text))
        })?;
    }
    Ok(())
}

fn game(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "list_games")?;
    let games = accept(dialogue, "list_games")?;
    let is_listed = games.lines().any(|line| line.trim() == "Othello");
    demand(is_listed, || {
        format!("list_games answered {}", quoted(&games))
    })?;
    accept(dialogue, "set_game Othello").map(|_| ())
}

fn boardsize_refused(dialogue: &mut Dialogue<'_>) -> Outcome {
    let outcome = refuse(dialogue, "boardsize 7");
    // Later checks need the usual size.
    ask(dialogue, "boardsize 8")?;
    let text = outcome?;
    demand(text.starts_with("unacceptable size"), || {
        format!("the text was {}", quoted(&text))
    })
}

fn clear_board(dialogue: &mut Dialogue<'_>) -> Outcome {
    accept(dialogue, "play black F5")?;
    accept(dialogue, "clear_board")?;
    accept(dialogue, "play black F5")?;
    accept(dialogue, "play white D6").map(|_| ())
}
