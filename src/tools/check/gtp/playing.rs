//! Moves, and what takes them back.

use super::talk::{accept, ask, genmove, need, play, read_move, refuse};
use crate::board::{Color, Move, Position};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::game::{OPENING, WIPEOUT, after, demand_legal, other_opening};
use crate::tools::check::outcome::{Outcome, demand, short};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    Check::must(
        "colours",
        "colours are read as b, w, black, white, and as B and W",
        colours,
    ),
    Check::must("squares", "squares are read as f5 and as F5", squares),
    Check::must(
        "genmove",
        "genmove answers a legal move, and plays it",
        genmove_plays,
    ),
    Check::must(
        "genmove-form",
        "the text of the reply to genmove is the move and nothing else",
        genmove_form,
    ),
    Check::must(
        "reg-genmove",
        "reg_genmove answers a legal move, and does not play it",
        reg_genmove,
    ),
    Check::must(
        "whole-game",
        "all moves of a game against itself are legal, and a pass comes only where there is no other move",
        whole_game,
    ),
    Check::must("illegal-moves", "an illegal move is refused", illegal_moves),
    Check::must(
        "illegal-changes-nothing",
        "an illegal move changes nothing",
        illegal_changes_nothing,
    ),
    Check::should(
        "wrong-turn",
        "a move of the player who is not to move is refused",
        wrong_turn,
    ),
    Check::must(
        "malformed",
        "a command without its arguments fails, and the engine goes on",
        malformed,
    ),
    Check::must("undo", "undo takes back one move of either colour", undo),
    Check::must(
        "undo-genmove",
        "undo takes back a move of genmove",
        undo_genmove,
    ),
    Check::should(
        "undo-at-start",
        "undo without a move fails with: cannot undo",
        undo_at_start,
    ),
    Check::must(
        "final-score",
        "final_score names the winner of a finished game, as in B+2",
        final_score,
    ),
    Check::should(
        "final-score-empties",
        "in final_score empty squares count for the winner",
        final_score_empties,
    ),
    Check::should(
        "final-score-early",
        "final_score fails before the end of the game with: cannot score",
        final_score_early,
    ),
];

fn colours(dialogue: &mut Dialogue<'_>) -> Outcome {
    for command in [
        "play B F5",
        "play w F6",
        "play black E6",
        "play W F4",
        "play b G5",
    ] {
        accept(dialogue, command)?;
    }
    accept(dialogue, "genmove w").map(|_| ())
}

fn squares(dialogue: &mut Dialogue<'_>) -> Outcome {
    accept(dialogue, "play black f5")?;
    accept(dialogue, "play white D6").map(|_| ())
}

fn genmove_plays(dialogue: &mut Dialogue<'_>) -> Outcome {
    play(dialogue, OPENING)?;
    let first = genmove(dialogue, Color::Black)?;
    demand_legal(&after(OPENING), first)?;
    let reply = genmove(dialogue, Color::White)?;
    demand_legal(&after(OPENING).after(first), reply)
}

fn genmove_form(dialogue: &mut Dialogue<'_>) -> Outcome {
    let text = accept(dialogue, "genmove black")?;
    demand(text.parse::<Move>().is_ok(), || {
        format!("the text was {}", quoted(&text))
    })
}

fn reg_genmove(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "reg_genmove")?;
    let text = accept(dialogue, "reg_genmove black")?;
    let Some(played @ Move::Place(square)) = read_move(&text) else {
        return short(format!("{} is not a move", quoted(text)));
    };
    demand_legal(&Position::START, played)?;
    let other = other_opening(square);
    accept(dialogue, &format!("play black {other}"))?;
    let reply = genmove(dialogue, Color::White)?;
    demand_legal(&Position::START.play(other), reply)
}

