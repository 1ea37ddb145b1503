//! A search that panics costs one failed reply, and nothing else.

use obverse::board::Square;
use obverse::score::Score;
use obverse::search::analysis::{Analysis, Scope};
use obverse::search::control::{Control, Stopped};
use obverse::search::{Report, Request, Searcher, Watcher};

use crate::engine::{Engine, WATCHDOG};

struct Broken;

impl Searcher for Broken {
    fn best_move(&mut self, _: &Request, _: &Control, _: Watcher<'_>) -> Report {
        panic!("a bug, on purpose")
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Vec<(Square, Score)>, Stopped> {
        panic!("a bug, on purpose")
    }

    fn analyze(&mut self, _: &Request, _: &Scope, _: &Control, _: &mut dyn FnMut(Analysis)) {
        panic!("a bug, on purpose")
    }
}

/// The thread itself dies of this one.
struct Dying;

impl Searcher for Dying {
    fn best_move(&mut self, _: &Request, _: &Control, _: Watcher<'_>) -> Report {
        panic!("a bug, on purpose")
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Vec<(Square, Score)>, Stopped> {
        panic!("a bug, on purpose")
    }

    fn analyze(&mut self, _: &Request, _: &Scope, _: &Control, _: &mut dyn FnMut(Analysis)) {
        panic!("a bug, on purpose")
    }
}

impl Drop for Dying {
    fn drop(&mut self) {
        panic!("a bug, on purpose")
    }
}

#[test]
fn the_next_command_finds_a_working_engine() {
    for command in ["genmove b", "reg_genmove b", "all_move_values"] {
        for searcher in [Box::new(Broken) as Box<dyn Searcher>, Box::new(Dying)] {
            let engine = Engine::start(Some(searcher), WATCHDOG);
            let input = format!("1 {command}\n2 last_move\n3 genmove b\n4 undo\n");
            engine.send(input.as_bytes());
            assert_eq!(
                String::from_utf8_lossy(&engine.finish().expect("it goes on")),
                "?1 search failed\n\n?2 no previous move known\n\n=3 D3\n\n=4\n\n"
            );
        }
    }
}

/// A reply that has begun cannot fail any more: it ends early.
#[test]
fn a_reply_that_has_begun_just_ends() {
    for command in [
        "analyze b 1",
        "lz-genmove_analyze b",
        "kata-search_analyze b",
    ] {
        for searcher in [Box::new(Broken) as Box<dyn Searcher>, Box::new(Dying)] {
            let engine = Engine::start(Some(searcher), WATCHDOG);
            engine.send(format!("1 {command}\n").as_bytes());
            let lines = [(); 2].map(|()| engine.take_line().expect("it ends by itself"));
            assert_eq!(lines, [b"=1".to_vec(), Vec::new()]);
            engine.send(b"2 last_move\n3 genmove b\n");
            assert_eq!(
                String::from_utf8_lossy(&engine.finish().expect("it goes on")),
                "?2 no previous move known\n\n=3 D3\n\n"
            );
        }
    }
}
