//! What only chess GUIs use.

use std::time::Duration;

use super::SHALLOW;
use super::dialect;
use super::talk::{best_move, expect_no_move, go, set};
use crate::board::{Move, Position};
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::game::{AFTER_PASS, FORCED_PASS, after, demand_legal};
use crate::tools::check::outcome::{Outcome, demand, skip};
use crate::tools::check::suite::Check;

pub(super) const PASSES: &[Check] = &[
    Check::must(
        "pass-asked",
        "for a player without a move bestmove is a pass, a square twice as in f2f2",
        pass_asked,
    ),
    Check::must(
        "pass-sent",
        "a pass among the moves of a position is played",
        pass_sent,
    ),
];

pub(super) const CHECKS: &[Check] = &[
    Check::must(
        "variant",
        "the option UCI_Variant has the value flipello",
        variant,
    )
    .silent(),
    Check::should(
        "searchmoves",
        "go searchmoves chooses one of these moves",
        search_moves,
    ),
    Check::should(
        "multipv",
        "with the option MultiPV at 2 two moves are reported",
        multi_pv,
    )
    .fresh(),
    Check::should(
        "ponder",
        "go ponder waits for ponderhit, and then answers within its limits",
        ponder,
    ),
];

fn pass_asked(dialogue: &mut Dialogue<'_>) -> Outcome {
    set(dialogue, FORCED_PASS)?;
    let played = go(dialogue, SHALLOW)?;
    demand_legal(&after(FORCED_PASS), played)
}

fn pass_sent(dialogue: &mut Dialogue<'_>) -> Outcome {
    let game = format!("{FORCED_PASS}{AFTER_PASS}");
    set(dialogue, &game)?;
    let played = go(dialogue, SHALLOW)?;
    demand_legal(&after(&game), played)
}

fn variant(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("uci\n")?;
    let mut is_listed = false;
    dialogue.find("`uciok`", |line| {
        let is_variant = line.starts_with("option name UCI_Variant ");
        is_listed |= is_variant && line.split(' ').any(|word| word == "flipello");
        (line.trim() == "uciok").then_some(())
    })?;
    demand(is_listed, || "it has not".to_string())
}

/// Skips the check if there is no such option.
fn need(dialogue: &Dialogue<'_>, option: &str) -> Outcome {
    let listed = dialogue.listed.as_deref().unwrap_or_default();
    match listed.iter().any(|listed| listed == option) {
        true => Ok(()),
        false => skip(format!("the engine does not list {option}")),
    }
}

fn search_moves(dialogue: &mut Dialogue<'_>) -> Outcome {
    let dialect = dialect::of(dialogue);
    for square in Position::START.moves() {
        let expected = Move::Place(square);
        let word = (dialect.write_move)(&Position::START, expected);
        let played = go(dialogue, &format!("{SHALLOW} searchmoves {word}"))?;
        demand(played == expected, || {
            format!("bestmove was {played} instead of {expected}")
        })?;
    }
    Ok(())
}

fn multi_pv(dialogue: &mut Dialogue<'_>) -> Outcome {
    need(dialogue, "MultiPV")?;
    dialogue.send("setoption name MultiPV value 2\ngo depth 2\n")?;
    let mut is_seen = [false; 2];
    dialogue.find("`bestmove`", |line| {
        for (seen, number) in is_seen.iter_mut().zip(1..) {
            *seen |= line.contains(&format!(" multipv {number} "));
        }
        best_move(line)
    })?;
    demand(is_seen == [true; 2], || {
        "multipv 1 and multipv 2 were not both reported".to_string()
    })
}

fn ponder(dialogue: &mut Dialogue<'_>) -> Outcome {
    const LIMIT: Duration = Duration::from_secs(4);
    need(dialogue, "Ponder")?;
    set(dialogue, "F5D6")?;
    dialogue.send("go ponder wtime 2000 btime 2000\n")?;
    expect_no_move(dialogue, Duration::from_millis(500), "before ponderhit")?;
    dialogue.send("ponderhit\n")?;
    let found = dialogue.find_within(LIMIT, best_move)?;
    demand(found.is_some(), || {
        format!("bestmove did not come within {} s", LIMIT.as_secs())
    })
}
