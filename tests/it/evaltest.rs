//! `obverse evaltest`.

use std::fs;
use std::process::Output;

use obverse::board::Position;
use obverse::board::notation::obf::{Problem, problems};
use obverse::eval;
use obverse::search::control::{Control, Limits};
use obverse::search::rng::MoveSeed;
use obverse::search::{self, Request, Settings};

use crate::support::positions::{ENDGAMES, UNSOLVABLE, positions_with_moves};
use crate::support::program::{assert_refused, run, text};

fn evaltest(args: &[&str], input: &str) -> Output {
    run(&[&["evaltest"], args].concat(), input.as_bytes())
}

/// The words of each line of the table, which must come without errors.
fn rows(args: &[&str], input: &str) -> Vec<Vec<String>> {
    let output = evaltest(args, input);
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}");
    let table = text(&output.stdout);
    assert!(table.is_ascii(), "{table}");
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect();
    table.lines().map(words).collect()
}

/// The words of the last line.
fn all(args: &[&str], input: &str) -> Vec<String> {
    rows(args, input).pop().expect("a line")
}

fn endgames() -> Vec<Problem> {
    let text = fs::read_to_string(ENDGAMES).expect("it exists");
    let read = problems(&text).map(|(_, problem)| problem.expect("it is valid"));
    read.collect()
}

/// The errors of the static evaluation. The table of a single position has its error
/// exactly, since that is a whole number of 256ths of a disc.
fn errors(problems: &[Problem]) -> Vec<f64> {
    let error = |problem: &Problem| {
        let row = all(&["-"], &problem.to_string());
        let written = row[3].parse::<f64>().expect("a number");
        let error = (written * 256.0).round() / 256.0;
        assert!((error - written).abs() <= 0.0005, "{row:?}");
        error
    };
    problems.iter().map(error).collect()
}

#[test]
fn the_evaluation_is_compared_with_the_best_score() {
    let pattern = eval::find("pattern").expect("it is in the table");
    let value = |position: &Position| {
        let points = pattern.evaluator.evaluate(position).value();
        f64::from(points) / pattern.points_per_disc
    };
    let problems = endgames();
    for (error, problem) in errors(&problems).into_iter().zip(&problems) {
        let position = &problem.position;
        let expected = match position.must_pass() {
            true => -value(&position.pass()),
            false => value(position),
        };
        let score = f64::from(problem.best_score().expect("it has scores"));
        // The evaluator rounds to larger fractions of a disc.
        assert!((error - (expected - score)).abs() < 0.01, "{position}");
    }
}

#[test]
fn figures_summarise_those_of_single_positions() {
    let mut problems = endgames();
    // Two more with as many empty squares: one nearly right, one wrong.
    let first_errors = errors(&problems);
    for (index, shift) in [(1, 0.0), (2, 2.0), (2, -7.0)] {
        let mut problem = problems[index].clone();
        let score = f64::from(problem.scores[0].1) + first_errors[index] + shift;
        problem.scores = vec![(problem.scores[0].0, score.round() as i32)];
        problems.push(problem);
    }
    let errors = errors(&problems);
    let figures = |name: &str, is_in: &dyn Fn(&Problem) -> bool| {
        let chosen = problems.iter().zip(&errors);
        let chosen = chosen.filter(|(problem, _)| is_in(problem));
        let errors: Vec<f64> = chosen.map(|(_, &error)| error).collect();
        let count = errors.len() as f64;
        let mean = |of: fn(f64) -> f64| errors.iter().copied().map(of).sum::<f64>() / count;
        [
            name.to_string(),
            errors.len().to_string(),
            "0".to_string(),
            format!("{:+.3}", mean(|error| error)),
            format!("{:.3}", mean(f64::abs)),
            format!("{:.3}", mean(|error| error * error).sqrt()),
            format!("{:.1}%", 100.0 * mean(|error| (error.abs() <= 3.0).into())),
        ]
    };
    let file: String = problems.iter().map(|line| format!("{line}\n")).collect();
    let rows = rows(&["-"], &file);
    let head = "empties positions unscored bias mae rmse within3";
    assert_eq!(rows[0].join(" "), head);
    for (row, empties) in rows[1..].iter().zip([5, 10, 11, 12]) {
        let is_in = |problem: &Problem| problem.position.empty().len() == empties;
        assert_eq!(row[..], figures(&empties.to_string(), &is_in));
    }
    assert_eq!(rows[5][..], figures("all", &|_| true));
    let within = rows[5][6].as_str();
    assert!(!["0.0%", "100.0%"].contains(&within), "{within}");
    assert_eq!(rows.len(), 6);
}

/// A search to the same depth over GTP finds the same score and move.
#[test]
fn depth_is_that_of_a_search_over_gtp() {
    for depth in [1, 4, 7] {
        let problem = |position: &Position| {
            let mut engine = (search::find("engine").expect("it is in the table").build)();
            let request = Request {
                position: *position,
                settings: Settings {
                    depth,
                    hash_mb: 16,
                    ..Settings::default()
                },
                seed: MoveSeed::fixed(position),
            };
            let control = Control::new(Limits::default());
            let report = engine.best_move(&request, &control, &mut |_| {});
            let best = report.best_move().expect("it has a move");
            format!("{position}; {best}:{:+};\n", report.discs())
        };
        let positions = positions_with_moves(2);
        let choices = positions
            .iter()
            .filter(|position| position.moves().len() > 1);
        let lines: Vec<String> = choices.step_by(4).map(problem).collect();
        assert!(lines.len() > 20);
        let row = all(&["-", "--depth", &depth.to_string()], &lines.concat());
        let count = lines.len().to_string();
        let figures = [&count, "0", "+0.000", "0.000", "0.000", "100.0%"];
        assert_eq!(row[1..7], figures, "depth {depth}");
        assert_eq!(row[7..10], [&count, "100.0%", "0"], "depth {depth}");
        assert_ne!(row[10], "0", "nodes");
    }
}

