//! The analysis in columns, for people and for scripts that split lines at blanks.

use super::phase::Phase;
use super::step::{Finding, Step};
use super::summary::PlayerTotal;
use super::{AnalyzedGame, Format, Total, opening_name};
use crate::board::{Color, Move};
use crate::text::plain;
use crate::tools::formatting::{cut, depth, signed};

/// A table for each game.
pub(super) struct Table {
    /// Principal variations are truncated to fit lines of this many characters.
    pub(super) width: Option<usize>,
}

impl Format for Table {
    fn game(&self, analyzed: &AnalyzedGame<'_>) -> String {
        let mut lines = vec![title(analyzed)];
        lines.extend(opening(analyzed));
        lines.push(columns([
            "n", "side", "move", "value", "best", "loss", "depth", "grade", "moves", "pv",
        ]));
        for (number, step) in (1..).zip(&analyzed.steps) {
            if let Some(finding) = &step.finding {
                lines.push(self.row(number, step, finding));
            }
        }
        for color in [Color::Black, Color::White] {
            lines.push(summary(analyzed, color));
        }
        if !analyzed.is_complete() {
            let all = analyzed.steps.len();
            let first = all - analyzed.analyzed() + 1;
            lines.push(format!("incomplete: moves {first} to {all} of {all}"));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    fn total(&self, total: &Total) -> String {
        let mut lines = Vec::new();
        if total.games > 1 {
            lines.extend(total.players.iter().map(player));
            lines.push(String::new());
        }
        lines.push(format!(
            "total: games {}, left out {}, positions {}, exact {}, nodes {}, seconds {:.3}",
            total.games,
            total.left_out,
            total.positions,
            total.exact,
            total.nodes,
            total.time.as_secs_f64()
        ));
        lines.join("\n")
    }
}

impl Table {
    fn row(&self, number: usize, step: &Step, finding: &Finding) -> String {
        let or_nothing = |text: Option<String>| text.unwrap_or("-".to_string());
        let row = columns([
            &number.to_string(),
            &step.position.to_move().to_string(),
            &or_nothing(step.played.map(|action| action.to_string())),
            &or_nothing(finding.played_value().map(signed)),
            &signed(finding.best_value()),
            &or_nothing(finding.loss().map(|loss| loss.to_string())),
            &found(finding),
            step.verdict().map_or("-", |verdict| verdict.word()),
            &list(&finding.best_moves()),
            &finding.best_line(),
        ]);
        match self.width {
            Some(width) => cut(&row, width),
            None => row,
        }
    }
}

/// The last column has no fixed width.
fn columns(
    [
        n,
        side,
        played,
        value,
        best,
        loss,
        depth,
        grade,
        moves,
        line,
    ]: [&str; 10],
) -> String {
    format!(
        "{n:>4} {side:<5} {played:<4} {value:>5} {best:>5} {loss:>4} {depth:<6} {grade:<10} \
         {moves:<8} {line}"
    )
}

/// `exact`, or the depth of the search.
fn found(finding: &Finding) -> String {
    match finding.is_exact() {
        true => "exact".to_string(),
        false => depth(finding.best()),
    }
}

fn list(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(",")
}

fn title(analyzed: &AnalyzedGame<'_>) -> String {
    let mut title = format!("{}: game {}", analyzed.file, analyzed.number);
    let player = |color| analyzed.player(color).unwrap_or("?");
    if analyzed.game.black.is_some() || analyzed.game.white.is_some() {
        title += &format!(", {} - {}", player(Color::Black), player(Color::White));
    }
    for part in [&analyzed.game.event, &analyzed.game.date]
        .into_iter()
        .flatten()
    {
        title += &format!(", {part}");
    }
    if let Some(outcome) = analyzed.game.outcome() {
        title += &format!(", {outcome}");
    }
    plain(&title).into_owned()
}

/// The name of the opening, and the move that left the known lines.
fn opening(analyzed: &AnalyzedGame<'_>) -> Option<String> {
    let recognised = analyzed.opening();
    let name = opening_name(&recognised)?;
    let left = recognised.left_at.and_then(|number| {
        let step = analyzed.steps.get(number - 1)?;
        Some(format!(
            ", left the known lines with {number}. {}",
            step.played?
        ))
    });
    Some(format!("opening: {name}{}", left.unwrap_or_default()))
}

fn summary(analyzed: &AnalyzedGame<'_>, color: Color) -> String {
    let summary = analyzed.summary(color);
    let worst = summary.worst.map_or(String::new(), |worst| {
        format!(
            ", worst {}. {} (loss {})",
            worst.number, worst.action, worst.loss
        )
    });
    let let_go = match &summary.let_go[..] {
        [] => String::new(),
        moves => {
            let moves: Vec<String> = moves.iter().map(usize::to_string).collect();
            format!(", win let go at {}", moves.join(" "))
        }
    };
    format!(
        "{color}: {}{worst}, {}{let_go}",
        losses(summary.lost, summary.lost_in, summary.graded),
        best(summary.graded, summary.choices)
    )
}

fn player(player: &PlayerTotal) -> String {
    let plural = if player.games == 1 { "" } else { "s" };
    format!(
        "{}: {} game{plural}, {}, {}, win let go in {} of {}",
        plain(&player.name),
        player.games,
        losses(player.lost, player.lost_in, player.graded),
        best(player.graded, player.choices),
        player.let_go,
        player.winning
    )
}

fn losses(lost: i32, lost_in: [i32; 3], graded: [usize; 5]) -> String {
    let phases = Phase::ALL.iter().zip(lost_in);
    let phases: Vec<String> = phases
        .map(|(phase, lost)| format!("{} {lost}", phase.name()))
        .collect();
    let [_, _, inaccuracies, mistakes, blunders] = graded;
    format!(
        "lost {lost} ({}), inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}",
        phases.join(", ")
    )
}

fn best([best, ..]: [usize; 5], choices: usize) -> String {
    let share = match choices {
        0 => String::new(),
        _ => format!(" ({:.0} %)", 100.0 * best as f64 / choices as f64),
    };
    format!("best {best} of {choices}{share}")
}
