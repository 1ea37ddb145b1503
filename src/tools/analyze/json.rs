//! The analysis as JSON, for programs and for the page.

use std::collections::BTreeMap;

use serde::Serialize;

use super::step::Step;
use super::summary::{PlayerTotal, Summary};
use super::{AnalyzedGame, Format, Total, opening_name};
use crate::board::{Color, Position};
use crate::search::grade::Grade;
use crate::tools::json::{line, seconds, total_line};

/// A line for each game.
pub(super) struct Lines;

impl Format for Lines {
    fn game(&self, analyzed: &AnalyzedGame<'_>) -> String {
        line(&Game::of(analyzed))
    }

    fn total(&self, total: &Total) -> String {
        total_line(&TotalRecord {
            games: total.games,
            left_out: total.left_out,
            positions: total.positions,
            exact: total.exact,
            nodes: total.nodes,
            seconds: seconds(total.time),
            players: total.players.iter().map(PlayerRecord::of).collect(),
        })
    }
}

#[derive(Serialize)]
struct TotalRecord<'a> {
    games: usize,
    left_out: usize,
    positions: usize,
    exact: usize,
    nodes: u64,
    seconds: f64,
    players: Vec<PlayerRecord<'a>>,
}

#[derive(Serialize)]
struct PlayerRecord<'a> {
    name: &'a str,
    games: usize,
    lost: i32,
    phases: Phases,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    best: usize,
    choices: usize,
    /// Games in which the player could have won, and those in which that was given away.
    winning: usize,
    let_go: usize,
}

/// The discs lost in each phase.
#[derive(Serialize)]
struct Phases {
    opening: i32,
    midgame: i32,
    endgame: i32,
}

#[derive(Serialize)]
pub(super) struct Game<'a> {
    file: &'a str,
    game: usize,
    /// `None` if only the time is limited.
    level: Option<u32>,
    black: Option<&'a str>,
    white: Option<&'a str>,
    event: Option<&'a str>,
    date: Option<&'a str>,
    result: Option<String>,
    /// The start position, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// The name of the opening, in English where it has one.
    opening: Option<&'static str>,
    /// The number of the move that left the known lines.
    left_at: Option<usize>,
    complete: bool,
    summary: Summaries,
    moves: Vec<StepRecord>,
}

#[derive(Serialize)]
struct Summaries {
    black: SummaryRecord,
    white: SummaryRecord,
}

#[derive(Serialize)]
struct SummaryRecord {
    lost: i32,
    phases: Phases,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    best: usize,
    choices: usize,
    /// The number of the worst move.
    worst: Option<usize>,
    /// Whether the player could have won from some position.
    was_winning: bool,
    /// The numbers of the moves that gave the win away.
    let_go: Vec<usize>,
}

#[derive(Serialize)]
struct StepRecord {
    n: usize,
    color: String,
    #[serde(rename = "move")]
    played: Option<String>,
    #[serde(flatten)]
    finding: Option<FindingRecord>,
}

#[derive(Serialize)]
struct FindingRecord {
    value: Option<i32>,
    best: i32,
    loss: Option<i32>,
    exact: bool,
    depth: u32,
    selectivity: u32,
    grade: Option<&'static str>,
    best_moves: Vec<String>,
    /// The values of all legal moves.
    values: BTreeMap<String, i32>,
    pv: String,
}

impl<'a> Game<'a> {
    pub(super) fn of(analyzed: &AnalyzedGame<'a>) -> Game<'a> {
        let game = analyzed.game;
        let is_usual = game.start == Position::START;
        let recognised = analyzed.opening();
        Game {
            file: analyzed.file,
            game: analyzed.number,
            level: analyzed.level,
            black: game.black.as_deref(),
            white: game.white.as_deref(),
            event: game.event.as_deref(),
            date: game.date.as_deref(),
            result: game.outcome().map(|outcome| outcome.to_string()),
            start: (!is_usual).then(|| game.start.to_string()),
            opening: opening_name(&recognised),
            left_at: recognised.left_at,
            complete: analyzed.is_complete(),
            summary: Summaries {
                black: SummaryRecord::of(&analyzed.summary(Color::Black)),
                white: SummaryRecord::of(&analyzed.summary(Color::White)),
            },
            moves: (1..)
                .zip(&analyzed.steps)
                .map(|(number, step)| StepRecord::of(number, step))
                .collect(),
        }
    }
}

impl SummaryRecord {
    fn of(summary: &Summary) -> SummaryRecord {
        SummaryRecord {
            lost: summary.lost,
            phases: Phases::of(summary.lost_in),
            inaccuracies: summary.graded(Grade::Inaccuracy),
            mistakes: summary.graded(Grade::Mistake),
            blunders: summary.graded(Grade::Blunder),
            best: summary.graded(Grade::Best),
            choices: summary.choices,
            worst: summary.worst.map(|worst| worst.number),
            was_winning: summary.was_winning,
            let_go: summary.let_go.clone(),
        }
    }
}

impl Phases {
    fn of([opening, midgame, endgame]: [i32; 3]) -> Phases {
        Phases {
            opening,
            midgame,
            endgame,
        }
    }
}

impl<'a> PlayerRecord<'a> {
    fn of(player: &'a PlayerTotal) -> PlayerRecord<'a> {
        let graded = |grade: Grade| player.graded[grade as usize];
        PlayerRecord {
            name: &player.name,
            games: player.games,
            lost: player.lost,
            phases: Phases::of(player.lost_in),
            inaccuracies: graded(Grade::Inaccuracy),
            mistakes: graded(Grade::Mistake),
            blunders: graded(Grade::Blunder),
            best: graded(Grade::Best),
            choices: player.choices,
            winning: player.winning,
            let_go: player.let_go,
        }
    }
}

impl StepRecord {
    fn of(number: usize, step: &Step) -> StepRecord {
        StepRecord {
            n: number,
            color: step.position.to_move().to_string(),
            played: step.played.map(|action| action.to_string()),
            finding: FindingRecord::of(step),
        }
    }
}

impl FindingRecord {
    fn of(step: &Step) -> Option<FindingRecord> {
        let finding = step.finding.as_ref()?;
        let best = finding.best();
        let best_moves = finding.best_moves();
        let values = finding.values();
        Some(FindingRecord {
            value: finding.played_value(),
            best: finding.best_value(),
            loss: finding.loss(),
            exact: finding.is_exact(),
            depth: best.depth,
            selectivity: best.selectivity,
            grade: step.verdict().map(|verdict| verdict.word()),
            best_moves: best_moves.iter().map(ToString::to_string).collect(),
            values: values
                .map(|(action, value)| (action.to_string(), value))
                .collect(),
            pv: finding.best_line(),
        })
    }
}
