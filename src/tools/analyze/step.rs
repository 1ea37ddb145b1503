//! The positions of a game, and the verdicts on the moves that were played.

use std::cmp::Reverse;

use crate::board::{Move, Position};
use crate::formats::GameRecord;
use crate::search::grade::Grade;
use crate::search::report::{Line, Report};
use crate::search::value::Value;
use crate::tools::formatting;

/// A position of a game.
pub(super) struct Step {
    pub(super) position: Position,
    /// The move that was played; `None` in the last position of an unfinished game.
    pub(super) played: Option<Move>,
    /// `None` if the user has interrupted the analysis.
    pub(super) finding: Option<Finding>,
}

/// The values of all moves in a position, for the side to move.
#[derive(Clone)]
pub(super) struct Finding {
    /// Best first; among equals the move that was played comes first.
    report: Report,
    played: Option<Move>,
}

/// The verdict on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It was the only legal move.
    Forced,
    /// There was a choice.
    Graded(Grade),
}

/// The positions of a game in which a move was played, and the last one if it has moves.
pub(super) fn steps(game: &GameRecord) -> Vec<Step> {
    let mut position = game.start;
    let mut steps = Vec::new();
    for action in game.actions() {
        steps.push(Step::new(position, Some(action)));
        position = position.after(action);
    }
    if !position.is_over() {
        steps.push(Step::new(position, None));
    }
    steps
}

impl Step {
    fn new(position: Position, played: Option<Move>) -> Step {
        Step {
            position,
            played,
            finding: None,
        }
    }

    /// Whether there is more than one move.
    pub(super) fn is_choice(&self) -> bool {
        self.position.moves().len() > 1
    }

    /// `None` if no move was played, or there is no finding.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        let loss = self.finding.as_ref()?.loss()?;
        Some(match loss {
            _ if !self.is_choice() => Verdict::Forced,
            loss => Verdict::Graded(Grade::of_loss(loss)),
        })
    }
}

impl Finding {
    pub(super) fn new(mut report: Report, played: Option<Move>) -> Finding {
        report.lines.sort_by_key(|line| {
            let first = line.moves[0];
            (Reverse(discs(line)), Some(first) != played, first)
        });
        Finding { report, played }
    }

    /// The moves with their values, best first.
    pub(super) fn values(&self) -> impl Iterator<Item = (Move, i32)> {
        let lines = self.report.lines.iter();
        lines.map(|line| (line.moves[0], discs(line)))
    }

    /// The moves with the lines that follow from them, best first.
    pub(super) fn lines(&self) -> impl Iterator<Item = (Move, String)> {
        let lines = self.report.lines.iter();
        lines.map(|line| (line.moves[0], formatting::moves(&line.moves)))
    }

    pub(super) fn best_value(&self) -> i32 {
        self.report.discs()
    }

    /// All moves that are as good as the best.
    pub(super) fn best_moves(&self) -> Vec<Move> {
        let best = self.best_value();
        let equal = self.values().take_while(|&(_, value)| value == best);
        equal.map(|(action, _)| action).collect()
    }

    /// The value of the move that was played.
    pub(super) fn played_value(&self) -> Option<i32> {
        let mut values = self.values();
        let (_, value) = values.find(|&(action, _)| Some(action) == self.played)?;
        Some(value)
    }

    /// How much worse the played move is than the best one.
    pub(super) fn loss(&self) -> Option<i32> {
        Some(self.best_value() - self.played_value()?)
    }

    /// Whether all values are exact.
    pub(super) fn is_exact(&self) -> bool {
        self.report.lines.iter().all(|line| line.is_exact)
    }

    /// The best move and how it was found.
    pub(super) fn best(&self) -> &Line {
        self.report.best()
    }

    /// The principal variation.
    pub(super) fn best_line(&self) -> String {
        formatting::moves(self.report.pv())
    }

    /// The finding for the position before, in which the other side must pass.
    pub(super) fn before_pass(&self, played: Option<Move>) -> Finding {
        Finding::new(self.report.clone().before_pass(), played)
    }
}

impl Verdict {
    pub(super) fn word(self) -> &'static str {
        match self {
            Verdict::Forced => "forced",
            Verdict::Graded(grade) => grade.name(),
        }
    }
}

