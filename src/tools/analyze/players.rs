//! The table of players on the page.

use super::phase::Phase;
use super::summary::{PlayerTotal, WINNING_ESTIMATE};
use crate::search::grade::Grade;
use crate::tools::page::name;

/// The rows, for people who read the table on a phone with the heading of each cell.
pub(super) fn rows(players: &[PlayerTotal]) -> String {
    players.iter().map(row).collect()
}

fn row(player: &PlayerTotal) -> String {
    let graded = |grade: Grade| player.graded[grade as usize];
    let [opening, midgame, endgame] = player.lost_in;
    let best = match player.choices {
        0 => "–".to_string(),
        choices => {
            let best = graded(Grade::Best);
            let share = 100.0 * best as f64 / choices as f64;
            format!("{best} of {choices} ({share:.0} %)")
        }
    };
    let cells = [
        ("Games", player.games.to_string()),
        ("Discs lost", player.lost.to_string()),
        ("Opening", opening.to_string()),
        ("Midgame", midgame.to_string()),
        ("Endgame", endgame.to_string()),
        ("Inaccuracies", graded(Grade::Inaccuracy).to_string()),
        ("Mistakes", graded(Grade::Mistake).to_string()),
        ("Blunders", graded(Grade::Blunder).to_string()),
        ("Best moves", best),
        (
            "Wins let go",
            format!("{} of {}", player.let_go, player.winning),
        ),
    ];
    let cells = cells.map(|(head, text)| format!("<td data-head=\"{head}\">{text}</td>"));
    format!(
        "<tr><th scope=\"row\">{}</th>{}</tr>\n",
        name(&player.name),
        cells.concat()
    )
}

/// What the grades and the phases mean.
pub(super) fn legend() -> String {
    let grades = Grade::ALL.map(|grade| format!("{} {}", grade.name(), grade.losses()));
    let phases = Phase::ALL.map(|phase| format!("{} {}", phase.name(), phase.empties()));
    format!(
        "Grades by the discs that a move loses: {}; forced: there was no other move. Phases by \
         the empty squares before a move: {}. A win is let go by a move that turns a won position, \
         or an estimate of +{WINNING_ESTIMATE} or more, into a draw or a loss.",
        grades.join(", "),
        phases.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_tells_the_same_grades() {
        let told = super::super::ROW.details;
        for grade in Grade::ALL {
            let expected = format!("{} ({})", grade.name(), grade.losses());
            assert!(told.contains(&expected), "{expected}");
        }
    }
}
