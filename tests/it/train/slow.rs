//! Training runs that are long enough to learn something.

use std::fs;

use obverse::eval::pattern::Net;

use super::{FAST_LEARNING, TrainingFolder, UNITS_PER_DISC, positions, value};
use crate::support::folder::TempFolder;
use crate::support::program::{obverse, text};

/// The share of the labels' variance that a network explains.
fn explained(net: &Net) -> f64 {
    let (mut unexplained, mut all) = (0.0, 0.0);
    for position in (1_000_000..1_000_050).flat_map(positions) {
        let label = f64::from(value(&position)) / f64::from(UNITS_PER_DISC);
        unexplained += (net.evaluate(&position) - label).powi(2);
        all += label.powi(2);
    }
    1.0 - unexplained / all
}

#[test]
fn training_reproduces_another_evaluator() {
    let folder = TrainingFolder::new("train", 400);
    let words = [
        &["games/", "--out", "w.net", "--report", "w.svg"],
        &FAST_LEARNING[..],
    ]
    .concat();
    let output = folder.train(&words);
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    let net = Net::read(&folder.bytes("w.net")).expect("good weights");
    let explained = explained(&net);
    assert!(explained > 0.8, "{explained}");

    let stdout = text(&output.stdout);
    let epochs = stdout.lines().filter(|line| line.starts_with("epoch "));
    assert_eq!(epochs.count(), 50, "{stdout}");
    for part in [
        "positions ",
        "empties",
        "\n    all ",
        "\nquantisation: mae 0.",
        "\nbytes: ",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    let picture = String::from_utf8(folder.bytes("w.svg")).expect("it is text");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(folder.0.names(), ["games", "w.net", "w.svg"]);
}

/// A resumed run produces the same weights as an uninterrupted one.
#[cfg(unix)]
#[test]
fn control_c_leaves_a_checkpoint() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = TrainingFolder::new("train-stopped", 40);
    let words = ["games/", "--out", "w.net", "--epochs", "300", "--threads"];
    let with = |more: &[&'static str]| [&words, more].concat();
    assert!(folder.train(&with(&["1"])).status.success());
    let expected = folder.bytes("w.net");
    fs::remove_file(folder.path("w.net")).expect("it was written");

    let args = folder.args(&with(&["2"]));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut child = obverse(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines.find(|line| line.as_ref().is_ok_and(|line| line.starts_with("epoch 3/")));
    crate::support::program::interrupt(&child);
    // Its output has to be read to the end.
    lines.for_each(drop);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "obverse: interrupted\n");
    assert!(!folder.path("w.net").exists());

    let other = folder.train(&with(&["1", "--resume", "--seed", "2"]));
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("of another training run: epochs 300, "));
    let sound = folder.bytes("w.net.checkpoint");
    fs::write(folder.path("w.net.checkpoint"), &sound[..sound.len() - 1])
        .expect("it can be written");
    let damaged = folder.train(&with(&["1", "--resume"]));
    assert_eq!(damaged.status.code(), Some(2));
    assert!(text(&damaged.stderr).ends_with(
        "w.net.checkpoint: a checkpoint that is damaged or truncated (delete it to start over)\n"
    ));
    fs::write(folder.path("w.net.checkpoint"), &sound).expect("it can be written");
    let output = folder.train(&with(&["1", "--resume"]));
    assert!(output.status.success());
    assert!(!text(&output.stdout).contains("epoch 1/"));
    assert!(folder.bytes("w.net") == expected, "other weights");
}

/// Two generations, the first one from games of an engine with blank weights.
#[test]
#[cfg(unix)]
fn training_from_blank_weights_beats_positional() {
    let folder = TempFolder::new("train-tiny");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/train.sh");
    let output = std::process::Command::new(script)
        .arg("tiny")
        .arg(&folder.0)
        .env("OBVERSE", env!("CARGO_BIN_EXE_obverse"))
        .output()
        .expect("it can be run");
    let stdout = text(&output.stdout);
    assert!(output.status.success(), "{stdout}{}", text(&output.stderr));
    let result = stdout.lines().last().expect("a line");
    let count = |sign: char| -> u32 {
        let word = result.split([' ', ',']).find(|word| word.starts_with(sign));
        word.and_then(|word| word[1..].parse().ok()).expect(result)
    };
    assert_eq!(count('+') + count('=') + count('-'), 400, "{result}");
    assert!(count('+') > 2 * count('-'), "{result}");
}
