//! How much memory a program may have can be limited on Linux only.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Output, Stdio};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::support::folder::TempFolder;
use crate::support::program::{self, text};

/// Runs the program with this little memory for what it reads.
fn run_within_256_mb(args: &[&str], input: Stdio) -> Output {
    let program = fs::metadata(program::path()).expect("the program is built");
    let kilobytes = (program.len() >> 10) + (256 << 10);
    let mut command = std::process::Command::new("sh");
    command
        .args([
            "-c",
            "ulimit -v $0 && exec timeout 60 \"$@\"",
            &kilobytes.to_string(),
        ])
        .arg(program::path())
        .args(args)
        .env_remove("RUST_LOG");
    let child = command
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = child.spawn().expect("the program starts");
    child.wait_with_output().expect("the program ends")
}

#[track_caller]
fn assert_refused(args: &[&str], output: &Output) {
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert_eq!(complaint.lines().count(), 1, "{args:?}: {complaint}");
    assert!(complaint.len() < 300, "{args:?}: {complaint}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
}

/// All tools that read a file, with this one.
fn readers(file: &str, folder: &TempFolder) -> Vec<Vec<String>> {
    let (net, book) = (folder.path("new.net"), folder.path("new.book"));
    let readers: &[&[&str]] = &[
        &["analyze", file],
        &["book", "check", file],
        &["book", "import", file, &book],
        &["book", "learn", &book, file],
        &["book", "show", file],
        &["convert", file, "-", "--to", "sgf"],
        &["evaltest", file],
        &["exercises", file, "--html", &net],
        &["match", "--engines", file],
        &["report", file],
        &["selfplay", "--check", file],
        &["solve", file],
        &["stats", file],
        &["train", file, "--out", &net],
        &["--config", file, "gtp"],
    ];
    let words = |args: &&[&str]| args.iter().map(|word| word.to_string()).collect();
    readers.iter().map(words).collect()
}

#[test]
fn large_files_of_another_kind_are_refused_early() {
    let folder = TempFolder::new("garbage");
    let mut bytes = vec![0; 64 << 20];
    Xoshiro256PlusPlus::seed_from_u64(1).fill_bytes(&mut bytes);
    let random = folder.path("random");
    fs::write(&random, bytes).expect("it can be written");
    let sparse = folder.path("sparse");
    let file = File::create(&sparse).expect("a new file");
    file.set_len(5 << 30).expect("it takes no space");
    for file in [&random, &sparse, "/dev/zero"] {
        for args in readers(file, &folder) {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            assert_refused(&args, &run_within_256_mb(&args, Stdio::null()));
        }
    }
    // Names promise something, too.
    for name in ["a.sgf", "a.ggf", "a.obf", "a.txt", "a.wtb"] {
        let file = folder.path(name);
        fs::hard_link(&sparse, &file).expect("a new link");
        let args = ["stats", &file];
        assert_refused(&args, &run_within_256_mb(&args, Stdio::null()));
    }
    let names = folder.names();
    assert_eq!(names.len(), 7, "nothing is left behind: {names:?}");
}

/// A text of another kind is refused as soon as its beginning shows that.
#[test]
fn large_texts_of_another_kind_are_refused_early() {
    let folder = TempFolder::new("garbage-texts");
    let garbage = b"y\n".repeat(80 << 20);
    for (name, status) in [("a.sgf", 2), ("a.ggf", 2), ("a.obf", 1), ("a.txt", 1)] {
        let file = folder.path(name);
        fs::write(&file, &garbage).expect("it can be written");
        for args in [
            &["analyze", &file][..],
            &["convert", &file, "-", "--to", "sgf"],
            &["stats", &file],
        ] {
            let output = run_within_256_mb(args, Stdio::null());
            let complaint = text(&output.stderr);
            assert_eq!(output.status.code(), Some(status), "{args:?}: {complaint}");
            assert_eq!(text(&output.stdout), "", "{args:?}");
            if status == 2 {
                let format = &name[2..];
                let problem = format!("obverse: {file}: not a file in the format {format}\n");
                assert_eq!(complaint, problem);
            }
        }
        fs::remove_file(&file).expect("it is there");
    }
}

/// What is read is in memory only once, and too little memory for that is an error like others.
#[test]
fn a_file_is_in_memory_once() {
    let folder = TempFolder::new("memory-once");
    let file = folder.path("a.txt");
    fs::write(&file, b"% no game\n".repeat(16 << 20)).expect("it can be written");
    let args = ["convert", &file, "-", "--to", "sgf"];
    let output = run_within_256_mb(&args, Stdio::null());
    let problem = "obverse: convert: there are no games to write; nothing was written\n";
    assert_eq!(text(&output.stderr), problem);
    fs::write(&file, b"% no game\n".repeat(32 << 20)).expect("it can be written");
    assert_refused(&args, &run_within_256_mb(&args, Stdio::null()));
    let output = run_within_256_mb(&args, Stdio::null());
    let problem = format!("obverse: {file}: out of memory\n");
    assert_eq!(text(&output.stderr), problem);
    let input = File::open(&file).expect("it is there");
    let args = ["convert", "-", "-", "--from", "transcript", "--to", "sgf"];
    let output = run_within_256_mb(&args, input.into());
    assert_refused(&args, &output);
    assert_eq!(text(&output.stderr), "obverse: -: out of memory\n");
}

#[test]
fn endless_input_ends() {
    let folder = TempFolder::new("endless");
    let book = folder.path("new.book");
    for device in ["/dev/zero", "/dev/urandom"] {
        for args in [
            &["analyze", "-"][..],
            &["book", "import", "-", &book],
            &["convert", "-", "-", "--to", "sgf"],
            &["convert", "-", "-", "--from", "transcript", "--to", "sgf"],
            &["convert", "-", "-", "--from", "sgf", "--to", "ggf"],
            &["evaltest", "-"],
            &["solve", "-"],
            &["stats", "-"],
        ] {
            let input = File::open(device).expect("a device");
            assert_refused(args, &run_within_256_mb(args, input.into()));
        }
    }
}

/// A shard of the folder, the checkpoint of a run, and the journals that are continued.
#[test]
fn work_is_not_continued_from_garbage() {
    let folder = TempFolder::new("garbage-continued");
    let sparse = |name: &str| {
        let path = folder.path(name);
        if let Some(parent) = Path::new(&path).parent() {
            fs::create_dir_all(parent).expect("a new folder");
        }
        let file = File::create(&path).expect("a new file");
        file.set_len(5 << 30).expect("it takes no space");
        path
    };
    let answers = sparse("answers.jsonl");
    let games = sparse("games.jsonl");
    sparse("shards/games-00000.pos");
    let shards = folder.path("shards");
    let engines = [
        "--engine",
        "builtin level=0",
        "--engine",
        "name=x builtin level=0",
    ];
    for args in [
        &["solve", "tests/problems/endgames.obf", "--out", &answers][..],
        &[
            &["match", "--games", "2", "--resume", "--out", &games],
            &engines[..],
        ]
        .concat(),
        &[
            "selfplay", "--games", "1", "--level", "0", "--resume", "--out", &shards,
        ],
    ] {
        assert_refused(args, &run_within_256_mb(args, Stdio::null()));
    }
    let length = |file: &str| fs::metadata(file).expect("it is there").len();
    assert_eq!([length(&answers), length(&games)], [5 << 30; 2]);
}
