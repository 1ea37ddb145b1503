//! The fingerprint of behaviour: nodes and scores of every algorithm on fixed
//! positions, one thread, from a fresh start.

use std::io::Write;
use std::time::Instant;

use crate::board::Position;
use crate::eval::EVALUATORS;
use crate::search::control::{Control, Limits};
use crate::search::dice::Dice;
use crate::search::{self, ALGORITHMS, Report, Request, Settings};
use crate::tools::ToolError;

/// How deep each algorithm searches.
const DEPTH: u32 = 7;

/// How deep each evaluator is asked.
const EVALUATOR_DEPTH: u32 = 4;

pub(super) fn run(output: &mut dyn Write) -> Result<(), ToolError> {
    let positions = positions();
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
        total += line(output, row.name, row, &settings, &positions)?;
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
        total += line(output, evaluator.name, row, &settings, &positions)?;
    }
    writeln!(output, "Bench: {total}")?;
    Ok(())
}

/// Searches all positions and writes a line about it; the nodes.
fn line(
    output: &mut dyn Write,
    name: &str,
    row: &search::Row,
    settings: &Settings,
    positions: &[Position],
) -> Result<u64, ToolError> {
    let start = Instant::now();
    let search = |&position: &Position| {
        let request = Request {
            position,
            settings: settings.clone(),
            dice: Dice::fixed(&position),
        };
        let control = Control::new(Limits::default());
        (row.build)().best_move(&request, &control, &mut |_| {})
    };
    let reports: Vec<Report> = positions.iter().map(search).collect();
    let seconds = start.elapsed().as_secs_f64();
    let nodes: u64 = reports.iter().map(|report| report.nodes).sum();
    let checksum = reports.iter().fold(0, mix);
    let speed = nodes as f64 / 1e6 / seconds;
    writeln!(
        output,
        "{name:<12} {nodes:>10}  {checksum:016x} {seconds:8.3} s {speed:6.1} M/s"
    )?;
    Ok(nodes)
}

/// A number that any change of a move or a score would change.
fn mix(sum: u64, report: &Report) -> u64 {
    let score = report.score.map_or(0, |score| i64::from(score.value()));
    [score as u64, report.best.index() as u64]
        .into_iter()
        .fold(sum, |sum, word| {
            (sum.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
}

/// How many games to choose the positions from.
const GAMES: u32 = 16;

/// In each position, either side has at least so many moves.
const FEWEST_MOVES: u32 = 4;

/// Twenty positions, one after each even number of plies from 4 to 42. Each is
/// from the game that then has the fewest moves for the two sides, multiplied:
/// the searches that leave nothing out would take too long with the others.
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

/// A position of a game whose moves follow a fixed rule.
fn after(game: u32, plies: u32) -> Position {
    let mut position = Position::START;
    for ply in 0..plies {
        if position.must_pass() {
            position = position.pass();
        }
        let moves = position.moves();
        if !moves.is_empty() {
            let nth = (ply * 3 + game * 7) % moves.len();
            position = position.play(moves.nth(nth).expect("it has so many"));
        }
    }
    position
}
