//! The protocol `json`. Every line is checked against the schema in the documents.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use obverse::board::notation::obf;
use obverse::search::Family;
use obverse::search::engine::levels;
use serde_json::{Value, json};

use crate::support::outside;
use crate::support::program::{obverse, output_of, stdout_of, text};

const VALIDATOR: &str = "jsonschema, lines of JSON";

/// A position whose exact value takes minutes.
const LONG: &str = "---------------------------OX------XO--------------------------- X";

/// What is answered to these lines, with one thread.
fn answers(lines: &[Value]) -> Vec<Value> {
    answers_with(&["--threads", "1"], lines)
}

fn answers_with(flags: &[&str], lines: &[Value]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let answers = answers_to(flags, input.as_bytes());
    if answers.iter().all(|answer| answer.get("error").is_none()) {
        validate(&["--queries"], &input);
    }
    answers
}

fn answers_to(flags: &[&str], input: &[u8]) -> Vec<Value> {
    let args = [&["json"], flags].concat();
    let output = stdout_of(&args, input);
    validate(&[], &output);
    parsed(&output)
}

fn parsed(output: &str) -> Vec<Value> {
    let answers = output.lines().map(serde_json::from_str);
    answers
        .collect::<Result<_, _>>()
        .expect("each line is an object")
}

/// Checks lines against the schema.
fn validate(flags: &[&str], lines: &str) {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/scripts/clients/json_schema.py"
    );
    if !std::path::Path::new(script).exists() {
        return outside::skip(VALIDATOR, "the packaged crate has no scripts");
    }
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    if !has_python {
        return outside::skip(VALIDATOR, "Python is not installed");
    }
    let mut command = Command::new("python3");
    command.arg(script).args(flags);
    let output = output_of(command, lines.as_bytes());
    let said = text(&output.stdout);
    match output.status.code() {
        Some(77) => outside::skip(VALIDATOR, said.trim_start_matches("skipped: ")),
        Some(0) => outside::ran(VALIDATOR),
        _ => panic!("{said}{}", text(&output.stderr)),
    }
}

/// The answer with this ID, of which there is one.
#[track_caller]
fn with_id<'a>(answers: &'a [Value], id: &Value) -> &'a Value {
    let mut found = answers.iter().filter(|answer| answer["id"] == *id);
    let answer = found.next().expect("an answer");
    assert!(found.next().is_none(), "two answers: {answers:?}");
    answer
}

#[test]
fn exact_values_are_those_of_the_problems() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems/endgames.obf");
    let file = std::fs::read_to_string(file).expect("the problems are there");
    let problems: Vec<_> = obf::problems(&file)
        .map(|(_, problem)| problem.expect("a problem"))
        .collect();
    let queries: Vec<Value> = problems
        .iter()
        .enumerate()
        .map(|(n, problem)| {
            json!({"id": n, "position": problem.position.to_string(), "exact": true})
        })
        .collect();
    for threads in ["1", "2"] {
        let answers = answers_with(&["--threads", threads], &queries);
        assert_eq!(answers.len(), problems.len());
        for (n, problem) in problems.iter().enumerate() {
            let answer = with_id(&answers, &json!(n));
            assert_eq!(answer["value"], json!(problem.best_score()), "{answer}");
            assert_eq!(answer["exact"], json!(true), "{answer}");
            assert_eq!(answer["bound"], "exact");
        }
    }
}

#[test]
fn every_position_of_a_game_is_answered() {
    let game = "f5d6c3d3c4f4f6";
    let all = json!({"id": "all", "moves": game, "plies": "all", "depth": 5});
    let some = json!({"id": "some", "moves": game, "plies": [7, 2], "depth": 5});
    let last = json!({"id": "last", "moves": game, "depth": 5});
    let answers = answers(&[all, some, last]);
    let plies = |id: &str| -> Vec<&Value> {
        let of_query = answers.iter().filter(|answer| answer["id"] == id);
        of_query.map(|answer| &answer["ply"]).collect()
    };
    let every: Vec<Value> = (0..=7).map(|ply| json!(ply)).collect();
    assert_eq!(plies("all"), every.iter().collect::<Vec<_>>());
    assert_eq!(plies("some"), [&json!(7), &json!(2)]);
    assert_eq!(plies("last"), [&Value::Null]);
    let whole = answers
        .iter()
        .find(|answer| answer["ply"] == 7)
        .expect("it is there");
    let last = with_id(&answers, &json!("last"));
    assert_eq!(whole["value"], last["value"]);
    assert_eq!(whole["lines"], last["lines"]);
}

