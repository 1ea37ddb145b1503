//! Results in columns, for people and for scripts that split lines at blanks.

use super::verdict::Verdict;
use super::{Format, Solved, Total};
use crate::search::report::Report;
use crate::tools::formatting::{cut, depth, moves, signed};

/// Columns with a header.
pub(super) struct Table {
    /// Principal variations are truncated to fit lines of this many characters.
    pub(super) width: Option<usize>,
}

impl Format for Table {
    fn head(&self) -> Option<String> {
        Some(columns([
            "n", "empties", "score", "move", "depth", "nodes", "seconds", "nodes/s", "verdict",
            "pv",
        ]))
    }

    fn row(&self, solved: &Solved<'_>) -> String {
        let report = &solved.report;
        let seconds = report.time.as_secs_f64();
        let line = moves(report.pv());
        columns([
            &solved.number.to_string(),
            &solved.empties().to_string(),
            &signed(report.discs()),
            &report
                .best_move()
                .map_or("-".to_string(), |best| best.to_string()),
            &depth(report.best()),
            &report.nodes.to_string(),
            &format!("{seconds:.3}"),
            &speed(report.nodes, seconds),
            &verdict(solved.verdict()),
            &self.width.map_or(line.clone(), |width| {
                cut(&line, width.saturating_sub(LINE_AT))
            }),
        ])
    }

    fn total(&self, total: &Total) -> String {
        let seconds = total.time.as_secs_f64();
        let (right, wrong) = (total.right, total.wrong.len());
        format!(
            "total: positions {}, right {right}, wrong {wrong}, not judged {}, nodes {}, \
             seconds {seconds:.3}, nodes/s {}",
            total.positions,
            total.positions - right - wrong,
            total.nodes,
            speed(total.nodes, seconds)
        )
    }
}

/// The message next to the progress bar while a position is being solved.
pub(super) fn progress(empties: u32, report: &Report) -> String {
    let moves = moves(report.pv());
    let depth = depth(report.best());
    let score = signed(report.discs());
    format!("{empties} empties, depth {depth}, {score} {moves}")
}

/// Where the last column starts.
const LINE_AT: usize = 74;

/// The last column has no fixed width. No column may be empty, or scripts would miscount the
/// columns after it.
fn columns(
    [
        n,
        empties,
        score,
        best,
        depth,
        nodes,
        seconds,
        speed,
        verdict,
        line,
    ]: [&str; 10],
) -> String {
    let line = if line.is_empty() { "-" } else { line };
    format!(
        "{n:>4} {empties:>7} {score:>5} {best:>4} {depth:>6} {nodes:>12} {seconds:>8} \
         {speed:>10} {verdict:<9} {line}"
    )
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Right => "right".to_string(),
        Verdict::Wrong { known } => format!("wrong:{}", signed(known)),
        Verdict::Open => "open".to_string(),
        Verdict::None => "-".to_string(),
    }
}

/// Nodes per second, if the time was long enough to be measured.
fn speed(nodes: u64, seconds: f64) -> String {
    match seconds > 0.0 {
        true => format!("{:.0}", nodes as f64 / seconds),
        false => "-".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_starts_at_its_offset() {
        assert_eq!(columns([""; 10]).len(), LINE_AT + 1);
    }
}
