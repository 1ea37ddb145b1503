//! `--out`: answers are kept as they are found, and a run is continued after any interruption.

use std::fs;

use super::{HARD, lines_of_json, records, solve, untimed};
use crate::support::folder::TempFolder;
use crate::support::positions::ENDGAMES;
use crate::support::program::text;

#[test]
fn a_run_continues_after_each_line() {
    let folder = TempFolder::new("journal");
    let journal = folder.path("answers.jsonl");
    let args = ["--json", "--out", &journal, "--beta", "5", ENDGAMES];
    let expected = untimed(records(&solve(&args, "")));
    let whole = fs::read_to_string(&journal).expect("it was written");
    assert_eq!(whole.lines().count(), 5);
    let answers = lines_of_json(&whole)[1..].to_vec();
    assert_eq!(untimed(answers), expected[..4]);
    // Cut after each line, and within it.
    let mut ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| end + 1).collect();
    ends.extend(ends.clone().iter().map(|end| end - 1));
    ends.extend([0, 1, 40]);
    for end in ends {
        fs::write(&journal, &whole[..end]).expect("it can be written");
        let output = solve(&args, "");
        assert_eq!(text(&output.stderr), "", "cut at {end}");
        assert_eq!(untimed(records(&output)), expected, "cut at {end}");
        let continued = fs::read_to_string(&journal).expect("it is there");
        let kept = whole[..end].rfind('\n').map_or(0, |end| end + 1);
        assert_eq!(continued[..kept], whole[..kept], "cut at {end}");
        let untimed_lines = |text: &str| untimed(lines_of_json(text));
        assert_eq!(
            untimed_lines(&continued),
            untimed_lines(&whole),
            "cut at {end}"
        );
    }
    // A complete run solves nothing: even the times are those of the first.
    fs::write(&journal, &whole).expect("it can be written");
    let output = solve(&["--json", "--out", &journal, "--beta", "5", ENDGAMES], "");
    let again = records(&output);
    assert_eq!(again[..4], lines_of_json(&whole)[1..]);
    assert_eq!(fs::read_to_string(&journal).expect("it is there"), whole);
}

#[test]
fn another_run_is_refused_and_changes_nothing() {
    let folder = TempFolder::new("journal-refused");
    let journal = folder.path("answers.jsonl");
    assert!(solve(&["--out", &journal, ENDGAMES], "").status.success());
    let whole = fs::read_to_string(&journal).expect("it was written");
    let foreign = folder.path("foreign.txt");
    fs::write(&foreign, "no journal\n").expect("it can be written");
    let positions = folder.path("positions.obf");
    fs::copy(ENDGAMES, &positions).expect("it can be copied");
    let before = folder.names();
    for (args, problem) in [
        (
            &[ENDGAMES, "--out", &journal, "--wld"][..],
            "it belongs to a run with a different window (give --out a new file)",
        ),
        (
            &[ENDGAMES, "--out", &journal, "--moves"],
            "it belongs to a run with a different --moves",
        ),
        (
            &[ENDGAMES, "--out", &journal, "--level", "3"],
            "it belongs to a run with a different --level",
        ),
        (
            &[ENDGAMES, "--out", &journal, "--limit", "3"],
            "it belongs to a run with a different --limit",
        ),
        (
            &[ENDGAMES, "--out", &journal, "--only", "1-3"],
            "it belongs to a run with different positions",
        ),
        (
            &[HARD, "--out", &journal, "--only", "1-4"],
            "it belongs to a run with different positions",
        ),
        (
            &[ENDGAMES, "--out", &foreign],
            "not a journal of solve (give --out a new file)",
        ),
        (
            &[&positions, "--out", &positions],
            "it is also given to --out",
        ),
        (&[ENDGAMES, "--out", &folder.path("")], ""),
        (&[ENDGAMES, "--out", &folder.path("none/answers")], ""),
    ] {
        let output = solve(args, "");
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {complaint}");
        assert!(complaint.contains(problem), "{args:?}: {complaint}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
    }
    assert_eq!(folder.names(), before);
    assert_eq!(fs::read_to_string(&journal).expect("it is there"), whole);
    assert_eq!(
        fs::read_to_string(&foreign).expect("it is there"),
        "no journal\n"
    );
}

#[test]
fn a_damaged_journal_is_refused_with_its_line() {
    let folder = TempFolder::new("journal-damaged");
    let journal = folder.path("answers.jsonl");
    assert!(solve(&["--out", &journal, ENDGAMES], "").status.success());
    let whole = fs::read_to_string(&journal).expect("it was written");
    let second = whole.lines().nth(1).expect("an answer");
    for (damaged, problem) in [
        (
            whole.replacen("XX-OOO", "XX-OOX", 1),
            "line 2: position 1 of this run is another one",
        ),
        (
            whole.replacen("\"n\":2", "\"n\":9", 1),
            "line 3: position 9 of this run is another one",
        ),
        (
            whole.replacen("\"n\":2", "n:2", 1),
            "line 3: not an answer of solve: ",
        ),
        (
            format!("{whole}{second}\n"),
            "line 6: position 1 is also on line 2",
        ),
    ] {
        fs::write(&journal, &damaged).expect("it can be written");
        let output = solve(&["--out", &journal, ENDGAMES], "");
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(problem), "{complaint}");
        assert_eq!(fs::read_to_string(&journal).expect("it is there"), damaged);
    }
}

