//! What only UGI has: passes that are not said, and questions about the rules.

use super::SHALLOW;
use super::talk::{go, set};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::game::{AFTER_PASS, FORCED_PASS, OPENING, WIPEOUT, after, demand_legal};
use crate::tools::check::outcome::{Outcome, demand};
use crate::tools::check::suite::Check;

pub(super) const PASSES: &[Check] = &[
    Check::must(
        "pass-asked",
        "if a player has no move, bestmove is one of the other player",
        pass_asked,
    ),
    Check::must(
        "pass-unsaid",
        "a pass may be missing among the moves of a position",
        pass_unsaid,
    ),
];

pub(super) const CHECKS: &[Check] = &[
    Check::must(
        "query-gameover",
        "query gameover is answered with response true or response false",
        |dialogue| answers(dialogue, "gameover", &[("", "false"), (WIPEOUT, "true")]),
    ),
    Check::must(
        "query-p1turn",
        "query p1turn is answered with response true if it is Black's turn",
        |dialogue| {
            let games = [
                ("", "true"),
                ("F5", "false"),
                (OPENING, "true"),
                (FORCED_PASS, "false"),
            ];
            answers(dialogue, "p1turn", &games)
        },
    ),
    Check::must(
        "query-result",
        "query result is answered with response none, p1win, p2win or draw",
        |dialogue| answers(dialogue, "result", &[("", "none"), (WIPEOUT, "p1win")]),
    ),
];

fn pass_asked(dialogue: &mut Dialogue<'_>) -> Outcome {
    set(dialogue, FORCED_PASS)?;
    let played = go(dialogue, SHALLOW)?;
    demand_legal(&after(FORCED_PASS).pass(), played)
}

fn pass_unsaid(dialogue: &mut Dialogue<'_>) -> Outcome {
    let game = format!("{FORCED_PASS}{AFTER_PASS}");
    set(dialogue, &game)?;
    let played = go(dialogue, SHALLOW)?;
    demand_legal(&after(&game), played)
}

/// The answers to a question after some games.
fn answers(dialogue: &mut Dialogue<'_>, question: &str, games: &[(&str, &str)]) -> Outcome {
    for (game, expected) in games {
        set(dialogue, game)?;
        dialogue.send(&format!("query {question}\n"))?;
        let answer = dialogue.find("`response`", |line| {
            line.strip_prefix("response ")
                .map(|word| word.trim().to_string())
        })?;
        demand(answer == *expected, || {
            let game = if game.is_empty() { "the start" } else { game };
            format!("after {game} the answer was {}", quoted(&answer))
        })?;
    }
    Ok(())
}
