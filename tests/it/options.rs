//! Every option does something: its row says how to see it.

use std::thread;
use std::time::Duration;

use obverse::flags::{Setting, Whole};
use obverse::session::options::{Effect, OPTIONS, Options, Row, Strength};

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::reply::Reply;

/// The comment at which the client pauses.
const WAIT: &str = "# wait";

/// Time enough to ponder.
const PAUSE: Duration = Duration::from_millis(300);

/// The answer to the last of these commands, without the time that a search took.
fn last_answer(options: Options, commands: &str) -> String {
    let engine = Engine::start_with(options, None, TIMEOUT);
    let mut answer = String::new();
    for command in commands.lines() {
        engine.send(format!("{command}\n").as_bytes());
        if command == WAIT {
            thread::sleep(PAUSE);
            continue;
        }
        let reply = Reply::take(&engine).expect("every command has a reply");
        assert!(reply.is_success, "{command}: {}", reply.text);
        let words: Vec<&str> = reply.text.split(' ').collect();
        let time = words.iter().position(|&word| word == "time");
        let untimed = words.iter().enumerate();
        let untimed = untimed.filter(|&(index, _)| time.is_none_or(|time| index != time + 1));
        answer = untimed.map(|(_, &word)| word).collect::<Vec<_>>().join(" ");
    }
    answer
}

/// What is wrong with an option, if it has not the effect that its row promises.
fn missing_effect(row: &'static Row) -> Option<String> {
    let Effect { value, commands } = row.effect;
    let mut options = Options::new(2);
    options.search.threads = 1;
    let before = last_answer(options.clone(), commands);
    if let Err(error) = row.set(&mut options, value) {
        return Some(error.to_string());
    }
    if row.get(&options) == row.get(&Options::new(2)) {
        return Some(format!("{} {value}: the value is not stored", row.name));
    }
    let after = last_answer(options, commands);
    (before == after).then(|| format!("{} {value}: nothing depends on it: {after}", row.name))
}

#[test]
fn every_option_has_an_effect() {
    let missing: Vec<String> = OPTIONS
        .iter()
        .filter_map(|row| missing_effect(row))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A copy of a row, as somebody would begin to write a new one.
macro_rules! copy {
    ($name:expr, $field:expr) => {
        Row {
            name: $name,
            variable: "N",
            summary: "a trial",
            details: "",
            varying_default: None,
            field: $field,
            effect: Effect {
                value: "3",
                commands: "kata-set-param algorithm negamax\ngenmove b\ngomill-explain_last_move",
            },
        }
    };
}

static NOT_STORED: Row = copy!(
    "not_stored",
    &Setting::<Options, Whole<u32>> {
        kind: Whole::new(1, 9),
        get: |_| 1,
        set: |_, _| {},
    }
);

/// Stored where nothing reads it while the level counts.
static NOT_READ: Row = copy!(
    "not_read",
    &Setting::<Options, Whole<u32>> {
        kind: Whole::new(1, 9),
        get: |options| options.search.depth,
        set: |options, number| options.search.depth = number,
    }
);

static WIRED: Row = copy!(
    "wired",
    &Setting::<Options, Whole<u32>> {
        kind: Whole::new(1, 9),
        get: |options| options.depth(),
        set: |options, number| options.strength = Strength::Depth(number),
    }
);

#[test]
fn an_option_that_is_not_wired_up_is_noticed() {
    let problem = |row| missing_effect(row).unwrap_or_default();
    assert_eq!(
        problem(&NOT_STORED),
        "not_stored 3: the value is not stored"
    );
    let unread = problem(&NOT_READ);
    assert!(
        unread.starts_with("not_read 3: nothing depends on it: "),
        "{unread}"
    );
    assert_eq!(problem(&WIRED), "");
}
