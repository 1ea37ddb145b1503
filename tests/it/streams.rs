//! Input and output: pipes, logs, and files that commands read and write.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::folder::TempFolder;
use crate::support::program::{self, gtp, obverse, run, text};

#[test]
fn an_unfinished_last_line_and_the_end_of_input_are_answered() {
    assert_eq!(gtp(&[], "name\nprotocol_version"), "= Obverse\n\n= 2\n\n");
    assert_eq!(
        gtp(
            &["--algorithm", "negamax"],
            "1 reg_genmove b\n2 reg_genmove b"
        ),
        "=1 D3\n\n=2 D3\n\n"
    );
    assert_eq!(gtp(&[], "1 quit\n2 name\n"), "=1\n\n");
    assert_eq!(gtp(&[], ""), "");
}

#[test]
fn long_lines_are_skipped_as_they_are_read() {
    let mut input = b"12 echo ".to_vec();
    input.resize(10 << 20, b'x');
    input.extend_from_slice(b"\n13 name\n# ");
    input.resize(input.len() + (2 << 20), b'x');
    input.extend_from_slice(b"\n");
    input.resize(input.len() + (2 << 20), b' ');
    input.extend_from_slice(b"name\n14 echo ");
    input.resize(input.len() + 900_000, b'y');
    input.push(b'\n');
    let output = run(&[], &input);
    let answers = text(&output.stdout);
    let (first, echoed) = answers.split_once("\n\n=14 ").expect("three answers");
    assert_eq!(first, "?12 line too long\n\n=13 Obverse\n\n? line too long");
    assert_eq!(echoed.trim_end().len(), 900_000);
}

/// The input is read on, however many questions have been answered during a search.
#[test]
fn a_stop_is_read_behind_any_number_of_answered_lines() {
    const LINES: usize = 200_000;
    for (begin, question, answer) in [
        ("ugi\ngo infinite\n", "isready\n", "readyok"),
        ("uci\ngo infinite\n", "isready\n", "readyok"),
    ] {
        let engine = Engine::start(None, TIMEOUT);
        engine.send(begin.as_bytes());
        engine.send(question.repeat(LINES).as_bytes());
        engine.send(b"stop\n");
        let output = engine.finish().expect("it ends");
        let output = text(&output);
        let answers = output.lines().filter(|&line| line == answer).count();
        assert_eq!(answers, LINES);
        assert!(output.contains("bestmove "));
    }
}

#[test]
fn random_bytes_do_no_harm() {
    let mut bytes = vec![0; 1 << 20];
    Xoshiro256PlusPlus::seed_from_u64(1).fill_bytes(&mut bytes);
    bytes.extend_from_slice(b"\n99 name\n");
    let output = run(&[], &bytes);
    assert!(output.status.success());
    assert!(output.stdout.ends_with(b"=99 Obverse\n\n"));
    for protocol in obverse::protocol::PROTOCOLS {
        let output = run(&[protocol.name], &bytes);
        assert!(output.status.success(), "{}", protocol.name);
        // Edax's console warns there of every line that it does not understand.
        if protocol.name != "edax" {
            assert_eq!(text(&output.stderr), "", "{}", protocol.name);
        }
    }
}

/// A client may end at any moment.
#[test]
fn a_closed_output_ends_the_program_quietly() {
    for read_first in [0, 1, 3, 10, 1000] {
        let mut child = obverse(&["--algorithm", "negamax"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = child.stdout.take().expect("a pipe");
        let writer =
            thread::spawn(
                move || {
                    while stdin.write_all(b"genmove b\nshowboard\nundo\n").is_ok() {}
                },
            );
        let mut bytes = vec![0; read_first];
        stdout.read_exact(&mut bytes).expect("it answers");
        drop(stdout);
        let output = child.wait_with_output().expect("it ends");
        writer.join().expect("no panic");
        assert!(output.status.success(), "{read_first}: {}", output.status);
        assert_eq!(text(&output.stderr), "");
    }
}

/// Failing to read the input is an error; the end of the input is not.
#[cfg(unix)]
#[test]
fn an_unreadable_input_is_an_error() {
    let folder = fs::File::open(std::env::temp_dir()).expect("it exists");
    let output = obverse(&[])
        .stdin(folder)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr).lines().count(), 1);
}

