//! Every GTP command with too few, too many and wrong arguments: it fails with a
//! one-line message and changes nothing, or its usage allows the arguments.

use obverse::board::{Color, Move, Square};
use obverse::openings::Language;
use obverse::protocol::gtp::{COMMANDS, Command};

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::reply::Reply;

/// Creates a state to which no command resets by chance. Searches in it are short, and every
/// count among the words below is valid.
const PREPARE: &[&str] = &[
    "clear_board",
    "komi 3.5",
    "kata-set-param algorithm greedy",
    "kata-set-param evaluator disc_count",
    "kata-set-param ties first",
    "kata-set-param seed 77",
    "kata-set-param nodes 5000",
    "kata-set-param move_time 0.5",
    "kata-set-param level 1",
    "kata-set-param depth 2",
    "gogui-play_sequence b c4 w e3 b f6 w b4 b e2 w f2 b a4 w e1 b g1 w g3 b pass",
    "play b pass",
    "genmove w",
];

/// How many moves [`PREPARE`] plays.
const STEPS: u32 = 13;

/// Commands that together show whether anything has changed.
const PROBES: &[&str] = &[
    "showboard",
    "move_history",
    "gogui-rules_side_to_move",
    "obverse-param",
    "get_komi",
    "gomill-explain_last_move",
    // No command returns the number of moves, but undoing one too many fails.
    "gg-undo 14",
];

const WORDS: &[&str] = &[
    "b",
    "W",
    "black",
    "green",
    "d6",
    "D3",
    "e6",
    "i9",
    "a0",
    "pass",
    "resign",
    "0",
    "1",
    "8",
    "8.5",
    "-1",
    "+3",
    "99999999999999999999",
    "1e400",
    "nan",
    "inf",
    "absolute",
    "canadian",
    "depth",
    "ties",
    "random",
    "undo",
    "Othello",
    "fr",
    "---------------------------OX------XO---------------------------",
    "no/such/file",
    "\u{e9}\u{fffd}",
    "\"",
    "%s",
];

/// Whether a word is valid for a placeholder of a usage.
fn fits(kind: &str, word: &str) -> bool {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        "COLOR" => word.parse::<Color>().is_ok(),
        "SQUARE" => word.parse::<Square>().is_ok(),
        "MOVE" => word.parse::<Move>().is_ok() || is_number,
        "SIZE" => word == "8",
        "COUNT" | "STONES" => is_number,
        "NUMBER" | "MAIN" | "PERIOD" | "SECONDS" => {
            word.parse::<f64>().is_ok_and(|number| !number.is_nan())
        }
        "LANGUAGE" => word.parse::<Language>().is_ok(),
        "INTERVAL" => word.parse::<f64>().is_ok_and(|number| number >= 0.0),
        "KEY" => ["maxmoves", "rootInfo"].contains(&word),
        "BOARD" => word.len() >= 64,
        "NAME" | "VALUE" | "SYSTEM" | "FILE" | "TEXT" => true,
        _ => panic!("what is {kind}?"),
    }
}

/// Whether the usage of a command allows these arguments.
fn allows(usage: &str, words: &[&str]) -> bool {
    let (needed, optional) = usage.split_at(usage.find('[').unwrap_or(usage.len()));
    let groups: Vec<&str> = optional
        .split(']')
        .map(|group| group.trim_start_matches([' ', '[']))
        .filter(|group| !group.is_empty())
        .collect();
    let (kinds, is_repeated) = kinds(needed);
    let Some((first, rest)) = words.split_at_checked(kinds.len()) else {
        return false;
    };
    // The name of a file and a text may contain blanks.
    let is_free = usage.contains("FILE") || usage.contains("TEXT");
    let rest_fits = match is_repeated {
        true => allows_optional(&[needed], rest),
        false => allows_optional(&groups, rest),
    };
    fit(&kinds, first) && (is_free || rest_fits)
}

/// Whether the optional groups of a usage allow these arguments.
fn allows_optional(groups: &[&str], words: &[&str]) -> bool {
    let Some((group, others)) = groups.split_first() else {
        return words.is_empty();
    };
    if allows_optional(others, words) {
        return true;
    }
    let (kinds, is_repeated) = kinds(group);
    words
        .split_at_checked(kinds.len())
        .is_some_and(|(first, rest)| {
            let left = if is_repeated { groups } else { others };
            fit(&kinds, first) && allows_optional(left, rest)
        })
}

/// The placeholders of a group, and whether the group may be repeated.
fn kinds(group: &str) -> (Vec<&str>, bool) {
    let group = group.trim_end();
    let once = group.strip_suffix("...");
    let kinds = once.unwrap_or(group).split_whitespace().collect();
    (kinds, once.is_some())
}

fn fit(kinds: &[&str], words: &[&str]) -> bool {
    kinds.len() == words.len() && kinds.iter().zip(words).all(|(kind, word)| fits(kind, word))
}

/// Lists of 0 to 6 arguments, the same in every run.
fn arguments() -> Vec<Vec<&'static str>> {
    let mut all = vec![Vec::new()];
    all.extend(WORDS.iter().map(|&word| vec![word]));
    let mut state = 1u64;
    let mut draw = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(99);
        WORDS[(state >> 33) as usize % WORDS.len()]
    };
    for count in 2..=6 {
        for _ in 0..80 {
            all.push((0..count).map(|_| draw()).collect());
        }
    }
    // Random lists do not include these.
    all.push(vec!["b", "1", "maxmoves", "2", "rootInfo", "true"]);
    all.push(vec!["rootInfo", "maybe"]);
    all
}

