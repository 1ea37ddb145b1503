//! `obverse convert`.

use std::fs::{self, File};
use std::process::{Command, Output};

use obverse::formats::FORMATS;

use crate::support::folder::TempFolder;
use crate::support::positions::WIPEOUT;
use crate::support::program::{self, assert_refused, run, stdout_of, text};

const BOARD: &str = "---------------------------OX------XO--------------------------- X";

/// [`WIPEOUT`] with all its properties.
const GGF: &str = "(;GM[Othello]PC[Open]DT[2004-05-06]PB[Ann]PW[Bob]TI[05:00]TY[8]RE[+64.000]\
    BO[8 ---------------------------O*------*O--------------------------- *]\
    B[E6/1.5/2.250]W[F4//1.000]B[E3]W[F6/-2]B[G5]W[D6]B[E7]W[F5]B[C5];)\n";

fn convert(args: &[&str], input: &str) -> Output {
    run(&[&["convert"], args].concat(), input.as_bytes())
}

/// Its output, which must come without errors.
fn converted(args: &[&str], input: &str) -> String {
    stdout_of(&[&["convert"], args].concat(), input.as_bytes())
}

#[test]
fn games_survive_conversion_between_formats() {
    let folder = TempFolder::new("convert");
    let [ggf, sgf, again] = ["a.ggf", "a.sgf", "again.ggf"].map(|name| folder.path(name));
    fs::write(&ggf, GGF).expect("it can be written");
    assert_eq!(converted(&[&ggf, &sgf], ""), "");
    let tree = fs::read_to_string(&sgf).expect("it was written");
    for part in [
        "PB[Ann]PW[Bob]EV[Open]",
        "DT[2004-05-06]",
        "RE[B+64]",
        ";B[ef]V[1.5]",
        ";W[ff]V[2]",
    ] {
        assert!(tree.contains(part), "{tree}");
    }
    // SGF has no property for times and clocks.
    converted(&[&sgf, &again], "");
    let expected = GGF
        .replace("/2.250]", "]")
        .replace("//1.000]", "]")
        .replace("TI[05:00]", "");
    assert_eq!(
        fs::read_to_string(&again).expect("it was written"),
        expected
    );
    assert_eq!(
        converted(&[&ggf, "-", "--to", "transcript"], ""),
        format!("{WIPEOUT}\n")
    );
    assert_eq!(folder.names(), ["a.ggf", "a.sgf", "again.ggf"]);
}

#[test]
fn a_wthor_archive_keeps_its_names_in_separate_files() {
    let folder = TempFolder::new("convert-archive");
    let [ggf, archive] = ["a.ggf", "b.wtb"].map(|name| folder.path(name));
    fs::write(&ggf, GGF).expect("it can be written");
    converted(&[&ggf, &ggf, &archive], "");
    assert_eq!(folder.names(), ["a.ggf", "b.jou", "b.trn", "b.wtb"]);
    let games = converted(&[&archive, "-", "--to", "ggf"], "");
    assert_eq!(games.lines().count(), 2);
    for game in games.lines() {
        assert!(
            game.starts_with("(;GM[Othello]PC[Open]DT[2004]PB[Ann]PW[Bob]TY[8]RE[+64.000]BO["),
            "{game}"
        );
    }
    // Several archives share the files of names.
    for (old, new) in [("b.jou", "WTHOR.JOU"), ("b.trn", "other.trn")] {
        fs::rename(folder.0.join(old), folder.0.join(new)).expect("it exists");
    }
    let games = converted(&[&archive, "-", "--to", "sgf"], "");
    assert!(games.contains("PB[Ann]PW[Bob]DT[2004]"), "{games}");
    let bytes = fs::read(&archive).expect("it exists");
    fs::write(folder.path("c.bin"), &bytes[..bytes.len() - 1]).expect("it can be written");
    let output = convert(
        &[&folder.path("c.bin"), "-", "--from", "wthor", "--to", "obf"],
        "",
    );
    assert!(
        text(&output.stderr)
            .contains("game 2: the game is incomplete, expected a record of 68 bytes")
    );
}

