//! `obverse selfplay`, and the scripts that read its games.

mod check;
mod scripts;

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Output;

use obverse::board::{Bitboard, Color, Position, Square};
use obverse::search::control::{Control, Limits};
use obverse::search::engine::{Effort, Engine, EngineOptions};

use crate::support::folder::TempFolder;
use crate::support::outside;
use crate::support::program::{run, stdout_of, text};

const HEAD: usize = 8;
const BYTES: usize = 20;
const EXACT_FROM: u32 = 8;

/// Plays games of a few milliseconds each.
fn play(folder: &Path, args: &str) -> Output {
    let folder = folder.to_str().expect("a path in Unicode");
    let fast = ["selfplay", "--out", folder, "--level", "1"];
    let exact_from = EXACT_FROM.to_string();
    let mut words = [&fast[..], &["--exact-from", &exact_from]].concat();
    words.extend(args.split_whitespace());
    run(&words, b"")
}

/// Like `play`, but must succeed. Returns the standard output.
fn played(folder: &Path, args: &str) -> String {
    let output = play(folder, args);
    assert_eq!(text(&output.stderr), "", "{args}");
    assert!(output.status.success(), "{args}");
    text(&output.stdout).to_string()
}

fn check(files: &[PathBuf]) -> Output {
    let files = files
        .iter()
        .map(|file| file.to_str().expect("a path in Unicode"));
    let words: Vec<&str> = ["selfplay", "--check"].into_iter().chain(files).collect();
    run(&words, b"")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it is").path()).collect();
    files.sort();
    files
}

/// A record of the documented format.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Record {
    mover: u64,
    opponent: u64,
    value: i16,
    result: i8,
    flags: u8,
}

impl Record {
    fn is_exact(&self) -> bool {
        self.flags & 1 != 0
    }

    fn is_first(&self) -> bool {
        self.flags & 2 != 0
    }

    fn position(&self) -> Position {
        let [mover, opponent] = [self.mover, self.opponent].map(Bitboard::from_bits);
        Position::new(mover, opponent, Color::Black).expect("no square is both")
    }
}

fn records(file: &Path) -> Vec<Record> {
    let bytes = fs::read(file).expect("it exists");
    assert_eq!(&bytes[..HEAD], b"OBVPOS1\n");
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let record = |bytes: &[u8]| Record {
        mover: word(&bytes[..8]),
        opponent: word(&bytes[8..16]),
        value: i16::from_le_bytes([bytes[16], bytes[17]]),
        result: bytes[18] as i8,
        flags: bytes[19],
    };
    bytes[HEAD..].chunks(BYTES).map(record).collect()
}

/// The games of a folder, in no particular order.
fn games(folder: &Path) -> BTreeSet<Vec<Record>> {
    let games = files(folder).into_iter().flat_map(|file| {
        let records = records(&file);
        let games = records.chunk_by(|_, next| !next.is_first());
        games.map(<[Record]>::to_vec).collect::<Vec<_>>()
    });
    games.collect()
}

#[test]
fn a_seed_gives_the_same_games_on_any_number_of_threads() {
    let folder = TempFolder::new("selfplay-threads");
    let folder_of = |args: &str| {
        let folder = folder.0.join(args);
        let output = played(&folder, &format!("--games 30 {args}"));
        assert!(
            output.starts_with("total: games 30, positions "),
            "{output}"
        );
        games(&folder)
    };
    let alone = folder_of("--threads 1");
    assert_eq!(alone.len(), 30);
    assert!(alone == folder_of("--threads 3"));
    assert!(alone == folder_of("--threads 2 --shard 7"));
    assert!(alone.is_disjoint(&folder_of("--seed 2")));
}

#[test]
fn a_run_resumes_wherever_it_was_cut() {
    let folder = TempFolder::new("selfplay-resume");
    let args = "--games 25 --shard 10 --threads 2";
    let (whole, broken) = (folder.0.join("whole"), folder.0.join("broken"));
    played(&whole, args);
    let expected = games(&whole);
    let shards = files(&whole);
    assert_eq!(shards.len(), 3);
    let length = fs::metadata(&shards[1]).expect("it exists").len();
    for left in [0, 5, 8, 20, 28, length / 2, length - 20, length - 1, length] {
        let _ = fs::remove_dir_all(&broken);
        fs::create_dir(&broken).expect("a new folder");
        // The last shard is missing.
        for shard in &shards[..2] {
            let copy = broken.join(shard.file_name().expect("a file"));
            fs::copy(shard, &copy).expect("it is written");
        }
        let cut = fs::OpenOptions::new().write(true).open(&files(&broken)[1]);
        cut.and_then(|file| file.set_len(left)).expect("we own it");
        played(&broken, &format!("{args} --resume"));
        assert!(games(&broken) == expected, "{left} of {length} bytes");
    }
    // Finished games stay.
    for args in ["--games 1", "--hours 0"] {
        let before = games(&broken);
        played(&broken, &format!("{args} --shard 10 --resume"));
        assert!(games(&broken) == before, "{args}");
    }
    // More games follow those that exist.
    played(&broken, "--games 35 --shard 10 --resume");
    let more = games(&broken);
    assert!(more.len() == 35 && more.is_superset(&expected));
}

