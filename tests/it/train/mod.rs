//! `obverse train`, from outside.

mod slow;

use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::process::Output;

use obverse::board::Position;
use obverse::eval::mobility;
use obverse::eval::pattern::architecture::UNITS_PER_DISC;
use obverse::eval::pattern::net::Net;

use crate::support::folder::TempFolder;
use crate::support::positions::random_game;
use crate::support::program::{assert_refused, obverse, run, text};

/// Few positions are learnt from often, and in larger steps.
const PACE: [&str; 4] = ["--epochs", "50", "--rate", "0.01"];

/// A folder with positions to learn from.
struct Place(TempFolder);

impl Place {
    /// With a file of so many games, and one of half as many.
    fn new(name: &str, games: u64) -> Place {
        let place = Place(TempFolder::new(name));
        fs::create_dir(place.path("games")).expect("there is room");
        fs::write(place.path("games/1.pos"), file(0..games)).expect("there is room");
        fs::write(place.path("games/2.pos"), file(games..games * 3 / 2)).expect("there is room");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.0.join(name)
    }

    fn args<'a>(&self, words: &[&'a str]) -> Vec<String> {
        let is_path = |word: &str| word.contains(['.', '/']) && !word.starts_with("0.");
        let place = |word: &&'a str| match is_path(word) {
            true => self.path(word).display().to_string(),
            false => word.to_string(),
        };
        [&["train"], words].concat().iter().map(place).collect()
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

/// Every position of some random games that has a move.
fn positions(seed: u64) -> Vec<Position> {
    let game = random_game(seed);
    game.into_iter()
        .filter(|position| !position.moves().is_empty())
        .collect()
}

/// The opinion of another evaluator, in parts of a disc.
fn value(position: &Position) -> i16 {
    (mobility(position) * UNITS_PER_DISC / 5).clamp(-64 * UNITS_PER_DISC, 64 * UNITS_PER_DISC)
        as i16
}

/// A file of positions as the contract describes it.
fn file(games: Range<u64>) -> Vec<u8> {
    file_from(60, games)
}

