//! Formats scores, depths, speeds and moves for tables.

use std::borrow::Cow;

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

/// A name from a file with `�` in place of letters that could command a terminal or change the
/// direction of the text around them.
pub(super) fn plain(name: &str) -> Cow<'_, str> {
    let is_command = |letter: char| {
        let turns_text = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        letter.is_control() || turns_text
    };
    match name.contains(is_command) {
        true => name.replace(is_command, "\u{fffd}").into(),
        false => name.into(),
    }
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
    fn a_plain_name_commands_nothing() {
        assert_eq!(plain("Jörg 花子"), "Jörg 花子");
        assert_eq!(
            plain("a\u{1b}[2Jb\u{9b}c\u{7f}\n\u{202e}d"),
            "a\u{fffd}[2Jb\u{fffd}c\u{fffd}\u{fffd}\u{fffd}d"
        );
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
