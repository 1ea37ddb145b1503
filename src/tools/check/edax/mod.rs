//! The checks of Edax's console.
//!
//! The engine has to be started as that console, such as by `edax -q`. The checks set
//! `verbose 0`, as most clients do.

mod searches;
mod talk;

use std::time::Duration;

use super::bytes::quoted;
use super::dialogue::Dialogue;
use super::ending::{END_OF_INPUT, QUIT};
use super::game::{FORCED_PASS, OPENING, WIPEOUT, after, demand_legal};
use super::outcome::{Outcome, demand};
use super::suite::{Check, Suite};
use crate::board::Position;
use talk::{expect_nothing, go, play, prompt, run, set_board};

pub(super) static SUITE: Suite = Suite {
    tables: &[CHECKS, searches::CHECKS, &[QUIT, END_OF_INPUT]],
    greet: |dialogue| {
        dialogue.take("the prompt `>`", prompt)?;
        run(dialogue, "verbose 0")?;
        run(dialogue, "level 2").map(|_| ())
    },
    reset: |dialogue| run(dialogue, "init").map(|_| ()),
};

const CHECKS: &[Check] = &[
    Check::must(
        "prompt",
        "the prompt is > at the start of a line, without a blank or a line feed",
        first_prompt,
    )
    .silent(),
    Check::should(
        "silent-start",
        "nothing but the board comes before the first prompt",
        silent_start,
    )
    .silent(),
    Check::must(
        "echo",
        "after it has read a command the engine writes a line feed, and with verbose 0 nothing else \
         before the next prompt",
        echo,
    ),
    Check::must(
        "moves",
        "f5 and F5 play a move, and are answered with: You play F5",
        moves,
    ),
    Check::must(
        "illegal-moves",
        "an illegal move is not answered on standard output, and changes nothing",
        |dialogue| is_ignored(dialogue, "a1"),
    ),
    Check::must(
        "unknown-commands",
        "an unknown command is not answered on standard output",
        |dialogue| is_ignored(dialogue, "no_such_command 12"),
    ),
    Check::must(
        "blank-lines",
        "a blank line and a line that starts with # do nothing",
        blank_lines,
    ),
    Check::must(
        "crlf",
        "a carriage return at the end of a line is dropped",
        |dialogue| play(dialogue, "f5\r"),
    ),
    Check::must(
        "settings",
        "settings are accepted, and not answered",
        settings,
    )
    .fresh(),
    Check::must("init", "init returns to the start of the game", init),
    Check::must(
        "setboard",
        "setboard reads X or b for Black, O or w for White, with slashes or without, and the side to move",
        setboard,
    ),
    Check::must("play", "play plays a sequence of moves", |dialogue| {
        expect_nothing(dialogue, "play f5d6c3")?;
        play(dialogue, "d3")?;
        let reply = go(dialogue)?;
        demand_legal(&after("F5D6C3D3"), reply)
    }),
    Check::must("undo", "undo takes back a move", undo),
    Check::should("redo", "redo plays it again", redo),
    Check::must(
        "pass-asked",
        "go passes for a player without a move, as PS or PA; then the other one moves",
        pass_asked,
    ),
    Check::must(
        "pass-sent",
        "PS passes for a player without a move; then the other one moves",
        |dialogue| pass_sent(dialogue, &["PS"]),
    ),
    Check::should(
        "pass-words",
        "a pass is read as ps, pa and pass",
        |dialogue| pass_sent(dialogue, &["ps", "pa", "pass"]),
    ),
    Check::must(
        "pass-refused",
        "a pass of a player with a move is not played",
        |dialogue| is_ignored(dialogue, "ps"),
    ),
    Check::must(
        "game-over",
        "after the end of the game go is answered with: *** Game Over ***",
        game_over,
    ),
];

fn first_prompt(dialogue: &mut Dialogue<'_>) -> Outcome {
    let mut bytes = dialogue.take("the prompt `>`", prompt)?;
    bytes.extend(dialogue.drain(Duration::from_millis(100))?);
    demand(bytes.ends_with(b">"), || {
        format!("it wrote {}", quoted(&bytes))
    })
}

