//! The program from outside: command lines, exit codes, pipes.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::thread;

pub(crate) fn obverse(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"));
    command.args(args).env_remove("RUST_LOG");
    command
}

/// Runs the program to its end with this input.
pub(crate) fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = obverse(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // A program that ends early does not read all of it.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic");
    output
}

/// What it writes to the standard output, if all goes well.
pub(crate) fn told(args: &[&str], input: &[u8]) -> String {
    let output = run(args, input);
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}");
    text(&output.stdout).to_string()
}

/// A bad command line, or a bad file that it names, is told in a line that begins
/// so, and nothing else happens.
pub(crate) fn assert_refused(args: &[&str], input: &str, problem: &str) {
    let output = run(args, input.as_bytes());
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(said.starts_with(&format!("obverse: {problem}")), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
}

#[cfg(unix)]
pub(crate) fn press_control_c(child: &std::process::Child) {
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("there is a kill").success());
}

/// What the program shows on a terminal so wide, by `script` of util-linux;
/// nothing if that is not installed.
#[cfg(target_os = "linux")]
pub(crate) fn at_terminal(args: &str, columns: usize) -> Option<String> {
    let output = terminal(args, columns).stdin(Stdio::null()).output().ok()?;
    Some(String::from_utf8(output.stdout).expect("it is text"))
}

/// The same if Ctrl-C is pressed there as soon as these words are seen.
#[cfg(target_os = "linux")]
pub(crate) fn control_c_at_terminal(args: &str, columns: usize, seen: &str) -> Option<String> {
    const CONTROL_C: &[u8] = b"\x03";
    let mut terminal = terminal(args, columns)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut keys = terminal.stdin.take().expect("a pipe");
    let mut stdout = terminal.stdout.take().expect("a pipe");
    let mut screen = Vec::new();
    while !String::from_utf8_lossy(&screen).contains(seen) {
        let mut bytes = [0; 4096];
        let count = stdout.read(&mut bytes).expect("it shows something");
        assert!(count > 0, "it ended too early");
        screen.extend_from_slice(&bytes[..count]);
    }
    keys.write_all(CONTROL_C).expect("it reads");
    stdout.read_to_end(&mut screen).expect("it ends");
    terminal.wait().expect("it ends");
    Some(String::from_utf8(screen).expect("it is text"))
}

#[cfg(target_os = "linux")]
fn terminal(args: &str, columns: usize) -> Command {
    let program = env!("CARGO_BIN_EXE_obverse");
    let command = format!("stty echo cols {columns} rows 24; '{program}' {args}");
    let mut script = Command::new("script");
    script
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm");
    script
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes text")
}

/// What GTP says to these commands after this command line.
fn dialogue(args: &[&str], commands: &str) -> String {
    let output = run(args, commands.as_bytes());
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}");
    text(&output.stdout).to_string()
}

#[test]
fn command_lines_of_other_engines_work() {
    for line in [
        "",
        "gtp",
        "-gtp",
        "--gtp",
        "-gtp -q -l 21 -t 4",
        "-gtp -quiet -level 10 -n 2",
        "gtp -q --level 5 --threads 3 -nobook",
        "-gtp -book-usage off -ponder off -hash 25 -n-tasks 2",
        "-gtp -h 22",
        "-threads 2 -thread 2",
        "--threads=2 --hash-mb 16",
        "-l 99999999999999999999",
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(dialogue(&args, "name\n"), "= Obverse\n\n", "{line}");
    }
}

#[test]
fn numbers_for_other_engines_count_as_the_nearest_of_ours() {
    for (line, option, value) in [
        ("", "level", "16"),
        ("-l 60", "level", "30"),
        ("-level 21", "level", "21"),
        ("--level 8", "depth", "3"),
        ("-t 0", "threads", "1"),
        ("-thread 3", "threads", "3"),
        ("-threads 3", "threads", "3"),
        ("-n 99999999999999999999", "threads", "256"),
        ("-n-tasks 2", "threads", "2"),
        ("--threads 2", "threads", "2"),
        ("--hash_mb 128", "hash_mb", "128"),
        ("-hash 25", "hash_mb", "64"),
        ("-h 22", "hash_mb", "64"),
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        let answer = dialogue(&args, &format!("kata-get-param {option}\n"));
        assert_eq!(answer, format!("= {value}\n\n"), "{line}");
    }
}

/// As many threads as the machine runs at once, and all that a move may use.
#[test]
fn a_newcomer_meets_the_engine_on_all_cores() {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let asked = "kata-get-param algorithm\nkata-get-param threads\n";
    assert_eq!(
        dialogue(&[], asked),
        format!("= engine\n\n= {}\n\n", threads.min(256))
    );
    let moved = dialogue(&["--level", "8", "--hash_mb", "1"], "genmove b\n");
    let first = ["= D3\n\n", "= C4\n\n", "= F5\n\n", "= E6\n\n"];
    assert!(first.contains(&moved.as_str()), "{moved}");
}