#[test]
fn a_log_shows_what_a_client_sent() {
    let folder = TempFolder::new("log");
    let file = folder.path("log");
    assert_eq!(gtp(&["--log-file", &file], "1 name\r\n"), "=1 Obverse\n\n");
    let log = fs::read_to_string(&file).expect("the log was written");
    let lines: Vec<&str> = log.lines().map(|line| line.trim_start()).collect();
    let level = format!("CPU level {}", obverse::cpu::level());
    assert!(lines[0].ends_with(&level), "{log}");
    assert!(lines[1].ends_with(r"> 1 name\r"), "{log}");
    assert!(lines[2].ends_with("< =1 Obverse"), "{log}");
    assert!(lines[0].starts_with("0."), "seconds since the start: {log}");
}

/// A GUI may start several copies with the same log file.
#[test]
fn a_log_is_appended_to() {
    let folder = TempFolder::new("log-of-several");
    let file = folder.path("log");
    for command in ["name\n", "version\n"] {
        gtp(&["--log-file", &file], command);
    }
    let log = fs::read_to_string(&file).expect("the log was written");
    assert!(log.contains("> name") && log.contains("> version"), "{log}");
}

/// What cannot be logged is lost, which is said once, and the dialogue goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_is_announced_once() {
    let output = run(&["--log-file", "/dev/full"], b"1 name\n2 name\n");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "=1 Obverse\n\n=2 Obverse\n\n");
    let complaint = text(&output.stderr);
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    let start = "obverse: /dev/full: No space left on device";
    assert!(complaint.starts_with(start), "{complaint}");
    assert!(
        complaint.ends_with("the log is incomplete\n"),
        "{complaint}"
    );
}

#[cfg(unix)]
#[test]
fn a_log_goes_to_devices_and_streams() {
    let output = run(&["--log-file", "/dev/null"], b"1 name\n");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout), "=1 Obverse\n\n");
    let output = run(&["--log-file", "/dev/stderr"], b"1 name\n");
    assert!(text(&output.stderr).contains("> 1 name"), "{output:?}");
    let output = run(&["--log-file", "/dev/stdout"], b"1 name\n");
    assert!(text(&output.stdout).contains("> 1 name"), "{output:?}");
    let output = run(&["--log-file", "/"], b"1 name\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr).lines().count(), 1, "{output:?}");
}

/// Neither a pipe without a reader nor one with a slow reader holds up the dialogue.
#[cfg(unix)]
#[test]
fn a_log_never_waits_for_the_reader_of_a_pipe() {
    let folder = TempFolder::new("log-pipe");
    let pipe = folder.create_pipe("pipe");
    let output = run(&["--log-file", &pipe], b"1 name\n");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let problem = "no program reads from this pipe (start its reader first)";
    assert_eq!(
        text(&output.stderr),
        format!("obverse: {pipe}: {problem}\n")
    );

    let mut options = fs::File::options();
    let reader = options.read(true).write(true).open(&pipe).expect("a pipe");
    let lines = "1 echo a line that fills the pipe after a while\n".repeat(3000);
    let output = run(&["--log-file", &pipe], lines.as_bytes());
    assert!(output.status.success());
    assert_eq!(text(&output.stdout).matches("=1 a line").count(), 3000);
    let problem = "its reader is too slow; the log is incomplete";
    assert_eq!(
        text(&output.stderr),
        format!("obverse: {pipe}: {problem}\n")
    );
    let mut first = [0; 200];
    (&reader).read_exact(&mut first).expect("the log begins");
    assert!(text(&first).contains("CPU level"));
}

