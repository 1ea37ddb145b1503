//! `obverse train`, and the weights that it writes.

mod slow;

use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::process::Output;

use obverse::board::Position;
use obverse::eval;
use obverse::eval::pattern::Net;

use crate::support::folder::TempFolder;
use crate::support::positions::{ENDGAMES, random_game};
use crate::support::program::{assert_refused, obverse, run, text};

/// With few positions, many epochs and a high learning rate.
const FAST_LEARNING: [&str; 4] = ["--epochs", "50", "--rate", "0.01"];

/// A folder with training positions.
struct TrainingFolder(TempFolder);

impl TrainingFolder {
    /// With a file of `games` games, and one of half as many.
    fn new(name: &str, games: u64) -> TrainingFolder {
        let folder = TrainingFolder(TempFolder::new(name));
        fs::create_dir(folder.path("games")).expect("it can be written");
        fs::write(folder.path("games/1.pos"), file(0..games)).expect("it can be written");
        fs::write(folder.path("games/2.pos"), file(games..games * 3 / 2))
            .expect("it can be written");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.0.join(name)
    }

    fn args<'a>(&self, words: &[&'a str]) -> Vec<String> {
        let is_path = |word: &str| word.contains(['.', '/']) && !word.starts_with("0.");
        let folder = |word: &&'a str| match is_path(word) {
            true => self.path(word).display().to_string(),
            false => word.to_string(),
        };
        [&["train"], words].concat().iter().map(folder).collect()
    }

    fn train(&self, words: &[&str]) -> Output {
        let args = self.args(words);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        run(&args, b"")
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("it was written")
    }
}

/// Every position of a random game that has a move.
fn positions(seed: u64) -> Vec<Position> {
    let game = random_game(seed);
    game.into_iter()
        .filter(|position| !position.moves().is_empty())
        .collect()
}

/// Labels are stored in this fraction of a disc.
const UNITS_PER_DISC: i32 = 256;

/// The label: the value of another evaluator.
fn value(position: &Position) -> i16 {
    let row = eval::find("mobility").expect("it is in the table");
    let points = row.evaluator.evaluate(position).value();
    (points * UNITS_PER_DISC / 5).clamp(-64 * UNITS_PER_DISC, 64 * UNITS_PER_DISC) as i16
}

/// A file of training positions.
fn file(games: Range<u64>) -> Vec<u8> {
    file_from(60, games)
}

/// Like `file`, but with at most this many empty squares.
fn file_from(most_empty: u32, games: Range<u64>) -> Vec<u8> {
    let mut file = b"OBVPOS1\n".to_vec();
    for game in games {
        let mut positions = positions(game);
        positions.retain(|position| position.empty().len() <= most_empty);
        for (number, position) in positions.iter().enumerate() {
            file.extend(position.mover().bits().to_le_bytes());
            file.extend(position.opponent().bits().to_le_bytes());
            file.extend(value(position).to_le_bytes());
            file.extend([0, if number == 0 { 2 } else { 0 }]);
        }
    }
    file
}

#[test]
fn bad_files_are_refused_in_one_line() {
    let folder = TrainingFolder::new("train-bad", 4);
    let good = folder.bytes("games/1.pos");
    fs::write(folder.path("foreign.pos"), "obverse").expect("it can be written");
    fs::write(folder.path("cut.pos"), &good[..8 + 20 * 3 + 7]).expect("it can be written");
    let mut damaged = good.clone();
    damaged[8 + 20 + 19] = 8;
    fs::write(folder.path("damaged.pos"), damaged).expect("it can be written");
    let mut astray = good.clone();
    astray[8 + 20] ^= 1;
    fs::write(folder.path("astray.pos"), astray).expect("it can be written");
    fs::write(folder.path("one.pos"), file(0..1)).expect("it can be written");
    fs::create_dir(folder.path("empty.d")).expect("it can be written");
    for (path, problem) in [
        ("missing.pos", "missing.pos: "),
        ("foreign.pos", "foreign.pos: not a file of positions\n"),
        ("cut.pos", "cut.pos: it is truncated after 3 positions\n"),
        ("damaged.pos", "damaged.pos: position 2: unknown flag\n"),
        (
            "astray.pos",
            "astray.pos: position 2: the position does not follow from an earlier one\n",
        ),
        ("empty.d", "empty.d: there are no .pos files in it\n"),
        ("one.pos", "obverse: train: there are too few games\n"),
    ] {
        let output =
            folder.train(&["games/", path, "--out", "w.net"][usize::from(path == "one.pos")..]);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(
            stderr.contains(problem) && stderr.lines().count() == 1,
            "{stderr}"
        );
        assert!(!folder.path("w.net").exists());
    }
}