#[test]
fn options_have_the_same_names_everywhere() {
    let args = [
        "--algorithm",
        "greedy",
        "--move-time",
        "0.5",
        "--move_time=2",
        "--depth=9",
        "--seed",
        "5",
    ];
    let names = ["algorithm", "move_time", "depth", "seed"];
    let commands: String = names
        .iter()
        .map(|name| format!("kata-get-param {name}\n"))
        .collect();
    assert_eq!(
        dialogue(&args, &commands),
        "= greedy\n\n= 2\n\n= 9\n\n= 5\n\n"
    );
}

#[test]
fn bad_command_lines_are_refused_in_one_line() {
    for (line, expected) in [
        ("--nonsense", "unknown argument: --nonsense"),
        ("--depth", "--depth needs a value"),
        ("--depth 0", "--depth: expected 1 to 60"),
        (
            "--algorithm best",
            "--algorithm: expected random, greedy, minimax, negamax, alpha_beta, nega_alpha, negascout, monte_carlo, mcts, hybrid, engine",
        ),
        ("--threads 0", "--threads: expected 1 to 256"),
        ("--threads 257", "--threads: expected 1 to 256"),
        ("--hash_mb 65537", "--hash_mb: expected 1 to 65536"),
        ("-l high", "-l: expected a whole number"),
        ("-t all", "-t: expected a whole number"),
        ("-ponder maybe", "-ponder: expected on, off"),
        ("perft", "usage: obverse perft DEPTH [BOARD]"),
        ("perft 3 X O", "usage: obverse perft DEPTH [BOARD]"),
        ("--gtp=yes", "unknown argument: --gtp=yes"),
        ("--quiet=5", "unknown argument: --quiet=5"),
        ("--help=3", "unknown argument: --help=3"),
        ("---gtp", "unknown argument: ---gtp"),
        ("perft 99", "DEPTH: expected 1 to 20"),
        ("perft 2 XO", "BOARD: "),
        (
            "bench nothing",
            "bench nothing: expected kernels, dialogue, reach, midgame, endgame, search",
        ),
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        let output = run(&args, b"name\n");
        let problem = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(
            problem.starts_with(&format!("obverse: {expected}")),
            "{line}: {problem}"
        );
        assert_eq!(problem.lines().count(), 1, "{line}: {problem}");
        assert_eq!(text(&output.stdout), "", "{line}");
    }
}

#[test]
fn it_says_what_it_is() {
    let version = run(&["--version"], b"");
    let version = text(&version.stdout);
    assert!(version.starts_with(&format!("obverse {}\n", env!("CARGO_PKG_VERSION"))));
    for word in ["CPU features: ", "kernels: flip ", "mobility "] {
        assert!(version.contains(word), "{version}");
    }
    let help = run(&["--help"], b"");
    let names = obverse::session::options::OPTIONS
        .iter()
        .map(|row| row.name);
    for name in names.chain(["perft", "bench", "--log-file", "Exit status"]) {
        assert!(text(&help.stdout).contains(name), "{name}");
    }
    for tool in obverse::tools::TOOLS {
        let help = run(&[tool.name, "--help"], b"");
        assert!(help.status.success(), "{}", tool.name);
        let usage = format!("Usage: obverse {}\n", tool.usage());
        assert!(text(&help.stdout).starts_with(&usage), "{}", tool.name);
    }
}

#[test]
fn perft_counts() {
    let output = run(&["perft", "7"], b"");
    let counts: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        counts,
        [
            "1 4", "2 12", "3 56", "4 244", "5 1396", "6 8200", "7 55092"
        ]
    );
}

#[test]
fn an_unfinished_last_line_and_the_end_of_input_are_answered() {
    assert_eq!(
        dialogue(&[], "name\nprotocol_version"),
        "= Obverse\n\n= 2\n\n"
    );
    assert_eq!(
        dialogue(
            &["--algorithm", "negamax"],
            "1 reg_genmove b\n2 reg_genmove b"
        ),
        "=1 D3\n\n=2 D3\n\n"
    );
    assert_eq!(dialogue(&[], "1 quit\n2 name\n"), "=1\n\n");
    assert_eq!(dialogue(&[], ""), "");
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

#[test]
fn the_first_line_or_a_word_chooses_the_protocol() {
    for (word, opening, answer) in [
        ("gtp", "name", "= Obverse\n"),
        ("nboard", "nboard 2", "set myname Obverse\n"),
        ("ugi", "ugi", "id name Obverse"),
        ("uci", "uci", "id name Obverse"),
        (
            "cassio",
            "ENGINE-PROTOCOL init\nENGINE-PROTOCOL get-version",
            "ready.\nversion: ",
        ),
        ("xboard", "xboard\nprotover 2", "feature done=0\n"),
    ] {
        for (args, input) in [
            (vec![word], format!("{opening}\n")),
            (vec![], format!("{opening}\n")),
            (vec![], format!("\r\n \t\n  {opening}\r\n")),
            (vec![], format!("\n{opening}")),
        ] {
            let said = dialogue(&args, &input);
            assert!(said.starts_with(answer), "{word}: {input:?}: {said}");
        }
    }
    // Words that only look like an opening are for GTP.
    for line in ["nboards 2", "UGI", "ENGINE-PROTOCOL", "1 uci", "# xboard"] {
        let said = dialogue(&[], &format!("{line}\nuci\n"));
        assert!(said.ends_with("? unknown command\n\n"), "{line}: {said}");
    }
}

#[test]
fn random_bytes_are_survived() {
    let mut state = 1u64;
    let mut bytes = Vec::new();
    while bytes.len() < 1 << 20 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        bytes.push((state >> 56) as u8);
    }
    bytes.extend_from_slice(b"\n99 name\n");
    let output = run(&[], &bytes);
    assert!(output.status.success());
    assert!(output.stdout.ends_with(b"=99 Obverse\n\n"));
    for protocol in obverse::protocol::PROTOCOLS {
        let output = run(&[protocol.name], &bytes);
        assert!(output.status.success(), "{}", protocol.name);
        assert_eq!(text(&output.stderr), "", "{}", protocol.name);
    }
}