fn whole_game(dialogue: &mut Dialogue<'_>) -> Outcome {
    let mut position = Position::START;
    while !position.is_over() {
        let color = position.to_move();
        if position.must_pass() {
            // How passes are handled is for other checks.
            ask(dialogue, &format!("genmove {color}"))?;
            position = position.pass();
            continue;
        }
        let mut played = genmove(dialogue, color);
        let is_pass = !matches!(played, Ok(Move::Place(_)));
        if is_pass && position.pass().moves_of(!color).is_empty() {
            ask(dialogue, &format!("play {} pass", !color))?;
            played = genmove(dialogue, color);
        }
        let played = played?;
        demand_legal(&position, played)?;
        position = position.after(played);
    }
    Ok(())
}

fn illegal_moves(dialogue: &mut Dialogue<'_>) -> Outcome {
    for square in ["H8", "D4", "I9"] {
        refuse(dialogue, &format!("play black {square}"))?;
    }
    play(dialogue, "F5")?;
    refuse(dialogue, "play white F5").map(|_| ())
}

fn illegal_changes_nothing(dialogue: &mut Dialogue<'_>) -> Outcome {
    ask(dialogue, "play black A1")?;
    accept(dialogue, "play black F5")?;
    ask(dialogue, "play white A1")?;
    let reply = genmove(dialogue, Color::White)?;
    demand_legal(&after("F5"), reply)
}

fn wrong_turn(dialogue: &mut Dialogue<'_>) -> Outcome {
    refuse(dialogue, "play white D6")?;
    accept(dialogue, "play black F5").map(|_| ())
}

fn malformed(dialogue: &mut Dialogue<'_>) -> Outcome {
    for command in [
        "play",
        "play black",
        "play black nowhere",
        "genmove",
        "boardsize",
    ] {
        refuse(dialogue, command)?;
    }
    accept(dialogue, "play black F5").map(|_| ())
}

fn undo(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "undo")?;
    play(dialogue, "F5D6")?;
    accept(dialogue, "undo")?;
    accept(dialogue, "play white F6")?;
    accept(dialogue, "undo")?;
    accept(dialogue, "undo")?;
    accept(dialogue, "play black D3")?;
    let reply = genmove(dialogue, Color::White)?;
    demand_legal(&after("D3"), reply)
}

fn undo_genmove(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "undo")?;
    let Move::Place(first) = genmove(dialogue, Color::Black)? else {
        return short("it passed");
    };
    demand_legal(&Position::START, first.into())?;
    accept(dialogue, "undo")?;
    let other = other_opening(first);
    accept(dialogue, &format!("play black {other}"))?;
    let reply = genmove(dialogue, Color::White)?;
    demand_legal(&Position::START.play(other), reply)
}

fn undo_at_start(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "undo")?;
    let text = refuse(dialogue, "undo")?;
    demand(text.starts_with("cannot undo"), || {
        format!("the text was {}", quoted(&text))
    })
}

/// The score of a game that Black has won with all discs.
fn score_of_wipeout(dialogue: &mut Dialogue<'_>) -> Outcome<String> {
    need(dialogue, "final_score")?;
    play(dialogue, WIPEOUT)?;
    accept(dialogue, "final_score")
}

fn final_score(dialogue: &mut Dialogue<'_>) -> Outcome {
    let text = score_of_wipeout(dialogue)?;
    let number = text.strip_prefix("B+").map(str::parse::<f64>);
    demand(matches!(number, Some(Ok(_))), || {
        format!("Black has won, and the score is {}", quoted(&text))
    })
}

fn final_score_empties(dialogue: &mut Dialogue<'_>) -> Outcome {
    let text = score_of_wipeout(dialogue)?;
    let number = text.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    demand(number.parse() == Ok(64.0), || {
        format!(
            "Black has 13 discs, White none, and the score is {}",
            quoted(&text)
        )
    })
}

fn final_score_early(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "final_score")?;
    let text = refuse(dialogue, "final_score")?;
    demand(text.starts_with("cannot score"), || {
        format!("the text was {}", quoted(&text))
    })
}
