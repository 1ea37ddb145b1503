//! The reports of a running search on their way to the client: the newest, whether
//! it was told, and when the next one may be.
//!
//! This is the one place for it. Protocols differ in what they write and how often,
//! not in how they follow a search.

use std::time::{Duration, Instant};

use crate::search::report::Report;

/// How often a client wants to be told of a running search.
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
    /// Whether the search began after a pass that is the only move.
    is_after_pass: bool,
    /// The newest report, until it is told.
    untold: Option<Report>,
    told: Option<Report>,
    told_at: Option<Instant>,
}

impl Progress {
    /// That of a search that starts now. If the side to move must pass, the search
    /// begins after that, and reports are changed to those of the pass.
    pub(super) fn new(is_after_pass: bool) -> Progress {
        Progress {
            started: Instant::now(),
            is_after_pass,
            untold: None,
            told: None,
            told_at: None,
        }
    }

    /// The report as the side sees it that the search was started for.
    pub(super) fn seen_from_start(&self, report: Report) -> Report {
        match self.is_after_pass {
            true => report.before_pass(),
            false => report,
        }
    }

    /// Replaces what was not told yet. What says the same as the last report that was
    /// told is not told again.
    pub(super) fn add(&mut self, report: Report) {
        let is_new = self.told.as_ref().is_none_or(|told| {
            let key = |report: &Report| (report.nodes, report.source);
            key(told) != key(&report) || told.lines != report.lines
        });
        self.untold = Some(report).filter(|_| is_new);
    }

    /// The newest report, told or not.
    pub fn newest(&self) -> Option<&Report> {
        self.untold.as_ref().or(self.told.as_ref())
    }

    /// The time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// When the newest report may be told; `None` if it was, or if the client only
    /// wants to be told at the end.
    pub fn due(&self, pace: Option<Pace>) -> Option<Instant> {
        self.untold.as_ref()?;
        let pace = pace?;
        match self.told_at {
            None => self.started.checked_add(pace.first_after),
            Some(told_at) => told_at.checked_add(pace.interval),
        }
    }

    /// The newest report if it is still to be told; it now counts as told.
    pub fn take(&mut self) -> Option<&Report> {
        let report = self.untold.take()?;
        self.told_at = Some(Instant::now());
        Some(self.told.insert(report))
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
    fn the_same_is_not_told_twice() {
        let mut progress = Progress::new(false);
        assert_eq!(progress.take(), None);
        progress.add(report(1));
        assert_eq!(progress.take(), Some(&report(1)));
        // Replaced before anybody has asked.
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
