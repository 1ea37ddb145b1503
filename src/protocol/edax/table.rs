//! Search tables: a header, a row for each line of a report, and a rule. Clients split
//! the rows at fixed columns.

use std::time::Duration;

use crate::board::{Color, Move, Position};
use crate::protocol::Output;
use crate::protocol::text::confidence;
use crate::score::Bound;
use crate::search::report::{Line, Report, Source};

/// The header of `go` and `hint`, with its rule.
pub(super) const HEADER: &str =
    " depth|score|       time   |  nodes (N)  |   N/s    | principal variation";
/// The rule of `go` and `hint`.
pub(super) const RULE: &str =
    "------+-----+--------------+-------------+----------+----------------------";
/// The rule below the rows of solved positions.
pub(super) const SOLVE_RULE: &str =
    "------+-----+--------------+-------------+----------+---------------------";

/// The width of what stands before the principal variation.
const BEFORE_PV: usize = 53;

/// Up to this depth clients expect no confidence, unless the end of the game is reached.
const DEEPEST_WITHOUT_CONFIDENCE: u32 = 10;

/// How rows are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The width of a line in the console.
    pub(super) width: usize,
    /// How a pass is written.
    pub(super) pass: &'static str,
}

/// Writes a row for each line of a report of a search of this position.
pub(super) fn write_rows(style: Style, position: &Position, report: &Report, output: &mut Output) {
    for line in &report.lines {
        let row = row(style, position, report, line);
        output.replies.extend_from_slice(row.as_bytes());
        output.replies.push(b'\n');
    }
}

/// A row for one line of a report of a search of this position.
pub(super) fn row(style: Style, position: &Position, report: &Report, line: &Line) -> String {
    let moves = principal_variation(style, position, &line.moves);
    let score = line.value.map_or(0, |value| value.discs());
    if report.source == Source::Book {
        return format!("{:8}{:<45}{moves}", "book", format!("{score:+}"));
    }
    let empties = position.empty().len();
    // A pass at the root counts as a ply here, but not in Edax.
    let depth = line.depth.min(empties);
    let is_shallow = depth < empties && depth <= DEEPEST_WITHOUT_CONFIDENCE;
    let depth = match confidence(line) {
        percent if percent < 100 && !is_shallow => format!("{depth:2}@{percent:2}% "),
        _ => format!("   {depth:2}  "),
    };
    let bound = match line.bound {
        Bound::Exact => ' ',
        Bound::Lower => '>',
        Bound::Upper => '<',
    };
    // In a table of several moves each has its own nodes.
    let nodes = match report.lines.len() {
        1 => report.nodes.max(1),
        _ => line.visits,
    };
    let speed = (u128::from(nodes) * 1000).checked_div(report.time.as_millis());
    let speed = speed.map_or(String::new(), |speed| speed.to_string());
    let time = clock(report.time);
    format!("{depth}{bound}{score:+03} {time:>15} {nodes:13} {speed:>10} {moves}")
}

/// The moves that fit: White's in upper case, Black's in lower case.
fn principal_variation(style: Style, position: &Position, moves: &[Move]) -> String {
    // Each move takes three columns, and the last three always stay free.
    let room = (style.width.saturating_sub(BEFORE_PV) / 3).max(1);
    let mut position = *position;
    let mut text = String::new();
    for &played in moves.iter().take(room) {
        let name = name(played, style.pass);
        text += &match position.to_move() {
            Color::White => name,
            Color::Black => name.to_lowercase(),
        };
        text.push(' ');
        position = position.after(played);
    }
    format!("{text:0$}", 3 * room)
}

/// A move in two letters.
pub(super) fn name(played: Move, pass: &str) -> String {
    match played {
        Move::Place(square) => square.to_string(),
        Move::Pass => pass.to_string(),
    }
}

/// Minutes, seconds and milliseconds: ` 0:01.009`.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!(
        "{:2}:{:02}.{:03}",
        seconds / 60,
        seconds % 60,
        time.subsec_millis()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::search::value::{Unit, Value};

    const STYLE: Style = Style {
        width: 80,
        pass: "PS",
    };

    fn report(best: Line, nodes: u64, milliseconds: u64) -> Report {
        Report {
            nodes,
            time: Duration::from_millis(milliseconds),
            ..Report::new(Source::Search, vec![best])
        }
    }

    fn line(discs: i32, depth: u32, selectivity: u32, moves: &str) -> Line {
        let value = Value {
            score: Score::estimate(discs),
            unit: Unit::DISCS,
        };
        let moves = moves.split(' ').map(|name| name.parse().expect("a move"));
        Line {
            value: Some(value),
            depth,
            selectivity,
            ..Line::new(moves.collect())
        }
    }

    fn written(report: &Report) -> String {
        let text = row(STYLE, &Position::START, report, report.best());
        assert_eq!(text.len(), 80);
        text.trim_end().to_string()
    }

    #[test]
    fn columns_are_where_clients_look_for_them() {
        let solved = report(line(-2, 6, 100, "F5 D6 C3 D3"), 3560, 1);
        let expected = "    6   -02        0:00.001          3560    3560000 f5 D6 c3 D3";
        assert_eq!(written(&solved), expected);
        let selective = line(10, 20, 60, "F5 D6");
        let lower = Line {
            bound: Bound::Lower,
            ..selective
        };
        let expected = "20@73% >+10        1:05.015        185633       2855 f5 D6";
        assert_eq!(written(&report(lower, 185_633, 65_015)), expected);
    }

    #[test]
    fn a_shallow_search_has_a_confidence_only_at_the_end_of_the_game() {
        let depth = |board: &str| {
            let position = board.parse().expect("a board");
            let report = report(line(0, 4, 60, "F5"), 100, 1);
            let text = row(STYLE, &position, &report, report.best());
            text.split_whitespace().next().expect("a depth").to_string()
        };
        assert_eq!(depth(&format!("{}----- X", "XO".repeat(29) + "X")), "4");
        assert_eq!(depth(&format!("{}---- X", "XO".repeat(30))), "4@73%");
    }

    #[test]
    fn there_is_no_speed_without_time() {
        let at_once = report(line(0, 1, 100, "F5"), 0, 0);
        let expected = "    1   +00        0:00.000             1            f5";
        assert_eq!(written(&at_once), expected);
    }

    #[test]
    fn a_move_from_the_book_has_no_nodes() {
        let book = Report::new(Source::Book, vec![line(1, 0, 100, "F5 D6")]);
        let text = written(&book);
        assert_eq!(
            text.split_whitespace().collect::<Vec<_>>(),
            ["book", "+1", "f5", "D6"]
        );
        assert_eq!(&text[BEFORE_PV..], "f5 D6");
    }
}
