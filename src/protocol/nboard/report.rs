//! What is told to NBoard, line by line.

use std::time::Duration;

use crate::board::Move;
use crate::protocol::text::{discs, is_result};
use crate::score::Score;
use crate::search::Report;
use crate::search::analysis::{Analysis, Line, Unit};

/// Any line.
pub(super) fn line(text: &str, replies: &mut Vec<u8>) {
    replies.extend_from_slice(text.trim_end().as_bytes());
    replies.push(b'\n');
}

/// What is thought of each move, the best one first, and what it cost.
pub(super) fn search(analysis: &Analysis, time: Duration, unit: Unit, replies: &mut Vec<u8>) {
    for known in &analysis.lines {
        let moves: String = known.moves.iter().map(|&played| word(played)).collect();
        let (value, depth) = (discs(known.score, unit), depth(known));
        // The nought is the number of games that a book would know.
        line(&format!("search {moves} {value} 0 {depth}"), replies);
    }
    let (nodes, seconds) = (analysis.nodes, time.as_secs_f64());
    line(&format!("nodestats {nodes} {seconds:.2}"), replies);
}

/// The move that should be played.
pub(super) fn decision(report: &Report, time: Duration, unit: Unit, replies: &mut Vec<u8>) {
    let value = report
        .score
        .map_or(String::new(), |score| discs(score, unit));
    let (best, seconds) = (report.best, time.as_secs_f64());
    line(&format!("=== {best}/{value}/{seconds:.2}"), replies);
}

/// What a position of the game is worth for the side to move.
pub(super) fn judgement(made: usize, score: Score, unit: Unit, replies: &mut Vec<u8>) {
    line(&format!("analysis {made} {}", discs(score, unit)), replies);
}

/// `100%` is the result of the game. A depth up to the end that left something out
/// has its certainty behind it; whatever comes after the number is only shown.
fn depth(known: &Line) -> String {
    match known {
        known if is_result(known) => "100%".to_string(),
        known if known.selectivity < 100 => format!("{}@{}%", known.depth, known.selectivity),
        known => known.depth.to_string(),
    }
}

fn word(played: Move) -> String {
    match played {
        Move::Place(square) => square.to_string(),
        Move::Pass => "PA".to_string(),
    }
}
