//! The three files of a match: nothing but a file of this match is ever changed.

use super::*;

/// Every file in a folder with its content.
fn contents(folder: &TempFolder) -> Vec<(String, Vec<u8>)> {
    let names = folder.names().into_iter();
    names
        .map(|name| {
            let content = fs::read(folder.path(&name)).expect("it can be read");
            (name, content)
        })
        .collect()
}

/// A match of two games into this file.
fn resume(out: &str, words: &[&str]) -> Output {
    let common = ["--games", "2", "--out", out, "--resume"];
    play(&[RANDOM, GREEDY], &[&common, words].concat())
}

/// A match that goes on in this file is refused, and no file in the folder is changed.
#[track_caller]
fn refused(folder: &TempFolder, out: &str, words: &[&str], problem: &str) {
    let before = contents(folder);
    let output = resume(out, words);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(stderr, format!("obverse: {problem}\n"));
    assert_eq!(text(&output.stdout), "");
    assert!(contents(folder) == before, "a file was changed");
}

#[test]
fn a_file_without_a_line_feed_is_not_taken_for_an_unfinished_record() {
    let folder = TempFolder::new("match-foreign");
    let out = folder.path("notes.txt");
    let problem = format!("{out}: not a journal of match; choose another --out");
    for content in [
        "my important notes, one line",
        "{\"game\":\"chess\"}",
        "{\"game\":1,\"name\":\"chess\"}",
        "{\"game\":3,\"pair\":2",
        "{\"game\":99999999999999999999999,",
        "{\"gam\"",
        "[",
        " ",
        "\0",
    ] {
        fs::write(&out, content).expect("it can be written");
        refused(&folder, &out, &[], &problem);
    }
}

/// A second record of it is refused, even if it went differently, as with another seed.
#[test]
fn a_game_is_recorded_once() {
    let folder = TempFolder::new("match-twice");
    let openings = folder.path("openings.txt");
    fs::write(&openings, "f5d6\n").expect("it can be written");
    let game = |seed: &str| {
        let out = folder.path(&format!("{seed}.jsonl"));
        let words = ["--openings", &openings, "--seed", seed];
        assert!(resume(&out, &words).status.success());
        let lines = fs::read_to_string(&out).expect("it was written");
        let first = lines.lines().next().expect("it has two games");
        format!("{first}\n")
    };
    let games = [game("1"), game("2")];
    assert_ne!(games[0], games[1]);
    let out = folder.path("both.jsonl");
    fs::write(&out, games.concat()).expect("it can be written");
    let problem = format!("{out}: line 2: game 1 occurs twice");
    refused(&folder, &out, &["--openings", &openings], &problem);
}

/// Wherever the file ends, the match goes on, and the other two files have the same games.
#[test]
fn a_match_goes_on_wherever_its_files_end() {
    let folder = TempFolder::new("match-cut");
    let out = folder.path("a.jsonl");
    let file = |extension: &str| folder.path(&format!("a.{extension}"));
    assert!(resume(&out, &[]).status.success());
    let whole = ["jsonl", "ggf", "sgf"].map(|extension| {
        let content = fs::read_to_string(file(extension));
        content.expect("it was written")
    });
    let [record, ggf, sgf] = &whole;
    let second = |text: &str, start: &str| text.rfind(start).expect("a second game");
    let (in_record, in_ggf, in_sgf) = (
        second(record, "{\"game\""),
        second(ggf, "(;GM"),
        second(sgf, "(;FF[4]"),
    );
    let names = folder.names();
    let goes_on = |ends: [usize; 3]| {
        for ((extension, text), end) in ["jsonl", "ggf", "sgf"].into_iter().zip(&whole).zip(ends) {
            fs::write(file(extension), &text[..end]).expect("it can be written");
        }
        let output = resume(&out, &[]);
        assert!(
            output.status.success(),
            "{ends:?}: {}",
            text(&output.stderr)
        );
        assert_eq!(records(Path::new(&out)).len(), 2, "{ends:?}");
        for format in ["ggf", "sgf"] {
            let written = fs::read(file(format)).expect("it is there");
            assert_eq!(games(format, &written).len(), 2, "{ends:?} {format}");
        }
        assert_eq!(folder.names(), names);
    };
    // The first game was being written, or the second one: first as GGF, then as SGF.
    for (start, record_start, ggf_start, sgf_start) in
        [(0, 0, 0, 0), (1, in_record, in_ggf, in_sgf)]
    {
        let [record_end, ggf_end, sgf_end] = match start {
            0 => [in_record, in_ggf, in_sgf],
            _ => [record.len(), ggf.len(), sgf.len()],
        };
        let step = 29;
        for end in (ggf_start..ggf_end).step_by(step) {
            goes_on([record_start, end, sgf_start]);
        }
        for end in (sgf_start..sgf_end).step_by(step) {
            goes_on([record_start, ggf_end, end]);
        }
        for end in (record_start..record_end).step_by(step) {
            goes_on([end, ggf_end, sgf_end]);
        }
        goes_on([record_end - 1, ggf_end, sgf_end]);
    }
}

