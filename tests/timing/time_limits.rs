//! Searches keep their time limits.

use std::time::{Duration, Instant};

use obverse::search::ALGORITHMS;

use crate::engine::Engine;
use crate::{FIRST_SEARCH, in_a_few_tries, require};

/// How late an answer may be.
const LATE: Duration = Duration::from_millis(20);

#[test]
fn a_move_keeps_its_time() {
    in_a_few_tries(|| {
        for settings in ["kata-set-param move_time 0.3", "time_settings 9 0 0"] {
            let mut engine = Engine::thinker();
            engine.ask(settings);
            let start = Instant::now();
            engine.ask("genmove b");
            let time = start.elapsed();
            require(time <= Duration::from_millis(350), || {
                format!("{settings}: {time:?}")
            })?;
            require(time >= Duration::from_millis(200), || {
                format!("{settings}: {time:?}")
            })?;
        }
        Ok(())
    });
}

#[test]
fn every_algorithm_keeps_its_time() {
    for row in ALGORITHMS {
        in_a_few_tries(|| {
            let mut engine = Engine::endless(row.name);
            for (limit, extra) in [
                (1, FIRST_SEARCH),
                (1, Duration::ZERO),
                (100, Duration::ZERO),
            ] {
                let limit = Duration::from_millis(limit);
                engine.ask(&format!("kata-set-param move_time {}", limit.as_secs_f64()));
                let start = Instant::now();
                engine.ask("reg_genmove b");
                let late = start.elapsed().saturating_sub(limit);
                let is_kept = late <= LATE + extra;
                require(is_kept, || format!("{} {limit:?}: {late:?} late", row.name))?;
            }
            Ok(())
        });
    }
}

/// What is left of a time for one move is lost.
#[test]
fn a_time_for_one_move_is_used() {
    for (settings, left) in [
        ("time_settings 0 0.1 1", "time_left {} 0.1 1"),
        ("time_settings 0 0.1 1", "name"),
        ("kgs-time_settings byoyomi 0 0.1 5", "name"),
        ("time_settings 0 0.1 0", "time_left {} 0.1 0"),
        ("kata-time_settings fischer-capped 100 10 0 0.1", "name"),
    ] {
        in_a_few_tries(|| {
            let mut engine = Engine::start(&["--level", "30"]);
            engine.ask(settings);
            let mut colors = ["b", "w"].into_iter().cycle();
            let times = times_of_moves(|| {
                let color = colors.next().expect("an endless list");
                engine.ask(&left.replace("{}", color));
                let start = Instant::now();
                engine.ask(&format!("genmove {color}"));
                start.elapsed()
            });
            require_use(&times, Duration::from_millis(100))
                .map_err(|problem| format!("{settings}, {left}: {problem}"))
        });
    }
}

/// XBoard sends the time left, too.
#[test]
fn a_time_for_one_move_is_used_in_xboard() {
    in_a_few_tries(|| {
        let mut engine = Engine::start(&["--level", "30"]);
        // It replaces the clock.
        engine.send("xboard\nnew\nforce\nlevel 0 0 0\nst 0.1\n");
        let times = times_of_moves(|| {
            engine.send("force\ntime 10\nping 1\n");
            while engine.line() != "pong 1" {}
            let start = Instant::now();
            engine.send("go\n");
            while !engine.line().starts_with("move ") {}
            start.elapsed()
        });
        require_use(&times, Duration::from_millis(100))
    });
}

/// The times of the first moves, but not that of the very first: the search thread starts.
fn times_of_moves(mut time_of_move: impl FnMut() -> Duration) -> Vec<Duration> {
    time_of_move();
    (0..19).map(|_| time_of_move()).collect()
}

/// Whether nearly all of this time for one move was used, and never much more.
fn require_use(times: &[Duration], allowed: Duration) -> Result<(), String> {
    let mut times = times.to_vec();
    times.sort_unstable();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    require(
        median >= allowed * 93 / 100 && longest <= allowed + LATE,
        || format!("{median:?} in the median, at most {longest:?}"),
    )
}

/// After some seconds of search, a large tree has to be freed.
#[test]
fn a_big_tree_keeps_its_time() {
    in_a_few_tries(|| {
        let mut engine = Engine::endless("mcts");
        engine.ask("kata-set-param move_time 3");
        let start = Instant::now();
        engine.ask("reg_genmove b");
        let late = start.elapsed().saturating_sub(Duration::from_secs(3));
        require(late <= Duration::from_millis(5), || {
            format!("{late:?} late")
        })
    });
}
