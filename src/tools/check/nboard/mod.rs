//! The checks of NBoard's protocol.

mod searches;
mod talk;

use super::bytes::quoted;
use super::dialogue::Dialogue;
use super::ending::{END_OF_INPUT, QUIT};
use super::game::{FORCED_PASS, OPENING, WIPEOUT, after, demand_legal, other_opening};
use super::outcome::{Outcome, demand, short};
use super::suite::{Check, Suite};
use crate::board::{Move, Position};
use talk::{answer, go, ping, play, set_game, sync};

pub(super) static SUITE: Suite = Suite {
    tables: &[CHECKS, searches::CHECKS, &[QUIT, END_OF_INPUT]],
    greet: |dialogue| {
        dialogue.send("nboard 2\nset depth 2\n")?;
        sync(dialogue)?;
        set_game(dialogue, "", None)
    },
    reset: |dialogue| set_game(dialogue, "", None),
};

const CHECKS: &[Check] = &[
    Check::must("ping", "ping N is answered with pong N, in order", pings),
    Check::should(
        "myname",
        "nboard and set depth are answered with set myname",
        myname,
    )
    .silent(),
    Check::should(
        "known-lines",
        "the engine writes only lines that the protocol has",
        known_lines,
    ),
    Check::must("unknown-lines", "unknown lines are ignored", |dialogue| {
        still_plays(dialogue, "no_such_command 1 2\n")
    }),
    Check::must("blank-lines", "blank lines are ignored", |dialogue| {
        still_plays(dialogue, "\n  \n")
    }),
    Check::must(
        "contempt",
        "set contempt is accepted, or ignored",
        |dialogue| still_plays(dialogue, "set contempt 0\n"),
    ),
    Check::should(
        "malformed",
        "lines without what belongs to them change nothing",
        |dialogue| {
            still_plays(
                dialogue,
                "move\nmove nowhere//\nset depth deep\nset game x\n",
            )
        },
    ),
    Check::must(
        "crlf",
        "a carriage return at the end of a line is dropped",
        crlf,
    ),
    Check::must("go", "go answers a legal move, as in === F5", go_is_legal),
    Check::must(
        "go-form",
        "after === come the move, as F5 or PA, and if more follows, slashes or blanks between",
        go_form,
    ),
    Check::must(
        "go-does-not-play",
        "go does not play its move: the move that is played comes with move",
        go_does_not_play,
    ),
    Check::must(
        "set-game",
        "set game sets the position after all moves of the game",
        set_game_sets,
    ),
    Check::must(
        "move",
        "move plays a move, as in move f5, move F5//1.5 and move F5/0.50/1.5",
        moves,
    ),
    Check::should(
        "illegal-moves",
        "an illegal move changes nothing",
        |dialogue| still_plays(dialogue, "move A1//1.0\n"),
    ),
    Check::must(
        "pass-asked",
        "go answers PA for a player without a move",
        pass_asked,
    ),
    Check::must("pass-sent", "move PA passes", pass_sent),
    Check::must(
        "game-over",
        "after the end of the game go answers a pass or nothing, and ping is still answered",
        game_over,
    ),
    Check::must(
        "whole-game",
        "all moves of a game against itself are legal",
        whole_game,
    ),
];

fn pings(dialogue: &mut Dialogue<'_>) -> Outcome {
    let first = ping(dialogue)?;
    let second = ping(dialogue)?;
    for pong in [first, second] {
        let line = dialogue.find(&quoted(&pong), |line| {
            line.starts_with("pong").then(|| line.trim().to_string())
        })?;
        demand(line == pong, || {
            format!("{} came instead of {}", quoted(&line), quoted(&pong))
        })?;
    }
    Ok(())
}

fn myname(dialogue: &mut Dialogue<'_>) -> Outcome {
    for line in ["nboard 2", "set depth 2"] {
        dialogue.send(&format!("{line}\n"))?;
        let pong = ping(dialogue)?;
        let mut is_named = false;
        dialogue.find(&quoted(&pong), |line| {
            is_named |= line.starts_with("set myname ");
            (line.trim() == pong).then_some(())
        })?;
        demand(is_named, || format!("{} was not answered so", quoted(line)))?;
    }
    Ok(())
}