#[test]
fn invalid_games_are_reported_and_skipped() {
    let folder = TempFolder::new("convert-broken");
    let [good, bad, out] = ["good.txt", "bad.sgf", "out.ggf"].map(|name| folder.path(name));
    fs::write(&good, "f5d6\n").expect("it can be written");
    fs::write(&bad, "(;B[f5];W[f5])\n(;B[d3])(;GM[1])(;B[c4]").expect("it can be written");
    let output = convert(&[&good, &bad, "-", &out], "d3\nd3d3\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        format!(
            "obverse: {bad}: game 1: line 1, column 11: move 2: white F5 is not a legal move\n\
             obverse: {bad}: game 3: line 2, column 14: not a game of Othello, expected GM[2]\n\
             obverse: {bad}: game 4: line 2, column 24: the game is incomplete, expected ')'\n\
             obverse: -: game 2: line 2, column 3: D3 is not a legal move\n\
             obverse: convert: 4 of 7 games skipped\n"
        )
    );
    let games = fs::read_to_string(&out).expect("it was written");
    let moves = |line: &str| line.split_once("*]").map(|(_, moves)| moves.to_string());
    let moves: Vec<String> = games.lines().filter_map(moves).collect();
    assert_eq!(moves, ["B[F5]W[D6];)", "B[D3];)", "B[D3];)"]);

    // The format cannot represent an unfinished game.
    let output = convert(&["-", &folder.path("a.wtb")], "f5d6\ne6f4e3f6g5d6e7f5c5\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "obverse: -: game 1: the format needs a final score such as 40-24, and the game has none\n\
         obverse: convert: 1 of 2 games skipped\n"
    );

    // If there is nothing to write, the old file stays.
    for input in ["", "% nothing\n", "(;B[a1])"] {
        let output = convert(&["-", &good, "--from", "sgf"], input);
        assert_eq!(output.status.code(), Some(1), "{input}");
        assert!(
            text(&output.stderr).ends_with("there are no games to write; nothing was written\n")
        );
        assert_eq!(fs::read_to_string(&good).expect("it exists"), "f5d6\n");
    }
}

#[test]
fn sgf_squares_are_plain_on_request() {
    let gogui = "(;FF[4]SZ[8];B[df];W[cf])";
    let to_sgf = ["-", "-", "--to", "sgf", "--gogui-rows", "--plain-squares"];
    let plain = converted(&to_sgf, gogui);
    assert!(plain.starts_with("(;FF[4]GM[2]"), "{plain}");
    assert!(
        plain.contains("AB[e4][d5]AW[d4][e5]PL[B]\n;B[d3];W[c3])"),
        "{plain}"
    );
    assert_eq!(
        converted(&["-", "-", "--to", "transcript"], &plain),
        "D3C3\n"
    );
}

#[test]
fn rows_from_the_bottom_are_read_on_request() {
    let rows = "--gogui-rows";
    let from_bottom = "(;FF[4]AB[dd][ee]AW[de][ed]PL[B];B[df])";
    let to_transcript = ["-", "-", "--to", "transcript"];
    assert_eq!(
        converted(&[&to_transcript[..], &[rows]].concat(), from_bottom),
        "D3\n"
    );
    // Without the flag it is another opening.
    let upside_down = BOARD
        .replace("OX", "?")
        .replace("XO", "OX")
        .replace('?', "XO");
    let moves = format!("{upside_down} D6\n");
    assert_eq!(converted(&to_transcript, from_bottom), moves);
    let gogui = converted(&["-", "-", "--to", "sgf", rows], "d3c3\n");
    assert!(!gogui.contains("GM["), "{gogui}");
    assert!(
        gogui.contains("AB[ee][dd]AW[de][ed]PL[B]\n;B[df];W[cf])"),
        "{gogui}"
    );
    assert_eq!(
        converted(&[&to_transcript[..], &[rows]].concat(), &gogui),
        "D3C3\n"
    );
    // A file that declares itself as Othello needs no flag.
    let plain = converted(&["-", "-", "--to", "sgf"], "d3c3\n");
    assert_eq!(
        converted(&[&to_transcript[..], &[rows]].concat(), &plain),
        "D3C3\n"
    );
}

#[test]
fn obf_positions_keep_their_scores() {
    let line = format!("{BOARD}; D3:+1; F5:-2; % a problem\n");
    assert_eq!(converted(&["-", "-", "--to", "obf"], &line), line);
    let moves = format!(
        "{} O;\n",
        "---------------------------OX------XXX--------------------------"
    );
    assert_eq!(
        converted(&["-", "-", "--to", "obf"], "f5").len(),
        moves.len()
    );
    assert_eq!(converted(&["-", "-", "--to", "obf"], "f5"), moves);
}