/// With more games than openings, some start with the same moves.
#[test]
fn games_with_the_same_opening_differ() {
    let folder = TempFolder::new("selfplay-alike");
    let args = "--games 20 --shard 200000 --random-plies 0 --siblings 0";
    played(&folder.0, args);
    let before = files(&folder.0);
    let length = || fs::metadata(&before[0]).expect("it exists").len();
    let expected = (games(&folder.0), length());
    for _ in 0..2 {
        played(&folder.0, &format!("{args} --resume"));
        assert!((games(&folder.0), length()) == expected);
    }
}

#[test]
fn slices_divide_a_run() {
    let folder = TempFolder::new("selfplay-slices");
    let args = "--games 25 --shard 10 --threads 2";
    let whole = folder.0.join("whole");
    played(&whole, args);
    let mut union = Vec::new();
    for (number, count) in [(1, 9), (2, 8), (3, 8)] {
        let slice = folder.0.join(number.to_string());
        let args = format!("{args} --slice {number}/3");
        let stdout = played(&slice, &args);
        assert!(
            stdout.starts_with(&format!("total: games {count}, ")),
            "{stdout}"
        );
        let before = games(&slice);
        // Only the last game of each file is played again.
        let stdout = played(&slice, &format!("{args} --resume"));
        assert!(stdout.starts_with("total: games 3, "), "{stdout}");
        assert!(games(&slice) == before);
        union.extend(before);
    }
    assert_eq!(union.len(), 25);
    assert!(union.into_iter().collect::<BTreeSet<_>>() == games(&whole));

    let output = play(&folder.0.join("2"), &format!("{args} --slice 1/3 --resume"));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("it holds a game that does not match "));
}

#[test]
fn games_of_other_settings_are_not_mixed_in() {
    let folder = TempFolder::new("selfplay-mixed");
    played(&folder.0, "--games 5");
    for (args, problem) in [
        ("--games 6", "there are games already"),
        (
            "--games 6 --resume --seed 2",
            "games-00000.pos: it holds a game that does not match --seed",
        ),
    ] {
        let output = play(&folder.0, args);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(problem), "{args}");
        assert_eq!(text(&output.stderr).lines().count(), 1);
    }
    assert_eq!(games(&folder.0).len(), 5);
}

/// Files with foreign names are left alone.
#[test]
fn foreign_files_may_be_in_the_folder() {
    let folder = TempFolder::new("selfplay-others");
    let others = [
        "games-1.pos",
        "games-99999999999999999999.pos",
        "games-9999999999999999999.pos",
    ];
    for name in others {
        fs::write(folder.0.join(name), "?").expect("it can be written");
    }
    played(&folder.0, "--games 3");
    played(&folder.0, "--games 3 --resume");
    for name in others {
        let path = folder.0.join(name);
        assert_eq!(fs::read(&path).expect("it exists"), b"?");
        fs::remove_file(path).expect("we own it");
    }
    assert_eq!(games(&folder.0).len(), 3);
}

/// One slice of very many is found to be empty at once.
/// Opening a pipe waits for its other end.
#[cfg(unix)]
#[test]
fn a_pipe_in_the_folder_is_refused() {
    let folder = TempFolder::new("selfplay-pipe");
    let pipe = folder.create_pipe("games-00000.pos");
    let output = play(&folder.0, "--games 2 --resume");
    assert_eq!(output.status.code(), Some(2));
    let problem = format!("obverse: {pipe}: not a file with positions\n");
    assert_eq!(text(&output.stderr), problem);
}

#[test]
fn slices_may_be_small() {
    let folder = TempFolder::new("selfplay-small-slice");
    let output = played(&folder.0, "--games 5 --slice 999999999999/1000000000000");
    assert!(output.starts_with("total: games 0, "), "{output}");
}

