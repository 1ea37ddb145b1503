//! Trainings that learn something.

use std::fs;

use obverse::eval::pattern::accumulator::Accumulator;
use obverse::eval::pattern::net::Net;

use super::{PACE, Place, positions, value};
use crate::support::folder::TempFolder;
use crate::support::program::{obverse, text};

/// The share of the differences between positions that a net explains.
fn explained(net: &Net) -> f64 {
    let (mut unexplained, mut all) = (0.0, 0.0);
    for position in (1_000_000..1_000_050).flat_map(positions) {
        let (mover, opponent) = (position.mover(), position.opponent());
        let numbers = Accumulator::of(mover, opponent);
        let label = f64::from(value(&position));
        unexplained += (f64::from(net.value(&numbers, mover, opponent)) - label).powi(2);
        all += label.powi(2);
    }
    1.0 - unexplained / all
}

#[test]
fn learns_what_another_evaluator_knows() {
    let place = Place::new("train", 400);
    let words = [
        &["games/", "--out", "w.net", "--report", "w.svg"],
        &PACE[..],
    ]
    .concat();
    let output = place.train(&words);
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    let net = Net::read(&place.bytes("w.net")).expect("good weights");
    let explained = explained(&net);
    assert!(explained > 0.8, "{explained}");

    let said = text(&output.stdout);
    let epochs = said.lines().filter(|line| line.starts_with("epoch "));
    assert_eq!(epochs.count(), 50, "{said}");
    for part in [
        "positions ",
        "empties",
        "\n    all ",
        "\nrounding: mae 0.",
        "\nbytes: ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let picture = String::from_utf8(place.bytes("w.svg")).expect("it is text");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    let names: Vec<_> = fs::read_dir(&place.0.0).expect("it is there").collect();
    assert_eq!(names.len(), 3, "games, weights and picture: {names:?}");
}

/// Whoever ends it may go on later, and loses nothing.
#[cfg(unix)]
#[test]
fn control_c_leaves_a_checkpoint() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let place = Place::new("train-stopped", 40);
    let words = ["games/", "--out", "w.net", "--epochs", "300", "--threads"];
    let with = |more: &[&'static str]| [&words, more].concat();
    assert!(place.train(&with(&["1"])).status.success());
    let expected = place.bytes("w.net");
    fs::remove_file(place.path("w.net")).expect("it was written");

    let args = place.args(&with(&["2"]));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut child = obverse(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines.find(|line| line.as_ref().is_ok_and(|line| line.starts_with("epoch 3/")));
    let pid = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &pid]).status();
    assert!(kill.expect("there is kill").success());
    // It must be able to say what it says.
    lines.for_each(drop);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "obverse: interrupted\n");
    assert!(!place.path("w.net").exists());

    let other = place.train(&with(&["1", "--resume", "--seed", "2"]));
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("of another training: epochs 300, "));
    let sound = place.bytes("w.net.checkpoint");
    fs::write(place.path("w.net.checkpoint"), &sound[..sound.len() - 1]).expect("there is room");
    let damaged = place.train(&with(&["1", "--resume"]));
    assert_eq!(damaged.status.code(), Some(2));
    assert!(text(&damaged.stderr).ends_with(
        "w.net.checkpoint: a checkpoint that is damaged or cut off (delete it to begin anew)\n"
    ));
    fs::write(place.path("w.net.checkpoint"), &sound).expect("there is room");
    let output = place.train(&with(&["1", "--resume"]));
    assert!(output.status.success());
    assert!(!text(&output.stdout).contains("epoch 1/"));
    assert!(place.bytes("w.net") == expected, "other weights");
}

/// Two generations, the first of them by games of an engine to which all boards
/// are even.
#[test]
#[cfg(unix)]
fn from_nothing_to_better_than_a_table_of_squares() {
    let place = TempFolder::new("train-tiny");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/train.sh");
    let output = std::process::Command::new(script)
        .arg("tiny")
        .arg(&place.0)
        .env("OBVERSE", env!("CARGO_BIN_EXE_obverse"))
        .output()
        .expect("it can be run");
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    let result = said.lines().last().expect("a line");
    let count = |sign: char| -> u32 {
        let word = result.split([' ', ',']).find(|word| word.starts_with(sign));
        word.and_then(|word| word[1..].parse().ok()).expect(result)
    };
    assert_eq!(count('+') + count('=') + count('-'), 400, "{result}");
    assert!(count('+') > 2 * count('-'), "{result}");
}
