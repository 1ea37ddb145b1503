//! The speed of replies, and the memory of a session.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::{figure, in_a_few_tries, require};

#[test]
fn replies_are_fast_and_memory_is_flat() {
    in_a_few_tries(|| {
        let bench = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(["bench", "dialogue"])
            .output()
            .expect("the program starts");
        let text = String::from_utf8(bench.stdout).expect("bench prints text");
        let at_most = |label, limit: f64| {
            require(figure(&text, label) <= limit, || {
                format!("{label} above {limit}: {text}")
            })
        };
        at_most("first answer", 10.0)?;
        at_most("resident memory", 15.0)?;
        // A full queue is about 16 MB.
        at_most("pipelined commands", 25.0)?;
        at_most("after the end", 25.0)?;
        at_most("ratio", 3.0)?;
        let rate = figure(&text, "clear_board");
        require(rate >= 500_000.0, || {
            format!("{rate} commands a second: {text}")
        })
    });
}

/// The first move unpacks the book, so it may take longer than later ones.
#[test]
fn book_moves_take_no_time() {
    in_a_few_tries(|| {
        let mut engine = Engine::start(&["--book_use", "on"]);
        engine.ask("name");
        for (color, most) in [("b", 20), ("w", 5), ("b", 5)] {
            let start = Instant::now();
            engine.ask(&format!("genmove {color}"));
            let time = start.elapsed();
            let reply = engine.ask("gomill-explain_last_move");
            require(reply.contains(" source book "), || reply)?;
            require(time <= Duration::from_millis(most), || format!("{time:?}"))?;
        }
        Ok(())
    });
}
