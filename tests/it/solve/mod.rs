//! `obverse solve`.

mod journal;
mod proof;
mod verify;

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::support::folder::TempFolder;
use crate::support::positions::{ENDGAMES, UNSOLVABLE};
use crate::support::program::{assert_refused, run, text};

/// Problems with 14 empty squares and more, the easiest first.
const HARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems/hard.obf");

fn solve(args: &[&str], input: &str) -> Output {
    run(&[&["solve"], args].concat(), input.as_bytes())
}

/// The words of each line of a table.
fn rows(output: &Output) -> Vec<Vec<&str>> {
    let lines = text(&output.stdout).lines();
    lines
        .map(|line| line.split_whitespace().collect())
        .collect()
}

fn records(output: &Output) -> Vec<Value> {
    lines_of_json(text(&output.stdout))
}

fn lines_of_json(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

/// The same records without the times, which differ from run to run.
fn untimed(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        let record = record.as_object_mut().expect("an object");
        record.remove("seconds");
        if let Some(total) = record.get_mut("total") {
            total.as_object_mut().expect("an object").remove("seconds");
        }
    }
    records
}

#[test]
fn correct_scores_are_confirmed() {
    let output = solve(&[ENDGAMES], "");
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    let rows = rows(&output);
    assert_eq!(
        rows[0],
        [
            "n", "empties", "score", "move", "depth", "nodes", "seconds", "nodes/s", "verdict",
            "pv"
        ]
    );
    for (row, expected) in rows[1..].iter().zip([
        ["1", "5", "-30", "pass", "6"],
        ["2", "10", "+30", "C2", "10"],
        ["3", "11", "+18", "G1", "11"],
        ["4", "12", "-6", "", "12"],
    ]) {
        assert_eq!((&row[..3], row[4]), (&expected[..3], expected[4]));
        // The last position has two best moves.
        assert!(expected[3].is_empty() || row[3] == expected[3], "{row:?}");
        assert_eq!(row[8], "right");
        assert_eq!(row[9], row[3], "the line begins with the move");
    }
    let total = rows[5].join(" ");
    let verdicts = "total: positions 4, right 4, wrong 0, not judged 0, nodes ";
    assert!(total.starts_with(verdicts), "{total}");
    assert_eq!(rows.len(), 6);
}

/// A file may have a wrong score for the position or for the move, or no score.
#[test]
fn wrong_scores_are_reported() {
    let text_of = |scores: &str| {
        let problems = fs::read_to_string(ENDGAMES).expect("it exists");
        let line = problems.lines().nth(3).expect("a problem");
        let (board, _) = line.split_once(';').expect("scores");
        format!("{board}; {scores}\n")
    };
    for (scores, verdict, is_wrong) in [
        ("G1:+18;", "right", false),
        ("A8:+18;", "right", false),
        ("G1:+20; A8:-2;", "wrong:+20", true),
        ("A8:-2;", "wrong:-2", true),
        ("A8:+18; G1:+16;", "wrong:+16", true),
        ("", "-", false),
    ] {
        let output = solve(&["-"], &text_of(scores));
        assert_eq!(rows(&output)[1][8], verdict, "{scores}");
        assert_eq!(output.status.code(), Some(is_wrong.into()), "{scores}");
        let complaint = if is_wrong {
            "obverse: solve: 1 wrong: 1\n"
        } else {
            ""
        };
        assert_eq!(text(&output.stderr), complaint);
    }
}

#[test]
fn bad_files_are_refused_before_anything_is_solved() {
    let bad = format!("% good\n{UNSOLVABLE}\n\n{UNSOLVABLE} E3:+2;\n");
    for (args, problem) in [
        (
            &[ENDGAMES, "-"][..],
            "-, line 4: character 76: E3 is not a legal move\n",
        ),
        (&["missing.obf"], "missing.obf: "),
        (&["/"], "/: "),
        (
            &[ENDGAMES, "--only", "5"],
            "--only: there is no position 5; the last one is 4\n",
        ),
        (
            &[ENDGAMES, "--fast"],
            "--fast: unknown flag, expected one listed by --help\n",
        ),
        (&[], "solve: expected FILE ... "),
    ] {
        assert_refused(&[&["solve"], args].concat(), &bad, problem);
    }
}

#[test]
fn json_lines_have_what_the_table_has() {
    let output = solve(&["--json", "--only", "1,3-4", ENDGAMES, "-"], "");
    assert!(output.status.success());
    let records = records(&output);
    let [pass, _, last, total] = &records[..] else {
        panic!("{records:?}");
    };
    assert_eq!(pass["n"], 1);
    assert_eq!(pass["empties"], 5);
    assert_eq!(pass["score"], -30);
    assert_eq!(pass["move"], "pass");
    assert_eq!(pass["exact"], true);
    assert!(pass["nodes"].is_u64() && pass["seconds"].is_f64());
    assert!(pass["pv"].as_str().expect("text").starts_with("pass "));
    assert_eq!(last["n"], 4);
    let total = &total["total"];
    assert_eq!(
        (&total["positions"], &total["wrong"]),
        (&3.into(), &0.into())
    );
    let nodes = records[..3].iter().map(|record| record["nodes"].as_u64());
    assert_eq!(total["nodes"].as_u64(), nodes.sum());
    assert!(total["seconds"].is_f64());
}

