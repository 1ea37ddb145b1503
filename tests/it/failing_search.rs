//! A search that panics costs one failed reply, and nothing else.

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::searchers::FakeSearcher;

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a bug, on purpose")
    }
}

/// One that panics in the search, and one that panics again when it is dropped, which
/// kills the thread of the search.
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

/// A reply that has begun cannot become a failure: it ends early.
#[test]
fn a_reply_that_has_begun_just_ends() {
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
