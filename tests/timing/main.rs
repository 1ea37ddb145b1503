//! Tests that measure time. They run one after the other. A machine may have more
//! to do than this: a late one is repeated after a while, and five late in a row
//! fail.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use obverse::search::ALGORITHMS;

/// How late the answer to a `stop` may come.
const PROMPT: Duration = Duration::from_millis(50);

/// How long the first search of all may take to unpack what was learnt.
const UNPACKING: Duration = Duration::from_millis(50);

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

struct Engine {
    child: Child,
    input: ChildStdin,
    /// Nothing after the client has stopped reading.
    output: Option<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(args: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = child.stdout.take().map(BufReader::new);
        Engine {
            child,
            input,
            output,
        }
    }

    fn thinker() -> Engine {
        Engine::start(&["--algorithm", "negamax", "--depth", "60"])
    }

    fn send(&mut self, text: &str) {
        self.input
            .write_all(text.as_bytes())
            .expect("the engine reads");
    }

    /// A reply without the empty line at its end.
    fn reply(&mut self) -> String {
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            let output = self.output.as_mut().expect("somebody reads");
            let count = output
                .read_line(&mut reply)
                .expect("the engine writes text");
            assert!(count > 0, "the engine ended after {reply:?}");
        }
        reply.trim_end().to_string()
    }

    fn ask(&mut self, command: &str) -> String {
        self.send(&format!("{command}\n"));
        self.reply()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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

#[test]
fn answers_are_quick_and_memory_is_flat() {
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

/// What comes after the stop in the input is not ended by it.
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

/// The book is unpacked for the first move; after that it is at hand.
#[test]
fn the_book_answers_at_once() {
    in_a_few_tries(|| {
        let mut engine = Engine::start(&["--book_use", "on"]);
        engine.ask("name");
        for (color, most) in [("b", 20), ("w", 5), ("b", 5)] {
            let start = Instant::now();
            engine.ask(&format!("genmove {color}"));
            let time = start.elapsed();
            let told = engine.ask("gomill-explain_last_move");
            require(told.contains(" source book "), || told)?;
            require(time <= Duration::from_millis(most), || format!("{time:?}"))?;
        }
        Ok(())
    });
}

/// An algorithm with more to do than there is time for. (Not all look at all
/// that: those just answer.)
fn endless(algorithm: &str) -> Engine {
    let args = [
        "--depth",
        "60",
        "--playouts",
        "100000000",
        "--switch_at_empties",
        "60",
    ];
    Engine::start(&[&["--algorithm", algorithm], &args[..]].concat())
}

#[test]
fn every_algorithm_stops_at_any_moment() {
    for row in ALGORITHMS {
        in_a_few_tries(|| {
            let mut engine = endless(row.name);
            let mut most = PROMPT + UNPACKING;
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

/// The reader may be slow: what was written meanwhile is read within the time.
#[test]
fn every_algorithm_ends_its_analysis_at_any_moment() {
    for row in ALGORITHMS {
        in_a_few_tries(|| {
            let mut engine = endless(row.name);
            let mut most = PROMPT + UNPACKING;
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

#[test]
fn every_algorithm_keeps_its_time() {
    for row in ALGORITHMS {
        in_a_few_tries(|| {
            let mut engine = endless(row.name);
            for (limit, unpacking) in [(1, UNPACKING), (1, Duration::ZERO), (100, Duration::ZERO)] {
                let limit = Duration::from_millis(limit);
                engine.ask(&format!("kata-set-param move_time {}", limit.as_secs_f64()));
                let start = Instant::now();
                engine.ask("reg_genmove b");
                let late = start.elapsed().saturating_sub(limit);
                let is_kept = late <= Duration::from_millis(20) + unpacking;
                require(is_kept, || format!("{} {limit:?}: {late:?} late", row.name))?;
            }
            Ok(())
        });
    }
}

/// After some seconds there is much to clear away.
#[test]
fn a_big_tree_keeps_its_time() {
    in_a_few_tries(|| {
        let mut engine = endless("mcts");
        engine.ask("kata-set-param move_time 3");
        let start = Instant::now();
        engine.ask("reg_genmove b");
        let late = start.elapsed().saturating_sub(Duration::from_secs(3));
        require(late <= Duration::from_millis(5), || {
            format!("{late:?} late")
        })
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

/// Two players who hardly think: what is left is the match itself.
#[cfg(feature = "tools")]
#[test]
fn built_in_players_play_thousands_of_games_a_second() {
    in_a_few_tries(|| {
        let said = play_match(&[
            "--engine",
            "name=a builtin algorithm=negascout depth=1",
            "--engine",
            "name=b builtin algorithm=greedy ties=random",
            "--concurrency=2",
            "--games=16000",
        ]);
        let speed = said.split_once(" games/s").and_then(|(before, _)| {
            let number = before.rsplit(' ').next()?;
            number.parse::<f64>().ok()
        });
        require(speed.is_some_and(|speed| speed >= 8000.0), || said.clone())
    });
}

/// All but the time that the players count as theirs, for each of about 52 moves
/// after the opening; to tell the other player is in it. That is an exchange of
/// lines as the move is one: on a machine where a move of `random` takes long, it
/// may take a fifth longer than that.
#[cfg(feature = "tools")]
#[test]
fn a_move_costs_a_match_less_than_a_tenth_of_a_millisecond() {
    const GAMES: u32 = 300;
    in_a_few_tries(|| {
        let file = std::env::temp_dir().join(format!("obverse-cost-{}.jsonl", std::process::id()));
        let engine = |name: &str| {
            let program = env!("CARGO_BIN_EXE_obverse");
            format!("name={name} cmd=\"'{program}' --algorithm random\"")
        };
        let said = play_match(&[
            "--engine",
            &engine("a"),
            "--engine",
            &engine("b"),
            &format!("--games={GAMES}"),
            &format!("--out={}", file.display()),
        ]);
        let records = std::fs::read_to_string(&file).expect("it was written");
        for extension in ["jsonl", "ggf", "sgf"] {
            let _ = std::fs::remove_file(file.with_extension(extension));
        }
        let number = |text: &str| {
            let end = text.find([',', '}', ' ']).unwrap_or(text.len());
            text[..end].parse::<f64>().expect("a number")
        };
        let thought = records
            .split("_seconds\":")
            .skip(1)
            .map(number)
            .sum::<f64>();
        let wall = said
            .split_once(" games, ")
            .map_or(f64::MAX, |(_, rest)| number(rest));
        let moves = f64::from(GAMES) * 52.0;
        let (cost, exchange) = ((wall - thought) / moves, thought / moves);
        require(cost < (1.2 * exchange).max(100e-6), || {
            format!("{:.1} us, a move {:.1} us", cost * 1e6, exchange * 1e6)
        })
    });
}

/// What a match says that ends well.
#[cfg(feature = "tools")]
fn play_match(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .arg("match")
        .args(words)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it is text")
}
