//! The replies to NBoard.

use crate::board::{Color, Position};
use crate::protocol::text::{discs, is_result, say, short};
use crate::search::report::{Line, Report};
use crate::search::value::Value;

/// One line for each move, the best one first, and one for nodes and time. Moves without a
/// value are left out.
pub(super) fn search(report: &Report, position: &Position, replies: &mut Vec<u8>) {
    let mut is_known = false;
    for line in &report.lines {
        let Some(value) = line.value else {
            continue;
        };
        let (moves, value, depth) = (moves(line), discs(value), depth(line, position));
        // The 0 is the number of games in a book.
        say(&format!("search {moves} {value} 0 {depth}"), replies);
        is_known = true;
    }
    if is_known {
        let (nodes, seconds) = (report.nodes, report.time.as_secs_f64());
        say(&format!("nodestats {nodes} {seconds:.2}"), replies);
    }
}

/// A move from the book. The zeros stand for the number of games and the depth of their
/// analysis, which our books do not have.
pub(super) fn book(report: &Report, replies: &mut Vec<u8>) {
    let best = report.best();
    let value = best.value.map_or(String::new(), discs);
    say(&format!("book {} {value} 0 0", moves(best)), replies);
}

/// The suggested move.
pub(super) fn decision(report: &Report, replies: &mut Vec<u8>) {
    let value = report.best().value.map_or(String::new(), discs);
    let best = report.best_move().map_or("PA".to_string(), short);
    let seconds = report.time.as_secs_f64();
    say(&format!("=== {best}/{value}/{seconds:.2}"), replies);
}

/// The value of a position of the game for Black, from which NBoard draws a curve.
pub(super) fn evaluation(
    made: usize,
    position: &Position,
    value: Option<Value>,
    replies: &mut Vec<u8>,
) {
    let value = value.map(|value| match position.to_move() {
        Color::Black => value,
        Color::White => value.flipped(),
    });
    let value = value.map_or("0.00".to_string(), discs);
    say(&format!("analysis {made} {value}"), replies);
}

fn moves(line: &Line) -> String {
    line.moves.iter().map(|&played| short(played)).collect()
}

/// The depth, or `100%` for the result of the game. The column is narrow: only a selective
/// search to the end has its selectivity, in the place of the depth.
fn depth(line: &Line, position: &Position) -> String {
    let is_to_end = line.depth >= position.empty().len();
    match line.selectivity {
        _ if is_result(line) => "100%".to_string(),
        percent if is_to_end && percent < 100 => format!("{percent}%"),
        _ => line.depth.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_to_the_end_has_its_selectivity_in_place_of_the_depth() {
        let position = format!("{}---- X", "XO".repeat(30));
        let position = position.parse().expect("a board");
        let shown = |depth, selectivity, is_exact| {
            let line = Line {
                depth,
                selectivity,
                is_exact,
                ..Line::new(Vec::new())
            };
            super::depth(&line, &position)
        };
        assert_eq!(shown(3, 60, false), "3");
        assert_eq!(shown(4, 73, false), "73%");
        assert_eq!(shown(4, 100, true), "100%");
    }
}
