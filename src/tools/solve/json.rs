//! Answers as JSON lines.

use serde::Serialize;

use super::{Format, Solved, Total};
use crate::tools::json::{line, seconds, total_line};

/// A line for each position, and one with the totals.
pub(super) struct Lines;

#[derive(Serialize)]
struct TotalRecord {
    positions: usize,
    wrong: usize,
    nodes: u64,
    seconds: f64,
}

impl Format for Lines {
    fn head(&self) -> Option<String> {
        None
    }

    fn row(&self, solved: &Solved<'_>) -> String {
        line(&solved.answer)
    }

    fn total(&self, total: &Total) -> Option<String> {
        Some(total_line(&TotalRecord {
            positions: total.positions,
            wrong: total.wrong.len(),
            nodes: total.nodes,
            seconds: seconds(total.time),
        }))
    }
}
