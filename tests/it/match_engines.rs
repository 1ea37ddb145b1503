//! `obverse match` with external programs, including slow, odd and broken ones.

#![cfg(unix)]

use std::fs;

use obverse::board::notation::transcript;
use obverse::board::{Move, Position};
use serde_json::Value;

use crate::support::folder::TempFolder;
use crate::support::program::{self, run, text};

/// Obverse behind a wrapper that breaks one thing.
const WRAPPER: &str = r#"#!/bin/bash
# Usage: engine.sh MODE COMMAND ...
mode=$1
shift
coproc INNER { exec "$@" 2>/dev/null; }
ask() {
    printf '%s\n' "$1" >&"${INNER[1]}"
    reply=
    while IFS= read -r text <&"${INNER[0]}" && [ -n "$text" ]; do
        reply+="${reply:+$'\n'}$text"
    done
}
genmoves=0
last=
while IFS= read -r line; do
    read -r command color rest <<<"$line"
    [ "$command" = genmove ] && genmoves=$((genmoves + 1))
    fault=
    [ "$command" = genmove ] && [ $genmoves -eq 3 ] && fault=$mode
    case $fault in
        crash) exit 1 ;;
        hang) exec sleep 1000 ;;
        illegal) printf '= A1\n\n'; continue ;;
        passes) printf '= pass\n\n'; continue ;;
        garbage) printf '= the best one\n\n'; continue ;;
        unframed) printf 'F5\n\n'; continue ;;
        refuses) printf '? not now\n\n'; continue ;;
        resigns) printf '= resign\n\n'; continue ;;
        flood) exec yes chatter ;;
        late) sleep 0.6 ;;
    esac
    if [ "$mode" = strict ]; then
        # Passes must be said: nobody moves twice in a row.
        case $command in
            clear_board) last= ;;
            play | genmove)
                if [ "$color" = "$last" ]; then
                    printf '? wrong color\n\n'
                    continue
                fi
                ;;
        esac
    fi
    if [ "$mode" = lazy ] && [ "$command" = genmove ] && [ "$color" = "$last" ]; then
        # As gtp-rhino does when it believes that it is not to move.
        printf '= pass\n\n'
        continue
    fi
    if [ "$mode" = unlisted ] && [ "$command" = list_commands ]; then
        printf '? unknown command\n\n'
        continue
    fi
    if [ "$mode" = whole ] && [[ $command = time_* && $line = *.* ]]; then
        printf '? syntax error\n\n'
        continue
    fi
    ask "$line"
    case $command in play | genmove) [ "${reply:0:1}" = '=' ] && last=$color ;; esac
    case $mode in
        echo) printf '= 5 %s\n\n' "${reply:2}" ;;
        lower) printf '%s\n\n' "${reply,,}" ;;
        short) printf '%s\n' "$reply"; [ "$command" = list_commands ] && echo ;;
        chatty)
            head -c 100000 /dev/zero >&2
            printf 'thinking ...\n%s\n\n' "$reply"
            ;;
        split) printf '=\n%s\n\n' "${reply:2}" ;;
        *) printf '%s\n\n' "$reply" ;;
    esac
    [ "$command" = quit ] && exit
done
"#;

