//! `--verify`: answers are checked by a second solver.

use std::fs;

use super::{HARD, lines_of_json, records, rows, solve};
use crate::support::folder::TempFolder;
use crate::support::positions::{ENDGAMES, UNSOLVABLE};
use crate::support::program::text;

/// The numbers of the positions that are found to be wrong.
fn wrong(args: &[&str], input: &str) -> Vec<u64> {
    let output = solve(&[&["--verify", "all", "--json"], args].concat(), input);
    let records = records(&output);
    let (total, checked) = records.split_last().expect("a total");
    let wrong = checked.iter().filter(|record| record["right"] == false);
    let wrong: Vec<u64> = wrong
        .map(|record| record["n"].as_u64().expect("a number"))
        .collect();
    assert_eq!(total["total"]["wrong"], wrong.len());
    assert_eq!(output.status.code(), Some((!wrong.is_empty()).into()));
    wrong
}

#[test]
fn the_second_solver_confirms_published_scores() {
    assert_eq!(wrong(&[ENDGAMES], ""), [0; 0]);
    assert_eq!(
        wrong(&[HARD, "--only", "1-12", "--threads", "2"], ""),
        [0; 0]
    );
}

/// Every number that an answer consists of, changed by as little as possible.
#[test]
fn one_altered_answer_is_found() {
    for args in [
        &["--moves"][..],
        &["--alpha", "-8", "--beta", "20"],
        &["--moves", "--wld"],
        &[],
    ] {
        for form in ["--json", "--csv", "--obf"] {
            if form == "--obf" && args.contains(&"--wld") {
                continue;
            }
            let written = solve(&[args, &[form, ENDGAMES]].concat(), "");
            let written = text(&written.stdout);
            assert_eq!(wrong(&["-"], written), [0; 0], "{args:?}");
            let mut altered = 0;
            for (number, line) in (0..).zip(written.lines()) {
                for (at, score) in scores(line) {
                    // Looser bounds are also true, so only tighter ones are wrong.
                    for change in [-2, 2] {
                        let line =
                            [&line[..at.start], &changed(score, change), &line[at.end..]].concat();
                        let lines =
                            written
                                .lines()
                                .enumerate()
                                .map(|(index, old)| match index == number {
                                    true => line.clone(),
                                    false => old.to_string(),
                                });
                        let text = lines.collect::<Vec<_>>().join("\n");
                        let wrong = wrong(&["-"], &text);
                        let is_bound = line.contains("lower") || line.contains("upper");
                        assert!(wrong.len() == 1 || is_bound, "{args:?} {line}: {wrong:?}");
                        altered += wrong.len();
                    }
                }
            }
            assert!(altered > 0, "{form} {args:?}: {altered}");
        }
    }
}

/// The scores on a line in any form, and where they stand.
fn scores(line: &str) -> Vec<(std::ops::Range<usize>, i32)> {
    let mut scores = Vec::new();
    for before in ["\"score\":", ":", ":>=", ":<="] {
        for (at, _) in line.match_indices(before) {
            let start = at + before.len();
            let rest = &line[start..];
            let is_signed = rest.starts_with(['+', '-']) || before.contains("score");
            let length = rest[1.min(rest.len())..].find(|c: char| !c.is_ascii_digit());
            let end = start + 1 + length.unwrap_or(0);
            if let (true, Some(Ok(score))) = (is_signed, line.get(start..end).map(str::parse)) {
                scores.push((start..end, score));
            }
        }
    }
    let mut fields = line.match_indices(',').map(|(at, _)| at + 1);
    if let (true, Some(start)) = (
        line.starts_with(|c: char| c.is_ascii_digit()),
        fields.nth(2),
    ) {
        let end = fields.next().map_or(line.len(), |next| next - 1);
        scores.push((start..end, line[start..end].parse().expect("a score")));
    }
    scores.sort_by_key(|(at, _)| at.start);
    scores.dedup();
    scores
}

fn changed(score: i32, change: i32) -> String {
    format!("{:+}", score + change)
        .trim_start_matches('+')
        .to_string()
}

#[test]
fn the_answers_of_a_journal_are_read_back() {
    let folder = TempFolder::new("verify-journal");
    let journal = folder.path("answers.jsonl");
    let args = ["--only", "1-6", HARD, "--out", &journal];
    assert_eq!(wrong(&args, ""), [0; 0], "solved, then checked");
    let whole = fs::read_to_string(&journal).expect("it was written");
    for record in &lines_of_json(&whole)[1..] {
        let number = record["n"].as_u64().expect("a number");
        let score = record["score"].as_i64().expect("a number");
        let before = format!("\"n\":{number},");
        let lines = whole.lines().map(|line| match line.contains(&before) {
            true => line
                .replace(
                    &format!("\"score\":{score}"),
                    &format!("\"score\":{}", score + 2),
                )
                .replace("\"pv\":\"", "\"pv\":\"\",\"was\":\"")
                .replace("\"move\":\"", "\"move\":null,\"was_move\":\""),
            false => line.to_string(),
        });
        fs::write(&journal, lines.collect::<Vec<_>>().join("\n") + "\n")
            .expect("it can be written");
        assert_eq!(wrong(&args, ""), [number]);
    }
}

