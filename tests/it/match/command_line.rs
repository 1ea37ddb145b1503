//! The command line of a match, and what a terminal shows.

use super::*;

#[test]
fn bad_command_lines_are_refused_in_one_line() {
    let folder = TempFolder::new("match-bad");
    let file = |name: &str, content: &str| {
        let path: PathBuf = folder.0.join(name);
        fs::write(&path, content).expect("it can be written");
        path.to_str().expect("a path in Unicode").to_string()
    };
    let (empty, there) = (file("empty", "% nothing\n"), file("there.jsonl", ""));
    let other = r#"{"game":1,"pair":1,"opening":"F5","black":"x","white":"y","moves":"","black_discs":2,"white_discs":2,"result":"W+F","reason":"resign","black_seconds":0,"white_seconds":0}"#;
    let (foreign, broken) = (
        file("foreign.jsonl", &format!("{other}\n")),
        file("broken.jsonl", "{}\n"),
    );
    let lonely = file("lonely.sgf", "(;)");
    let missing = lonely.replace(".sgf", ".jsonl");
    let bad_openings = file("bad", "f5\nf5a1\n");
    let both = ["--engine", RANDOM, "--engine", GREEDY];
    for (words, problem) in [
        (&[][..], "match: expected --engine SPEC "),
        (
            &["--engine", RANDOM],
            "match: expected two engines or more: add another, such as --engine 'builtin level=5'",
        ),
        (
            &["--engine", "name=x"],
            "--engine name=x: expected cmd or builtin",
        ),
        (&["--engines", "missing.toml"], "missing.toml: "),
        (
            &["--engine", RANDOM, "--engine", RANDOM],
            "two engines are named random; give one of them another name=NAME",
        ),
        (&["--games", "0"], "--games: expected 1 to 10000000"),
        (
            &["--format", "swiss"],
            "--format: expected pair, round-robin, gauntlet",
        ),
        (
            &["--move-time", "1", "--time", "5"],
            "--move-time: expected no other time limit",
        ),
        (
            &["--increment", "1"],
            "--increment: expected --time above 0 as well",
        ),
        (
            &["--time", "0", "--increment", "1"],
            "--increment: expected --time above 0 as well",
        ),
        (
            &["--slice", "3/2"],
            "--slice: expected one of several parts, such as 2/5",
        ),
        (&["--resume"], "--resume: expected --out as well"),
        (
            &["--sprt", "elo1"],
            "--sprt: expected bounds such as elo0=0,elo1=10,alpha=0.05,beta=0.05",
        ),
        (
            &["--sprt", "elo0=5,elo1=5"],
            "--sprt: expected elo0 below elo1",
        ),
        (&["--openings", "missing.txt"], "missing.txt: "),
        (
            &["--openings", &empty],
            &format!("{empty}: the file contains no openings"),
        ),
        (
            &["--openings", &bad_openings],
            &format!("{bad_openings}: game 2: line 2, column 3: "),
        ),
        (
            &["--out", &there],
            &format!("{there}: the file exists; --resume continues the match in it"),
        ),
        (&["--out", "/missing/x.jsonl"], "/missing/x.jsonl: "),
        (
            &["--out", &missing, "--resume"],
            &format!("{lonely}: the file exists, but {missing} does not; move it away"),
        ),
        (
            &["--out", "x.sgf"],
            "x.sgf: expected a name that ends in .jsonl",
        ),
        (
            &["--resume", "--out", &foreign],
            &format!(
                "{foreign}: line 1: game 1 does not belong to this match: x played y after F5; resume with"
            ),
        ),
        (
            &["--resume", "--out", &broken],
            &format!("{broken}: line 1: missing field "),
        ),
        (
            &["--fast"],
            "--fast: unknown flag, expected one listed by --help",
        ),
    ] {
        let is_about_engines = words.is_empty() || words[0].starts_with("--engine");
        let words = if is_about_engines {
            words.to_vec()
        } else {
            [&both, words].concat()
        };
        let output = run(&[&["match"], &words[..]].concat(), b"");
        let stderr = text(&output.stderr);
        assert!(
            stderr.starts_with(&format!("obverse: {problem}")),
            "{words:?}: {stderr}"
        );
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert_eq!(text(&output.stdout), "", "{words:?}");
    }
}

#[test]
fn help_lists_the_flags() {
    let help = run(&["match", "--help"], b"");
    assert!(help.status.success());
    for word in [
        "--engine",
        "--openings",
        "--sprt",
        "--resume",
        "Exit status:",
    ] {
        assert!(text(&help.stdout).contains(word), "{word}");
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_shows_a_table_and_a_pipe_plain_lines() {
    use crate::support::terminal::written_at;

    let args = "match --engine 'builtin level=3' --engine 'builtin algorithm=mcts playouts=400' \
                --engine 'builtin algorithm=random' --games 10";
    let screen = written_at(100, args);
    for word in [
        "] 0/30 ",
        "/s, ",
        "s left",
        "engine  Elo +",
        "mcts vs random: +10 =0 -0",
    ] {
        assert!(screen.contains(word), "{word}: {screen}");
    }
    let output = play(&[RANDOM, GREEDY], &["--games", "4"]);
    assert!(output.stdout.is_ascii() && !output.stdout.contains(&0x1b));
    assert_eq!(text(&output.stdout).lines().count(), 2);
}
