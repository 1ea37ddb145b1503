//! CPU time and searches between commands.

use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::{PROMPT, figure, in_a_few_tries, require};

/// The analysis is complete at once and then waits until the client ends it.
#[test]
fn a_finished_analysis_costs_no_cpu_time() {
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

/// The engine searches on the opponent's time, and still answers at once.
#[test]
fn pondering_searches_and_ends_at_once() {
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

/// A GUI that dies closes the pipe: the search must end.
#[cfg(unix)]
#[test]
fn a_search_ends_when_the_client_dies() {
    in_a_few_tries(|| {
        let mut engine = Engine::thinker();
        engine.send("genmove b\n");
        sleep(Duration::from_millis(300));
        engine.output = None;
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(1) {
            // Some clients continue to write for a while.
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
fn waiting_for_input_costs_no_cpu_time() {
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
