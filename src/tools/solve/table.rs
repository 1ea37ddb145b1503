//! Answers in columns, for people and for scripts that split lines at blanks.

use super::answer::{Answer, MoveAnswer};
use super::verdict::Verdict;
use super::{Format, Solved, Total};
use crate::tools::formatting::{cut, depth_and_selectivity, moves, signed, speed};

/// Columns with a header.
pub(super) struct Table {
    /// Last columns are truncated to fit lines of this many characters.
    pub(super) width: Option<usize>,
    /// Whether the last column has the values of all moves instead of the principal variation.
    pub(super) has_moves: bool,
}

impl Format for Table {
    fn head(&self) -> Option<String> {
        Some(columns([
            "n",
            "empties",
            "score",
            "move",
            "depth",
            "nodes",
            "seconds",
            "nodes/s",
            "verdict",
            if self.has_moves { "moves" } else { "pv" },
        ]))
    }

    fn row(&self, solved: &Solved<'_>) -> String {
        let answer = &solved.answer;
        let line = match answer.moves.is_empty() {
            true => moves(&answer.pv),
            false => {
                let moves: Vec<String> = answer.moves.iter().map(MoveAnswer::to_string).collect();
                moves.join(" ")
            }
        };
        columns([
            &answer.number.to_string(),
            &answer.empties.to_string(),
            &score(answer),
            &answer.best.map_or("-".to_string(), |best| best.to_string()),
            &depth_and_selectivity(answer.depth, answer.selectivity),
            &answer.nodes.to_string(),
            &format!("{:.3}", answer.seconds),
            &speed(answer.nodes, answer.seconds),
            &verdict(solved.verdict),
            &self.width.map_or(line.clone(), |width| {
                cut(&line, width.saturating_sub(LINE_AT))
            }),
        ])
    }

    fn total(&self, total: &Total) -> Option<String> {
        let seconds = total.time.as_secs_f64();
        let (right, wrong) = (total.right, total.wrong.len());
        Some(format!(
            "total: positions {}, right {right}, wrong {wrong}, not judged {}, nodes {}, \
             seconds {seconds:.3}, nodes/s {}",
            total.positions,
            total.positions - right - wrong,
            total.nodes,
            speed(total.nodes, seconds)
        ))
    }
}

fn score(answer: &Answer) -> String {
    let claim = answer.claim().map(|claim| claim.to_string());
    claim.unwrap_or_else(|| signed(answer.score))
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
        Verdict::Wrong { known } => format!("wrong:{known}"),
        Verdict::Open => "open".to_string(),
        Verdict::None => "-".to_string(),
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
