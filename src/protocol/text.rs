//! Opinions as text, for all protocols.

use crate::score::Score;
use crate::search::analysis::{Line, Unit};

/// The expected lead of the side to move in discs.
pub(super) fn discs(score: Score, unit: Unit) -> String {
    decimal(unit.lead(score), 2)
}

/// Whether the score of the line is the result of the game.
pub(super) fn is_result(line: &Line) -> bool {
    line.is_exact || line.score.discs().is_some()
}

/// With so many decimals, and without a minus before nothing.
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
    fn nothing_has_no_sign() {
        assert_eq!(decimal(-0.001, 2), "0.00");
        assert_eq!(decimal(-0.4, 0), "0");
        assert_eq!(decimal(-0.006, 2), "-0.01");
    }
}