#[test]
fn games_of_others_beside_an_empty_journal_are_kept() {
    let folder = TempFolder::new("match-beside");
    let out = folder.path("y.jsonl");
    fs::write(&out, "").expect("it can be written");
    let foreign =
        "it holds games that are not of this match; move it away, or choose another --out";
    for (name, content) in [
        (
            "y.sgf",
            "(;FF[4]GM[2]SZ[8]CA[UTF-8]AP[Obverse:0.2.0]\nAB[d5][e4]AW[d4][e5]PL[B]\n;B[f5])\n",
        ),
        ("y.sgf", "(;GM[2]PB[random]PW[greedy];B[fe])"),
        ("y.sgf", "(;FF[4]GM[2]PB[random]PW[edax];B[fe])"),
        ("y.sgf", "my notes\n"),
        ("y.sgf", "\n"),
        ("y.ggf", "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 -]B[F5];)\n"),
        ("y.ggf", "(;GM[Othello]TY[8]BO[8 -]B[F5];)\n"),
        ("y.ggf", "\u{fffd}\u{e9}"),
    ] {
        let path = folder.path(name);
        fs::write(&path, content).expect("it can be written");
        refused(&folder, &out, &[], &format!("{path}: {foreign}"));
        fs::remove_file(&path).expect("it is there");
    }
    // Two games of the same players cannot be those of an interrupted match without any.
    let other = folder.path("z.jsonl");
    assert!(resume(&other, &[]).status.success());
    for extension in ["ggf", "sgf"] {
        let path = folder.path(&format!("y.{extension}"));
        fs::copy(folder.path(&format!("z.{extension}")), &path).expect("it can be copied");
        refused(&folder, &out, &[], &format!("{path}: {foreign}"));
        fs::remove_file(&path).expect("it is there");
    }
}

#[test]
fn no_file_is_both_read_and_written() {
    let folder = TempFolder::new("match-both");
    let out = folder.path("y.jsonl");
    let openings = folder.path("y.sgf");
    fs::write(&out, "").expect("it can be written");
    fs::write(&openings, "(;FF[4]GM[2];B[fe])\n").expect("it can be written");
    let words = ["--openings", &openings];
    let input = "it is also an input file";
    refused(&folder, &out, &words, &format!("{openings}: {input}"));
    let page = folder.path("page.html");
    let problem = format!("{page}: it is also given to --out");
    refused(&folder, &page, &["--html", &page], &problem);
}

/// Opening a pipe waits for its other end.
#[cfg(unix)]
#[test]
fn pipes_are_refused() {
    let folder = TempFolder::new("match-pipes");
    let refused = |out: &str, path: &str| {
        let problem = format!("{path}: not a file");
        program::assert_refused(
            &[
                "match", "--engine", RANDOM, "--engine", GREEDY, "--out", out, "--resume",
            ],
            "",
            &problem,
        );
    };
    let out = folder.create_pipe("pipe.jsonl");
    refused(&out, &out);
    for extension in ["ggf", "sgf"] {
        let out = folder.path(&format!("{extension}.jsonl"));
        fs::write(&out, "").expect("it can be written");
        refused(
            &out,
            &folder.create_pipe(&format!("{extension}.{extension}")),
        );
    }
}

/// Which of the three files is meant, and what to do.
#[cfg(unix)]
#[test]
fn a_failure_to_write_names_the_file() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempFolder::new("match-failing");
    let out = folder.path("k.jsonl");
    let protected = folder.path("k.sgf");
    fs::write(&out, "").expect("it can be written");
    fs::write(&protected, "").expect("it can be written");
    fs::set_permissions(&protected, fs::Permissions::from_mode(0o444)).expect("it is ours");
    let output = resume(&out, &[]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    // A user who could not write to it even so is told by the system.
    assert!(
        stderr.starts_with(&format!("obverse: {protected}: ")),
        "{stderr}"
    );

    // As on a full disk: files cannot become longer than some hundred bytes.
    let out = folder.path("full.jsonl");
    let script = r#"trap '' XFSZ; ulimit -f 1; exec "$@""#;
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", script, "sh", program::path(), "match"]);
    limited.args([
        "--engine", RANDOM, "--engine", GREEDY, "--games", "20", "--out", &out,
    ]);
    let output = program::output_of(limited, b"");
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.starts_with(&format!("obverse: {}", folder.path("full."))),
        "{stderr}"
    );
    assert!(
        stderr.ends_with(" (--resume continues the match)\n"),
        "{stderr}"
    );
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let output = play(
        &[RANDOM, GREEDY],
        &["--games", "20", "--out", &out, "--resume"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(records(Path::new(&out)).len(), 20);
}