/// Whoever takes away the write permission of a file wants to keep it. (Root could write it all
/// the same.)
#[test]
fn a_protected_file_is_kept() {
    let folder = TempFolder::new("protected");
    let protected = |name: &str, content: &[u8]| {
        let file = folder.path(name);
        fs::write(&file, content).expect("it can be written");
        let mut permissions = fs::metadata(&file).expect("it exists").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).expect("we own it");
        file
    };
    let games = folder.path("games.txt");
    fs::write(&games, "f5d6\n").expect("it can be written");
    let sgf = protected("game.sgf", b"old");
    let reply = gtp(&[], &format!("printsgf {sgf}\n"));
    assert_eq!(
        reply,
        "? cannot write file: the file is write-protected\n\n"
    );
    let output = run(&["edax"], format!("save {sgf}\n").as_bytes());
    let warning = format!("WARNING: {sgf}: the file is write-protected");
    assert!(text(&output.stderr).contains(&warning), "{output:?}");
    let solved = folder.path("solved.jsonl");
    let problems = "tests/problems/endgames.obf";
    assert!(
        run(&["solve", problems, "--out", &solved], b"")
            .status
            .success()
    );
    let journal = fs::read(&solved).expect("it was written");
    let book = folder.path("new.book");
    let line = b"---------------------------OX------XO--------------------------- X; D3:+0;\n";
    assert!(run(&["book", "import", "-", &book], line).status.success());
    let book = protected("old.book", &fs::read(&book).expect("it was written"));
    let html = protected("page.html", b"old");
    let solved = protected("answers.jsonl", &journal);
    let played = protected("match.jsonl", b"");
    let log = protected("log", b"old");
    let net = protected("blank.net", b"old");
    let games_of = [
        "match",
        "--engine",
        "builtin level=0",
        "--engine",
        "name=x builtin level=0",
    ];
    let before: Vec<Vec<u8>> = [&sgf, &book, &html, &solved, &played, &log, &net]
        .map(|file| fs::read(file).expect("it exists"))
        .to_vec();
    for args in [
        &["convert", &games, &sgf][..],
        &["book", "import", "-", &book],
        &["book", "learn", &book, &games],
        &["book", "grow", &book, "--positions", "1", "--level", "0"],
        &["analyze", &games, "--level", "0", "--html", &html],
        &["stats", &games, "--html", &html],
        &["solve", problems, "--out", &solved],
        &[
            &games_of[..],
            &["--games", "2", "--out", &played, "--resume"],
        ]
        .concat(),
        &[&games_of[..], &["--games", "2", "--html", &html]].concat(),
        &["train", "--blank", "--out", &net],
        &["--log-file", &log],
    ] {
        let output = run(args, b"");
        let complaint = text(&output.stderr);
        assert!(!output.status.success(), "{args:?}: {output:?}");
        assert_eq!(complaint.lines().count(), 1, "{args:?}: {complaint}");
        // Without the rights of root, a file that is opened is refused by the system.
        let is_known = ["write-protected", "ermission denied", "Access is denied"]
            .iter()
            .any(|problem| complaint.contains(problem));
        assert!(is_known, "{args:?}: {complaint}");
    }
    let after: Vec<Vec<u8>> = [&sgf, &book, &html, &solved, &played, &log, &net]
        .map(|file| fs::read(file).expect("it exists"))
        .to_vec();
    assert_eq!(before, after);
}

/// What is saved goes to the file at the end of all links, even if it does not exist yet, and
/// the links stay.
#[cfg(unix)]
#[test]
fn a_game_is_printed_through_a_chain_of_links() {
    use std::os::unix::fs::symlink;

    let folder = TempFolder::new("links");
    let path = |name: &str| folder.0.join(name);
    fs::create_dir_all(path("deep/er")).expect("a new folder");
    let print = |name: &str| gtp(&[], &format!("printsgf {}\n", path(name).display()));
    symlink("deep/b", path("a")).expect("a new link");
    symlink("er/c", path("deep/b")).expect("a new link");
    symlink("../../end.sgf", path("deep/er/c")).expect("a new link");
    // The first time it is created, the second time replaced.
    for _ in 0..2 {
        assert_eq!(print("a"), "=\n\n");
        let saved = fs::read_to_string(path("end.sgf")).expect("it was written");
        assert!(saved.starts_with("(;FF[4]"), "{saved}");
        fs::write(path("end.sgf"), "old").expect("it can be written");
        for link in ["a", "deep/b", "deep/er/c"] {
            let file = fs::symlink_metadata(path(link)).expect("it exists");
            assert!(file.is_symlink(), "{link}");
        }
    }
    symlink("two", path("one")).expect("a new link");
    symlink("one", path("two")).expect("a new link");
    symlink("nowhere/x", path("lost")).expect("a new link");
    for name in ["one", "lost"] {
        assert!(print(name).starts_with("? cannot write file: "), "{name}");
        assert!(
            fs::symlink_metadata(path(name))
                .expect("it exists")
                .is_symlink()
        );
    }
    assert_eq!(
        folder.names(),
        ["a", "deep", "end.sgf", "lost", "one", "two"]
    );
}