#[test]
fn moves_can_be_compared_chosen_and_left_out() {
    let query = |id: u64, more: Value| {
        let mut query = json!({"id": id, "moves": "f5", "depth": 4});
        let more = more.as_object().expect("fields").clone();
        query.as_object_mut().expect("an object").extend(more);
        query
    };
    let answers = answers(&[
        query(1, json!({"lines": "all"})),
        query(2, json!({"only": ["f4"]})),
        query(3, json!({"without": ["d6", "f6"], "lines": 9})),
        query(4, json!({"lines": 2})),
    ]);
    let moves = |id: u64| -> Vec<&Value> {
        let lines = with_id(&answers, &json!(id))["lines"].as_array();
        lines
            .expect("lines")
            .iter()
            .map(|line| &line["move"])
            .collect()
    };
    let mut all = moves(1);
    let values: Vec<i64> = with_id(&answers, &json!(1))["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["value"].as_i64().expect("a value"))
        .collect();
    assert!(values.is_sorted_by(|one, next| one >= next), "{values:?}");
    all.sort_by_key(|name| name.to_string());
    assert_eq!(all, ["d6", "f4", "f6"]);
    assert_eq!(moves(2), ["f4"]);
    assert_eq!(moves(3), ["f4"]);
    assert_eq!(moves(4).len(), 2);
}

/// With 23 empty squares, the level ends the search before the result is certain.
#[test]
fn without_limits_several_moves_are_searched_as_deep_as_one() {
    let position = "--OOOO----OOXX--XXXXOXO-OXXOOXXX-XOOXX-XXXOOXX-X-OOX------O-O--- X";
    let depth = |lines: u64| {
        let query = json!({"id": 1, "position": position, "lines": lines});
        let answer = answers(&[query]).remove(0);
        (answer["depth"].clone(), answer["selectivity"].clone())
    };
    let (depth_of_one, selectivity) = depth(1);
    assert!(selectivity.as_u64().is_some_and(|percent| percent < 100));
    assert_eq!(depth(2), (depth_of_one, selectivity));
}

/// A search for a move would not value the only one.
#[test]
fn passes_results_and_only_moves_have_values() {
    let over = format!("{}X X", "O".repeat(63));
    let pass = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O";
    let only = "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO X";
    let answers = answers(&[
        json!({"id": 1, "position": over, "depth": 3}),
        json!({"id": 2, "position": pass, "exact": true}),
        json!({"id": 3, "position": only, "depth": 1}),
    ]);
    let answer = with_id(&answers, &json!(1));
    assert_eq!(
        (&answer["value"], &answer["source"]),
        (&json!(-62), &json!("result"))
    );
    assert_eq!(answer["lines"], json!([]));
    let answer = with_id(&answers, &json!(2));
    assert_eq!(
        (&answer["value"], &answer["exact"]),
        (&json!(-64), &json!(true))
    );
    assert_eq!(answer["lines"][0]["moves"], json!(["pass", "h8"]));
    let answer = with_id(&answers, &json!(3));
    assert_eq!(
        (&answer["value"], &answer["lines"][0]["move"]),
        (&json!(62), &json!("a1"))
    );
}

#[test]
fn errors_name_the_field_and_leave_the_others_alone() {
    let cases = [
        (
            "{\"id\":1,\"moves\":\"\",\"depth\":0}",
            "depth",
            "expected 1 to 60, got 0",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"clock\":3}",
            "clock",
            "expected \"play\":true with it",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"lines\":2}",
            "lines",
            "a move to play has no such field",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"seed\":-1}",
            "seed",
            "expected a whole number, got -1",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"clock\":\"1\"}",
            "clock",
            "expected seconds, got \"1\"",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"depth\":\"3\"}",
            "depth",
            "expected a number, got \"3\"",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"level\":31}",
            "level",
            "expected 0 to 30, got 31",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"time\":-1}",
            "time",
            "expected 0 to 1000000, got -1",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"exact\":1}",
            "exact",
            "expected true or false, got 1",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"exact\":true,\"depth\":2}",
            "depth",
            "expected exact or depth, not both",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"depth\":2,\"level\":2}",
            "level",
            "expected depth or level, not both",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"level\":2,\"rating\":900}",
            "rating",
            "expected level or rating, not both",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"depth\":2,\"rating\":900}",
            "rating",
            "expected depth or rating, not both",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"exact\":true,\"rating\":900}",
            "rating",
            "expected exact or rating, not both",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"rating\":0}",
            "rating",
            "expected 730 to 3400, got 0",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"rating\":1.0e3}",
            "rating",
            "expected a whole number from 730 to 3400, got 1000.0",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"nodes\":5.5}",
            "nodes",
            "expected a whole number from 0 to 18446744073709551615, got 5.5",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"play\":true,\"rating\":\"900\"}",
            "rating",
            "expected a number, got \"900\"",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"rating\":900}",
            "rating",
            "expected \"play\":true with it",
        ),
        (
            "{\"id\":1,\"moves\":\"f5a1\"}",
            "moves",
            "character 3: A1 is not a legal move",
        ),
        (
            "{\"id\":1,\"moves\":[]}",
            "moves",
            "expected a string of moves, got []",
        ),
        (
            "{\"id\":1,\"position\":\"XO\"}",
            "position",
            "character 3: the board ends after 2 of 64 squares",
        ),
        (
            "{\"id\":1,\"moves\":\"f5\",\"plies\":[2]}",
            "plies",
            "expected a list of plies from 0 to 1, or all, got [2]",
        ),
        (
            "{\"id\":1,\"moves\":\"f5\",\"plies\":[]}",
            "plies",
            "expected a list of plies from 0 to 1, or all, got []",
        ),
        (
            "{\"id\":1,\"moves\":\"f5\",\"plies\":[0,1,1]}",
            "plies",
            "expected a list of plies from 0 to 1, or all, got [0,1,1]",
        ),
        (
            "{\"id\":1,\"moves\":\"f5\",\"only\":[\"f5\"]}",
            "only",
            "F5 is not a legal move",
        ),
        (
            "{\"id\":1,\"moves\":\"f5\",\"without\":[\"d6\",\"f4\",\"f6\"]}",
            "without",
            "no move is left",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"lines\":0}",
            "lines",
            "expected 1 or more, or all, got 0",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"interval\":0}",
            "interval",
            "expected seconds, got 0",
        ),
        (
            "{\"id\":1,\"moves\":\"\",\"priority\":1.5}",
            "priority",
            "expected a whole number, got 1.5",
        ),
        ("{\"id\":1}", "position", "expected position or moves"),
        (
            "{\"id\":1,\"action\":\"stop\"}",
            "action",
            "expected terminate, version, clear or opening, got \"stop\"",
        ),
        (
            "{\"id\":1,\"action\":\"terminate\",\"query\":[2]}",
            "query",
            "expected a string or a number, got [2]",
        ),
        (
            "{\"id\":1,\"action\":\"clear\",\"query\":2}",
            "query",
            "only terminate has this field",
        ),
        (
            "{\"id\":null,\"moves\":\"\"}",
            "id",
            "expected a string or a number, got null",
        ),
        ("{\"moves\":\"\"}", "id", "expected a string or a number"),
        (
            "{\"id\":18446744073709551617,\"moves\":\"\"}",
            "id",
            "expected a number of at most 64 bits; write a longer one as a string",
        ),
        (
            "{\"id\":1,\"action\":\"terminate\",\"query\":9007199254740993.5}",
            "query",
            "expected a number of at most 64 bits; write a longer one as a string",
        ),
    ];
    let good = "{\"id\":\"good\",\"moves\":\"\",\"depth\":2}\n";
    let lines: String = cases.iter().map(|case| format!("{}\n", case.0)).collect();
    let answers = answers_to(&[], format!("{good}{lines}").as_bytes());
    let errors: Vec<&Value> = answers
        .iter()
        .filter(|answer| answer["id"] != "good")
        .collect();
    assert_eq!(errors.len(), cases.len());
    for (error, (line, field, reason)) in errors.iter().zip(cases) {
        assert_eq!(error["field"], field, "{line}");
        assert_eq!(error["error"], reason, "{line}");
        assert_eq!(error["id"].is_null(), field == "id", "{line}");
    }
    assert_eq!(with_id(&answers, &json!("good"))["depth"], 2);
    let unknown = answers_to(&[], b"{\"id\":1,\"dpeth\":3}\n");
    assert_eq!(unknown[0]["field"], "dpeth");
}

#[test]
fn openings_have_names() {
    let answers = answers(&[
        json!({"id": "tiger", "action": "opening", "moves": "f5d6c3d3c4"}),
        json!({"id": "start", "action": "opening", "moves": ""}),
        json!({"id": "bad", "action": "opening", "moves": "a1"}),
        json!({"id": "none", "action": "opening"}),
    ]);
    let tiger = &with_id(&answers, &json!("tiger"))["opening"];
    assert_eq!(tiger["names"]["en"], "Tiger");
    assert_eq!(tiger["names"]["ja"], "虎定石");
    assert_eq!(tiger["ply"], 5);
    assert_eq!(with_id(&answers, &json!("start"))["opening"]["ply"], 0);
    for id in ["bad", "none"] {
        assert_eq!(with_id(&answers, &json!(id))["field"], "moves");
    }
}

#[test]
fn what_is_no_json_is_an_error() {
    let mut input = Vec::new();
    for line in [
        &b"nonsense"[..],
        b"[1]",
        b"\xff\xfe{",
        b"{\"id\":1,\"depth\":NaN}",
        b"{\"id\":1",
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend("[".repeat(500_000).into_bytes());
    input.push(b'\n');
    input.extend("[".repeat(10_000_000).into_bytes());
    input.extend_from_slice(b"\n\n \r\n{\"id\":2,\"action\":\"version\"}");
    let answers = answers_to(&[], &input);
    assert_eq!(answers.len(), 8, "{answers:?}");
    for answer in &answers[..7] {
        assert!(answer["error"].is_string(), "{answer}");
    }
    assert_eq!(answers[6]["error"], "expected at most 1 MiB in a line");
    assert_eq!(answers[7]["name"], "Obverse");
}

#[test]
fn queries_with_priority_are_searched_first() {
    let query =
        |id: u64, priority: i64| json!({"id": id, "moves": "", "depth": 3, "priority": priority});
    let queries = [
        query(1, 0),
        query(2, -1),
        query(3, 5),
        query(4, 0),
        query(5, 5),
    ];
    let order: Vec<u64> = answers(&queries)
        .iter()
        .map(|answer| answer["id"].as_u64().expect("a number"))
        .collect();
    // All lines are read at once.
    assert_eq!(order, [3, 5, 1, 4, 2]);
}

/// A dialogue in which lines are written after others were read.
struct Dialogue {
    child: std::process::Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Dialogue {
    fn start(flags: &[&str]) -> Dialogue {
        let mut child = obverse(&[&["json"], flags].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Dialogue { child, lines }
    }

    fn send(&mut self, line: &Value) {
        let stdin = self.child.stdin.as_mut().expect("a pipe");
        writeln!(stdin, "{line}").expect("it reads");
    }

    fn answer(&mut self) -> Value {
        let line = self.lines.next().expect("a line").expect("text");
        serde_json::from_str(&line).expect("an object")
    }

    fn end(mut self) {
        self.child.stdin = None;
        assert!(self.lines.next().is_none(), "no more lines");
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn one_query_or_all_can_be_terminated() {
    let mut dialogue = Dialogue::start(&["--threads", "2"]);
    for id in ["a", "b", "c"] {
        dialogue.send(&json!({"id": id, "position": LONG, "exact": true}));
    }
    dialogue.send(&json!({"id": 1, "action": "terminate", "query": "b"}));
    let (mut done, mut ended) = (Value::Null, Value::Null);
    for _ in 0..2 {
        let answer = dialogue.answer();
        match answer["id"] == 1 {
            true => done = answer,
            false => ended = answer,
        }
    }
    assert_eq!(
        done,
        json!({"id": 1, "action": "terminate", "terminated": 1})
    );
    assert_eq!(
        (&ended["id"], &ended["terminated"]),
        (&json!("b"), &json!(true))
    );
    // What runs goes on, and what comes later is answered when there is room.
    dialogue.send(&json!({"id": 2, "action": "version"}));
    assert_eq!(dialogue.answer()["id"], 2);
    dialogue.send(&json!({"id": 3, "action": "terminate"}));
    dialogue.send(&json!({"id": "d", "moves": "", "depth": 2}));
    let mut ids: Vec<String> = (0..4)
        .map(|_| dialogue.answer()["id"].to_string())
        .collect();
    ids.sort();
    assert_eq!(ids, ["\"a\"", "\"c\"", "\"d\"", "3"]);
    dialogue.end();
}

#[test]
fn a_long_search_reports_at_intervals() {
    let mut dialogue = Dialogue::start(&["--threads", "1"]);
    dialogue.send(&json!({"id": 1, "moves": "f5", "exact": true, "lines": 2, "interval": 0.05}));
    let mut depths = Vec::new();
    for _ in 0..3 {
        let answer = dialogue.answer();
        assert_eq!(answer["partial"], json!(true), "{answer}");
        depths.push(answer["depth"].as_u64().expect("a depth"));
    }
    assert!(depths.is_sorted(), "{depths:?}");
    dialogue.send(&json!({"id": 2, "action": "terminate", "query": 1}));
    let last = std::iter::repeat_with(|| dialogue.answer())
        .find(|answer| answer["terminated"] == json!(true))
        .expect("it ends");
    assert!(last["value"].is_i64(), "{last}");
    dialogue.send(&json!({"id": 3, "moves": "f5", "depth": 16, "lines": 2, "interval": 600}));
    let only = dialogue.answer();
    assert_eq!(only.get("partial"), None, "{only}");
    dialogue.end();
}

/// What is played, with each seed, at a strength such as `{"level":1}`; or what is best.
fn chosen(strength: &Value, play: bool) -> Vec<String> {
    let query = |seed: usize| {
        let mut query = strength.clone();
        query["id"] = json!(seed);
        query["moves"] = json!("f5f6e6f4e3d6");
        if play {
            query["play"] = json!(true);
            query["seed"] = json!(seed);
        }
        query
    };
    let count = 40;
    let answers = answers(&(0..count).map(query).collect::<Vec<Value>>());
    let move_of = |seed| {
        let answer = with_id(&answers, &json!(seed));
        let played = answer["lines"][0]["move"].as_str().expect("a move");
        played.to_string()
    };
    (0..count).map(move_of).collect()
}

/// Low levels choose among several moves, and repeat the choice with the same seed.
#[test]
fn a_move_to_play_depends_on_the_level_and_the_seed() {
    let level = json!({"level": 1});
    let weak = chosen(&level, true);
    assert_eq!(weak, chosen(&level, true));
    assert!(weak.iter().any(|played| *played != weak[0]), "{weak:?}");
    let valued = chosen(&level, false);
    assert!(
        valued.iter().all(|played| *played == valued[0]),
        "{valued:?}"
    );
}

/// Some moves are those of the level below the rating, the others those of the level above.
#[test]
fn a_move_to_play_depends_on_the_rating() {
    let played = chosen(&json!({"rating": 1050}), true);
    let of_levels = [1, 2].map(|level| chosen(&json!({"level": level}), true));
    let is_of = |level: usize, seed: usize| played[seed] == of_levels[level][seed];
    let only = |level: usize| (0..played.len()).filter(move |&seed| !is_of(1 - level, seed));
    assert!((0..played.len()).all(|seed| is_of(0, seed) || is_of(1, seed)));
    assert!(
        only(0).count() > 2 && only(1).count() > 2,
        "{played:?} {of_levels:?}"
    );
    let rating = levels::rating(1);
    assert_eq!(chosen(&json!({"rating": rating}), true), of_levels[0]);
}

#[test]
fn a_move_to_play_keeps_within_its_clock() {
    let query = |clock: f64| {
        let query = json!({"id": 1, "position": LONG, "play": true, "level": 30, "clock": clock});
        // The lines are not validated here: Python may take longer than the move.
        let started = Instant::now();
        let output = stdout_of(&["json", "--threads", "1"], format!("{query}\n").as_bytes());
        let time = started.elapsed();
        let answers = parsed(&output);
        assert!(answers[0]["lines"][0]["move"].is_string(), "{output}");
        time
    };
    for clock in [3.0, 0.0] {
        assert!(query(clock) < Duration::from_secs(3), "{clock}");
    }
}

/// Nobody waits for the answers of a client that has gone.
#[test]
fn a_closed_output_ends_the_searches() {
    let mut dialogue = Dialogue::start(&[]);
    dialogue.send(&json!({"id": 1, "position": LONG, "exact": true}));
    let Dialogue { mut child, lines } = dialogue;
    drop(lines);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn limits_and_other_algorithms_count() {
    let limited = answers(&[
        json!({"id": 1, "position": LONG, "nodes": 1000}),
        json!({"id": 2, "position": LONG, "time": 0.02}),
        json!({"id": 3, "position": LONG, "depth": 20, "nodes": 2000}),
        json!({"id": 4, "position": LONG, "level": 1}),
    ]);
    assert_eq!(limited.len(), 4);
    assert!(with_id(&limited, &json!(1))["nodes"].as_u64() <= Some(1000));
    let mut written = String::new();
    for row in obverse::search::ALGORITHMS {
        let flags = [
            "json",
            "--algorithm",
            row.name,
            "--depth",
            "2",
            "--playouts",
            "20",
        ];
        let all = json!({"id": row.name, "moves": "f5", "lines": "all"});
        let input = format!("{all}\n{}\n", json!({"id": 0, "moves": "f5"}));
        let output = stdout_of(&flags, input.as_bytes());
        let answers = parsed(&output);
        let moves = with_id(&answers, &json!(row.name))["lines"].as_array();
        assert!(!moves.expect("lines").is_empty(), "{}", row.name);
        written += &output;
    }
    validate(&[], &written);
}

/// In the classical algorithms a pass is a ply, so the end of the game may be deeper than there are
/// empty squares.
#[test]
fn every_search_algorithm_finds_the_result_of_the_game() {
    let passes = "XXOOXXX-XXXXXXX-XXXXXXXXXOXXXOXOXXXOXX-OXXOXOOXOXXXXXOOOOOOOOOOO O";
    let query = json!({"id": 1, "position": passes, "exact": true, "lines": "all"});
    let searches = obverse::search::ALGORITHMS
        .iter()
        .filter(|row| matches!(row.family, Family::Exact | Family::Selective));
    for row in searches {
        let flags = ["--algorithm", row.name, "--threads", "1"];
        let answers = answers_with(&flags, std::slice::from_ref(&query));
        let lines = answers[0]["lines"].as_array().expect("lines");
        let values: Vec<(&str, i64)> = lines
            .iter()
            .map(|line| {
                (
                    line["move"].as_str().expect("a move"),
                    line["value"].as_i64().expect("a value"),
                )
            })
            .collect();
        assert_eq!(values, [("g5", 8), ("h1", 4), ("h2", -4)], "{}", row.name);
        assert!(lines.iter().all(|line| line["exact"] == true), "{lines:?}");
    }
}

/// The values of some moves may be known while others, which may be better, are still estimates.
#[test]
fn moves_are_compared_only_when_all_their_values_are_known() {
    let queries = [
        json!({
            "id": "three", "exact": true, "lines": 3,
            "position": "O-XXXXO-OOXOOOO-OXOOOO-XXXXXOXO-XXXOXOOOXXXXOXXXXXXXX-XXOXXXXXXX X",
        }),
        json!({
            "id": "pass", "exact": true, "lines": "all",
            "position": "XXXX-X--XXXOOOOOXOOOOOOOXOXOOXXOXXXXXXXOOOOOOXOOOOOXXXOOOOOOOXOO O",
        }),
    ];
    for row in obverse::search::ALGORITHMS {
        if matches!(row.family, Family::Exact | Family::Selective) {
            let answers = answers_with(&["--algorithm", row.name, "--threads", "1"], &queries);
            for (answer, expected) in answers.iter().zip([vec![28, 28, 26], vec![-6]]) {
                let lines = answer["lines"].as_array().expect("lines");
                let values: Vec<i64> = lines
                    .iter()
                    .map(|line| line["value"].as_i64().expect("a value"))
                    .collect();
                assert_eq!(values, expected, "{}: {answer}", row.name);
            }
        }
    }
}

/// Nothing would end an analysis by random games, so without a limit there is none. A hybrid leaves
/// the position to such an algorithm.
#[test]
fn random_games_end_without_a_limit() {
    let only = "OOOOOOO-XXXXXOOXOXXXOOOXOOXOOOOXOOXOXXOXOXOXXOOXOOXXXXOXOOOX-OXX X";
    for row in obverse::search::ALGORITHMS {
        let flags = ["--algorithm", row.name, "--playouts", "20"];
        let queries = [
            json!({"id": 1, "position": only, "depth": 3}),
            json!({"id": 2, "position": only, "exact": true, "lines": "all"}),
        ];
        for answer in answers_with(&flags, &queries) {
            assert_eq!(answer["lines"][0]["move"], "e8", "{}", row.name);
        }
    }
}

/// Shared by all searches, whoever has filled it.
#[test]
fn searches_share_a_table_until_it_is_cleared() {
    let query = |id: u64| json!({"id": id, "moves": "f5d6", "depth": 14});
    let mut dialogue = Dialogue::start(&["--threads", "1"]);
    let mut nodes = |line: &Value| {
        dialogue.send(line);
        dialogue.answer()["nodes"].as_u64().unwrap_or(0)
    };
    let first = nodes(&query(1));
    let second = nodes(&query(2));
    nodes(&json!({"id": 3, "action": "clear"}));
    let third = nodes(&query(4));
    assert!(second < first / 2, "{first} {second}");
    assert_eq!(third, first);
}
