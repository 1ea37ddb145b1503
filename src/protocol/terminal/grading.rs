//! The grades of the moves of a game, which are found one move after the other.

use crate::board::{Color, Game, Move, Position};
use crate::search::grade::Grade;
use crate::search::report::{Line, Report};
use crate::search::value::Value;

/// A game whose moves are being graded, from the last to the first: what is found in a
/// position helps in the one before it.
pub(super) struct Grading {
    steps: Vec<Step>,
    /// How many of the steps are still to be graded.
    left: usize,
}

/// A move to grade.
struct Step {
    number: usize,
    color: Color,
    before: Position,
    played: Move,
    /// `None` if there was no other move, or while it is unknown.
    finding: Option<Finding>,
}

struct Finding {
    best: Move,
    /// In discs.
    loss: i32,
}

impl Grading {
    /// The moves that lead on from `start`: those of the person or, if there is none, all.
    pub(super) fn new(
        start: &Position,
        moves: impl Iterator<Item = (Color, Move)>,
        person: Option<Color>,
    ) -> Grading {
        let mut game = Game::new(*start);
        let mut steps = Vec::new();
        let mut number = 0;
        for (color, played) in moves {
            let before = *game.position();
            let is_legal = game.play(color, played);
            debug_assert!(is_legal.is_ok(), "it was played before");
            if played == Move::Pass {
                continue;
            }
            number += 1;
            if person.is_none_or(|person| person == color) {
                steps.push(Step {
                    number,
                    color,
                    before,
                    played,
                    finding: None,
                });
            }
        }
        Grading {
            left: steps.len(),
            steps,
        }
    }

    /// Whether there is no move to grade.
    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The next position to search; `None` at the end. Only moves are searched to which there
    /// was an alternative.
    pub(super) fn next(&mut self) -> Option<Position> {
        while let Some(step) = self.steps[..self.left].last() {
            if step.has_choice() {
                return Some(step.before);
            }
            self.left -= 1;
        }
        None
    }

    /// What is being searched.
    pub(super) fn progress(&self) -> String {
        let step = self.steps[..self.left].last();
        let number = step.map_or(0, |step| step.number);
        format!("grading move {number} (Ctrl-C: stop)")
    }

    /// Grades a move by the values of all moves in its position.
    pub(super) fn add(&mut self, report: &Report) {
        self.left = self.left.saturating_sub(1);
        if let Some(step) = self.steps.get_mut(self.left) {
            step.finding = Finding::new(report, step.played);
        }
    }

    /// A line for each move, and a summary.
    pub(super) fn table(&self) -> String {
        let graded = &self.steps[self.left..];
        let mut text: String = graded.iter().map(Step::line).collect();
        let losses = graded.iter().filter_map(|step| step.finding.as_ref());
        let losses: Vec<i32> = losses.map(|finding| finding.loss).collect();
        let counts = Grade::ALL.map(|grade| {
            let count = losses.iter().filter(|&&loss| Grade::of_loss(loss) == grade);
            format!("{} {}", grade.name(), count.count())
        });
        text += &counts.join(", ");
        if !losses.is_empty() {
            let lost: i32 = losses.iter().sum();
            let average = f64::from(lost) / losses.len() as f64;
            text += &format!("; on average {average:.1} discs lost");
        }
        if self.left > 0 {
            text += &format!("; {} earlier moves not graded", self.left);
        }
        text + "\n"
    }
}

impl Step {
    fn has_choice(&self) -> bool {
        self.before.moves_of(self.color).len() > 1
    }

    /// `  5. black C4  -3 inaccuracy, E6 was best`.
    fn line(&self) -> String {
        let verdict = match &self.finding {
            Some(Finding { loss: 0, .. }) => format!("{:4} {}", 0, Grade::Best.name()),
            Some(Finding { loss, best }) => {
                let grade = Grade::of_loss(*loss).name();
                format!("{:4} {grade}, {best} was best", -loss)
            }
            None if self.has_choice() => "   ? the search gave no values".to_string(),
            None => "     the only move".to_string(),
        };
        let (number, color, played) = (self.number, self.color, self.played);
        format!("{number:3}. {color} {played} {verdict}\n")
    }
}

impl Finding {
    fn new(report: &Report, played: Move) -> Option<Finding> {
        let value = |line: &Line| line.value.map(Value::discs);
        let of_played = report.lines.iter().find(|line| line.moves[0] == played)?;
        let best = report.best();
        let loss = value(best)? - value(of_played)?;
        Some(Finding {
            best: best.moves[0],
            loss: loss.max(0),
        })
    }
}