/// The file is replaced atomically; links and permissions stay.
#[cfg(unix)]
#[test]
fn a_printed_game_replaces_the_file_and_nothing_else() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = TempFolder::new("printsgf");
    let folder = &folder.0;
    let (real, link) = (folder.join("real.sgf"), folder.join("link.sgf"));
    fs::write(&real, "old").expect("it can be written");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("we own it");
    symlink(&real, &link).expect("a new link");
    let print = |path: &std::path::Path| gtp(&[], &format!("printsgf {}\n", path.display()));

    assert_eq!(print(&link), "=\n\n");
    assert!(
        fs::read_to_string(&real)
            .expect("it exists")
            .starts_with("(;FF[4]")
    );
    assert!(fs::symlink_metadata(&link).expect("it exists").is_symlink());
    let mode = fs::metadata(&real).expect("it exists").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let long = folder.join("x".repeat(250));
    assert_eq!(print(&long), "=\n\n");
    let refused = |problem: &str| format!("? cannot write file: {problem}\n\n");
    assert_eq!(print(folder), refused("is a directory"));
    let device = std::path::Path::new("/dev/null");
    assert_eq!(print(device), refused("not a file"));
    let names = fs::read_dir(folder).expect("it exists").count();
    assert_eq!(names, 3, "nothing else is left behind");
}

/// Only root can give files to others, so nothing is tested unless root runs this.
#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_owner() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    let folder = TempFolder::new("owner");
    let file = folder.path("theirs.sgf");
    fs::write(&file, "old").expect("it can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("we own it");
    if chown(&file, Some(4321), Some(1234)).is_err() {
        return;
    }
    assert_eq!(gtp(&[], &format!("printsgf {file}\n")), "=\n\n");
    let found = fs::metadata(&file).expect("it exists");
    assert!(found.len() > 3);
    let owners = (found.uid(), found.gid(), found.mode() & 0o777);
    assert_eq!(owners, (4321, 1234, 0o600));
}

/// Without a handler, the system ends a process that makes a file larger than its shell allows.
#[cfg(unix)]
#[test]
fn a_file_larger_than_allowed_is_refused() {
    let folder = TempFolder::new("large");
    let file = folder.0.join("game.sgf");
    fs::write(&file, "old").expect("it can be written");
    let mut child = std::process::Command::new("sh")
        .args(["-c", r#"ulimit -f 0; exec "$0" --log-file "$1""#])
        .args([program::path(), &folder.path("log")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh is installed");
    let input = format!("printsgf {}\n1 name\n", file.display());
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let replies = text(&output.stdout);
    assert!(
        replies.starts_with("? cannot write file: ") && replies.ends_with("\n\n=1 Obverse\n\n"),
        "{output:?}"
    );
    assert_eq!(text(&output.stderr).lines().count(), 1, "{output:?}");
    assert_eq!(fs::read_to_string(&file).expect("it exists"), "old");
    let names = fs::read_dir(&folder.0).expect("it exists").count();
    assert_eq!(names, 2, "nothing else is left behind");
}

/// The first game of a file is loaded, no matter its format. If it is broken, the reply says
/// where and why.
#[test]
fn games_of_all_formats_are_loaded() {
    let folder = TempFolder::new("load");
    let file = folder.0.join("game");
    let load = |content: &[u8]| {
        fs::write(&file, content).expect("it can be written");
        let lines = format!("loadsgf {}\ngrhino-show_history\n", file.display());
        gtp(&[], &lines)
    };
    for content in [
        "(;FF[4]GM[2];B[fe];W[df])",
        "(;B[f5];W[d6])",
        "(;GM[Othello]B[F5/1/2]W[D6];)\n(;GM[Othello]B[D3];)\n",
        "# a list\nf5-d6\nd3\n",
        "---------------------------OX------XO--------------------------- X F5D6\n",
    ] {
        assert_eq!(load(content.as_bytes()), "=\n\n= F5 D6\n\n", "{content}");
    }
    let large = fs::File::create(&file).expect("it can be written");
    large.set_len((16 << 20) + 1).expect("it can be written");
    let problem = "? cannot load file: it is larger than 16 MB\n\n";
    let reply = gtp(&[], &format!("loadsgf {}\n", file.display()));
    assert_eq!(reply, problem);
    let mut archive = vec![0; 16 + 68];
    archive[4] = 1;
    archive[24..26].copy_from_slice(&[56, 64]);
    assert_eq!(load(&archive), "=\n\n= F5 D6\n\n");
    for (content, problem) in [
        ("f5f5", "line 1, column 3: F5 is not a legal move"),
        (
            "(;GM[Othello]B[a1];)",
            "line 1, column 16: move 1: black A1 is not a legal move",
        ),
        ("nothing", "line 1, column 8: no game found, expected '(;'"),
    ] {
        let reply = format!("? cannot load file: {problem}\n\n=\n\n");
        assert_eq!(load(content.as_bytes()), reply);
    }
}
