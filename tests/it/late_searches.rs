//! If searches end late, later ones get less of a time for one move.

use std::sync::mpsc::{self, Sender};
use std::thread::sleep;
use std::time::Duration;

use obverse::search::analysis::Scope;
use obverse::search::control::{Control, Stopped};
use obverse::search::report::Report;
use obverse::search::{OnReport, Request, Searcher};

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::searchers::report;

const DELAY: Duration = Duration::from_millis(30);

/// A searcher whose first search ends this much after its limit. It tells the limits.
struct Late {
    delay: Option<Duration>,
    limits: Sender<Duration>,
}

impl Searcher for Late {
    fn best_move(&mut self, request: &Request, control: &Control, _: OnReport<'_>) -> Report {
        let limit = control.hard_time().expect("there is a clock");
        self.limits.send(limit).expect("the test waits");
        if let Some(delay) = self.delay.take() {
            sleep((limit + delay).saturating_sub(control.elapsed()));
        }
        report(&[request.position.moves().first().expect("there is a move")])
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Report, Stopped> {
        Err(Stopped)
    }

    fn analyze(&mut self, _: &Request, _: &Scope, _: &Control, _: OnReport<'_>) -> Report {
        panic!("only moves are asked for")
    }
}

#[test]
fn a_delay_is_kept_back_from_later_moves() {
    for commands in [
        "time_settings 0 0.2 1\ngenmove b\nclear_board\ngenmove b\n",
        "time_settings 0 0.2 1\ngenmove b\ntime_left w 0.2 1\ngenmove w\n",
        "ugi\ngo p1time 200 p2time 200 movestogo 1\nisready\ngo p1time 200 p2time 200 movestogo 1\n",
        "xboard\nst 0.2\nsd 5\nnew\ngo\nforce\ngo\n",
    ] {
        let (limits, told) = mpsc::channel();
        let delay = Some(DELAY);
        let engine = Engine::start(Some(Box::new(Late { delay, limits })), TIMEOUT);
        let mut given = Vec::new();
        for line in commands.lines() {
            engine.send(format!("{line}\n").as_bytes());
            if line.contains("genmove") || line.starts_with("go") {
                given.push(told.recv().expect("a search"));
                sleep(Duration::from_millis(300));
            }
        }
        engine.finish().expect("it goes on");
        assert!(
            given[0] > Duration::from_millis(190),
            "{commands}: {given:?}"
        );
        assert!(
            given[1] <= given[0] - DELAY * 9 / 10,
            "{commands}: {given:?}"
        );
        assert!(
            given[1] >= Duration::from_millis(66),
            "{commands}: {given:?}"
        );
    }
}
