//! The `info` lines of a running search: `analyze` and related commands.

use std::fmt::Write;
use std::time::Duration;

use crate::board::Move;
use crate::protocol::text::{decimal, discs};
use crate::score::Bound;
use crate::search::report::{Line, Report};
use crate::search::value::Value;
use crate::session::Pace;

/// No client needs more frequent lines.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

/// The format that the client has requested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct InfoFormat {
    /// Whether chances are whole numbers up to 10000.
    pub(super) has_whole_numbers: bool,
    /// The time between two lines; `None` for a single line at the end.
    pub(super) interval: Option<Duration>,
    /// Whether `rootInfo` ends each line.
    pub(super) has_root_info: bool,
    /// The number of moves of the side to move, among which the prior is divided.
    pub(super) choices: u32,
}

impl InfoFormat {
    /// How often a line is written.
    pub(super) fn pace(&self) -> Option<Pace> {
        let interval = self.interval?;
        Some(Pace {
            interval: interval.max(SHORTEST_INTERVAL),
            ..Pace::EVERY_REPORT
        })
    }

    /// One line, whatever the number of moves.
    pub(super) fn line(&self, report: &Report) -> String {
        let mut text = String::new();
        for (order, line) in report.lines.iter().enumerate() {
            if order > 0 {
                text.push(' ');
            }
            self.add_move(&mut text, order, line);
        }
        if self.has_root_info {
            let value = report.best().value;
            let _ = write!(
                text,
                " rootInfo visits {} winrate {} scoreLead {}",
                report.nodes.max(1),
                self.winrate(value),
                lead(value),
            );
        }
        text
    }

    fn add_move(&self, text: &mut String, order: usize, line: &Line) {
        let winrate = self.winrate(line.value);
        let moves: Vec<String> = line.moves.iter().map(Move::to_string).collect();
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "info move {} visits {} winrate {winrate} scoreLead {} prior {} lcb {winrate} \
             order {order} depth {} selectivity {} exact {}",
            moves[0],
            line.visits,
            lead(line.value),
            self.chance(1.0 / f64::from(self.choices)),
            line.depth,
            line.selectivity,
            line.is_exact,
        );
        match line.bound {
            Bound::Exact => {}
            Bound::Lower => text.push_str(" bound lower"),
            Bound::Upper => text.push_str(" bound upper"),
        }
        // `pv` comes last, because its moves end at the first word that is not a move.
        let _ = write!(text, " pv {}", moves.join(" "));
    }

    /// The winning chance. It is 50 % for a move without a value, because clients expect a
    /// number.
    fn winrate(&self, value: Option<Value>) -> String {
        self.chance(value.map_or(0.5, Value::win_chance))
    }

    fn chance(&self, chance: f64) -> String {
        if self.has_whole_numbers {
            decimal(10_000.0 * chance, 0)
        } else {
            decimal(chance, 4)
        }
    }
}

fn lead(value: Option<Value>) -> String {
    value.map_or("0.00".to_string(), discs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::search::report::Source;
    use crate::search::value::Unit;

    fn report(value: Option<Score>) -> Report {
        let line = Line {
            value: value.map(|score| Value {
                score,
                unit: Unit::Percent,
            }),
            bound: Bound::Lower,
            depth: 4,
            selectivity: 73,
            visits: 7,
            ..Line::new(["D3", "pass"].map(|text| text.parse().unwrap()).to_vec())
        };
        Report {
            nodes: 9,
            ..Report::new(Source::Search, vec![line])
        }
    }

    const FORMAT: InfoFormat = InfoFormat {
        has_whole_numbers: false,
        interval: None,
        has_root_info: false,
        choices: 4,
    };

    #[test]
    fn each_kind_of_client_gets_its_numbers() {
        assert_eq!(
            FORMAT.line(&report(Some(Score::estimate(50)))),
            "info move D3 visits 7 winrate 0.5000 scoreLead 0.00 prior 0.2500 lcb 0.5000 \
             order 0 depth 4 selectivity 73 exact false bound lower pv D3 pass"
        );
        let format = InfoFormat {
            has_whole_numbers: true,
            has_root_info: true,
            ..FORMAT
        };
        assert_eq!(
            format.line(&report(Some(Score::result(-10)))),
            "info move D3 visits 7 winrate 0 scoreLead -10.00 prior 2500 lcb 0 order 0 \
             depth 4 selectivity 73 exact false bound lower pv D3 pass \
             rootInfo visits 9 winrate 0 scoreLead -10.00"
        );
    }

    #[test]
    fn a_move_without_a_value_has_even_chances() {
        let line = FORMAT.line(&report(None));
        assert!(line.contains(" winrate 0.5000 scoreLead 0.00 "), "{line}");
    }

    #[test]
    fn no_pace_is_too_fast_to_read() {
        let pace = |interval| {
            let format = InfoFormat { interval, ..FORMAT };
            format.pace().map(|pace| pace.interval)
        };
        assert_eq!(pace(None), None);
        assert_eq!(pace(Some(Duration::ZERO)), Some(SHORTEST_INTERVAL));
        let second = Duration::from_secs(1);
        assert_eq!(pace(Some(second)), Some(second));
    }
}