fn silent_start(dialogue: &mut Dialogue<'_>) -> Outcome {
    let bytes = dialogue.take("the prompt `>`", prompt)?;
    let is_right = bytes.starts_with(b">") || bytes.starts_with(b"\n  A B C D E F G H");
    demand(is_right, || format!("it wrote {}", quoted(&bytes)))
}

fn echo(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("mode 3\n")?;
    let bytes = dialogue.take("the prompt after `mode 3`", prompt)?;
    demand(bytes == b"\n>", || format!("it wrote {}", quoted(&bytes)))
}

fn moves(dialogue: &mut Dialogue<'_>) -> Outcome {
    for (word, expected) in [("f5", "You play F5"), ("D6", "You play D6")] {
        let text = run(dialogue, word)?;
        demand(text == expected, || {
            format!("{} was answered with {}", quoted(word), quoted(&text))
        })?;
    }
    Ok(())
}

/// A line at the start of the game that has neither an answer nor an effect.
fn is_ignored(dialogue: &mut Dialogue<'_>, line: &str) -> Outcome {
    set_board(dialogue, &Position::START)?;
    expect_nothing(dialogue, line)?;
    play(dialogue, "f5")?;
    let reply = go(dialogue)?;
    demand_legal(&after("F5"), reply)
}

fn blank_lines(dialogue: &mut Dialogue<'_>) -> Outcome {
    for line in ["", "   ", "# a remark"] {
        expect_nothing(dialogue, line)?;
    }
    play(dialogue, "f5")
}

fn settings(dialogue: &mut Dialogue<'_>) -> Outcome {
    for line in [
        "level 3",
        "book-usage off",
        "ponder off",
        "n-tasks 1",
        "move-time 1",
        "game-time 60",
        "verbose 0",
    ] {
        expect_nothing(dialogue, line)?;
    }
    Ok(())
}

fn init(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, "f5")?;
    expect_nothing(dialogue, "init")?;
    play(dialogue, "f5")
}

fn setboard(dialogue: &mut Dialogue<'_>) -> Outcome {
    for game in [OPENING, "D3", "F5"] {
        let position = after(game);
        let text = position.to_string();
        let (board, side) = text.split_at(64);
        let rows: Vec<&str> = (0..8).map(|row| &board[8 * row..8 * row + 8]).collect();
        let letters = board.replace('X', "b").replace('O', "w").replace('-', ".");
        for board in [board, &rows.join("/"), &letters] {
            expect_nothing(dialogue, &format!("setboard {board} {}", side.trim()))?;
            let reply = go(dialogue)?;
            demand_legal(&position, reply)?;
        }
    }
    Ok(())
}

fn undo(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, "f5")?;
    play(dialogue, "d6")?;
    expect_nothing(dialogue, "undo")?;
    play(dialogue, "f6")?;
    expect_nothing(dialogue, "undo")?;
    let reply = go(dialogue)?;
    demand_legal(&after("F5"), reply)
}

fn redo(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, "f5")?;
    expect_nothing(dialogue, "undo")?;
    expect_nothing(dialogue, "redo")?;
    let reply = go(dialogue)?;
    demand_legal(&after("F5"), reply)
}

fn pass_asked(dialogue: &mut Dialogue<'_>) -> Outcome {
    let position = after(FORCED_PASS);
    set_board(dialogue, &position)?;
    let answer = go(dialogue)?;
    demand_legal(&position, answer)?;
    let reply = go(dialogue)?;
    demand_legal(&position.pass(), reply)
}

fn pass_sent(dialogue: &mut Dialogue<'_>, words: &[&str]) -> Outcome {
    let position = after(FORCED_PASS);
    for word in words {
        set_board(dialogue, &position)?;
        play(dialogue, word)?;
        let reply = go(dialogue)?;
        demand_legal(&position.pass(), reply)?;
    }
    Ok(())
}

fn game_over(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_board(dialogue, &after(WIPEOUT))?;
    let text = run(dialogue, "go")?;
    demand(text == "*** Game Over ***", || {
        format!("it wrote {}", quoted(&text))
    })
}
