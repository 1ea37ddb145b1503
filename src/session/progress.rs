//! Which reports of a running search are sent to the client, and when.
//!
//! Protocols write different things at different rates, but all of them use this module to
//! follow a search.

use std::time::{Duration, Instant};

use crate::search::report::Report;

/// How often a client wants reports of a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long the search must have run before the first report.
    pub first_after: Duration,
    /// The shortest time between two reports.
    pub interval: Duration,
}

impl Pace {
    /// Every report at once.
    pub const EVERY_REPORT: Pace = Pace {
        first_after: Duration::ZERO,
        interval: Duration::ZERO,
    };
}

/// What a search has reported so far.
#[derive(Debug)]
pub struct Progress {
    started: Instant,
    /// Whether the search started after a forced pass.
    is_after_pass: bool,
    /// The newest report, until it is sent.
    unsent: Option<Report>,
    sent: Option<Report>,
    sent_at: Option<Instant>,
}

impl Progress {
    /// The progress of a search that starts now. If the side to move must pass, the search
    /// starts after the pass, and its reports are changed to name the pass as the move.
    pub(super) fn new(is_after_pass: bool) -> Progress {
        Progress {
            started: Instant::now(),
            is_after_pass,
            unsent: None,
            sent: None,
            sent_at: None,
        }
    }

    /// The report from the point of view of the side for which the search was started.
    pub(super) fn seen_from_start(&self, report: Report) -> Report {
        match self.is_after_pass {
            true => report.before_pass(),
            false => report,
        }
    }

    /// Replaces a report that has not been sent. A report that equals the last one sent is
    /// not sent again.
    pub(super) fn add(&mut self, report: Report) {
        let is_new = self.sent.as_ref().is_none_or(|sent| {
            let key = |report: &Report| (report.nodes, report.source);
            key(sent) != key(&report) || sent.lines != report.lines
        });
        self.unsent = Some(report).filter(|_| is_new);
    }

    /// The newest report, sent or not.
    pub fn newest(&self) -> Option<&Report> {
        self.unsent.as_ref().or(self.sent.as_ref())
    }

    /// The time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// When the newest report may be sent; `None` if it has been, or if the client wants a
    /// report only at the end.
    pub fn due(&self, pace: Option<Pace>) -> Option<Instant> {
        self.unsent.as_ref()?;
        let pace = pace?;
        match self.sent_at {
            None => self.started.checked_add(pace.first_after),
            Some(sent_at) => sent_at.checked_add(pace.interval),
        }
    }

    /// Takes the newest report if it has not been sent yet; it then counts as sent.
    pub fn take(&mut self) -> Option<&Report> {
        let report = self.unsent.take()?;
        self.sent_at = Some(Instant::now());
        Some(self.sent.insert(report))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::score::Score;
    use crate::search::report::{Line, Source};
    use crate::search::value::{Unit, Value};

    fn report(score: i32) -> Report {
        let value = Value {
            score: Score::estimate(score),
            unit: Unit::DISCS,
        };
        let line = Line {
            value: Some(value),
            ..Line::new(vec!["D3".parse().expect("a move")])
        };
        Report {
            time: Duration::from_nanos(score.unsigned_abs().into()),
            ..Report::new(Source::Search, vec![line])
        }
    }

    #[test]
    fn no_report_is_sent_twice() {
        let mut progress = Progress::new(false);
        assert_eq!(progress.take(), None);
        progress.add(report(1));
        assert_eq!(progress.take(), Some(&report(1)));
        // Replaced before it was sent.
        progress.add(report(2));
        let later = Report {
            time: Duration::from_secs(1),
            ..report(1)
        };
        progress.add(later);
        assert_eq!(progress.take(), None);
        assert_eq!(progress.newest(), Some(&report(1)));
        progress.add(report(2));
        assert_eq!(progress.newest(), Some(&report(2)));
        assert_eq!(progress.take(), Some(&report(2)));
    }

    #[test]
    fn a_report_waits_for_its_time() {
        let mut progress = Progress::new(false);
        let pace = Some(Pace {
            first_after: Duration::from_secs(500),
            interval: Duration::from_secs(1000),
        });
        assert_eq!(progress.due(pace), None, "nothing is known");
        progress.add(report(1));
        assert_eq!(progress.due(None), None);
        assert!(progress.due(Some(Pace::EVERY_REPORT)) <= Some(Instant::now()));
        let wait = |progress: &Progress| {
            let due = progress.due(pace).expect("it is due");
            due.duration_since(progress.started).as_secs()
        };
        assert_eq!(wait(&progress), 500);
        assert!(progress.take().is_some());
        assert_eq!(progress.due(pace), None, "nothing is new");
        progress.add(report(2));
        assert!(wait(&progress) >= 1000);
        let endless = Some(Pace {
            interval: Duration::MAX,
            ..Pace::EVERY_REPORT
        });
        assert_eq!(progress.due(endless), None);
    }

    #[test]
    fn a_search_after_a_pass_is_seen_from_before_it() {
        let progress = Progress::new(true);
        let seen = progress.seen_from_start(report(3));
        assert_eq!(seen.best_move(), Some(Move::Pass));
        assert_eq!(seen.best().score(), Some(Score::estimate(-3)));
    }
}