/// Training on late positions from given weights does not change other stages.
#[test]
fn stages_without_positions_keep_their_weights() {
    let folder = TrainingFolder::new("train-late", 40);
    let learn = |words: &[&str]| {
        let output = folder.train(words);
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    learn(&[&["games/", "--out", "w.net"], &FAST_LEARNING[..]].concat());
    fs::write(folder.path("late.pos"), file_from(20, 0..40)).expect("it can be written");
    let on = ["late.pos", "--out", "same.net", "--from", "w.net", "--rate"];
    learn(&[&on[..], &["0", "--decay", "0", "--epochs", "9"]].concat());
    assert!(folder.bytes("same.net") == folder.bytes("w.net"));
}

/// They are refused before training starts.
#[cfg(unix)]
#[test]
fn output_files_that_cannot_be_written_are_refused() {
    let folder = TrainingFolder::new("train-nowhere", 4);
    let games = folder.bytes("games/1.pos");
    fs::create_dir(folder.path("folder.d")).expect("it can be written");
    fs::write(folder.path("begun.net.checkpoint"), "?").expect("it can be written");
    fs::write(folder.path("old.net"), "?").expect("it can be written");
    for (words, problem) in [
        ("--out missing/w.net", "missing/w.net: No such file"),
        ("--out folder.d", "folder.d: is a directory"),
        ("--out games/1.pos", "games/1.pos: it is also an input file"),
        (
            "--out w.net --report missing/r.svg",
            "missing/r.svg: No such file",
        ),
        (
            "--out w.net --report games/2.pos",
            "games/2.pos: it is also an input file",
        ),
        (
            "--out w.net --report ./w.net",
            "./w.net: the weights are written to it",
        ),
        (
            "--out w.net --report old.net --from old.net",
            "old.net: the weights are read from it",
        ),
        ("--out w.net games/1.pos", "games/1.pos: named twice"),
        (
            "--out begun.net",
            "begun.net.checkpoint: a training run was started (use --resume to continue)",
        ),
    ] {
        let words: Vec<&str> = ["games/"].into_iter().chain(words.split(' ')).collect();
        let args = folder.args(&words);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let at = folder.0.0.display();
        assert_refused(&args, "", &format!("{at}/{problem}"));
        assert!(!folder.path("w.net").exists());
    }
    assert!(folder.bytes("games/1.pos") == games);
    assert_eq!(folder.bytes("begun.net.checkpoint"), b"?");
}

/// Self-play writes games in the order in which threads finish them.
#[test]
fn the_order_of_games_in_a_file_does_not_matter() {
    let (folder, other) = (
        TrainingFolder::new("train-order", 12),
        TrainingFolder::new("train-reorder", 12),
    );
    let head = b"OBVPOS1\n";
    let reversed = (0..12)
        .rev()
        .flat_map(|game| file(game..game + 1).split_off(head.len()));
    let reversed: Vec<u8> = head.iter().copied().chain(reversed).collect();
    assert!(reversed != other.bytes("games/1.pos"));
    fs::write(other.path("games/1.pos"), reversed).expect("it can be written");
    let weights = [&folder, &other].map(|folder| {
        let output = folder.train(&["games/", "--out", "w.net", "--epochs", "2"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        folder.bytes("w.net")
    });
    assert!(weights[0] == weights[1], "other weights");
}

/// A closed output does not stop the training.
#[test]
fn weights_are_written_even_if_the_output_is_closed() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = TrainingFolder::new("train-unheard", 4);
    let args = folder.args(&["games/", "--out", "w.net", "--epochs", "3"]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut child = obverse(&args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.next().is_some());
    drop(lines);
    assert!(child.wait().expect("it ends").success());
    assert!(Net::read(&folder.bytes("w.net")).is_ok());
}

#[test]
fn blank_writes_blank_weights() {
    let folder = TrainingFolder::new("train-blank", 1);
    let output = folder.train(&["--blank", "--out", "blank.net"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(Net::read(&folder.bytes("blank.net")), Ok(Net::blank()));
}

/// `--weights` before a protocol or a tool.
#[test]
fn weights_from_a_file_are_used_by_protocols_and_tools() {
    let folder = TrainingFolder::new("train-weights", 1);
    let blank = folder.path("blank.net").display().to_string();
    folder.train(&["--blank", "--out", "blank.net"]);
    let attached = format!("--weights={blank}");
    let game = "play b d3\ngenmove w\ngomill-explain_last_move\n";
    let score = |front: &[&str]| {
        let greedy = ["--algorithm", "greedy", "--evaluator", "pattern"];
        let output = run(&[front, &greedy].concat(), game.as_bytes());
        let stdout = text(&output.stdout);
        let (_, score) = stdout.split_once(" score ").expect("a score");
        score.split(' ').next().map(str::to_string)
    };
    assert_eq!(score(&["--weights", &blank]).as_deref(), Some("0"));
    assert_eq!(score(&[&attached, "gtp"]).as_deref(), Some("0"));
    assert_ne!(score(&[]).as_deref(), Some("0"));
    let bias = |front: &[&str]| {
        let output = run(&[front, &["evaltest", ENDGAMES]].concat(), b"");
        text(&output.stdout).lines().last().map(str::to_string)
    };
    assert_ne!(bias(&["--weights", &blank]), bias(&[]));
}

#[test]
fn bad_weights_are_refused_at_the_start() {
    let folder = TrainingFolder::new("train-bad-weights", 1);
    folder.train(&["--blank", "--out", "blank.net"]);
    let mut damaged = folder.bytes("blank.net");
    *damaged.last_mut().expect("it is not empty") ^= 1;
    let mut newer = folder.bytes("blank.net");
    newer[8] = 9;
    for (name, file, problem) in [
        (
            "damaged.net",
            damaged,
            "a file with weights that is damaged or truncated",
        ),
        (
            "newer.net",
            newer,
            "a file with weights of version 9; this program reads 3 to 4",
        ),
        (
            "text.net",
            b"good weights".to_vec(),
            "not a file with weights",
        ),
    ] {
        let path = folder.path(name);
        fs::write(&path, file).expect("it can be written");
        let path = path.display().to_string();
        for words in [&["gtp"][..], &["perft", "3"]] {
            let output = run(&[&["--weights", &path], words].concat(), b"name\n");
            assert_eq!(output.status.code(), Some(2), "{path}");
            assert_eq!(text(&output.stdout), "");
            assert_eq!(
                text(&output.stderr),
                format!("obverse: {path}: {problem}\n")
            );
        }
    }
    let output = run(&["--weights"], b"");
    let stderr = text(&output.stderr);
    assert_eq!(
        stderr,
        "obverse: --weights: expected a value (the name of a file)\n"
    );
    for words in [
        &["perft", "--weights", "w.net", "3"][..],
        &["--level", "3", "--weights=w.net"],
    ] {
        let output = run(words, b"");
        let stderr = text(&output.stderr);
        let expected = "obverse: --weights: expected before everything else\n";
        assert_eq!(stderr, expected);
    }
    let output = run(&["--weights", "missing.net"], b"");
    assert!(text(&output.stderr).starts_with("obverse: missing.net: "));
    for endless in ["/dev/zero", "/dev/stdin"] {
        let output = run(&["--weights", endless], b"");
        let stderr = text(&output.stderr);
        assert!(
            stderr.starts_with(&format!("obverse: {endless}: ")),
            "{stderr}"
        );
    }
}
