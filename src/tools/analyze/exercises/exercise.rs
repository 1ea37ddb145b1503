//! A position with a mistake, and what the page must know about it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Color;
use crate::formats::GameRecord;
use crate::search::grade::Grade;
use crate::tools::analyze::step::{Step, Verdict};
use crate::tools::analyze::{AnalyzedGame, player};

/// By how many discs the best move must be better than the second best.
const CLEAR: i32 = 2;

#[derive(Serialize)]
pub(super) struct Exercise {
    file: String,
    game: usize,
    /// The number of the move in its game.
    n: usize,
    player: Option<String>,
    start: String,
    played: String,
    pub(super) loss: i32,
    grade: &'static str,
    best: String,
    exact: bool,
    depth: u32,
    values: BTreeMap<String, i32>,
    /// For each move, that move and best play after it.
    lines: BTreeMap<String, String>,
}

impl Exercise {
    pub(super) fn is_same(&self, other: &Exercise) -> bool {
        self.start == other.start
    }
}

/// The exercises of a game, from the moves of one player or of both.
pub(super) fn exercises(game: &AnalyzedGame<'_>, player: Option<&str>) -> Vec<Exercise> {
    let is_wanted = |color| player.is_none_or(|name| plays(game.game, color, name));
    let numbered = (1..).zip(&game.steps);
    numbered
        .filter(|(_, step)| is_wanted(step.position.to_move()))
        .filter_map(|(number, step)| exercise(game, number, step))
        .collect()
}

/// Whether the player with this name has this colour, which is the name of those without one.
pub(super) fn plays(game: &GameRecord, color: Color, name: &str) -> bool {
    let side = color.to_string();
    let player = player(game, color).unwrap_or(&side);
    player.to_lowercase() == name.to_lowercase()
}

fn exercise(game: &AnalyzedGame<'_>, number: usize, step: &Step) -> Option<Exercise> {
    let Some(Verdict::Graded(grade @ (Grade::Mistake | Grade::Blunder))) = step.verdict() else {
        return None;
    };
    let finding = step.finding.as_ref()?;
    let mut values = finding.values().map(|(_, value)| value);
    let (best, second) = (values.next()?, values.next()?);
    if best - second < CLEAR {
        return None;
    }
    Some(Exercise {
        file: game.file.to_string(),
        game: game.number,
        n: number,
        player: game.player(step.position.to_move()).map(str::to_string),
        start: step.position.to_string(),
        played: step.played?.to_string(),
        loss: finding.loss()?,
        grade: grade.name(),
        best: finding.best_moves().first()?.to_string(),
        exact: finding.is_exact(),
        depth: finding.best().depth,
        values: finding
            .values()
            .map(|(action, value)| (action.to_string(), value))
            .collect(),
        lines: finding
            .lines()
            .map(|(action, line)| (action.to_string(), line))
            .collect(),
    })
}
