//! The checks of UCI, in the variant `flipello`, and of UGI.

mod chess;
mod dialect;
mod questions;
mod searches;
mod talk;

use super::bytes::quoted;
use super::dialogue::Dialogue;
use super::ending::{END_OF_INPUT, QUIT};
use super::game::{OPENING, WIPEOUT, after, demand_legal};
use super::outcome::{Outcome, demand};
use super::suite::{Check, Suite};
use crate::board::{Move, Position};
use talk::{go, go_word, ready, set};

pub(super) static UCI: Suite = Suite {
    tables: &[
        CHECKS,
        chess::PASSES,
        searches::CHECKS,
        chess::CHECKS,
        &[QUIT, END_OF_INPUT],
    ],
    greet,
    reset,
};

pub(super) static UGI: Suite = Suite {
    tables: &[
        CHECKS,
        questions::PASSES,
        searches::CHECKS,
        questions::CHECKS,
        &[QUIT, END_OF_INPUT],
    ],
    greet,
    reset,
};

/// A search that every engine finishes soon.
const SHALLOW: &str = "depth 2";

fn greet(dialogue: &mut Dialogue<'_>) -> Outcome {
    let name = dialect::of(dialogue).name;
    dialogue.send(&format!("{name}\n"))?;
    let end = format!("{name}ok");
    let mut options = Vec::new();
    dialogue.find(&quoted(&end), |line| {
        if let Some(option) = line.strip_prefix("option name ") {
            let (name, _) = option.split_once(" type ").unwrap_or((option, ""));
            options.push(name.to_string());
        }
        (line.trim() == end).then_some(())
    })?;
    if options.iter().any(|option| option == "UCI_Variant") {
        dialogue.send("setoption name UCI_Variant value flipello\n")?;
    }
    dialogue.listed = Some(options);
    reset(dialogue)
}

fn reset(dialogue: &mut Dialogue<'_>) -> Outcome {
    let name = dialect::of(dialogue).name;
    dialogue.send(&format!("{name}newgame\nposition startpos\n"))?;
    ready(dialogue)
}

const CHECKS: &[Check] = &[
    Check::must(
        "handshake",
        "the first command is answered with id name, and at last with uciok or ugiok",
        handshake,
    )
    .silent(),
    Check::must("unknown-lines", "unknown lines are survived", |dialogue| {
        still_plays(dialogue, "no_such_command 1 2\n")
    }),
    Check::must(
        "unknown-options",
        "setoption with an unknown name is survived",
        |dialogue| still_plays(dialogue, "setoption name NoSuchOption value 1\n"),
    ),
    Check::must("blank-lines", "blank lines are ignored", |dialogue| {
        still_plays(dialogue, "\n   \n")
    }),
    Check::must(
        "crlf",
        "a carriage return at the end of a line is dropped",
        crlf,
    ),
    Check::should(
        "illegal-position",
        "illegal moves in a position are survived",
        |dialogue| {
            dialogue.send("position startpos moves P@a1 a1\n")?;
            still_plays(dialogue, "position startpos\n")
        },
    ),
    Check::must(
        "bestmove-form",
        "a search ends with bestmove and a move, in UCI perhaps with ponder and a reply",
        best_move_form,
    ),
    Check::must(
        "position",
        "the position after the moves of a game is searched",
        position_is_searched,
    ),
    Check::must(
        "fen",
        "the position of a board is searched, with its side to move and moves after it",
        fen,
    ),
    Check::must(
        "go-does-not-play",
        "a search does not play its move",
        go_does_not_play,
    ),
    Check::must(
        "game-over",
        "after the end of the game a search is answered with any bestmove",
        game_over,
    ),
    Check::must(
        "whole-game",
        "all moves of a game against itself are legal",
        whole_game,
    ),
];

fn handshake(dialogue: &mut Dialogue<'_>) -> Outcome {
    let name = dialect::of(dialogue).name;
    dialogue.send(&format!("{name}\n"))?;
    let end = format!("{name}ok");
    let mut is_named = false;
    dialogue.find(&quoted(&end), |line| {
        is_named |= line.starts_with("id name ");
        (line.trim() == end).then_some(())
    })?;
    demand(is_named, || "there was no line `id name`".to_string())
}

