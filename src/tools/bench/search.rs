//! The fingerprint of behaviour: nodes and scores of every algorithm on fixed positions, on
//! one thread, with empty tables.

use std::io::Write;

use super::endgame::ENDGAME;
use super::midgame::MIDGAME;
use super::tally::Tally;
use crate::board::Position;
use crate::eval::EVALUATORS;
use crate::search::{self, ALGORITHMS, Settings};
use crate::tools::ToolError;

/// The depth of each algorithm.
const DEPTH: u32 = 7;

/// The depth at which each evaluator is used.
const EVALUATOR_DEPTH: u32 = 4;

pub(super) fn run(output: &mut dyn Write) -> Result<(), ToolError> {
    let positions = positions();
    let searches = |row, settings: Settings| {
        let search = move |&position| Tally::of(row, &settings, position);
        positions.iter().map(search)
    };
    writeln!(
        output,
        "depth {DEPTH}, {} positions: nodes, checksum of moves and scores, time",
        positions.len()
    )?;
    let mut total = 0;
    for row in ALGORITHMS {
        let settings = Settings {
            depth: DEPTH,
            ..Settings::default()
        };
        total += line(output, row.name, searches(row, settings))?;
    }
    writeln!(
        output,
        "negascout, depth {EVALUATOR_DEPTH}, with each evaluator"
    )?;
    for evaluator in EVALUATORS {
        let settings = Settings {
            depth: EVALUATOR_DEPTH,
            evaluator,
            ..Settings::default()
        };
        let row = search::find("negascout").expect("it is in the table");
        total += line(output, evaluator.name, searches(row, settings))?;
    }
    writeln!(output, "engine, on its own positions")?;
    for suite in [&MIDGAME, &ENDGAME] {
        total += line(output, suite.name, suite.tallies())?;
    }
    writeln!(output, "Bench: {total}")?;
    Ok(())
}

/// Writes a line about some searches, and returns their nodes.
fn line(
    output: &mut dyn Write,
    name: &str,
    tallies: impl Iterator<Item = Tally>,
) -> Result<u64, ToolError> {
    let mut sum = Tally::default();
    tallies.for_each(|tally| sum += tally);
    sum.write(name, output)?;
    Ok(sum.nodes)
}

/// Games to choose positions from.
const GAMES: u32 = 16;

/// Each side has at least this many moves in a position.
const FEWEST_MOVES: u32 = 4;

/// Twenty positions, one after each even number of plies from 4 to 42. Each is from the game
/// with the smallest product of both sides' numbers of moves: in other positions, searches
/// without pruning would take too long.
pub(super) fn positions() -> Vec<Position> {
    let moves = |board: &Position| [*board, board.pass()].map(|side| side.moves().len());
    let has_enough = |board: &Position| moves(board).iter().all(|&count| count >= FEWEST_MOVES);
    let choose = |plies| {
        (0..GAMES)
            .map(|game| after(game, plies))
            .filter(has_enough)
            .min_by_key(|board| moves(board).iter().product::<u32>())
            .expect("there is one in each stage")
    };
    (4..=42).step_by(2).map(choose).collect()
}

/// A position of a game whose moves are chosen by a fixed rule.
fn after(game: u32, plies: u32) -> Position {
    let mut position = Position::START;
    for ply in 0..plies {
        if position.must_pass() {
            position = position.pass();
        }
        let moves = position.moves();
        if !moves.is_empty() {
            let nth = (ply * 3 + game * 7) % moves.len();
            position = position.play(moves.nth(nth).expect("the index is below their number"));
        }
    }
    position
}