#[test]
fn a_wrong_move_or_variation_is_found() {
    let written = solve(&["--json", ENDGAMES, "--only", "3"], "");
    let written = text(&written.stdout).lines().next().expect("an answer");
    for (from, to, problem) in [
        (
            "\"bound\":\"exact\"",
            "\"bound\":null",
            "exact contradicts bound",
        ),
        (
            "\"selectivity\":100",
            "\"selectivity\":98",
            "selectivity contradicts bound",
        ),
        (
            "\"move\":\"G1\"",
            "\"move\":\"A8\"",
            "the principal variation begins with another move",
        ),
        (
            "\"pv\":\"G1 G3",
            "\"pv\":\"G1 H8",
            "H8 in the principal variation is not legal",
        ),
        (
            "\"exact\":true",
            "\"exact\":false",
            "exact contradicts bound",
        ),
        (
            "\"empties\":11",
            "\"empties\":12",
            "it has another number of empty squares",
        ),
        (
            "\"move\":\"G1\"",
            "\"move\":\"A8\",\"pv\":\"A8\"",
            "A8 is not worth >=+18",
        ),
    ] {
        let mut altered = written.replace(from, to);
        if to.contains("pv") && to.contains("move") {
            let end = altered.rfind(",\"pv\"").expect("it has one");
            altered = altered[..end].to_string() + "}";
        }
        assert_ne!(altered, written);
        let output = solve(&["-", "--verify", "all", "--json"], &altered);
        assert_eq!(records(&output)[0]["problem"], problem, "{altered}");
        assert_eq!(text(&output.stderr), "obverse: solve: 1 wrong: 1\n");
    }
}

/// What a run promises, but an answer lacks.
#[test]
fn incomplete_answers_are_found() {
    let folder = TempFolder::new("verify-incomplete");
    let journal = folder.path("answers.jsonl");
    let args = [
        "--moves", "--beta", "4", ENDGAMES, "--only", "2-3", "--out", &journal,
    ];
    assert_eq!(wrong(&args, ""), [0; 0]);
    let whole = fs::read_to_string(&journal).expect("it was written");
    let first_of_list = |text: &str| {
        let start = text.rfind(",{\"move\"").expect("several moves");
        format!("{}]}}\n", &text[..start])
    };
    for altered in [
        first_of_list(&whole),
        whole.replace(
            "\"score\":12,\"bound\":\"lower\"",
            "\"score\":2,\"bound\":\"lower\"",
        ),
        whole
            .replacen("\"bound\":\"lower\"", "\"bound\":null", 1)
            .replacen("\"move\":\"H6\"", "\"move\":\"A8\"", 1),
    ] {
        assert_ne!(altered, whole);
        fs::write(&journal, &altered).expect("it can be written");
        assert_eq!(wrong(&args, "").len(), 1, "{altered}");
    }
}

#[test]
fn what_is_open_is_counted() {
    let folder = TempFolder::new("verify-open");
    let journal = folder.path("answers.jsonl");
    let args = ["-", "--limit", "0.05", "--out", &journal, "--verify", "all"];
    let output = solve(&args, UNSOLVABLE);
    assert_eq!(rows(&output)[1].last(), Some(&"open"));
    let total = rows(&output)[2].join(" ");
    assert!(
        total.starts_with("total: positions 1, right 0, wrong 0, not judged 1, "),
        "{total}"
    );
    // A true score, but there is no time to prove it.
    let output = solve(&["-", "--limit", "0.05", "--verify", "all"], UNSOLVABLE);
    assert_eq!(rows(&output)[1].last(), Some(&"open"));
}

/// The scores in the file are judged, too, as without a journal.
#[test]
fn the_file_must_agree_with_the_journal() {
    let folder = TempFolder::new("verify-file");
    let board = "-OXXXX--X-OXXX---XOOOX-XOXXXXOXX-XXXOOXX-XOXOOXXOXOOOXXX-XXXOXXX O;";
    for (scores, expected) in [("G1:+18;", 0), ("G1:+20;", 1), ("G1:+18; A8:-4;", 1)] {
        let journal = folder.path(&format!("{}.jsonl", scores.len() + expected));
        let input = format!("{board} {scores}\n");
        let found = wrong(&["-", "--moves", "--out", &journal], &input);
        assert_eq!(found.len(), expected, "{scores}");
    }
}

#[test]
fn some_answers_are_drawn() {
    let numbers = |args: &[&str]| {
        let output = solve(&[args, &[ENDGAMES, "--verify", "2"]].concat(), "");
        let rows = rows(&output);
        assert!(
            rows[3]
                .join(" ")
                .starts_with("total: positions 2, right 2, wrong 0, ")
        );
        [rows[1][0].to_string(), rows[2][0].to_string()]
    };
    assert_eq!(numbers(&[]), numbers(&["--seed", "1"]));
    let all: Vec<[String; 2]> = (0..8)
        .map(|seed| numbers(&["--seed", &seed.to_string()]))
        .collect();
    assert!(all.iter().any(|other| *other != all[0]), "{all:?}");
    assert!(all.iter().all(|[first, second]| first < second), "{all:?}");
}

#[test]
fn without_answers_there_is_nothing_to_check() {
    let (board, _) = UNSOLVABLE.split_once(';').expect("a board");
    let output = solve(&["-", "--verify", "all"], &format!("{board};\n"));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "obverse: --verify: expected files with scores, or --out\n"
    );
}

#[cfg(unix)]
#[test]
fn control_c_ends_a_check() {
    use std::io::{BufRead, BufReader, Read};

    let args = ["solve", "--verify", "all", ENDGAMES, "-"];
    let mut child = crate::support::program::started(&args, UNSOLVABLE);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut seen = String::new();
    while seen.lines().count() < 5 {
        assert!(
            stdout.read_line(&mut seen).expect("it is text") > 0,
            "{seen}"
        );
    }
    crate::support::program::interrupt(&child);
    stdout.read_to_string(&mut seen).expect("it is text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let last = seen.lines().last().expect("a total");
    assert!(
        last.starts_with("total: positions 4, right 4, wrong 0, "),
        "{last}"
    );
}
