//! What is told to NBoard, line by line.

use crate::protocol::text::{discs, is_result, say, short};
use crate::search::report::{Line, Report};
use crate::search::value::Value;

/// What is known of each move, the best one first, and what it cost; nothing if they
/// have no value.
pub(super) fn search(report: &Report, replies: &mut Vec<u8>) {
    let mut is_known = false;
    for line in &report.lines {
        let Some(value) = line.value else {
            continue;
        };
        let (moves, value, depth) = (moves(line), discs(value), depth(line));
        // The nought is the number of games that a book would know.
        say(&format!("search {moves} {value} 0 {depth}"), replies);
        is_known = true;
    }
    if is_known {
        let (nodes, seconds) = (report.nodes, report.time.as_secs_f64());
        say(&format!("nodestats {nodes} {seconds:.2}"), replies);
    }
}

/// What a book knows of the best move. How many games it is from and how deep they
/// were searched is told as nothing.
pub(super) fn book(report: &Report, replies: &mut Vec<u8>) {
    let best = report.best();
    let value = best.value.map_or(String::new(), discs);
    say(&format!("book {} {value} 0 0", moves(best)), replies);
}

/// The move that should be played.
pub(super) fn decision(report: &Report, replies: &mut Vec<u8>) {
    let value = report.best().value.map_or(String::new(), discs);
    let best = report.best_move().map_or("PA".to_string(), short);
    let seconds = report.time.as_secs_f64();
    say(&format!("=== {best}/{value}/{seconds:.2}"), replies);
}

/// What a position of the game is worth for the side to move.
pub(super) fn judgement(made: usize, value: Option<Value>, replies: &mut Vec<u8>) {
    let value = value.map_or("0.00".to_string(), discs);
    say(&format!("analysis {made} {value}"), replies);
}

fn moves(line: &Line) -> String {
    line.moves.iter().map(|&played| short(played)).collect()
}

/// `100%` is the result of the game. A depth up to the end that left something out
/// has its certainty behind it; whatever comes after the number is only shown.
fn depth(line: &Line) -> String {
    match line.selectivity {
        _ if is_result(line) => "100%".to_string(),
        100 => line.depth.to_string(),
        percent => format!("{}@{percent}%", line.depth),
    }
}
