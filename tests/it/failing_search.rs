//! If a search panics, a single command fails.

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::searchers::FakeSearcher;

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a bug, on purpose")
    }
}

/// A searcher that panics in the search, and one that also panics when it is dropped, which
/// ends the search thread.
fn panicking() -> [FakeSearcher; 2] {
    let bomb = Bomb;
    let dying = FakeSearcher::panicking().ponder(move |_, _| {
        let _ = &bomb;
    });
    [FakeSearcher::panicking(), dying]
}

#[test]
fn the_next_command_is_answered_as_usual() {
    for command in ["genmove b", "reg_genmove b", "all_move_values"] {
        for searcher in panicking() {
            let engine = Engine::start(Some(Box::new(searcher)), TIMEOUT);
            let input = format!("1 {command}\n2 last_move\n3 genmove b\n4 undo\n");
            engine.send(input.as_bytes());
            assert_eq!(
                String::from_utf8_lossy(&engine.finish().expect("it goes on")),
                "?1 search failed\n\n?2 no previous move known\n\n=3 D3\n\n=4\n\n"
            );
        }
    }
}

/// A reply that has started cannot become a failure, so it ends early.
#[test]
fn a_reply_that_has_started_ends_early() {
    for command in [
        "analyze b 1",
        "lz-genmove_analyze b",
        "kata-search_analyze b",
    ] {
        for searcher in panicking() {
            let engine = Engine::start(Some(Box::new(searcher)), TIMEOUT);
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
