//! What the program does while nobody asks for anything.

use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::{PROMPT, figure, in_a_few_tries, require};

/// All is found at once, but nobody has said stop.
#[test]
fn an_analysis_that_waits_costs_nothing() {
    in_a_few_tries(|| {
        let mut engine = Engine::start(&["--algorithm", "greedy"]);
        let before = figure(&engine.ask("cputime"), "=");
        engine.send("analyze b 1\n");
        sleep(Duration::from_millis(500));
        engine.send("\n");
        engine.reply();
        let spent = figure(&engine.ask("cputime"), "=") - before;
        require(spent <= 0.01, || format!("{spent} seconds"))
    });
}

/// It thinks on the opponent's time, and a line is answered all the same.
#[test]
fn pondering_works_and_ends_at_once() {
    in_a_few_tries(|| {
        let mut engine = Engine::start(&["--ponder", "on", "--move_time", "0.05"]);
        engine.ask("genmove b");
        let before = figure(&engine.ask("cputime"), "=");
        sleep(Duration::from_millis(300));
        let start = Instant::now();
        let spent = figure(&engine.ask("cputime"), "=") - before;
        let time = start.elapsed();
        require(spent >= 0.15, || format!("only {spent} seconds"))?;
        require(time <= PROMPT, || format!("{time:?}"))
    });
}

/// A GUI that dies leaves nobody to read: the search must end with it.
#[cfg(unix)]
#[test]
fn an_orphan_ends() {
    in_a_few_tries(|| {
        let mut engine = Engine::thinker();
        engine.send("genmove b\n");
        sleep(Duration::from_millis(300));
        engine.output = None;
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(1) {
            // Some go on writing for a while.
            let _ = engine.input.write_all(b"name\n");
            if let Some(status) = engine.child.try_wait().expect("it is our child") {
                assert!(status.success(), "{status}");
                return Ok(());
            }
            sleep(Duration::from_millis(10));
        }
        Err("it still runs".to_string())
    });
}

#[test]
fn waiting_costs_nothing() {
    in_a_few_tries(|| {
        let mut engine = Engine::start(&[]);
        engine.ask("genmove b");
        let used = |engine: &mut Engine| figure(&engine.ask("cputime"), "=");
        let before = used(&mut engine);
        sleep(Duration::from_millis(500));
        let spent = used(&mut engine) - before;
        require(spent <= 0.01, || format!("{spent} seconds"))
    });
}