/// Its answers are in any order, but their numbers are those of the positions.
#[test]
fn a_journal_can_be_read_like_a_file_of_positions() {
    let folder = TempFolder::new("journal-read");
    let journal = folder.path("answers.jsonl");
    let expected = solve(&["--json", "--out", &journal, ENDGAMES], "");
    let whole = fs::read_to_string(&journal).expect("it was written");
    let mut lines: Vec<&str> = whole.lines().collect();
    lines[1..].reverse();
    // The program was killed while it wrote the last line.
    fs::write(&journal, lines.join("\n") + "\n{\"n\":5,").expect("it can be written");
    let again = solve(&["--json", &journal], "");
    assert_eq!(untimed(records(&again)), untimed(records(&expected)));
}

/// No number in it makes the totals overflow.
#[test]
fn odd_numbers_in_a_journal_do_no_harm() {
    let folder = TempFolder::new("journal-odd");
    let journal = folder.path("answers.jsonl");
    assert!(solve(&["--out", &journal, ENDGAMES], "").status.success());
    let whole = fs::read_to_string(&journal).expect("it was written");
    for (seconds, nodes) in [
        ("1.8e19", "18446744073709551615"),
        ("-5", "0"),
        ("1e300", "1"),
    ] {
        let alter = |line: &str| match serde_json::from_str::<serde_json::Value>(line) {
            Ok(mut record) if record["n"].is_u64() => {
                record["seconds"] = serde_json::from_str(seconds).expect("a number");
                record["nodes"] = serde_json::from_str(nodes).expect("a number");
                record.to_string()
            }
            _ => line.to_string(),
        };
        let altered: Vec<String> = whole.lines().map(alter).collect();
        fs::write(&journal, altered.join("\n") + "\n").expect("it can be written");
        assert!(
            solve(&["--out", &journal, ENDGAMES], "").status.success(),
            "{seconds}"
        );
    }
}

/// Killed in the middle, several times, with several positions at once.
#[cfg(unix)]
#[test]
fn nothing_is_lost_or_solved_twice_if_the_program_is_killed() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let folder = TempFolder::new("journal-killed");
    let journal = folder.path("answers.jsonl");
    let args = [
        "--json",
        "--only",
        "1-40",
        "--threads",
        "2",
        HARD,
        "--out",
        &journal,
    ];
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let start = Instant::now();
    for wanted in [5, 20] {
        let command = [&["solve"], &args[..]].concat();
        let mut child = crate::support::program::obverse(&command)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        while lines() < wanted && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
    let before = fs::read_to_string(&journal).expect("it is there");
    assert!(before.lines().count() < 41, "it was killed too late");
    let kept = before.rfind('\n').map_or(0, |end| end + 1);
    let output = solve(&args, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let whole = fs::read_to_string(&journal).expect("it is there");
    assert!(whole.starts_with(&before[..kept]));
    assert_eq!(whole.lines().count(), 41);
    let alone = solve(&["--json", "--only", "1-40", HARD], "");
    assert_eq!(untimed(records(&output)), untimed(records(&alone)));
}

#[cfg(unix)]
#[test]
fn two_processes_do_not_share_a_journal() {
    use std::io::Write;
    use std::process::Stdio;

    use crate::support::positions::UNSOLVABLE;

    let folder = TempFolder::new("journal-locked");
    let journal = folder.path("answers.jsonl");
    let args = ["solve", "-", "--out", &journal];
    let mut child = crate::support::program::obverse(&args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(UNSOLVABLE.as_bytes()).expect("it reads");
    drop(stdin);
    while fs::read_to_string(&journal).unwrap_or_default().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let output = solve(&["-", "--out", &journal], UNSOLVABLE);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let complaint = text(&output.stderr);
    assert!(
        complaint.ends_with("another process is writing to it\n"),
        "{complaint}"
    );
}
