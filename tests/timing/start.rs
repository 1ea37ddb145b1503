//! The start of a process, and its first search.

use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::{FIRST_SEARCH, in_a_few_tries, require};

/// The best of several processes is compared with the limit, because any of them may be
/// interrupted.
const PROCESSES: usize = 10;

#[test]
fn the_first_answer_is_prompt() {
    in_a_few_tries(|| {
        let best = best_of_processes(|| {
            let start = Instant::now();
            Engine::start(&[]).ask("name");
            start.elapsed()
        });
        require(best < Duration::from_millis(5), || format!("{best:?}"))
    });
}

/// In fast matches a process has only a few milliseconds for its first move, too.
#[test]
fn the_first_search_is_as_prompt_as_the_second() {
    for limit in ["--depth", "--level"] {
        for has_name in [true, false] {
            in_a_few_tries(|| {
                let best = best_of_processes(|| {
                    let mut start = Instant::now();
                    let mut engine = Engine::start(&["--algorithm", "engine", limit, "1"]);
                    if has_name {
                        engine.ask("name");
                        start = Instant::now();
                    }
                    engine.ask("genmove b");
                    let first = start.elapsed();
                    let start = Instant::now();
                    engine.ask("genmove w");
                    first.saturating_sub(start.elapsed())
                });
                require(best <= FIRST_SEARCH, || {
                    format!("{limit} 1, after a name {has_name}: {best:?} longer")
                })
            });
        }
    }
}

/// GUIs start several copies, most of which never search. How much of the program file is
/// resident is up to the system, which loads the neighbours of each page, too.
#[cfg(target_os = "linux")]
#[test]
fn memory_before_a_search_is_small() {
    in_a_few_tries(|| {
        let mut engine = Engine::start(&[]);
        engine.ask("name");
        let file = format!("/proc/{}/status", engine.child.id());
        let status = std::fs::read_to_string(file).expect("it is running");
        for (label, most) in [("RssAnon:", 1024.0), ("VmRSS:", 6.0 * 1024.0)] {
            let kilobytes = crate::figure(&status, label);
            require(kilobytes < most, || format!("{label} {kilobytes} kB"))?;
        }
        Ok(())
    });
}

fn best_of_processes(measure: impl Fn() -> Duration) -> Duration {
    (0..PROCESSES).map(|_| measure()).min().unwrap_or_default()
}
