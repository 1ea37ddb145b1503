//! Formats that several protocols use.

use crate::board::Move;
use crate::search::report::{Line, Report};
use crate::search::value::Value;

/// The greatest number that chess GUIs accept in a number field. An option with a greater
/// maximum gets a text field.
pub(super) const GREATEST_SPIN: u64 = i32::MAX as u64;

/// Appends a line.
pub(super) fn say(text: &str, replies: &mut Vec<u8>) {
    replies.extend_from_slice(text.trim_end().as_bytes());
    replies.push(b'\n');
}

/// A move in two letters.
pub(super) fn short(played: Move) -> String {
    match played {
        Move::Place(square) => square.to_string(),
        Move::Pass => "PA".to_string(),
    }
}

/// The lead of the side to move in discs.
pub(super) fn discs(value: Value) -> String {
    decimal(value.lead(), 2)
}

/// The same in hundredths of a disc.
pub(super) fn centidiscs(value: Value) -> String {
    decimal(100.0 * value.lead(), 0)
}

/// The confidences of Edax in percent, from its selectivity 0 to 5.
pub(super) const EDAX_CONFIDENCES: [u32; 6] = [73, 87, 95, 98, 99, 100];

/// The confidence of a line in percent, as Edax counts it: clients know no others, so that
/// what is lower counts as the lowest.
pub(super) fn confidence(line: &Line) -> u32 {
    if line.is_exact {
        return 100;
    }
    let at_most = |&&known: &&u32| known <= line.selectivity;
    *EDAX_CONFIDENCES
        .iter()
        .rev()
        .find(at_most)
        .unwrap_or(&EDAX_CONFIDENCES[0])
}

/// What a search has found so far, for the log.
pub(super) fn summary(report: &Report) -> String {
    let best = report.best();
    let moves: Vec<String> = best.moves.iter().map(|&played| short(played)).collect();
    format!(
        "{}: depth {}, value {}, {} nodes, {:.3} s, {}",
        report.source.name(),
        best.depth,
        best.value.map_or("none".to_string(), discs),
        report.nodes,
        report.time.as_secs_f64(),
        moves.join(" "),
    )
}

/// Whether the value of the line is the result of a game, and no estimate.
pub(super) fn is_result(line: &Line) -> bool {
    line.is_exact || line.score().is_some_and(|score| score.discs().is_some())
}

/// A number with this many decimals, where zero has no minus sign.
pub(super) fn decimal(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    match text.strip_prefix('-') {
        Some(zero) if is_zero => zero.to_string(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(decimal(-0.001, 2), "0.00");
        assert_eq!(decimal(-0.4, 0), "0");
        assert_eq!(decimal(-0.006, 2), "-0.01");
    }
}