/// An NBoard engine made of a GTP engine.
const NBOARD: &str = r#"#!/bin/bash
mode=$1
shift
coproc INNER { exec "$@" 2>/dev/null; }
ask() {
    printf '%s\n' "$1" >&"${INNER[1]}"
    reply=
    while IFS= read -r text <&"${INNER[0]}" && [ -n "$text" ]; do reply=$text; done
    reply=${reply#= }
}
play() {
    ask gogui-rules_side_to_move
    local square=${1%%/*}
    ask "play $reply ${square/PA/pass}"
}
echo 'set myname Wrapped'
while IFS= read -r line; do
    case $line in
        'set game '*)
            ask clear_board
            for square in $(grep -oE '[BW]\[[A-H][1-8]' <<<"$line" | cut -c3-); do play "$square"; done
            ;;
        'move '*) play "${line#move }" ;;
        'ping '*) echo "pong ${line#ping }" ;;
        go)
            ask gogui-rules_side_to_move
            ask "reg_genmove $reply"
            echo 'status thinking'
            echo 'search F5 0.0 0 5'
            case $mode in
                blanks) echo "=== ${reply,,} 0.5 0.01" ;;
                nonsense) echo '=== best' ;;
                *) echo "=== $reply/0.5/0.01" ;;
            esac
            ;;
        quit) exit ;;
    esac
done
"#;

/// Two games of a wrapped engine against a good one. Returns the records, and the
/// standard output.
fn play(script: &str, mode: &str, inner: &str, words: &[&str]) -> (Vec<Value>, String) {
    play_against("algorithm=random", script, mode, inner, words)
}

/// The same against an engine of the program with these options.
fn play_against(
    options: &str,
    script: &str,
    mode: &str,
    inner: &str,
    words: &[&str],
) -> (Vec<Value>, String) {
    // Tests run at the same time.
    let test = std::thread::current().id();
    let folder = TempFolder::new(&format!("players-{mode}-{test:?}"));
    let (wrapper, file) = (folder.0.join("engine.sh"), folder.0.join("a.jsonl"));
    fs::write(&wrapper, script).expect("it can be written");
    let protocol = if script == NBOARD { "nboard" } else { "gtp" };
    let odd = format!(
        "name=odd protocol={protocol} cmd=\"bash '{}' {mode} '{}' --threads 1 {inner}\"",
        wrapper.display(),
        program::path(),
    );
    let args = [
        "match",
        "--engine",
        &odd,
        "--engine",
        &format!("name=good builtin {options}"),
        "--out",
        file.to_str().expect("a path in Unicode"),
    ];
    let output = run(&[&args, words].concat(), b"");
    assert_eq!(text(&output.stderr), "", "{mode}");
    assert!(output.status.success(), "{mode}");
    let text = fs::read_to_string(&file).expect("it was written");
    let records = text.lines();
    let records = records.map(|line| serde_json::from_str(line).expect("a line of JSON"));
    let stdout = String::from_utf8(output.stdout).expect("text");
    (records.collect(), stdout)
}

#[test]
fn a_failing_engine_forfeits_the_game_and_the_match_goes_on() {
    for (mode, reason, words) in [
        ("crash", "crash", &[][..]),
        ("hang", "hang", &["--patience", "0.5"]),
        ("hang", "hang", &["--patience", "0.5", "--move-time", "0.5"]),
        ("illegal", "illegal", &[]),
        ("passes", "illegal", &[]),
        ("garbage", "garbage", &[]),
        ("unframed", "garbage", &["--patience", "0.5"]),
        ("flood", "garbage", &[]),
        ("refuses", "refused", &[]),
        ("resigns", "resign", &[]),
        (
            "late",
            "time",
            &["--move-time", "0.4", "--tolerance", "0.1"],
        ),
        ("late", "time", &["--time", "0.5", "--tolerance", "0.01"]),
    ] {
        let words = [&["--games", "2"], words].concat();
        let (records, output) = play(WRAPPER, mode, "--algorithm greedy", &words);
        assert_eq!(records.len(), 2, "{mode}");
        for (record, result) in records.iter().zip(["W+F", "B+F"]) {
            assert_eq!(record["reason"], reason, "{mode}: {output}");
            assert_eq!(record["result"], result, "{mode}");
            let moves = record["moves"].as_str().expect("text");
            assert!((24..=28).contains(&moves.len()), "{mode}: {moves}");
        }
        let reported = format!("game 1: odd loses, {reason}: ");
        assert!(output.starts_with(&reported), "{mode}: {output}");
        let last = output.lines().last().expect("a line");
        let start = "odd vs good: +0 =0 -2, Elo ";
        assert!(last.starts_with(start), "a forfeit has no discs: {last}");
    }
}

/// Habits of real engines must not cost them the game. Some show only where a side must
/// pass.
#[test]
fn odd_habits_of_engines_are_tolerated() {
    for mode in [
        "plain", "echo", "lower", "short", "chatty", "split", "unlisted", "strict", "lazy",
    ] {
        let (records, output) = play(
            WRAPPER,
            mode,
            "--algorithm random --seed 1",
            &["--games", "16"],
        );
        let mut passes = 0;
        for record in &records {
            assert_eq!(record["reason"], "normal", "{mode}: {output}");
            let moves = record["moves"].as_str().expect("text");
            let moves = transcript::parse(&Position::START, moves).expect("legal moves");
            passes += moves.iter().filter(|&&played| played == Move::Pass).count();
        }
        assert_eq!(records.len(), 16);
        assert!(passes > 0, "{mode}");
    }
}

/// A limit that cannot be sent to an engine would silently not apply.
#[test]
fn depth_and_nodes_are_sent_or_refused() {
    let (records, _) = play(
        WRAPPER,
        "plain",
        "--algorithm negamax",
        &["--games", "2", "--depth", "1", "--nodes", "9"],
    );
    assert!(records.iter().all(|record| record["reason"] == "normal"));
    let rude = "name=rude cmd=\"sh -c 'while read line; do echo =; echo; done'\"";
    let args = [
        "match", "--engine", rude, "--engine", "builtin", "--depth", "2",
    ];
    let output = run(&args, b"");
    assert_eq!(output.status.code(), Some(1));
    let problem = "obverse: rude: it has no command to limit depth: set the limit in cmd or init\n";
    assert_eq!(text(&output.stderr), problem);
}

#[test]
fn nboard_engines_play() {
    for mode in ["slashes", "blanks"] {
        let words = ["--games", "8", "--time", "60"];
        let (records, output) = play(NBOARD, mode, "--algorithm random", &words);
        for record in &records {
            assert_eq!(record["reason"], "normal", "{mode}: {output}");
        }
        assert_eq!(records.len(), 8);
    }
    let (records, _) = play(NBOARD, "nonsense", "--algorithm random", &["--games", "2"]);
    assert!(records.iter().all(|record| record["reason"] == "garbage"));
}

/// Obverse on both sides, in a different protocol on each.
#[test]
fn the_engine_plays_in_its_other_protocols() {
    let folder = TempFolder::new("players-protocols");
    let file = folder.0.join("a.jsonl");
    let engine = |name: &str| {
        let program = program::path();
        format!("name={name} protocol={name} cmd=\"'{program}' {name} --level 1 --threads 1\"")
    };
    let (nboard, gtp) = (engine("nboard"), engine("gtp"));
    let file_name = file.to_str().expect("a path in Unicode");
    let args = [
        "match", "--engine", &nboard, "--engine", &gtp, "--games", "6", "--time", "60", "--out",
        file_name,
    ];
    let output = run(&args, b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    let records = fs::read_to_string(&file).expect("it was written");
    assert_eq!(records.lines().count(), 6);
    for record in records.lines() {
        let record: Value = serde_json::from_str(record).expect("a line of JSON");
        assert_eq!(record["reason"], "normal", "{stdout}");
    }
}

#[test]
fn positions_are_set_up() {
    let folder = TempFolder::new("players-position");
    let file = folder.0.join("a.obf");
    let board = "---------------------------XO------OX--------------------------- O";
    fs::write(&file, format!("{board};\n")).expect("it can be written");
    let words = [
        "--games",
        "2",
        "--openings",
        file.to_str().expect("a path in Unicode"),
    ];
    let (records, output) = play(WRAPPER, "plain", "--algorithm greedy", &words);
    for record in &records {
        assert_eq!(
            (&record["reason"], &record["start"]),
            (&"normal".into(), &board.into()),
            "{output}"
        );
    }
}

#[test]
fn patience_can_be_endless() {
    let words = ["--games", "2", "--patience", "0"];
    let (records, output) = play(WRAPPER, "plain", "--algorithm greedy", &words);
    for record in &records {
        assert_eq!(record["reason"], "normal", "{output}");
    }
}

#[test]
fn a_program_that_cannot_start_is_reported_at_once() {
    for (cmd, problem) in [
        (
            "/missing/engine -x",
            "x: /missing/engine cannot be started: ",
        ),
        ("false", "x: the program exited"),
    ] {
        let spec = format!("name=x cmd='{cmd}'");
        let output = run(&["match", "--engine", &spec, "--engine", "builtin"], b"");
        assert_eq!(output.status.code(), Some(1));
        let stderr = text(&output.stderr);
        assert!(
            stderr.starts_with(&format!("obverse: {problem}")),
            "{stderr}"
        );
    }
}

mod slow {
    use super::*;

    /// Whole games at the speed of their clocks.
    #[test]
    fn clocks_are_sent_to_engines_that_know_them() {
        for (mode, words) in [
            ("plain", &["--move-time", "0.3"][..]),
            ("plain", &["--time", "2", "--increment", "0.05"]),
            ("plain", &["--time", "2"]),
            ("whole", &["--time", "2.5"]),
        ] {
            // Generous, because the machine may be busy.
            let words = [&["--games", "2", "--tolerance", "1"], words].concat();
            // Random play loses early, and then there is nothing left to search.
            let (records, output) = play_against("level=5", WRAPPER, mode, "--level 30", &words);
            for record in &records {
                assert_eq!(record["reason"], "normal", "{mode}: {output}");
                let side = if record["black"] == "odd" {
                    "black"
                } else {
                    "white"
                };
                let used = record[format!("{side}_seconds")].as_f64().expect("seconds");
                assert!(used > 1.0, "{mode} {words:?}: it has used {used} s");
            }
        }
    }
}
