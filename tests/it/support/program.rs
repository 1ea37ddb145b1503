//! Runs the program as another process.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread;

/// The program, or what the environment variable `OBVERSE_PROGRAM` names instead, such as a
/// script that starts it on an emulated CPU.
pub(crate) fn path() -> &'static str {
    static PATH: LazyLock<String> = LazyLock::new(|| {
        let named = std::env::var("OBVERSE_PROGRAM");
        named.unwrap_or_else(|_| env!("CARGO_BIN_EXE_obverse").to_string())
    });
    &PATH
}

/// A command that starts the program with these arguments.
pub(crate) fn obverse(args: &[&str]) -> Command {
    let mut command = Command::new(path());
    command.args(args).env_remove("RUST_LOG");
    command
}

/// Runs the program to its end with this input.
pub(crate) fn run(args: &[&str], input: &[u8]) -> Output {
    output_of(obverse(args), input)
}

/// Runs a command to its end with this input.
pub(crate) fn output_of(mut command: Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // If the program ends early, it does not read all of its input.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic");
    output
}

/// Runs the program, which must succeed and write nothing to the standard error stream.
/// Returns its output.
#[track_caller]
pub(crate) fn stdout_of(args: &[&str], input: &[u8]) -> String {
    let output = run(args, input);
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}: {}", output.status);
    text(&output.stdout).to_string()
}

/// The replies to these GTP commands if the program is started with these arguments.
#[track_caller]
pub(crate) fn gtp(args: &[&str], commands: &str) -> String {
    stdout_of(args, commands.as_bytes())
}

/// Runs the program, which must reject its command line or a file named there: with exit
/// status 2, no output, and one line on the standard error stream that starts with `problem`.
#[track_caller]
pub(crate) fn assert_refused(args: &[&str], input: &str, problem: &str) {
    let output = run(args, input.as_bytes());
    let stderr = text(&output.stderr);
    let expected = format!("obverse: {problem}");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(
        stderr.starts_with(&expected),
        "{args:?}: expected {expected:?}, got {stderr:?}"
    );
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
}

/// Starts the program with this input, and with pipes for its output.
#[cfg(unix)]
pub(crate) fn started(args: &[&str], input: &str) -> std::process::Child {
    let mut child = obverse(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    child
}

/// Sends the signal that Ctrl-C sends.
#[cfg(unix)]
pub(crate) fn interrupt(child: &std::process::Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.expect("kill is installed").success());
}

/// Output as text.
#[track_caller]
pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}