#[test]
fn slices_divide_the_chosen_positions() {
    let numbers = |slice: &str| {
        let output = solve(
            &["--json", "--only", "1,3-4", "--slice", slice, ENDGAMES],
            "",
        );
        assert!(output.status.success());
        let (total, solved) = records(&output)
            .split_last()
            .map(|(total, solved)| (total["total"]["positions"].clone(), solved.to_vec()))
            .expect("a total");
        assert_eq!(total, solved.len());
        solved
            .iter()
            .filter_map(|record| record["n"].as_u64())
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers("1/2"), [1, 4]);
    assert_eq!(numbers("2/2"), [3]);
    assert!(numbers("4/4").is_empty());
}

/// Editors on Windows write one.
#[test]
fn a_file_may_begin_with_a_byte_order_mark() {
    let problems = fs::read_to_string(ENDGAMES).expect("a file that can be read");
    let output = solve(&["-"], &format!("\u{feff}{problems}"));
    assert_eq!(text(&output.stderr), "");
    let rows = rows(&output);
    assert!(rows[1..5].iter().all(|row| row[8] == "right"), "{rows:?}");
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let (full, wiped) = ("X".repeat(64), format!("{}{}", "-".repeat(63), "O"));
    let output = solve(&["-", "--json"], &format!("{full} X;\n{wiped} X;\n"));
    assert!(output.status.success());
    for (record, score) in records(&output).iter().zip([64, -64]) {
        assert_eq!(record["score"], score);
        assert_eq!(record["move"], Value::Null);
        assert_eq!(
            (&record["exact"], &record["pv"]),
            (&true.into(), &"".into())
        );
    }
}

/// A position that is not solved gets no verdict.
#[test]
fn limits_end_a_search() {
    for limit in [["--limit", "0.05"], ["--level", "1"]] {
        let output = solve(&[&limit[..], &["-"]].concat(), UNSOLVABLE);
        assert!(output.status.success());
        assert_eq!(rows(&output)[1][8], "open", "{limit:?}");
        let output = solve(&[&limit[..], &["-", "--json"]].concat(), UNSOLVABLE);
        assert_eq!(records(&output)[0]["exact"], false, "{limit:?}");
    }
}

#[cfg(unix)]
#[test]
fn control_c_keeps_finished_work() {
    use std::io::{BufRead, BufReader, Read};

    let problems = format!("{UNSOLVABLE}\n{UNSOLVABLE}\n");
    let args = ["solve", "--json", ENDGAMES, "-"];
    let mut child = crate::support::program::started(&args, &problems);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut seen = String::new();
    while seen.lines().count() < 4 {
        let count = stdout.read_line(&mut seen).expect("it is text");
        assert!(count > 0, "it ended too early: {seen}");
    }
    crate::support::program::interrupt(&child);
    stdout.read_to_string(&mut seen).expect("it is text");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "obverse: interrupted\n");
    let output = Output {
        stdout: seen.into_bytes(),
        ..output
    };
    let records = records(&output);
    let (total, solved) = records.split_last().expect("a total");
    assert_eq!(total["total"]["positions"], solved.len());
    assert!((4..=5).contains(&solved.len()), "the last one is not begun");
    for record in solved {
        assert_eq!(record["exact"], record["n"].as_u64() < Some(5));
    }
}

#[cfg(unix)]
#[test]
fn only_a_terminal_shows_progress() {
    use crate::support::terminal::written_at;

    const COLUMNS: u16 = 90;
    let solve =
        |redirection: &str| written_at(COLUMNS, &format!("solve '{ENDGAMES}' {redirection}"));
    let screen = solve("");
    assert!(screen.contains("] 0/4"), "{screen}");
    let is_row = |line: &&str| line.contains(" right   ");
    assert_eq!(screen.lines().filter(is_row).count(), 4, "{screen}");
    let folder = TempFolder::new("solve");
    let file = folder.0.join("table");
    let screen = solve(&format!("> '{}'", file.display()));
    assert!(screen.contains("] 0/4"), "{screen}");
    let table = fs::read_to_string(Path::new(&file)).expect("it was written");
    assert!(table.is_ascii() && !table.contains('\u{1b}'), "{table}");

    let screen = solve("2> /dev/null");
    assert!(!screen.contains("0/4"), "{screen}");
    let rows: Vec<&str> = screen.lines().filter(is_row).collect();
    assert!(rows.iter().any(|row| row.contains('…')), "{screen}");
    for row in rows {
        assert!(
            row.trim_end().chars().count() <= usize::from(COLUMNS),
            "{row}"
        );
    }
}

/// If the bar filled its line, the `^C` would go to the next one, and the bar would
/// clear the wrong line.
#[cfg(unix)]
#[test]
fn the_progress_bar_leaves_room_for_the_echo_of_control_c() {
    use crate::support::terminal::written_until_interrupt;

    const COLUMNS: u16 = 90;
    let folder = TempFolder::new("solve-interrupted");
    let file = folder.0.join("start.obf");
    fs::write(&file, UNSOLVABLE).expect("it can be written");
    let args = format!("solve '{}'", file.display());
    let screen = written_until_interrupt(COLUMNS, &args, "depth 12");
    let (before, after) = screen.split_once("^C").expect("it is displayed");
    let line = before.rsplit(['\r', '\n']).next().expect("a line");
    assert!(
        line.len() + "^C".len() <= usize::from(COLUMNS),
        "{screen:?}"
    );
    assert!(after.starts_with("\r\u{1b}[2K"), "{screen:?}");
    assert!(
        screen.ends_with("\u{1b}[2K\robverse: interrupted\r\n"),
        "{screen:?}"
    );
}
