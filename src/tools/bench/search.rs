//! The fingerprint of behaviour: the nodes and scores of every algorithm on
//! fixed positions, one thread, from a fresh start.

use std::io::Write;

use crate::board::Position;
use crate::eval::EVALUATORS;
use crate::search::control::{Control, Limits};
use crate::search::dice::Dice;
use crate::search::{self, ALGORITHMS, Request, Settings, Ties};
use crate::tools::ToolError;

const DEPTH: u32 = 4;

pub(super) fn run(output: &mut dyn Write) -> Result<(), ToolError> {
    let mut total = 0;
    for row in ALGORITHMS {
        let (nodes, scores) = fingerprint(row);
        total += nodes;
        writeln!(
            output,
            "{:<12} nodes {nodes} scores {scores:016x}",
            row.name
        )?;
    }
    writeln!(output, "Bench: {total}")?;
    Ok(())
}

/// The nodes of all searches, and a number that any change of a score or a move
/// would change.
fn fingerprint(row: &search::Row) -> (u64, u64) {
    let mut nodes = 0;
    let mut scores = 0u64;
    for evaluator in EVALUATORS {
        for position in positions() {
            let settings = Settings {
                depth: DEPTH,
                evaluator: evaluator.evaluator,
                ties: Ties::First,
            };
            let request = Request {
                position,
                settings,
                dice: Dice::fixed(&position),
            };
            let control = Control::new(Limits::default());
            let report = (row.build)().best_move(&request, &control, &mut |_| {});
            nodes += report.nodes;
            let score = report.score.map_or(0, |score| i64::from(score.value()));
            for word in [score as u64, report.best.index() as u64] {
                scores = (scores.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
    }
    (nodes, scores)
}

/// Positions of every stage, from a few games whose moves follow a fixed rule.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..4 {
        let mut position = Position::START;
        for ply in 0u32.. {
            if position.must_pass() {
                position = position.pass();
            }
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            if ply % 4 == game {
                positions.push(position);
            }
            let nth = (ply * 5 + game * 3) % moves.len();
            let square = moves
                .into_iter()
                .nth(nth as usize)
                .expect("nth is below the length");
            position = position.play(square);
        }
    }
    positions
}