/// Near the end every position has the value that a solver finds, and that is also the
/// result.
#[test]
fn exact_values_are_exact() {
    let folder = TempFolder::new("selfplay-exact");
    played(&folder.0, "--games 20 --siblings 1");
    let mut engine = Engine::new();
    let options = EngineOptions {
        threads: 1,
        hash_mb: 1,
    };
    let mut count = 0;
    for record in games(&folder.0).iter().flatten() {
        let position = record.position();
        if position.empty().len() <= EXACT_FROM {
            assert!(record.is_exact());
        }
        if record.is_exact() {
            let control = Control::new(Limits::default());
            let report = engine.solve(&position, Effort::End, options, &control, &mut |_| {});
            assert_eq!(i32::from(record.value), 256 * report.discs());
            assert_eq!(i32::from(record.result), report.discs());
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

/// A move leads from each position to the next, and the last one ends the game with the
/// recorded result.
#[test]
fn positions_are_those_of_games() {
    let folder = TempFolder::new("selfplay-games");
    played(&folder.0, "--games 40 --siblings 0");
    for game in games(&folder.0) {
        for pair in game.windows(2) {
            assert!(leads_to(&pair[0], &pair[1]), "{pair:?}");
        }
        let last = game.last().expect("a game has positions");
        let is_end = |square: Square| {
            let end = last.position().play(square);
            end.is_over() && -end.result() == i32::from(last.result)
        };
        assert!(last.position().moves().into_iter().any(is_end));
    }
}

/// Whether a move leads from one record to the other, with the same result for the same
/// side.
fn leads_to(before: &Record, after: &Record) -> bool {
    let wanted = after.position();
    before.position().moves().into_iter().any(|square| {
        let next = before.position().play(square);
        let (next, result) = match next.must_pass() {
            true => (next.pass(), before.result),
            false => (next, -before.result),
        };
        let is_same = (next.mover(), next.opponent()) == (wanted.mover(), wanted.opponent());
        is_same && result == after.result
    })
}

#[test]
fn mix_blends_values_with_those_of_the_next_position() {
    let folder = TempFolder::new("selfplay-mix");
    let values = |mix: &str| {
        let folder = folder.0.join(mix);
        played(&folder, &format!("--games 10 --siblings 0 --mix {mix}"));
        let records: Vec<Record> = games(&folder).into_iter().flatten().collect();
        records.into_iter().filter(|record| !record.is_exact())
    };
    assert!(values("0").all(|record| record.value % 256 == 0));
    assert!(values("0.5").any(|record| record.value % 256 != 0));
    assert!(values("1").all(|record| record.value == 256 * i16::from(record.result)));
}

#[test]
fn siblings_add_lines_to_games() {
    let folder = TempFolder::new("selfplay-siblings");
    let [without, with] = ["0", "1"].map(|chance| {
        let folder = folder.0.join(chance);
        let args = format!("--games 10 --exact-from 12 --siblings {chance}");
        played(&folder, &args);
        assert!(check(&files(&folder)).status.success());
        let records = games(&folder).into_iter().flatten();
        let (exact, opinions): (Vec<_>, Vec<_>) = records.partition(Record::is_exact);
        (exact.len(), opinions.len())
    });
    // Siblings are solved, complete lines, from which no further siblings branch:
    // otherwise there would be seven times as many.
    assert!(with.0 > without.0 * 8, "{with:?} {without:?}");
    assert_eq!(with.1, without.1);
}

#[test]
fn hours_limit_a_run() {
    let folder = TempFolder::new("selfplay-hours");
    let output = played(&folder.0, "--hours 0.0001");
    assert!(output.starts_with("total: games "), "{output}");
    assert!(!games(&folder.0).is_empty());
}

#[cfg(unix)]
#[test]
fn control_c_keeps_complete_games() {
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    let folder = TempFolder::new("selfplay-interrupt");
    let path = folder.0.to_str().expect("a path in Unicode");
    let child = crate::support::program::obverse(&["selfplay", "--out", path, "--hours", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while files(&folder.0).is_empty() {
        sleep(Duration::from_millis(10));
    }
    // No other process may add games meanwhile.
    let output = play(&folder.0, "--games 5 --resume");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).ends_with("another process is adding games to it\n"));
    crate::support::program::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "obverse: interrupted\n");
    assert!(text(&output.stdout).starts_with("total: games "));
    assert!(check(&files(&folder.0)).status.success());
}