/// The client goes away at any moment: the program ends quietly.
#[test]
fn a_closed_pipe_ends_it_quietly() {
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

#[test]
fn a_log_shows_what_a_client_sent() {
    let path = std::env::temp_dir().join(format!("obverse-log-{}", std::process::id()));
    let name = path.to_str().expect("a plain path");
    assert_eq!(
        dialogue(&["--log-file", name], "1 name\r\n"),
        "=1 Obverse\n\n"
    );
    let log = std::fs::read_to_string(&path).expect("the log was written");
    std::fs::remove_file(&path).expect("the log is there");
    let lines: Vec<&str> = log.lines().map(|line| line.trim_start()).collect();
    assert!(lines[0].ends_with(r"> 1 name\r"), "{log}");
    assert!(lines[1].ends_with("< =1 Obverse"), "{log}");
    assert!(lines[0].starts_with("0."), "seconds since the start: {log}");
}

/// A file is replaced as a whole, and what is around it is left alone.
#[cfg(unix)]
#[test]
fn a_printed_game_replaces_the_file_and_nothing_else() {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = std::env::temp_dir().join(format!("obverse-sgf-{}", std::process::id()));
    fs::create_dir(&folder).expect("a new folder");
    let (real, link) = (folder.join("real.sgf"), folder.join("link.sgf"));
    fs::write(&real, "old").expect("it can be written");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("it is ours");
    symlink(&real, &link).expect("a new link");
    let print = |path: &std::path::Path| dialogue(&[], &format!("printsgf {}\n", path.display()));

    assert_eq!(print(&link), "=\n\n");
    assert!(
        fs::read_to_string(&real)
            .expect("it is there")
            .starts_with("(;FF[4]")
    );
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    let mode = fs::metadata(&real)
        .expect("it is there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let long = folder.join("x".repeat(250));
    assert_eq!(print(&long), "=\n\n");
    for refused in [folder.as_path(), std::path::Path::new("/dev/null")] {
        assert_eq!(print(refused), "? cannot write file: not a file\n\n");
    }
    let names = fs::read_dir(&folder).expect("it is there").count();
    assert_eq!(names, 3, "nothing else is left behind");
    fs::remove_dir_all(&folder).expect("it is ours");
}

/// The first game of a file is loaded whatever its format, and what is wrong with
/// it is told.
#[test]
fn games_of_all_formats_are_loaded() {
    let folder = crate::documents::ScratchFolder::new("load");
    let file = folder.0.join("game");
    let load = |content: &[u8]| {
        std::fs::write(&file, content).expect("it can be written");
        let lines = format!("loadsgf {}\ngrhino-show_history\n", file.display());
        dialogue(&[], &lines)
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
        ("nothing", "line 1, column 8: no game found"),
    ] {
        let reply = format!("? cannot load file: {problem}\n\n=\n\n");
        assert_eq!(load(content.as_bytes()), reply);
    }
}

/// A GUI may start several copies with the same command line.
#[test]
fn a_log_keeps_what_was_in_it() {
    let path = std::env::temp_dir().join(format!("obverse-logs-{}", std::process::id()));
    let name = path.to_str().expect("a plain path");
    for command in ["name\n", "version\n"] {
        dialogue(&["--log-file", name], command);
    }
    let log = std::fs::read_to_string(&path).expect("the log was written");
    std::fs::remove_file(&path).expect("the log is there");
    assert!(log.contains("> name") && log.contains("> version"), "{log}");
}

/// An input that cannot be read is a failure; the end of one is not.
#[cfg(unix)]
#[test]
fn an_unreadable_input_is_told() {
    let folder = std::fs::File::open(std::env::temp_dir()).expect("it is there");
    let output = obverse(&[])
        .stdin(folder)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr).lines().count(), 1);
}
