//! Runs the shell commands of the documents.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::folder::TempFolder;
use crate::support::markdown::{all, blocks, exists, read};
use crate::support::outside;
use crate::support::program::{self, stdout_of};

const PYTHON: &str = "Python, scripts of the documents";
const NODE: &str = "Node.js, scripts of the documents";

/// The minimum number of commands in the README.
const FEWEST_COMMANDS: usize = 3;

/// No command of the README should take longer, because new users try them first.
const PATIENCE: Duration = Duration::from_secs(20);

#[cfg(unix)]
#[test]
fn every_command_of_the_readme_works() {
    if exists("README.md") {
        let count = try_commands("README.md");
        assert!(count >= FEWEST_COMMANDS, "only {count} commands");
    }
}

/// The text draws conclusions from the result.
#[test]
fn the_match_in_the_documents_has_the_printed_result() {
    let args = [
        "match",
        "--engine",
        "name=deep builtin algorithm=negascout depth=5",
        "--engine",
        "name=shallow builtin algorithm=negascout depth=3",
        "--games",
        "200",
    ];
    let said = stdout_of(&args, b"");
    let result = said.lines().last().expect("it ends with the result");
    assert!(read("docs/tools/match.md").contains(result), "{result}");
}

#[cfg(unix)]
#[test]
fn every_script_of_the_documents_works() {
    for (name, kind, interpreter) in [(PYTHON, "python", "python3"), (NODE, "js", "node")] {
        if Command::new(interpreter).arg("--version").output().is_err() {
            outside::skip(name, &format!("{interpreter} is not installed"));
            continue;
        }
        outside::ran(name);
        let mut count = 0;
        for document in ["README.md", "docs/json.md"] {
            let text = read(document);
            let blocks = blocks(&text).into_iter();
            for script in blocks.filter(|block| block.kind == kind) {
                let command = format!("{interpreter} - <<'END'\n{}\nEND", script.text);
                try_command(&command, "scripts");
                count += 1;
            }
        }
        assert!(count > 0, "no {kind}");
    }
}

#[cfg(unix)]
#[test]
fn every_command_of_the_other_documents_works() {
    for document in all().iter().filter(|document| *document != "README.md") {
        try_commands(document);
    }
}

#[test]
fn finds_the_commands_of_a_readme() {
    let text = "```sh\n$ obverse --version\n# a remark\nprintf 'x\\n' | \\\n  obverse\n\
                git clone x\n```\nobverse no\n```gtp\nobverse no\n```\n  ```sh\n  ./a\n  ```\n";
    let commands: Vec<String> = shell_commands(text).collect();
    assert_eq!(
        commands,
        [
            "obverse --version",
            "printf 'x\\n' | obverse",
            "git clone x",
            "./a"
        ]
    );
    for yes in [
        "obverse",
        "echo x | obverse -q",
        "cd x && obverse",
        "A=b obverse",
    ] {
        assert!(calls_obverse(yes), "{yes}");
    }
    for no in [
        "cd obverse",
        "git clone https://example.org/obverse",
        "cat obverse.md",
    ] {
        assert!(!calls_obverse(no), "{no}");
    }
    assert!(is_allowed_cargo("cargo install --path ."));
    assert!(is_allowed_cargo("cargo run --release -- --version"));
    assert!(!is_allowed_cargo("cargo run"));
    assert!(!is_allowed_cargo("cargo installation"));
}

/// Runs the commands of a document, and returns their number.
fn try_commands(document: &str) -> usize {
    let text = read(document);
    let mut count = 0;
    for command in shell_commands(&text) {
        if command.starts_with("cargo ") {
            assert!(is_allowed_cargo(&command), "not on the list: {command}");
        } else if calls_obverse(&command) {
            try_command(&command, document);
        } else {
            continue;
        }
        count += 1;
    }
    count
}

/// The commands of all shell blocks, without prompts and comments, and with continued lines
/// joined.
fn shell_commands(text: &str) -> impl Iterator<Item = String> {
    let mut commands = Vec::new();
    for block in blocks(text) {
        if block.kind != "sh" {
            continue;
        }
        let mut begun = String::new();
        for line in block.text.lines() {
            let line = line.trim();
            begun += line.strip_prefix("$ ").unwrap_or(line);
            if begun.ends_with('\\') {
                begun.pop();
                continue;
            }
            commands.push(std::mem::take(&mut begun));
        }
    }
    commands
        .into_iter()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether a shell command runs the program.
fn calls_obverse(command: &str) -> bool {
    let parts = command.split(['|', ';', '&', '(']);
    parts
        .map(|part| part.split_whitespace().find(|word| !word.contains('=')))
        .any(|program| program == Some("obverse"))
}

/// Whether this is a known Cargo command. These are not run, because they are slow and need
/// a network.
fn is_allowed_cargo(command: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().collect();
    matches!(
        words[..],
        ["cargo", "run" | "test" | "build", "--release", ..] | ["cargo", "install", ..]
    )
}

/// Runs a command in an empty folder, without input.
fn try_command(command: &str, document: &str) {
    let folder = TempFolder::new(&format!("{}-commands", document.replace('/', "-")));
    let program = Path::new(program::path());
    let mut path = vec![program.parent().expect("it is in a folder").to_path_buf()];
    path.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    let complaints = folder.0.join("stderr");
    let mut child = Command::new("sh")
        .args(["-c", command])
        .env(
            "PATH",
            std::env::join_paths(path).expect("no colon in a folder's name"),
        )
        .env_remove("RUST_LOG")
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&complaints).expect("it can be written"))
        .spawn()
        .expect("there is a shell");
    let status = wait(&mut child).unwrap_or_else(|| panic!("too slow: {command}"));
    let complaints = fs::read_to_string(&complaints).expect("it is text");
    assert!(
        status.success() && complaints.is_empty(),
        "{command}: {status}\n{complaints}"
    );
}

fn wait(child: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("it is our child") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it is our child");
    None
}