/// Even if the file is named by another path.
#[cfg(unix)]
#[test]
fn input_files_are_never_overwritten() {
    let folder = TempFolder::new("convert-over");
    let file = |name: &str, content: &str| {
        let path = folder.path(name);
        fs::write(&path, content).expect("it can be written");
        path
    };
    let games = file("a.sgf", "(;B[f5])");
    let part = file("b.sgf.part", "(;B[f5])");
    let names = file("c.jou", "(;B[f5])");
    let link = folder.path("link.sgf");
    std::os::unix::fs::symlink(&games, &link).expect("a new link");
    let folder_of = format!(
        "{}/../{}",
        folder.0.display(),
        folder.0.file_name().expect("a name").display()
    );
    let other_way = format!("{folder_of}/a.sgf");
    let problem = "it is also an input file\n";
    for out in [&games, &link, &other_way] {
        assert_refused(&["convert", &games, out], "", &format!("{out}: {problem}"));
    }
    let out = folder.path("b.sgf");
    assert_eq!(converted(&[&part, &out], ""), "");
    let [archive, shared] = ["d.wtb", "wthor.jou"].map(|name| folder.path(name));
    converted(&["-", &archive], "e6f4e3f6g5d6e7f5c5");
    fs::rename(folder.0.join("d.jou"), &shared).expect("it exists");
    let out = file("wthor.wtb", "");
    assert_refused(
        &["convert", &archive, &out],
        "",
        &format!("{shared}: {problem}"),
    );
    assert_refused(
        &["convert", &games, "/dev/null", "--to", "ggf"],
        "",
        "/dev/null: not a file\n",
    );
    let out = folder.path("c.wtb");
    let taken = format!("{names}: the file exists, but {out} does not\n");
    assert_refused(&["convert", &games, &out], "", &taken);
    fs::write(&out, "").expect("it can be written");
    assert_refused(
        &["convert", &names, &out],
        "",
        &format!("{names}: {problem}"),
    );
    for path in [&games, &part, &names] {
        assert_eq!(fs::read_to_string(path).expect("it exists"), "(;B[f5])");
    }
}

/// A shell takes standard input from a file, or a file has a second name.
#[cfg(unix)]
#[test]
fn an_input_is_not_overwritten_under_another_name() {
    let folder = TempFolder::new("convert-names");
    let [games, twin] = ["a.txt", "b.txt"].map(|name| folder.path(name));
    let content = "f5d6c3\na1a1\n";
    fs::write(&games, content).expect("it can be written");
    fs::hard_link(&games, &twin).expect("a second name");
    for input in ["-", "/dev/stdin", &games, &twin] {
        let output = Command::new(program::path())
            .args(["convert", input, &twin])
            .stdin(File::open(&games).expect("it exists"))
            .output()
            .expect("it runs");
        let problem = format!("obverse: {twin}: it is also an input file\n");
        assert_eq!(text(&output.stderr), problem, "{input}");
        assert_eq!(output.status.code(), Some(2), "{input}");
        assert_eq!(fs::read_to_string(&games).expect("it exists"), content);
    }
    for files in [["-", &games], [&twin, &games]] {
        let output = Command::new(program::path())
            .arg("stats")
            .args(files)
            .stdin(File::open(&games).expect("it exists"))
            .output()
            .expect("it runs");
        let problem = format!("obverse: {games}: it is named twice\n");
        assert_eq!(text(&output.stderr), problem, "{files:?}");
    }
}

#[test]
fn help_lists_every_format() {
    // Lines may break anywhere between two words.
    let help = converted(&["--help"], "");
    let help: Vec<&str> = help.split_whitespace().collect();
    let help = help.join(" ");
    for format in FORMATS {
        let [ending] = format.extensions else {
            panic!("{}: not one ending", format.name);
        };
        assert!(
            help.contains(&format!("{} (.{ending}", format.name)),
            "{help}"
        );
    }
}

#[test]
fn bad_command_lines_are_refused_in_one_line() {
    let folder = TempFolder::new("convert-refused");
    let junk = folder.path("junk");
    fs::write(&junk, "Dear all").expect("it can be written");
    let missing = folder.path("missing/a.sgf");
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let formats = format!("expected {}", formats.join(", "));
    for (args, problem) in [
        (&[][..], "convert: expected IN ... OUT "),
        (&["a.sgf"], "convert: expected IN ... OUT "),
        (
            &["-", "-"],
            "-: unknown format; choose one with --to: ggf, obf, sgf, transcript, wthor\n",
        ),
        (
            &["-", "a"],
            "a: unknown format; choose one with --to: ggf, obf, sgf, transcript, wthor\n",
        ),
        (&["-", "-", "--to", "xml"], &format!("--to: {formats}")),
        (&["-", "-", "--from", "SGF"], &format!("--from: {formats}")),
        (&["-", "-", "--to"], "--to: expected a value ("),
        (
            &["-", "-", "--fast"],
            "--fast: unknown flag, expected one listed by --help",
        ),
        (
            &["-", "-", "--to", "wthor"],
            "-: this format needs a file name",
        ),
        (
            &["-", "a.jou", "--to", "wthor"],
            "a.jou: this extension is reserved for the file of names",
        ),
        (&["missing.sgf", "-", "--to", "obf"], "missing.sgf: "),
        (
            &[&junk, "-", "--to", "obf"],
            &format!("{junk}: unknown format"),
        ),
        (&["-", &missing], &format!("{missing}: ")),
    ] {
        assert_refused(&[&["convert"], args].concat(), "f5", problem);
    }
    assert_eq!(folder.names(), ["junk"]);
}