/// The engine finds C2.
#[test]
fn a_move_is_best_if_the_file_says_so() {
    let endgames = fs::read_to_string(ENDGAMES).expect("it exists");
    let line = endgames.lines().nth(2).expect("a problem");
    let (board, _) = line.split_once(';').expect("scores");
    for (scores, judged) in [
        ("C2:+30; H6:+28;", ["1", "100.0%", "0"]),
        ("H6:+30; C2:+30;", ["1", "100.0%", "0"]),
        ("C2:+30;", ["1", "100.0%", "0"]),
        ("H6:+32; C2:+30;", ["1", "0.0%", "0"]),
        ("H6:+30;", ["1", "0.0%", "1"]),
        ("", ["0", "-", "0"]),
    ] {
        let row = all(&["--depth", "10", "-"], &format!("{board}; {scores}\n"));
        assert_eq!(row[7..10], judged, "{scores}");
    }
    let row = all(&["--depth", "60", "--only", "1", ENDGAMES], "");
    assert_eq!(row[1..7], ["1", "0", "+0.000", "0.000", "0.000", "100.0%"]);
    assert_eq!(row[7..10], ["0", "-", "0"], "a pass is no choice");
}

#[test]
fn positions_without_a_score_are_counted_separately() {
    let full = "X".repeat(64);
    let start = UNSOLVABLE.trim_end_matches("D3:+0;");
    let file = format!("{full} X;\n{start}\n{UNSOLVABLE}\n{start}\n");
    for depth in ["0", "2"] {
        let rows = rows(&["-", "--depth", depth], &file);
        assert_eq!(rows[1][..7], ["0", "0", "1", "-", "-", "-", "-"]);
        assert_eq!(rows[2][..3], ["60", "1", "2"]);
        assert_eq!(rows[3][..3], ["all", "1", "3"]);
        assert_eq!(rows[2][3..7], rows[3][3..7]);
    }
    assert_eq!(all(&["-"], "% nothing\n")[..4], ["all", "0", "0", "-"]);
}

#[test]
fn figures_do_not_depend_on_order_or_threads() {
    let figures = |args: &[&str]| {
        let args = [&["--depth", "6", ENDGAMES, "-"], args].concat();
        let mut rows = rows(&args, &format!("{UNSOLVABLE}\n{UNSOLVABLE}\n"));
        for row in &mut rows {
            assert_eq!(row.len(), 12);
            row.pop();
        }
        rows
    };
    let one = figures(&[]);
    let head = "empties positions unscored bias mae rmse within3 choices best unlisted nodes";
    assert_eq!(one[0].join(" "), head);
    assert_eq!(one, figures(&["--threads", "3", "--only", "1-6"]));
    // Alone, after another position, and among all positions.
    let position = |only: &str| figures(&["--only", only]).swap_remove(1)[3..10].to_vec();
    assert_eq!(one[3][3..10], position("3"));
    assert_eq!(figures(&["--only", "3-4"])[1], one[3]);
}

#[test]
fn bad_files_are_refused_before_anything_is_measured() {
    let bad = format!("{UNSOLVABLE}\n{UNSOLVABLE} E3:+2;\n");
    for (args, problem) in [
        (
            &[ENDGAMES, "-"][..],
            "-, line 2: character 76: E3 is not a legal move\n",
        ),
        (&["missing.obf"], "missing.obf: "),
        (
            &[ENDGAMES, "--only", "5"],
            "--only: there is no position 5; the last one is 4\n",
        ),
        (
            &[ENDGAMES, "--only", "x"],
            "--only: expected numbers such as ",
        ),
        (&[ENDGAMES, "--depth", "61"], "--depth: expected 0 to 60"),
        (
            &[ENDGAMES, "--threads", "0"],
            "--threads: expected 1 to 256",
        ),
        (
            &[ENDGAMES, "--hash-mb", "0"],
            "--hash-mb: expected 1 to 65536",
        ),
        (
            &[ENDGAMES, "--fast"],
            "--fast: unknown flag, expected one listed by --help\n",
        ),
        (&[], "evaltest: expected FILE ... "),
    ] {
        assert_refused(&[&["evaltest"], args].concat(), &bad, problem);
    }
}

#[cfg(unix)]
#[test]
fn control_c_prints_the_figures_so_far() {
    use std::time::Duration;

    let args = ["evaltest", ENDGAMES, "-", "--depth", "50"];
    let child = crate::support::program::started(&args, UNSOLVABLE);
    std::thread::sleep(Duration::from_secs(2));
    crate::support::program::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "obverse: interrupted\n");
    let all = text(&output.stdout).lines().last().expect("a line");
    let words: Vec<&str> = all.split_whitespace().collect();
    assert_eq!(words[..3], ["all", "4", "0"], "the last one is not counted");
}

#[cfg(unix)]
#[test]
fn only_a_terminal_shows_progress() {
    use crate::support::terminal::written_at;

    let evaltest = |redirection: &str| {
        let args = format!("evaltest '{ENDGAMES}' --depth 9 {redirection}");
        written_at(120, &args)
    };
    let screen = evaltest("");
    assert!(
        screen.contains("] 0/4") && screen.contains(" all "),
        "{screen}"
    );
    let screen = evaltest("2> /dev/null");
    assert!(
        !screen.contains("0/4") && screen.contains(" all "),
        "{screen}"
    );
}
