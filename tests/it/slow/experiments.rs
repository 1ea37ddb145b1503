//! The experiments of `scripts/experiments`, each with a few games.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use obverse::search::ALGORITHMS;

use crate::support::outside;

const PYTHON: &str = "Python, experiments";

#[test]
fn nega_alpha_against_random() {
    let Some(text) = output("nega_alpha_against_random.py", &["--depths", "1,6"]) else {
        return;
    };
    let row = columns(&text, "6");
    let won: u32 = row[1].parse().expect("a number");
    assert!(won >= 27, "of 30 games:\n{text}");
}

#[test]
fn light_then_heavy() {
    let small = "--games 200 --trial-games 40 --switches 38,20 --playouts 2,20";
    let arguments: Vec<&str> = small.split(' ').collect();
    let Some(text) = output("light_then_heavy.py", &arguments) else {
        return;
    };
    let shares: Vec<f64> = text
        .lines()
        .filter(|line| line.starts_with("  200 games: "))
        .map(|line| before(line, " % +-").parse().expect("a number"))
        .collect();
    let &[published, tuned] = &shares[..] else {
        panic!("two verdicts:\n{text}");
    };
    assert!(published < 50.0 && tuned > 60.0, "{text}");
}

#[test]
fn negascout_levels() {
    let small = "--games 40 --positions 4 --depths 1,4 --time 0.02";
    let arguments: Vec<&str> = small.split(' ').collect();
    let Some(text) = output("negascout_levels.py", &arguments) else {
        return;
    };
    let points: f64 = before(line(&text, "3 against 1"), " %")
        .parse()
        .expect("a number");
    assert!(points > 60.0, "{text}");
    let nodes: Vec<f64> = columns(&text, "4")[1..4]
        .iter()
        .map(|column| column.parse().expect("a number"))
        .collect();
    assert!(nodes.is_sorted_by(|more, fewer| more > fewer), "{text}");
    let plies = ["negamax", "negascout"].map(|name| columns(&text, name)[1].to_string());
    let [negamax, negascout] = plies.map(|plies| plies.parse::<f64>().expect("a number"));
    assert!(negascout > negamax, "{text}");
}

#[test]
fn honest_ties() {
    let program = Path::new(env!("CARGO_BIN_EXE_obverse"));
    let unsound = program.with_file_name("examples").join("unsound_ties");
    let unsound = unsound.to_str().expect("it is Unicode");
    let mut arguments: Vec<&str> = "--games 100 --depth 3".split(' ').collect();
    // If it is missing, the script builds it.
    if Path::new(unsound).exists() {
        arguments.extend(["--unsound", unsound]);
    }
    let Some(text) = output("honest_ties.py", &arguments) else {
        return;
    };
    assert_eq!(columns(&text, "first")[3], "1", "no variety:\n{text}");
    let honest = columns(&text, "random");
    assert!(
        honest[3].parse().is_ok_and(|games: u32| games > 80),
        "{text}"
    );
    let share = |name| -> f64 {
        let row = before(line(&text, name), " +- ");
        row.parse().expect("a number")
    };
    assert!(share("random") > 35.0, "{text}");
    assert!(share("fail_hard") < 35.0, "{text}");
}

#[test]
fn ladder() {
    let small = "--games 2 --levels 0,4 --markdown";
    let arguments: Vec<&str> = small.split(' ').collect();
    let Some(text) = output("ladder.py", &arguments) else {
        return;
    };
    let rungs: Vec<&str> = text.lines().skip(2).collect();
    // `engine` at two levels, and every other algorithm once.
    assert_eq!(rungs.len(), ALGORITHMS.len() + 1, "{text}");
    assert!(rungs[0].starts_with("| engine, level 4 |"), "{text}");
    assert!(text.contains("\n| random | 0 |"), "{text}");
}

#[test]
fn levels() {
    let small = "--games 2 --analysed 2 --grade 2 --markdown";
    let arguments: Vec<&str> = small.split(' ').collect();
    let Some(text) = output("levels.py", &arguments) else {
        return;
    };
    let anchor = text.find("| alpha_beta, depth 3 | 1000 |");
    assert!(anchor.is_some(), "{text}");
    // Once in the table of ratings, and once in that of losses.
    assert_eq!(text.matches("| level 10 |").count(), 2, "{text}");
}

/// The line that begins with this word.
fn line<'a>(text: &'a str, first: &str) -> &'a str {
    let found = text.lines().find(|line| {
        line.strip_prefix(first)
            .is_some_and(|rest| rest.starts_with(' '))
    });
    found.unwrap_or_else(|| panic!("no line {first}:\n{text}"))
}

/// The columns of that line.
fn columns<'a>(text: &'a str, first: &str) -> Vec<&'a str> {
    line(text, first).split_whitespace().collect()
}

/// The word before this mark.
fn before<'a>(line: &'a str, mark: &str) -> &'a str {
    let (start, _) = line.split_once(mark).expect(mark);
    start.rsplit(' ').next().expect("a word")
}

/// The output of an experiment; `None` if it cannot run here.
fn output(script: &str, arguments: &[&str]) -> Option<String> {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/experiments");
    if !scripts.exists() {
        outside::skip(PYTHON, "the packaged crate has no scripts");
        return None;
    }
    let result = Command::new("python3")
        .arg(scripts.join(script))
        .args(["--obverse", env!("CARGO_BIN_EXE_obverse")])
        .args(arguments)
        .stdin(Stdio::null())
        .output();
    let output = match result {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            outside::skip(PYTHON, "python3 is not installed");
            return None;
        }
        result => result.expect("the script can be started"),
    };
    outside::ran(PYTHON);
    assert!(
        output.status.success(),
        "{script}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).expect("it is Unicode"))
}