/// Sends these bytes at the start of a game, after which the engine still answers.
fn still_plays(dialogue: &mut Dialogue<'_>, bytes: &str) -> Outcome {
    dialogue.send(bytes)?;
    ready(dialogue)?;
    let played = go(dialogue, SHALLOW)?;
    demand_legal(&Position::START, played)
}

fn crlf(dialogue: &mut Dialogue<'_>) -> Outcome {
    let line = talk::position(dialogue, "F5").replace('\n', "\r\n");
    dialogue.send(&format!("{line}isready\r\n"))?;
    dialogue.find("`readyok`", |line| (line.trim() == "readyok").then_some(()))?;
    let played = go(dialogue, SHALLOW)?;
    demand_legal(&after("F5"), played)
}

fn best_move_form(dialogue: &mut Dialogue<'_>) -> Outcome {
    set(dialogue, OPENING)?;
    dialogue.send(&format!("go {SHALLOW}\n"))?;
    let line = dialogue.find("`bestmove`", |line| {
        line.starts_with("bestmove").then(|| line.to_string())
    })?;
    let dialect = dialect::of(dialogue);
    let words: Vec<&str> = line.split(' ').collect();
    let is_right = match words[..] {
        ["bestmove", best] => (dialect.read_move)(best).is_some(),
        ["bestmove", best, "ponder", reply] if dialect.says_passes => {
            (dialect.read_move)(best).is_some() && (dialect.read_move)(reply).is_some()
        }
        _ => false,
    };
    demand(is_right, || format!("it answered {}", quoted(&line)))
}

fn position_is_searched(dialogue: &mut Dialogue<'_>) -> Outcome {
    for game in ["", "F5", "C4", OPENING] {
        set(dialogue, game)?;
        let played = go(dialogue, SHALLOW)?;
        demand_legal(&after(game), played)?;
    }
    Ok(())
}

fn fen(dialogue: &mut Dialogue<'_>) -> Outcome {
    let dialect = dialect::of(dialogue);
    for game in ["F5", OPENING] {
        let board = (dialect.write_fen)(&after(game));
        dialogue.send(&format!("position fen {board}\n"))?;
        let played = go(dialogue, SHALLOW)?;
        demand_legal(&after(game), played)?;
    }
    let reply = after("F5D6").moves().into_iter().next();
    let reply = reply.expect("the game goes on");
    let word = (dialect.write_move)(&after("F5D6"), reply.into());
    let board = (dialect.write_fen)(&after("F5D6"));
    dialogue.send(&format!("position fen {board} moves {word}\n"))?;
    let played = go(dialogue, SHALLOW)?;
    demand_legal(&after("F5D6").play(reply), played)
}

fn go_does_not_play(dialogue: &mut Dialogue<'_>) -> Outcome {
    for _ in 0..2 {
        let played = go(dialogue, SHALLOW)?;
        demand_legal(&Position::START, played)?;
    }
    Ok(())
}

fn game_over(dialogue: &mut Dialogue<'_>) -> Outcome {
    set(dialogue, WIPEOUT)?;
    go_word(dialogue, SHALLOW)?;
    ready(dialogue)
}

fn whole_game(dialogue: &mut Dialogue<'_>) -> Outcome {
    let dialect = dialect::of(dialogue);
    let (mut position, mut words) = (Position::START, String::new());
    while !position.is_over() {
        if position.must_pass() {
            // How passes are handled is for other checks.
            let word = (dialect.write_move)(&position, Move::Pass);
            if dialect.says_passes {
                words = format!("{words} {word}");
            }
            position = position.pass();
            continue;
        }
        let moves = match words.is_empty() {
            true => String::new(),
            false => format!(" moves{words}"),
        };
        dialogue.send(&format!("position startpos{moves}\n"))?;
        let word = go_word(dialogue, SHALLOW)?;
        let played = talk::read(dialogue, &word)?;
        demand_legal(&position, played)?;
        words = format!("{words} {word}");
        position = position.after(played);
    }
    Ok(())
}
