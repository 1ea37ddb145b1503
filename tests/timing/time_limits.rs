//! Searches keep their time limits.

use std::time::{Duration, Instant};

use obverse::search::ALGORITHMS;

use crate::engine::Engine;
use crate::{FIRST_SEARCH, in_a_few_tries, require};

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
                let is_kept = late <= Duration::from_millis(20) + extra;
                require(is_kept, || format!("{} {limit:?}: {late:?} late", row.name))?;
            }
            Ok(())
        });
    }
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