fn ask(engine: &Engine, line: &str) -> Reply {
    // The empty line ends live analysis.
    engine.send(format!("{line}\n\n").as_bytes());
    Reply::take(engine).unwrap_or_else(|problem| panic!("{line}: {problem}"))
}

/// Restores the state of [`PREPARE`], and returns the replies to the probes.
fn prepare(engine: &Engine) -> Vec<Reply> {
    for line in PREPARE {
        assert!(ask(engine, line).is_success, "{line}");
    }
    probe(engine)
}

fn probe(engine: &Engine) -> Vec<Reply> {
    let lines: String = PROBES.iter().map(|probe| format!("{probe}\n")).collect();
    engine.send(lines.as_bytes());
    let reply = |_| {
        let mut reply = Reply::take(engine).expect("a probe has a reply");
        // The time that a move took is not part of the state.
        if let Some(at) = reply.text.find(" time ") {
            reply.text.truncate(at);
        }
        reply
    };
    PROBES.iter().map(reply).collect()
}

/// Whether a command must not be tested with these arguments, because it would end the
/// session, write a file, or write to the standard error stream of the tests.
fn is_left_out(command: &Command, words: &[&str]) -> bool {
    match command.name {
        "quit" => words.is_empty(),
        "printsgf" | "echo_err" => !words.is_empty(),
        _ => false,
    }
}

#[test]
fn a_failing_command_changes_nothing() {
    let engine = Engine::start(None, TIMEOUT);
    for command in COMMANDS {
        let mut failed = 0;
        let before = prepare(&engine);
        for words in arguments() {
            if is_left_out(command, &words) {
                continue;
            }
            let line = format!("{} {}", command.name, words.join(" "));
            let reply = ask(&engine, &line);
            if reply.is_success {
                assert!(allows(command.args, &words), "{line}: {reply:?}");
                assert_eq!(prepare(&engine), before, "{line}");
                continue;
            }
            failed += 1;
            if !allows(command.args, &words) {
                let beginnings = [
                    "syntax error",
                    "unacceptable size",
                    "unknown",
                    "unsupported",
                ];
                let is_fixed = beginnings.iter().any(|text| reply.text.starts_with(text));
                assert!(
                    is_fixed || reply.text.contains("expected"),
                    "{line}: {reply:?}"
                );
            }
            assert_eq!(probe(&engine), before, "{line}: {reply:?}");
        }
        let is_free = command.args == "[TEXT]" || command.name == "printsgf";
        assert!(failed > 0 || is_free, "{} never fails", command.name);
        assert!(ask(&engine, &format!("gg-undo {STEPS}")).is_success);
        assert_eq!(ask(&engine, "grhino-show_history").text, "");
    }
    assert!(engine.finish().expect("it ends").is_empty());
}

#[test]
fn usages_are_understood() {
    let right: &[(&str, &[&str])] = &[
        ("", &[]),
        ("COLOR MOVE", &["b", "d3"]),
        ("[COUNT]", &[]),
        ("[COUNT]", &["3"]),
        ("[COLOR MOVE ...]", &[]),
        ("[COLOR MOVE ...]", &["b", "d3", "w", "pass"]),
        ("COLOR SQUARE ...", &["b", "d3", "w", "c3"]),
        ("SYSTEM [NUMBER ...]", &["none"]),
        ("SYSTEM [NUMBER ...]", &["canadian", "1", "2"]),
        ("[NAME VALUE]", &["depth", "3"]),
        ("FILE [MOVE]", &["a", "b", "c"]),
        ("[COLOR] [INTERVAL] [KEY VALUE ...]", &[]),
        ("[COLOR] [INTERVAL] [KEY VALUE ...]", &["b"]),
        (
            "[COLOR] [INTERVAL] [KEY VALUE ...]",
            &["5", "maxmoves", "1", "rootInfo", "true"],
        ),
    ];
    for (usage, words) in right {
        assert!(allows(usage, words), "{usage}: {words:?}");
    }
    let wrong: &[(&str, &[&str])] = &[
        ("", &["b"]),
        ("COLOR MOVE", &["b"]),
        ("COLOR MOVE", &["d3", "b"]),
        ("COLOR MOVE", &["b", "d3", "d4"]),
        ("[COUNT]", &["x"]),
        ("[COUNT]", &["1", "1"]),
        ("[COLOR MOVE ...]", &["b"]),
        ("[COLOR MOVE ...]", &["b", "d3", "w"]),
        ("COLOR SQUARE ...", &[]),
        ("COLOR SQUARE ...", &["b", "pass"]),
        ("SYSTEM [NUMBER ...]", &[]),
        ("SYSTEM [NUMBER ...]", &["canadian", "x"]),
        ("[NAME VALUE]", &["depth"]),
        ("[COLOR] [INTERVAL] [KEY VALUE ...]", &["5", "b"]),
        (
            "[COLOR] [INTERVAL] [KEY VALUE ...]",
            &["b", "5", "maxmoves"],
        ),
    ];
    for (usage, words) in wrong {
        assert!(!allows(usage, words), "{usage}: {words:?}");
    }
}
