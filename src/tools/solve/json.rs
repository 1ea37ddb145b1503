//! Results as JSON lines.

use serde::Serialize;

use super::{Format, Solved, Total};
use crate::tools::formatting::moves;
use crate::tools::json::{line, seconds, total_line};

/// A line for each position.
pub(super) struct Lines;

#[derive(Serialize)]
struct PositionRecord {
    n: usize,
    empties: u32,
    score: i32,
    #[serde(rename = "move")]
    best: Option<String>,
    exact: bool,
    nodes: u64,
    seconds: f64,
    pv: String,
}

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
        let report = &solved.report;
        line(&PositionRecord {
            n: solved.number,
            empties: solved.empties(),
            score: report.discs(),
            best: report.best_move().map(|best| best.to_string()),
            exact: report.is_exact(),
            nodes: report.nodes,
            seconds: seconds(report.time),
            pv: moves(report.pv()),
        })
    }

    fn total(&self, total: &Total) -> String {
        total_line(&TotalRecord {
            positions: total.positions,
            wrong: total.wrong.len(),
            nodes: total.nodes,
            seconds: seconds(total.time),
        })
    }
}
