//! Formats scores, depths, speeds and moves for tables.

use crate::board::Move;
use crate::search::report::Line;

/// With a sign, even for zero, as in OBF files.
pub(super) fn signed(score: i32) -> String {
    format!("{score:+}")
}

/// The depth of a line: `24`, or `24@99%` if the search was selective.
pub(super) fn depth(line: &Line) -> String {
    depth_and_selectivity(line.depth, line.selectivity)
}

/// The same from the two numbers.
pub(super) fn depth_and_selectivity(depth: u32, selectivity: u32) -> String {
    match selectivity {
        100 => depth.to_string(),
        percent => format!("{depth}@{percent}%"),
    }
}

/// Nodes per second, if the time was long enough to be measured.
pub(super) fn speed(nodes: u64, seconds: f64) -> String {
    match seconds > 0.0 {
        true => format!("{:.0}", nodes as f64 / seconds),
        false => "-".to_string(),
    }
}

/// Moves, separated by blanks.
pub(super) fn moves(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// Truncates a list of moves to as many as fit, followed by `…`.
pub(super) fn cut(line: &str, width: usize) -> String {
    if line.len() <= width {
        return line.to_string();
    }
    let end = line[..width].rfind(' ').unwrap_or(0);
    format!("{}…", &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_cut_where_they_do_not_fit() {
        for (width, expected) in [
            (8, "A1 B2 C3"),
            (7, "A1 B2…"),
            (6, "A1 B2…"),
            (5, "A1…"),
            (2, "…"),
            (0, "…"),
        ] {
            assert_eq!(cut("A1 B2 C3", width), expected, "{width}");
        }
    }

    #[test]
    fn a_selective_depth_has_its_confidence() {
        for (selectivity, text) in [(99, "24@99%"), (100, "24")] {
            let line = Line {
                depth: 24,
                selectivity,
                ..Line::new(Vec::new())
            };
            assert_eq!(depth(&line), text);
        }
    }
}
