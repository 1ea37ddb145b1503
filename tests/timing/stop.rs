//! How quickly a stop ends a search.

use std::thread::sleep;
use std::time::{Duration, Instant};

use obverse::search::ALGORITHMS;

use crate::engine::Engine;
use crate::{FIRST_SEARCH, PROMPT, in_a_few_tries, require};

#[test]
fn stop_ends_the_running_search() {
    for stop in ["stop", "# interrupt", "7 stop"] {
        in_a_few_tries(|| {
            let mut engine = Engine::thinker();
            engine.send("genmove b\n");
            sleep(Duration::from_millis(300));
            let start = Instant::now();
            engine.send(&format!("{stop}\n"));
            let reply = engine.reply();
            let time = start.elapsed();
            assert!(
                ["= D3", "= C4", "= F5", "= E6"].contains(&reply.as_str()),
                "{reply}"
            );
            require(time <= PROMPT, || format!("{stop}: {time:?}"))
        });
    }
}

#[test]
fn stop_ends_the_queued_searches_before_it() {
    in_a_few_tries(|| {
        let mut engine = Engine::thinker();
        engine.send("1 genmove b\n2 genmove w\n3 all_move_values\n4 genmove b\n");
        sleep(Duration::from_millis(300));
        let start = Instant::now();
        engine.send("5 stop\n6 name\n");
        let replies: Vec<String> = (1..=6).map(|_| engine.reply()).collect();
        let time = start.elapsed();
        for (index, reply) in replies.iter().enumerate() {
            assert_eq!(reply.as_bytes()[1], b'1' + index as u8, "{replies:?}");
        }
        assert_eq!(replies[2], "?3 search stopped");
        assert_eq!(replies[4], "=5");
        require(time <= PROMPT, || format!("{time:?}"))
    });
}

/// A stop does not end searches that come after it.
#[test]
fn stop_spares_later_searches() {
    in_a_few_tries(|| {
        let mut engine = Engine::start(&["--algorithm", "negamax", "--depth", "4"]);
        engine.send("stop\ngenmove b\ngomill-explain_last_move\n");
        assert_eq!(engine.reply(), "=");
        engine.reply();
        let explanation = engine.reply();
        require(explanation.contains("depth 4"), || explanation)
    });
}

#[test]
fn every_algorithm_stops_at_any_moment() {
    for row in ALGORITHMS {
        in_a_few_tries(|| {
            let mut engine = Engine::endless(row.name);
            let mut most = PROMPT + FIRST_SEARCH;
            for wait in [0, 1, 10, 150] {
                for command in ["reg_genmove b", "all_move_values"] {
                    engine.send(&format!("{command}\n"));
                    sleep(Duration::from_millis(wait));
                    let start = Instant::now();
                    engine.send("stop\n");
                    engine.reply();
                    engine.reply();
                    let time = start.elapsed();
                    let name = row.name;
                    require(time <= most, || {
                        format!("{name} {command} {wait}: {time:?}")
                    })?;
                    most = PROMPT;
                }
            }
            Ok(())
        });
    }
}

/// The time includes reading everything that was written before the end.
#[test]
fn every_algorithm_ends_its_analysis_at_any_moment() {
    for row in ALGORITHMS {
        in_a_few_tries(|| {
            let mut engine = Engine::endless(row.name);
            let mut most = PROMPT + FIRST_SEARCH;
            for wait in [0, 1, 10, 150] {
                engine.send("kata-analyze b 0\n");
                sleep(Duration::from_millis(wait));
                let start = Instant::now();
                engine.send("\n");
                let reply = engine.reply();
                let time = start.elapsed();
                let name = row.name;
                assert!(reply.starts_with("=\ninfo move "), "{name}: {reply}");
                require(time <= most, || format!("{name} {wait}: {time:?}"))?;
                most = PROMPT;
            }
            Ok(())
        });
    }
}
