//! `obverse probcut`.

use std::process::Output;

use crate::support::program::{run, text};

/// Fast, and enough positions for a fit.
const QUICK: &[&str] = &["--positions", "110", "--depth", "6"];

fn probcut(args: &[&str]) -> Output {
    run(&[&["probcut"], args].concat(), b"")
}

/// The words of the rows of the table whose header begins with this word.
fn rows<'t>(table: &'t str, head: &str) -> Vec<Vec<&'t str>> {
    let words = |line: &'t str| line.split_whitespace().collect::<Vec<_>>();
    let rows = table.lines().map(words);
    rows.skip_while(|row| row[0] != head)
        .skip(1)
        .take_while(|row| row[0].starts_with(|letter: char| letter.is_ascii_digit()))
        .collect()
}

#[test]
fn the_table_has_every_pair_of_depths_and_every_stage() {
    let output = probcut(QUICK);
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    let table = text(&output.stdout);
    let head = "shallow deep empties count mean measured model fitted";
    let first = table.lines().next().expect("a head");
    assert_eq!(first.split_whitespace().collect::<Vec<_>>().join(" "), head);

    let rows = rows(table, "shallow");
    let mut lines = table.lines();
    let total = lines.find(|line| line.starts_with("total: "));
    let total = total.expect("a total");
    let positions = total
        .strip_prefix("total: positions ")
        .and_then(|rest| rest.split(',').next()?.parse::<u32>().ok())
        .expect("a number of positions");
    assert!((100..=110).contains(&positions), "{total}");
    for (shallow, deep) in [("0", "2"), ("1", "3"), ("2", "4"), ("3", "5"), ("2", "6")] {
        let stages = rows.iter().filter(|row| row[..2] == [shallow, deep]);
        let (empties, counts): (Vec<&str>, Vec<u32>) = stages
            .map(|row| (row[2], row[3].parse::<u32>().expect("a number")))
            .unzip();
        assert_eq!(empties, ["13-23", "24-34", "35-45", "46-56"]);
        assert_eq!(counts.iter().sum::<u32>(), positions);
    }
    let ends = rows.iter().filter(|row| row[1] == "end");
    let ends: Vec<&str> = ends.map(|row| row[0]).collect();
    assert_eq!(ends, ["4", "5", "6"], "the search is not deeper");
    let number = |word: &str| word.parse::<f64>().expect("a number");
    for row in &rows {
        let [mean, measured, model, fitted] = [row[4], row[5], row[6], row[7]].map(number);
        assert!(measured >= mean.abs(), "{row:?}");
        assert!(model > 1.0, "{row:?}");
        // A handful of errors is not significant.
        let count = number(row[3]);
        let is_like_model = (0.5..2.0).contains(&(fitted / model));
        assert!(count < 10.0 || is_like_model, "{row:?}");
    }
}

/// Each position counts once for each pair of consecutive depths.
#[test]
fn the_odd_even_effect_is_measured_at_every_horizon() {
    let output = probcut(QUICK);
    let rows = rows(text(&output.stdout), "horizon");
    let number = |word: &str| word.parse::<f64>().expect("a number");
    let counts: f64 = rows.iter().map(|row| number(row[1])).sum();
    assert!((6.0 * 100.0..=6.0 * 110.0).contains(&counts), "{rows:?}");
    for row in &rows {
        let [mean, allowance, fitted] = [row[2], row[3], row[4]].map(number);
        assert!((allowance + mean / 2.0 - fitted).abs() < 0.011, "{row:?}");
    }
    assert_eq!(rows[0][0], "4-7");
    assert_eq!(rows.last().expect("a row")[0], "52-55");
}

/// The last line is meant to replace a line of the engine's source.
#[test]
fn the_last_line_matches_the_constant_of_the_engine() {
    let output = probcut(QUICK);
    let line = text(&output.stdout).lines().last().expect("a line");
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/search/engine/midgame/probcut.rs"
    );
    let source = std::fs::read_to_string(source).expect("it exists");
    let (name, numbers) = line.split_once(" = ").expect("a constant");
    let old = source.lines().find(|old| old.starts_with(name));
    let (_, old) = old.and_then(|old| old.split_once(" = ")).expect(name);
    let parse = |numbers: &str| -> Vec<f64> {
        let numbers = numbers.trim_start_matches('[').trim_end_matches("];");
        let numbers = numbers.split(", ");
        numbers.map(|number| number.parse().expect(line)).collect()
    };
    assert_eq!(parse(numbers).len(), parse(old).len());
}

#[test]
fn bad_arguments_are_refused() {
    for (args, problem) in [
        (
            &["--positions", "0"][..],
            "--positions: expected 1 to 1000000",
        ),
        (&["--depth", "5"], "--depth: expected 6 to 20"),
        (&["--depth", "21"], "--depth: expected 6 to 20"),
        (
            &["--seed", "x"],
            "--seed: expected 0 to 18446744073709551615",
        ),
        (&["--threads", "0"], "--threads: expected 1 to 256"),
        (&["--seed"], "--seed: expected a value ("),
        (
            &["--fast"],
            "--fast: unknown flag, expected one listed by --help",
        ),
        (&["games"], "probcut: expected [FLAG ...]"),
    ] {
        let output = probcut(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = text(&output.stderr);
        assert!(said.starts_with(&format!("obverse: {problem}")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
    }
}

/// The measurements are still printed.
#[test]
fn too_few_positions_are_not_fitted() {
    let output = probcut(&["--positions", "1", "--depth", "6"]);
    assert_eq!(output.status.code(), Some(1));
    let problem = "obverse: probcut: there are too few positions to fit the model\n";
    assert_eq!(text(&output.stderr), problem);
    let table = text(&output.stdout);
    let rows = rows(table, "shallow");
    assert!(!rows.is_empty() && rows.iter().all(|row| row[7] == "-"));
    assert!(
        table
            .lines()
            .last()
            .expect("a line")
            .starts_with("total: positions 1, ")
    );
}

#[cfg(unix)]
#[test]
fn control_c_prints_the_measurements_so_far() {
    use std::process::Stdio;
    use std::time::Duration;

    let args = [
        "probcut",
        "--positions",
        "1000000",
        "--depth",
        "6",
        "--threads",
        "2",
    ];
    let child = crate::support::program::obverse(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_secs(2));
    crate::support::program::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "obverse: interrupted\n");
    let table = text(&output.stdout);
    assert!(
        !rows(table, "shallow").is_empty() && table.contains("\ntotal: positions "),
        "{table}"
    );
}

#[cfg(unix)]
#[test]
fn only_a_terminal_shows_progress() {
    use crate::support::terminal::written_at;

    let probcut = |redirection: &str| {
        let args = format!("probcut --positions 3 --depth 6 {redirection}");
        written_at(90, &args)
    };
    let screen = probcut("");
    assert!(
        screen.contains("] 0/3") && screen.contains("total: "),
        "{screen}"
    );
    let screen = probcut("2> /dev/null");
    assert!(
        !screen.contains("0/3") && screen.contains("total: "),
        "{screen}"
    );
}

mod slow {
    use super::*;

    #[test]
    fn results_depend_on_the_seed_and_not_on_threads() {
        let with = |args: &[&str]| {
            let output = probcut(&[QUICK, args].concat());
            text(&output.stdout).to_string()
        };
        let one = with(&["--seed", "5"]);
        assert_eq!(one, with(&["--seed", "5", "--threads", "3"]));
        assert_ne!(one, with(&["--seed", "6"]));
    }
}