/// The first words of the lines that an engine may write.
const WORDS: &[&str] = &[
    "set",
    "status",
    "nodestats",
    "search",
    "book",
    "===",
    "pong",
    "learned",
    "analysis",
    "",
];

fn known_lines(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("go\n")?;
    let mut unknown = None;
    dialogue.find("the answer to `go`", |line| {
        let word = line.split(' ').next().unwrap_or_default();
        if !WORDS.contains(&word) && !word.starts_with("===") {
            unknown = Some(line.to_string());
        }
        answer(line).map(|_| ())
    })?;
    match unknown {
        Some(line) => short(format!("it wrote {}", quoted(line))),
        None => Ok(()),
    }
}

/// Sends these bytes during a game, after which the engine still answers.
fn still_plays(dialogue: &mut Dialogue<'_>, bytes: &str) -> Outcome {
    set_game(dialogue, OPENING, None)?;
    dialogue.send(bytes)?;
    sync(dialogue)?;
    let played = go(dialogue)?;
    demand_legal(&after(OPENING), played)
}

fn crlf(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("move F5\r\nping 99\r\n")?;
    let what = "`pong 99`";
    dialogue.find(what, |line| (line.trim() == "pong 99").then_some(()))?;
    let played = go(dialogue)?;
    demand_legal(&after("F5"), played)
}

fn go_is_legal(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_game(dialogue, "C4E3", None)?;
    let played = go(dialogue)?;
    demand_legal(&after("C4E3"), played)
}

fn go_form(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("go\n")?;
    let line = dialogue.find("the answer to `go`", |line| {
        answer(line).map(|_| line.to_string())
    })?;
    let is_right = line.strip_prefix("=== ").is_some_and(|text| {
        let word = text.split(['/', ' ']).next().unwrap_or_default();
        word.len() == 2 && word.parse::<Move>().is_ok()
    });
    demand(is_right, || format!("it answered {}", quoted(&line)))
}

fn go_does_not_play(dialogue: &mut Dialogue<'_>) -> Outcome {
    let Move::Place(first) = go(dialogue)? else {
        return short("it passed");
    };
    demand_legal(&Position::START, first.into())?;
    let other = other_opening(first);
    play(dialogue, other.into())?;
    sync(dialogue)?;
    let reply = go(dialogue)?;
    demand_legal(&Position::START.play(other), reply)
}

fn set_game_sets(dialogue: &mut Dialogue<'_>) -> Outcome {
    for game in [OPENING, "D3", "F5"] {
        set_game(dialogue, game, None)?;
        let played = go(dialogue)?;
        demand_legal(&after(game), played)?;
    }
    Ok(())
}

fn moves(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("move f5\nmove D6//1.5\nmove C3/0.50/1.5\n")?;
    sync(dialogue)?;
    let played = go(dialogue)?;
    demand_legal(&after("F5D6C3"), played)
}

fn pass_asked(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_game(dialogue, FORCED_PASS, None)?;
    let played = go(dialogue)?;
    demand_legal(&after(FORCED_PASS), played)
}

fn pass_sent(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_game(dialogue, FORCED_PASS, None)?;
    play(dialogue, Move::Pass)?;
    sync(dialogue)?;
    let played = go(dialogue)?;
    demand_legal(&after(FORCED_PASS).pass(), played)
}

fn game_over(dialogue: &mut Dialogue<'_>) -> Outcome {
    set_game(dialogue, WIPEOUT, None)?;
    dialogue.send("go\n")?;
    let pong = ping(dialogue)?;
    let mut played = None;
    dialogue.find(&quoted(&pong), |line| {
        played = answer(line).map(str::to_string).or(played.take());
        (line.trim() == pong).then_some(())
    })?;
    let is_right = played.as_ref().is_none_or(|text| {
        let word = text.split(['/', ' ', '\t']).next().unwrap_or_default();
        word.parse() == Ok(Move::Pass)
    });
    demand(is_right, || {
        format!("it answered {}", quoted(played.unwrap_or_default()))
    })
}

fn whole_game(dialogue: &mut Dialogue<'_>) -> Outcome {
    let mut position = Position::START;
    while !position.is_over() {
        let played = match position.must_pass() {
            true => Move::Pass,
            false => go(dialogue)?,
        };
        demand_legal(&position, played)?;
        play(dialogue, played)?;
        sync(dialogue)?;
        position = position.after(played);
    }
    Ok(())
}