/// The value of a line in discs; the engine's values are whole discs.
fn discs(line: &Line) -> i32 {
    line.value.map_or(0, Value::discs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::transcript;
    use crate::formats::Ply;
    use crate::score::Score;
    use crate::search::report::Source;
    use crate::search::value::Unit;

    fn line(moves: &str, score: Score) -> Line {
        let moves = moves.split(' ').map(|word| word.parse().unwrap());
        Line {
            value: Some(Value {
                score,
                unit: Unit::DISCS,
            }),
            depth: 12,
            selectivity: 73,
            is_exact: score.discs().is_some(),
            ..Line::new(moves.collect())
        }
    }

    fn finding(lines: Vec<Line>, played: &str) -> Finding {
        let report = Report::new(Source::Search, lines);
        Finding::new(report, Some(played.parse().unwrap()))
    }

    #[test]
    fn a_loss_is_the_difference_from_the_best() {
        let lines = || {
            vec![
                line("F5 D6", Score::estimate(2)),
                line("C4", Score::estimate(2)),
                line("E6", Score::estimate(-1)),
                line("D3", Score::estimate(-2)),
            ]
        };
        for (played, loss, best, pv) in [
            ("F5", 0, "F5 C4", "F5 D6"),
            ("C4", 0, "C4 F5", "C4"),
            ("E6", 3, "C4 F5", "C4"),
            ("D3", 4, "C4 F5", "C4"),
        ] {
            let found = finding(lines(), played);
            assert_eq!(found.loss(), Some(loss), "{played}");
            assert_eq!(formatting::moves(&found.best_moves()), best, "{played}");
            assert_eq!(found.best_line(), pv, "{played}");
            assert!(!found.is_exact());
        }
        let nothing_played = Finding::new(Report::new(Source::Search, lines()), None);
        assert_eq!(nothing_played.loss(), None);
    }

    /// Internally, the scores of results are far above and below all estimates.
    #[test]
    fn results_are_in_discs_too() {
        let found = finding(
            vec![
                line("F5", Score::result(6)),
                line("C4", Score::result(0)),
                line("D3", Score::result(-4)),
            ],
            "D3",
        );
        assert_eq!((found.best_value(), found.loss()), (6, Some(10)));
    }

    #[test]
    fn a_pass_is_worth_what_follows() {
        let after = finding(vec![line("A1 B1", Score::result(-8))], "A1");
        let before = after.before_pass(Some(Move::Pass));
        assert_eq!((before.best_value(), before.loss()), (8, Some(0)));
        assert_eq!(before.best_line(), "pass A1 B1");
        let best = before.best();
        assert_eq!((best.depth, best.selectivity), (13, 73));
    }

    #[test]
    fn choices_are_graded_by_their_loss() {
        let verdict = |played: &str| {
            let mut step = Step::new(Position::START, Some(played.parse().unwrap()));
            let lines = vec![
                line("D3", Score::estimate(2)),
                line("C4", Score::estimate(1)),
                line("F5", Score::estimate(-2)),
                line("E6", Score::estimate(-6)),
            ];
            step.finding = Some(finding(lines, played));
            step.verdict().map(Verdict::word)
        };
        for (played, word) in [
            ("D3", "best"),
            ("C4", "good"),
            ("F5", "mistake"),
            ("E6", "blunder"),
        ] {
            assert_eq!(verdict(played), Some(word), "{played}");
        }
        assert_eq!(Step::new(Position::START, None).verdict(), None);
    }

    #[test]
    fn an_unfinished_game_has_a_last_step_without_a_move() {
        let steps = |moves: &str| {
            let mut game = GameRecord::new(Position::START);
            for action in transcript::parse(&Position::START, moves).unwrap() {
                let color = game.end().to_move();
                game.moves.push(Ply::new(color, action));
            }
            steps(&game)
        };
        let unfinished = steps("f5d6");
        assert_eq!(unfinished.len(), 3);
        assert_eq!(unfinished[2].played, None);
        let over = steps("e6f4e3f6g5d6e7f5c5");
        assert_eq!(over.len(), 9);
        assert!(over.iter().all(|step| step.played.is_some()));
    }
}
