//! Tests that measure time. They run one by one. Because the machine may be busy with other
//! work, a test that is too slow is repeated after a while. It fails if it is too slow five
//! times in a row.
#![cfg_attr(
    not(unix),
    allow(unused_imports, dead_code, reason = "some tests are only for Unix")
)]

#[cfg(feature = "tools")]
mod book;
mod dialogue;
mod engine;
#[cfg(feature = "tools")]
#[path = "../it/support/folder.rs"]
mod folder;
mod idle;
#[cfg(feature = "tools")]
mod r#match;
#[cfg(feature = "tools")]
#[path = "../it/support/outside.rs"]
mod outside;
mod start;
mod stop;
mod time_limits;

use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

/// The longest time that a reply to `stop` may take.
const PROMPT: Duration = Duration::from_millis(50);

/// How much longer the first search of a process may take: the search thread starts, and the
/// system loads weights.
const FIRST_SEARCH: Duration = Duration::from_millis(10);

static ALONE: Mutex<()> = Mutex::new(());

fn in_a_few_tries(test: impl Fn() -> Result<(), String>) {
    let _guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut problems = Vec::new();
    for pause in [0, 1, 3, 6, 10] {
        sleep(Duration::from_secs(pause));
        match test() {
            Ok(()) => return,
            Err(problem) => problems.push(problem),
        }
    }
    panic!("{} times in a row: {problems:?}", problems.len());
}

fn require(is_met: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if is_met { Ok(()) } else { Err(problem()) }
}

/// The first number after `label` in what `obverse bench` printed.
fn figure(text: &str, label: &str) -> f64 {
    let (_, rest) = text
        .split_once(label)
        .unwrap_or_else(|| panic!("no {label:?} in {text}"));
    let number: String = rest
        .trim_start()
        .chars()
        .take_while(|letter| "0123456789.".contains(*letter))
        .collect();
    number
        .parse()
        .unwrap_or_else(|_| panic!("no number after {label:?} in {text}"))
}
