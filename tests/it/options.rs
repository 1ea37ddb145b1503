//! Every option has an effect, which commands in its row demonstrate.

use std::thread;
use std::time::Duration;

use obverse::session::options::{Effect, OPTIONS, Options, Row, Strength};

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::program::{run, text};
use crate::support::reply::Reply;

/// The comment at which the client pauses.
const WAIT: &str = "# wait";

/// Enough time to ponder.
const PAUSE: Duration = Duration::from_millis(300);

/// The answer to the last of these commands, without search times.
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

/// What is wrong with an option, if it does not have the effect that its row promises.
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

const EFFECT: Effect = Effect {
    value: "3",
    commands: "kata-set-param algorithm negamax\ngenmove b\ngomill-explain_last_move",
};

#[test]
fn an_option_that_is_not_wired_up_is_noticed() {
    let not_stored = Row::trial("not_stored", EFFECT, |_| 1, |_, _| {});
    // The depth has no effect while the level is used.
    let not_read = Row::trial(
        "not_read",
        EFFECT,
        |options| options.search.depth,
        |options, number| options.search.depth = number,
    );
    let wired = Row::trial("wired", EFFECT, Options::depth, |options, number| {
        options.strength = Strength::Depth(number);
    });
    let problem = |row| missing_effect(row).unwrap_or_default();
    assert_eq!(problem(not_stored), "not_stored 3: the value is not stored");
    let unread = problem(not_read);
    assert!(
        unread.starts_with("not_read 3: nothing depends on it: "),
        "{unread}"
    );
    assert_eq!(problem(wired), "");
}

/// With several lines, or only some moves, a search obeys the same options.
#[test]
fn limits_apply_to_a_search_of_several_moves() {
    const GOES: &[&str] = &[
        "setoption name MultiPV value 2\nposition startpos\ngo",
        "position startpos\ngo searchmoves f5 d3",
        "setoption name MultiPV value 3\nposition startpos\ngo movetime 60000",
    ];
    // The last report reaches the depth, and stays within the nodes. Whether a limit counts at
    // all shows in a search that would take days without it.
    for (option, field, expected) in [
        ("depth value 3", "depth", 3..=3),
        ("nodes value 2000", "nodes", 1..=2000),
        ("move_time value 0.1", "time", 0..=5000),
    ] {
        for (protocol, go) in ["uci", "ugi"]
            .iter()
            .flat_map(|p| GOES.iter().map(move |go| (p, go)))
        {
            let depth = "setoption name depth value 60";
            let input = format!("{protocol}\n{depth}\nsetoption name {option}\n{go}\n");
            let input = match *protocol {
                "uci" => input.replace("f5 d3", "P@f4 P@d6"),
                _ => input,
            };
            let output = run(&[protocol, "--threads", "1"], input.as_bytes());
            let output = text(&output.stdout);
            let reports = output
                .lines()
                .filter(|line| line.starts_with("info depth "));
            let number = |line: &str| {
                let mut words = line.split(' ').skip_while(|&word| word != field);
                words.nth(1)?.parse::<u32>().ok()
            };
            let last = reports.filter_map(number).max();
            let is_within = last.is_some_and(|last| expected.contains(&last));
            assert!(is_within, "{protocol}: {option}: {go}: {output}");
            assert!(
                output.contains("\nbestmove "),
                "{protocol}: {option}: {go}: {output}"
            );
        }
    }
}
