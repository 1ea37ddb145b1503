//! Completions work in the shells, and the manual page is well-formed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use obverse::command_line::tools;
use obverse::session::options::OPTIONS;

use crate::support::folder::TempFolder;
use crate::support::outside;
use crate::support::program::{self, stdout_of, text};

/// Typed text, and all of its completions.
const COMPLETED: &[(&str, &[&str])] = &[
    ("obverse ana", &["analyze"]),
    ("obverse gt", &["gtp"]),
    ("obverse --lev", &["--level"]),
    ("obverse --log-f", &["--log-file"]),
    (
        "obverse --algorithm neg",
        &["nega_alpha", "negamax", "negascout"],
    ),
    ("obverse --level 3 --tie", &["--ties"]),
    ("obverse analyze --fr", &["--from"]),
    ("obverse analyze --from wt", &["wthor"]),
    ("obverse analyze --html pag", &["page.html"]),
    ("obverse solve pag", &["page.html"]),
    ("obverse --weights page.html sol", &["solve"]),
    ("obverse bench mid", &["midgame"]),
    ("obverse book ex", &["export"]),
    ("obverse book grow --pos", &["--positions"]),
    ("obverse completions ", &["bash", "fish", "zsh"]),
    ("obverse match --format r", &["round-robin"]),
    ("obverse analyze --level ", &[]),
];

/// Runs a command in a folder with the scripts of all shells and a file, with the program in
/// the path; `None` if the command is not installed.
fn run_beside_scripts(folder: &TempFolder, program: &str, args: &[&str]) -> Option<Output> {
    let obverse = Path::new(program::path());
    let mut path = vec![obverse.parent().expect("it is in a folder").to_path_buf()];
    path.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    let path = std::env::join_paths(path).expect("no colon in the name of a folder");
    Command::new(program)
        .args(args)
        .env("PATH", path)
        .env("HOME", &folder.0)
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .ok()
}

fn folder_with_scripts(name: &str) -> TempFolder {
    let folder = TempFolder::new(name);
    for (shell, file) in [("bash", "bash"), ("zsh", "_obverse"), ("fish", "fish")] {
        let script = stdout_of(&["completions", shell], b"");
        fs::write(folder.path(file), script).expect("it can be written");
    }
    fs::write(folder.path("page.html"), "").expect("it can be written");
    folder
}

/// The output lines of a shell, which must not report errors.
fn said(output: &Output) -> Vec<String> {
    assert_eq!(text(&output.stderr), "");
    let mut lines: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| line.trim().to_string())
        .filter(|line| !line.is_empty())
        .collect();
    lines.sort();
    lines
}

#[test]
fn bash_completes() {
    let folder = folder_with_scripts("bash-completions");
    for (line, words) in COMPLETED {
        // The cursor is at the end of the last word.
        let script = format!(
            "source ./bash; COMP_WORDS=({line}); [[ '{line}' == *' ' ]] && COMP_WORDS+=(''); \
             COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _obverse; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let Some(output) = run_beside_scripts(&folder, "bash", &["-c", &script]) else {
            return outside::leave_out("bash, completions", "it is not installed");
        };
        assert_eq!(said(&output), *words, "{line:?}");
    }
    // A value behind an equals sign.
    let script = "source ./bash; COMP_WORDS=(obverse match --format = g); COMP_CWORD=4; _obverse; \
                  printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = run_beside_scripts(&folder, "bash", &["-c", script]).expect("it is there");
    assert_eq!(said(&output), ["gauntlet"]);
    outside::ran("bash, completions");
}

#[test]
fn fish_completes() {
    let folder = folder_with_scripts("fish-completions");
    for (line, words) in COMPLETED {
        let script = format!("source ./fish; complete -C '{line}' | string split -f 1 \\t");
        let Some(output) = run_beside_scripts(&folder, "fish", &["-N", "-c", &script]) else {
            return outside::leave_out("fish, completions", "it is not installed");
        };
        assert_eq!(said(&output), *words, "{line:?}");
    }
    outside::ran("fish, completions");
}

#[test]
fn zsh_reads_its_completions() {
    let folder = folder_with_scripts("zsh-completions");
    let Some(output) = run_beside_scripts(&folder, "zsh", &["-n", "_obverse"]) else {
        return outside::leave_out("zsh, completions", "it is not installed");
    };
    assert!(said(&output).is_empty() && output.status.success());
    outside::ran("zsh, completions");
}

/// The page renders without warnings, and has every flag and tool.
#[test]
fn the_manual_page_is_complete() {
    let page = stdout_of(&["man"], b"");
    for row in tools() {
        assert!(
            page.contains(&format!(".SS \"{}\"\n", row.name)),
            "{}",
            row.name
        );
    }
    for row in OPTIONS {
        let name = row.name.replace('_', "\\-");
        assert!(page.contains(&format!("\\fB\\-\\-{name} ")), "{}", row.name);
    }
    let folder = TempFolder::new("manual");
    fs::write(folder.path("obverse.1"), page).expect("it can be written");
    let groff = run_beside_scripts(&folder, "groff", &["-man", "-ww", "-z", "obverse.1"]);
    match groff {
        None => outside::leave_out("groff, manual page", "it is not installed"),
        Some(output) => {
            assert_eq!(text(&output.stderr), "");
            outside::ran("groff, manual page");
        }
    }
    let mandoc = ["-T", "lint", "-W", "warning", "obverse.1"];
    match run_beside_scripts(&folder, "mandoc", &mandoc) {
        None => outside::leave_out("mandoc, manual page", "it is not installed"),
        Some(output) => {
            assert!(said(&output).is_empty() && output.status.success());
            outside::ran("mandoc, manual page");
        }
    }
}
