//! The lines of a search that tells what it thinks while it thinks.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::reply;
use crate::board::Move;
use crate::protocol::text::{decimal, discs};
use crate::score::Bound;
use crate::search::analysis::{Analysis, Line, Unit};

/// No client reads faster.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

/// How a client wants to hear of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Form {
    /// Chances as whole numbers up to 10000.
    pub(super) has_whole_numbers: bool,
    /// The time between two lines; without it there is one, at the end.
    pub(super) interval: Option<Duration>,
    /// Whether to sum up at the end of the line.
    pub(super) has_root: bool,
}

/// What was told of a search and what is still to be told.
#[derive(Debug)]
pub(super) struct Live {
    form: Form,
    /// Between how many moves the side to move can choose.
    choices: u32,
    /// Whether the search begins after a pass that is the only move.
    is_behind_pass: bool,
    /// The newest, until it is told.
    news: Option<Analysis>,
    /// What was told last: it is not told again.
    told: Option<Analysis>,
    /// When the next line may be written.
    next: Option<Instant>,
}

impl Live {
    /// Of a choice between so many moves.
    pub(super) fn new(form: Form, choices: u32) -> Live {
        Live {
            form,
            choices,
            is_behind_pass: false,
            news: None,
            told: None,
            next: form.interval.map(|_| Instant::now()),
        }
    }

    /// Of a pass, which the search comes after.
    pub(super) fn of_pass(form: Form) -> Live {
        Live {
            is_behind_pass: true,
            ..Live::new(form, 1)
        }
    }

    /// Replaces what was not told yet.
    pub(super) fn hear(&mut self, analysis: Analysis) {
        let news = if self.is_behind_pass {
            analysis.before_pass()
        } else {
            analysis
        };
        self.news = Some(news).filter(|news| self.told.as_ref() != Some(news));
    }

    /// Tells the news if it is time, and says when it will be.
    pub(super) fn tell(&mut self, unit: Unit, output: &mut Vec<u8>) -> Option<Instant> {
        self.news.as_ref()?;
        let (next, now) = (self.next?, Instant::now());
        if now < next {
            return Some(next);
        }
        self.tell_rest(unit, output);
        let interval = self.form.interval?.max(SHORTEST_INTERVAL);
        self.next = now.checked_add(interval);
        None
    }

    /// Tells what is left to be told.
    pub(super) fn tell_rest(&mut self, unit: Unit, output: &mut Vec<u8>) {
        if let Some(analysis) = self.news.take() {
            reply::line(&self.text(&analysis, unit), output);
            self.told = Some(analysis);
        }
    }

    fn text(&self, analysis: &Analysis, unit: Unit) -> String {
        let mut text = String::new();
        for (order, line) in analysis.lines.iter().enumerate() {
            if order > 0 {
                text.push(' ');
            }
            self.add_info(&mut text, order, line, unit);
        }
        if let (true, Some(best)) = (self.form.has_root, analysis.lines.first()) {
            let visits = analysis.nodes.max(1);
            let _ = write!(
                text,
                " rootInfo visits {visits} winrate {} scoreLead {}",
                self.chance(unit.chance(best.score)),
                discs(best.score, unit),
            );
        }
        text
    }

    fn add_info(&self, text: &mut String, order: usize, line: &Line, unit: Unit) {
        let chance = self.chance(unit.chance(line.score));
        let moves: Vec<String> = line.moves.iter().map(Move::to_string).collect();
        // Nothing that is written to a string fails.
        let _ = write!(
            text,
            "info move {} visits {} winrate {chance} scoreLead {} prior {} lcb {chance} \
             order {order} depth {} selectivity {} exact {}",
            moves[0],
            line.visits,
            discs(line.score, unit),
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
        // Last, since its end is where the next word is no move.
        let _ = write!(text, " pv {}", moves.join(" "));
    }

    fn chance(&self, chance: f64) -> String {
        if self.form.has_whole_numbers {
            decimal(10_000.0 * chance, 0)
        } else {
            decimal(chance, 4)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::score::Score;

    fn analysis(score: Score) -> Analysis {
        let first: Square = "D3".parse().expect("a square");
        Analysis {
            nodes: 9,
            lines: vec![Line {
                moves: vec![first.into(), Move::Pass],
                score,
                bound: Bound::Lower,
                depth: 4,
                selectivity: 73,
                is_exact: false,
                visits: 7,
            }],
        }
    }

    fn told(live: &mut Live, analysis: Analysis) -> String {
        let mut output = Vec::new();
        live.hear(analysis);
        live.tell_rest(Unit::Percent, &mut output);
        String::from_utf8(output).expect("it is text")
    }

    const FORM: Form = Form {
        has_whole_numbers: false,
        interval: Some(Duration::from_secs(1000)),
        has_root: false,
    };

    #[test]
    fn each_kind_of_client_gets_its_numbers() {
        let mut live = Live::new(FORM, 4);
        assert_eq!(
            told(&mut live, analysis(Score::estimate(50))),
            "info move D3 visits 7 winrate 0.5000 scoreLead 0.00 prior 0.2500 lcb 0.5000 \
             order 0 depth 4 selectivity 73 exact false bound lower pv D3 pass\n"
        );
        live.form.has_whole_numbers = true;
        live.form.has_root = true;
        assert_eq!(
            told(&mut live, analysis(Score::result(-10))),
            "info move D3 visits 7 winrate 0 scoreLead -10.00 prior 2500 lcb 0 order 0 \
             depth 4 selectivity 73 exact false bound lower pv D3 pass \
             rootInfo visits 9 winrate 0 scoreLead -10.00\n"
        );
    }

    #[test]
    fn a_pass_is_worth_what_comes_after() {
        let text = told(&mut Live::of_pass(FORM), analysis(Score::result(10)));
        assert_eq!(
            text,
            "info move pass visits 7 winrate 0.0000 scoreLead -10.00 prior 1.0000 lcb 0.0000 \
             order 0 depth 5 selectivity 73 exact false bound upper pv pass D3 pass\n"
        );
    }

    #[test]
    fn news_waits_for_its_time() {
        let mut live = Live::new(FORM, 4);
        let mut output = Vec::new();
        assert_eq!(live.tell(Unit::Percent, &mut output), None);
        live.hear(analysis(Score::estimate(1)));
        assert_eq!(live.tell(Unit::Percent, &mut output), None);
        let first = output.len();
        assert!(first > 0);
        live.hear(analysis(Score::estimate(2)));
        live.hear(analysis(Score::estimate(1)));
        live.tell_rest(Unit::Percent, &mut output);
        assert_eq!(output.len(), first, "it is not news");
        live.hear(analysis(Score::estimate(2)));
        assert!(live.tell(Unit::Percent, &mut output).is_some());
        assert_eq!(output.len(), first);
        live.tell_rest(Unit::Percent, &mut output);
        assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), 2);
    }
}
