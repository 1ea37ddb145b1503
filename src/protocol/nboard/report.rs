//! What is told to NBoard, line by line.

use std::time::Duration;

use crate::protocol::text::{discs, is_result, say, short};
use crate::score::Score;
use crate::search::Report;
use crate::search::analysis::{Analysis, Line, Unit};

/// What is thought of each move, the best one first, and what it cost.
pub(super) fn search(analysis: &Analysis, time: Duration, unit: Unit, replies: &mut Vec<u8>) {
    for known in &analysis.lines {
        let moves: String = known.moves.iter().map(|&played| short(played)).collect();
        let (value, depth) = (discs(known.score, unit), depth(known));
        // The nought is the number of games that a book would know.
        say(&format!("search {moves} {value} 0 {depth}"), replies);
    }
    let (nodes, seconds) = (analysis.nodes, time.as_secs_f64());
    say(&format!("nodestats {nodes} {seconds:.2}"), replies);
}

/// What a book knows of the best move. How many games it is from and how deep they
/// were searched is told as nothing.
pub(super) fn book(report: &Report, unit: Unit, replies: &mut Vec<u8>) {
    let moves: String = report.line.iter().map(|&played| short(played)).collect();
    let value = report
        .score
        .map_or(String::new(), |score| discs(score, unit));
    say(&format!("book {moves} {value} 0 0"), replies);
}

/// The move that should be played.
pub(super) fn decision(report: &Report, time: Duration, unit: Unit, replies: &mut Vec<u8>) {
    let value = report
        .score
        .map_or(String::new(), |score| discs(score, unit));
    let (best, seconds) = (report.best, time.as_secs_f64());
    say(&format!("=== {best}/{value}/{seconds:.2}"), replies);
}

/// What a position of the game is worth for the side to move.
pub(super) fn judgement(made: usize, score: Score, unit: Unit, replies: &mut Vec<u8>) {
    say(&format!("analysis {made} {}", discs(score, unit)), replies);
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