/// The same of games that begin with so many empty squares.
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
fn bad_files_are_refused_in_a_line() {
    let place = Place::new("train-bad", 4);
    let good = place.bytes("games/1.pos");
    fs::write(place.path("foreign.pos"), "obverse").expect("there is room");
    fs::write(place.path("cut.pos"), &good[..8 + 20 * 3 + 7]).expect("there is room");
    let mut damaged = good.clone();
    damaged[8 + 20 + 19] = 8;
    fs::write(place.path("damaged.pos"), damaged).expect("there is room");
    let mut astray = good.clone();
    astray[8 + 20] ^= 1;
    fs::write(place.path("astray.pos"), astray).expect("there is room");
    fs::write(place.path("one.pos"), file(0..1)).expect("there is room");
    fs::create_dir(place.path("empty.d")).expect("there is room");
    for (path, problem) in [
        ("missing.pos", "missing.pos: "),
        ("foreign.pos", "foreign.pos: not a file of positions\n"),
        ("cut.pos", "cut.pos: it is cut off after 3 positions\n"),
        (
            "damaged.pos",
            "damaged.pos: position 2: there is no such flag\n",
        ),
        (
            "astray.pos",
            "astray.pos: position 2: it does not follow from those before\n",
        ),
        ("empty.d", "empty.d: there is no .pos file\n"),
        ("one.pos", "obverse: too few games\n"),
    ] {
        let output =
            place.train(&["games/", path, "--out", "w.net"][usize::from(path == "one.pos")..]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(
            said.contains(problem) && said.lines().count() == 1,
            "{said}"
        );
        assert!(!place.path("w.net").exists());
    }
}

/// Whoever learns about the end of the game on top of what is known does not forget the rest.
#[test]
fn what_was_known_of_other_stages_is_kept() {
    let place = Place::new("train-late", 40);
    let learn = |words: &[&str]| {
        let output = place.train(words);
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    learn(&[&["games/", "--out", "w.net"], &PACE[..]].concat());
    fs::write(place.path("late.pos"), file_from(20, 0..40)).expect("there is room");
    let on = ["late.pos", "--out", "same.net", "--from", "w.net", "--rate"];
    learn(&[&on[..], &["0", "--decay", "0", "--epochs", "9"]].concat());
    assert!(place.bytes("same.net") == place.bytes("w.net"));
}

/// Whatever cannot be written, or would be lost, is found before anything is learnt.
#[test]
fn what_cannot_be_written_is_refused() {
    let place = Place::new("train-nowhere", 4);
    let games = place.bytes("games/1.pos");
    fs::create_dir(place.path("folder.d")).expect("there is room");
    fs::write(place.path("begun.net.checkpoint"), "?").expect("there is room");
    fs::write(place.path("old.net"), "?").expect("there is room");
    for (words, problem) in [
        ("--out missing/w.net", "missing/w.net: No such file"),
        ("--out folder.d", "folder.d: is a directory"),
        (
            "--out games/1.pos",
            "games/1.pos: it is one of the files to read",
        ),
        (
            "--out w.net --report missing/r.svg",
            "missing/r.svg: No such file",
        ),
        (
            "--out w.net --report games/2.pos",
            "games/2.pos: it is one of the files to read",
        ),
        (
            "--out w.net --report ./w.net",
            "./w.net: it is where the weights go",
        ),
        (
            "--out w.net --report old.net --from old.net",
            "old.net: it is where the weights come from",
        ),
        ("--out w.net games/1.pos", "games/1.pos: it is named twice"),
        (
            "--out begun.net",
            "begun.net.checkpoint: a training was begun, to go on with it use --resume",
        ),
    ] {
        let words: Vec<&str> = ["games/"].into_iter().chain(words.split(' ')).collect();
        let args = place.args(&words);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let folder = place.0.0.display();
        assert_refused(&args, "", &format!("{folder}/{problem}"));
        assert!(!place.path("w.net").exists());
    }
    assert!(place.bytes("games/1.pos") == games);
    assert_eq!(place.bytes("begun.net.checkpoint"), b"?");
}

/// Games stand in a file as threads have finished them.
#[test]
fn the_order_of_games_in_a_file_does_not_matter() {
    let (place, other) = (
        Place::new("train-order", 12),
        Place::new("train-reorder", 12),
    );
    let head = b"OBVPOS1\n";
    let reversed = (0..12)
        .rev()
        .flat_map(|game| file(game..game + 1).split_off(head.len()));
    let reversed: Vec<u8> = head.iter().copied().chain(reversed).collect();
    assert!(reversed != other.bytes("games/1.pos"));
    fs::write(other.path("games/1.pos"), reversed).expect("there is room");
    let weights = [&place, &other].map(|place| {
        let output = place.train(&["games/", "--out", "w.net", "--epochs", "2"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        place.bytes("w.net")
    });
    assert!(weights[0] == weights[1], "other weights");
}

/// The weights come even if nobody reads what is said any more.
#[test]
fn nobody_need_listen() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let place = Place::new("train-unheard", 4);
    let args = place.args(&["games/", "--out", "w.net", "--epochs", "3"]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut child = obverse(&args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.next().is_some());
    drop(lines);
    assert!(child.wait().expect("it ends").success());
    assert!(Net::read(&place.bytes("w.net")).is_ok());
}

#[test]
fn blank_weights_find_all_boards_even() {
    let place = Place::new("train-blank", 1);
    let output = place.train(&["--blank", "--out", "blank.net"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(Net::read(&place.bytes("blank.net")), Ok(Net::blank()));
}

/// `--weights` in front of a dialogue or a tool.
#[test]
fn weights_of_a_file_are_used_for_whatever_follows() {
    let place = Place::new("train-weights", 1);
    let blank = place.path("blank.net").display().to_string();
    place.train(&["--blank", "--out", "blank.net"]);
    let attached = format!("--weights={blank}");
    let game = "play b d3\ngenmove w\ngomill-explain_last_move\n";
    let score = |front: &[&str]| {
        let greedy = ["--algorithm", "greedy", "--evaluator", "pattern"];
        let output = run(&[front, &greedy].concat(), game.as_bytes());
        let said = text(&output.stdout);
        let (_, score) = said.split_once(" score ").expect("a score");
        score.split(' ').next().map(str::to_string)
    };
    assert_eq!(score(&["--weights", &blank]).as_deref(), Some("0"));
    assert_eq!(score(&[&attached, "gtp"]).as_deref(), Some("0"));
    assert_ne!(score(&[]).as_deref(), Some("0"));
    let problem = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems/endgames.obf");
    let bias = |front: &[&str]| {
        let output = run(&[front, &["evaltest", problem]].concat(), b"");
        text(&output.stdout).lines().last().map(str::to_string)
    };
    assert_ne!(bias(&["--weights", &blank]), bias(&[]));
}

#[test]
fn bad_weights_are_refused_before_anything_begins() {
    let place = Place::new("train-bad-weights", 1);
    place.train(&["--blank", "--out", "blank.net"]);
    let mut damaged = place.bytes("blank.net");
    *damaged.last_mut().expect("it is not empty") ^= 1;
    let mut newer = place.bytes("blank.net");
    newer[8] = 9;
    for (name, file, problem) in [
        (
            "damaged.net",
            damaged,
            "a file with weights that is damaged or cut off",
        ),
        (
            "newer.net",
            newer,
            "a file with weights of version 9; this program reads 3 and 4",
        ),
        (
            "text.net",
            b"good weights".to_vec(),
            "not a file with weights",
        ),
    ] {
        let path = place.path(name);
        fs::write(&path, file).expect("there is room");
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
    let said = text(&output.stderr);
    assert_eq!(said, "obverse: --weights needs a value (try --help)\n");
    for words in [
        &["perft", "--weights", "w.net", "3"][..],
        &["--level", "3", "--weights=w.net"],
    ] {
        let output = run(words, b"");
        let said = text(&output.stderr);
        let expected = "obverse: --weights: it must stand before everything else (try --help)\n";
        assert_eq!(said, expected);
    }
    let output = run(&["--weights", "missing.net"], b"");
    assert!(text(&output.stderr).starts_with("obverse: missing.net: "));
    for endless in ["/dev/zero", "/dev/stdin"] {
        let output = run(&["--weights", endless], b"");
        let said = text(&output.stderr);
        assert!(said.starts_with(&format!("obverse: {endless}: ")), "{said}");
    }
}
