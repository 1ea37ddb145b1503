//! The program in the place of Edax: how it is started, and what clients read.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::folder::TempFolder;
use crate::support::positions::{ENDGAMES, WIPEOUT};
use crate::support::program::{self, assert_refused, obverse, run, stdout_of, text};

const BOARD: &str = "---------------------------OX------XO---------------------------";

/// The rule of the tables of solved positions, which clients compare.
const RULE: &str = "------+-----+--------------+-------------+----------+---------------------";

/// Starts a quiet console with this line, and ends it.
#[track_caller]
fn assert_opens(line: &str) {
    let args: Vec<&str> = line.split_whitespace().collect();
    let output = run(&args, b"quit\n");
    assert_eq!(text(&output.stdout), ">\n", "{line}");
    assert!(output.status.success(), "{line}: {}", output.status);
}

#[test]
fn command_lines_of_edax_open_its_console() {
    for line in [
        "edax -q",
        "-edax -q",
        "-q --edax",
        "edax q level 5",
        "-q -eval-file no/such/eval.dat -book-file C:\\no\\such\\book.dat --level 3 -book-randomness 10",
        "-q -l 50 -ponder on -n 8 -h 22 -game-time 10",
        "-q -l 50 -ponder off -n 1 -game-time 1:30",
        "-vv -q",
        "-verbose 0 -move-time 0.5",
        "-d 1 -q",
        "-q -mode 3 -selectivity 5 -width 100 -auto-start off -repeat 3 -name me -cpu -info",
        "--eval_file x --console-name Obverse -q",
    ] {
        assert_opens(line);
    }
    // The shared flags alone leave the choice to the client.
    for line in ["-q -l 5 -n 1", "-level 5 -t 1", ""] {
        let args: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(stdout_of(&args, b"name\n"), "= Obverse\n\n", "{line}");
    }
    assert_refused(&["edax", "-l", "61"], "", "-l: expected 0 to 60, got 61");
    assert_refused(
        &["edax", "-eval-fil", "x"],
        "",
        "-eval-fil: unknown flag, did you mean -eval-file?",
    );
    assert_refused(&["-eval-file"], "", "-eval-file: expected a value");
}

/// The flags of Edax that choose a protocol stand beside its other flags.
#[test]
fn other_protocols_are_spoken_under_flags_of_edax() {
    let cassio = stdout_of(
        &["-cassio", "-eval-file", "data/eval.dat", "-n", "1"],
        b"ENGINE-PROTOCOL init\n",
    );
    assert_eq!(cassio, "ready.\nbye bye.\n");
    let gtp = stdout_of(&["-gtp", "-eval-file", "x", "-h", "22"], b"name\n");
    assert_eq!(gtp, "= Obverse\n\n");
}

/// The lines that wait behind the change are read by the rules of the new protocol.
#[test]
fn a_client_may_change_to_another_protocol() {
    let output = run(
        &["edax", "-q", "-l", "2"],
        b"f5\nxboard\nsetboard ---------------------------O*------*O--------------------------- *\n\
          go\nusermove f4\nps\nping 1\n",
    );
    let output = text(&output.stdout);
    let (_, after) = output.split_once("You play F5\n>\n").expect("a move");
    assert!(after.starts_with("move P@"), "{output}");
    assert!(after.ends_with("pong 1\n"), "{output}");
    let output = stdout_of(&["edax", "-q"], b"nboard 2\nset depth 1\ngo\nquit\n");
    assert!(output.contains("\n=== "), "{output}");
    let output = stdout_of(
        &["edax", "-q"],
        b"ENGINE-PROTOCOL init\nENGINE-PROTOCOL quit\n",
    );
    assert_eq!(output, ">\nready.\nbye bye.\n");
}

#[cfg(unix)]
#[test]
fn a_link_with_the_name_of_edax_is_edax() {
    let folder = TempFolder::new("edax-links");
    for name in [
        "edax",
        "lEdax-x64-modern",
        "wEdax-x64.exe",
        "mEdax",
        "edax-4.4",
    ] {
        let link = folder.path(name);
        std::os::unix::fs::symlink(program::path(), &link).expect("a link");
        let mut command = std::process::Command::new(&link);
        command.args(["-q", "-h", "18", "-t", "60"]);
        let output = command.stdin(Stdio::null()).output().expect("it starts");
        assert_eq!(text(&output.stdout), ">\n", "{name}");
    }
}

#[test]
fn option_files_are_read_with_what_is_unknown_in_them() {
    let folder = TempFolder::new("edax-options");
    let more = folder.path("more.ini");
    fs::write(
        folder.path("edax.ini"),
        "# mine\r\nset verbose = 0\r\nfrobnicate 3\r\n",
    )
    .expect("a file");
    fs::write(&more, "console-name Ini\nlevel 1\n").expect("a file");
    let mut command = obverse(&["edax", "-option-file", &more, "-o", "no/such/file"]);
    command
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"go\n").expect("it is read");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(text(&output.stdout), ">\n\nIni plays F5\n>\n");
    let lines = format!("option-file {more}\ngo\n");
    let shown = stdout_of(&["edax", "-q"], lines.as_bytes());
    assert_eq!(shown, ">\n>\n\nIni plays F5\n>\n");
}

#[test]
fn verbosity_and_the_book_decide_what_is_shown_of_a_move() {
    let rows = |settings: &str| -> Vec<String> {
        let lines = format!("{settings}\nf5\ngo\n");
        let output = stdout_of(&["edax", "-q", "-l", "10"], lines.as_bytes());
        let table = output.split("+----------------------\n").nth(1);
        let rows = table.expect("a table").lines();
        rows.filter(|row| !row.starts_with("---"))
            .map(str::to_string)
            .collect()
    };
    assert_eq!(rows("verbose 1\nbook off").len(), 1);
    // What is found at about the same time is one row.
    assert!(rows("verbose 2\nbook off\nlevel 20").len() > 1);
    let known = rows("verbose 1\nbook on");
    assert!(
        known.len() == 1 && known[0].starts_with("book "),
        "{known:?}"
    );
}

/// Edax throws away what waits before `quit`; here it is carried out.
#[test]
fn lines_before_a_quit_are_carried_out() {
    let output = run(&["edax", "-q", "-l", "8"], b"f5\ngo\nhint 2\nquit\nf4\n");
    let output = text(&output.stdout);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[..2], [">", ""]);
    assert_eq!(lines[2], "You play F5");
    assert!(lines[5].starts_with("Edax plays "), "{output}");
    assert_eq!(lines.len(), 10, "{output}");
    assert!(output.ends_with(">\n"), "{output}");
}

/// Some options have short names that are also those of commands.
#[test]
fn a_value_tells_options_from_commands() {
    for option in [
        "n 4",
        "n = 4",
        "-n 4",
        "set n = 4",
        "set q",
        "-q",
        "set o = missing",
    ] {
        let lines = format!("f5\n{option}\nundo\nf5\n");
        let output = run(&["edax", "-q", "-l", "1"], lines.as_bytes());
        let moves = text(&output.stdout).matches("You play F5").count();
        assert_eq!(moves, 2, "{option}: {output:?}");
        let warnings = text(&output.stderr).matches("WARNING: ").count();
        assert_eq!(
            warnings,
            usize::from(option.contains("missing")),
            "{option}"
        );
    }
    for (command, moves) in [("n", 1), ("q", 0), ("q now", 0), ("set quit", 0)] {
        let lines = format!("f5\n{command}\nd6\nf5\n");
        let output = run(&["edax", "-q", "-l", "1"], lines.as_bytes());
        let output = text(&output.stdout);
        assert_eq!(
            output.matches("You play F5").count(),
            1 + moves,
            "{command}: {output}"
        );
        assert_eq!(
            output.matches("You play D6").count(),
            0,
            "{command}: {output}"
        );
    }
}

/// With the end of the input the engine plays its game to the end.
#[test]
fn an_automatic_game_ends_with_the_game() {
    let output = run(&["edax", "-q", "-l", "1"], b"mode 2\n");
    let output = text(&output.stdout);
    let moves = output.matches("\n\nEdax plays ").count();
    assert!((50..=70).contains(&moves), "{output}");
    let shown = run(&["edax", "-l", "1", "-mode", "2"], b"");
    let shown = text(&shown.stdout);
    assert!(shown.ends_with("\n\n*** Game Over ***\n\n>\n"), "{shown}");
}

#[test]
fn a_file_is_solved_in_the_columns_of_edax() {
    let output = stdout_of(&["-solve", ENDGAMES, "-n", "1", "-l", "60"], b"");
    let lines: Vec<&str> = output.lines().collect();
    let solved = fs::read_to_string(ENDGAMES).expect("it is text");
    let count = solved
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('%'))
        .count();
    assert_eq!(lines.len(), count + 5, "{output}");
    assert!(lines[0].starts_with(" # | depth|score|"), "{output}");
    assert_eq!(lines[1], format!("---+{RULE}"));
    for (number, row) in (1..).zip(&lines[2..2 + count]) {
        let (left, rest) = row.split_once('|').expect("a number");
        assert_eq!(left.trim(), number.to_string());
        // Nothing is selective, so that the depth stands alone.
        let depth: u32 = rest[..7].trim().parse().expect("a depth");
        assert!((5..=12).contains(&depth), "{row}");
        assert!(rest[8..11].parse::<i32>().is_ok(), "{row}");
        assert!(row.len() <= 78 && row.is_char_boundary(57), "{row}");
        assert!(!row.contains("Erroneous"), "{row}");
    }
    assert_eq!(lines[2 + count], RULE);
    let total: Vec<&str> = lines[3 + count].split_whitespace().collect();
    assert_eq!((total[2], total[3]), ("nodes", "in"), "{output}");
    assert_eq!(
        lines[4 + count],
        format!(
            "{count} positions; 0 erroneous move; 0 erroneous score; \
             mean absolute score error = 0.000; mean absolute move error = 0.000"
        )
    );
}

#[test]
fn wrong_scores_of_a_file_are_reported() {
    let folder = TempFolder::new("edax-wrong");
    let file = folder.path("wrong.obf");
    let text = fs::read_to_string(ENDGAMES).expect("it is text");
    let line = text
        .lines()
        .find(|line| line.contains("X;"))
        .expect("a problem");
    let board = &line[..67];
    fs::write(&file, format!("% one\n\n{board}\n{board} +99\nnonsense\n")).expect("a file");
    let right = run(&["-solve", &file, "-l", "60"], b"");
    let right = crate::support::program::text(&right.stdout).to_string();
    assert!(
        right.contains("\n2 positions; 0 erroneous move; 0"),
        "{right}"
    );
    let row = right.lines().nth(2).expect("a row");
    let best = &row[57..59];
    fs::write(&file, format!("{board} {best}:+64;\n")).expect("a file");
    let wrong = stdout_of(&["-solve", &file, "-l", "60", "-q"], b"");
    assert!(wrong.contains(" Erroneous score: +64 expected"), "{wrong}");
    let lines = format!("level 60\nsolve {file}\n");
    let asked = stdout_of(&["edax", "-q"], lines.as_bytes());
    assert!(asked.contains(" Erroneous score: +64 expected"), "{asked}");
    let missing = run(&["-solve", "no/such/file"], b"");
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(missing.stdout, b"");
    for nothing in ["", "% a comment\n\n"] {
        fs::write(&file, nothing).expect("a file");
        let empty = run(&["-solve", &file], b"");
        let remarks = crate::support::program::text(&empty.stderr);
        assert!(
            remarks.contains("no position found; expected one on each line"),
            "{remarks}"
        );
    }
}

/// A path is a row of bytes, as in GTP.
#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    let folder = TempFolder::new("edax-names");
    let saved = [folder.path("a ").as_bytes(), b"\xc3\xa0\xff.txt"].concat();
    let line = |command: &str| [command.as_bytes(), b" ", &saved, b" \t\r\n"].concat();
    let input = [
        &b"play f5d6\n"[..],
        &line("save"),
        b"init\n",
        &line("load"),
        b"undo\nd6\n",
    ];
    let output = run(&["edax", "-q"], &input.concat());
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).contains("You play D6"), "{output:?}");
    let file = Path::new(OsStr::from_bytes(&saved));
    assert_eq!(fs::read(file).expect("it was written"), b"F5D6\n");
    assert_eq!(fs::read_dir(&folder.0).expect("it is there").count(), 1);
    let positions = [folder.path("").as_bytes(), b"p\xff.obf"].concat();
    fs::write(
        Path::new(OsStr::from_bytes(&positions)),
        format!("{BOARD} X;\n"),
    )
    .expect("a file");
    let input = [b"level 1\nsolve ", &positions[..], b" hard\n"].concat();
    let output = run(&["edax", "-q"], &input);
    assert!(text(&output.stdout).contains("1 positions; "), "{output:?}");
}

/// Only the beginning is read of a file in which hardly anything is a position.
#[test]
fn a_file_of_anything_but_positions_is_given_up() {
    let folder = TempFolder::new("edax-garbage");
    let file = folder.path("g.obf");
    let garbage = "y\n".repeat(200_000);
    let position = format!("{BOARD} X;\n");
    for (content, positions) in [
        ("y\n".repeat(30), 0),
        (garbage.clone(), 0),
        (format!("{position}{garbage}{position}"), 1),
        (format!("{}{position}", "y\n".repeat(900)).repeat(2), 2),
    ] {
        fs::write(&file, &content).expect("it can be written");
        let lines = format!("level 1\nsolve {file}\nversion\n");
        let solved = run(&["-solve", &file, "-level", "1"], b"");
        let asked = run(&["edax", "-q"], lines.as_bytes());
        let total = format!("\n{positions} positions; ");
        for output in [&solved, &asked] {
            assert!(text(&output.stdout).contains(&total), "{output:?}");
            let complaints = text(&output.stderr).lines().count();
            assert!((10..60).contains(&complaints), "{complaints} {output:?}");
        }
        assert!(asked.status.success(), "{:?}", asked.status);
        let last = text(&solved.stderr).lines().last().expect("a line");
        if positions == 2 {
            assert!(solved.status.success(), "{last}");
            continue;
        }
        assert_eq!(solved.status.code(), Some(1), "{last}");
        assert!(last.starts_with("obverse: "), "{last}");
        assert!(
            last.ends_with("; expected one on each line, in OBF"),
            "{last}"
        );
    }
}

/// A client keeps the program running and asks for one position after the other.
#[test]
fn positions_are_answered_as_they_come_in() {
    let mut child = obverse(&["-solve", "/dev/stdin", "-level", "3", "-verbose", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for number in 1..=3 {
        writeln!(stdin, "{BOARD} X;").expect("it is read");
        stdin.flush().expect("it is read");
        let mut block = Vec::new();
        while block
            .iter()
            .filter(|line: &&String| line.trim_end() == RULE)
            .count()
            < 2
        {
            let mut line = String::new();
            assert_ne!(output.read_line(&mut line).expect("text"), 0, "{block:?}");
            block.push(line);
        }
        let header = format!("*** problem # {number} ***\n");
        assert!(block.contains(&header), "{block:?}");
        let last = &block[block.len() - 3];
        assert_eq!(last[..7].trim(), "3", "{block:?}");
        assert_eq!(block[block.len() - 2], "\n");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_saved_game_is_complete_and_can_be_loaded() {
    let folder = TempFolder::new("edax-save");
    for (name, count) in [("a.txt", 1), ("b.sgf", 2), ("c.ggf", 3)] {
        let file = folder.path(name);
        let input = format!("play f5d6c3\nsave {file}\ninit\nload {file}\nundo\nc3\n");
        let output = run(&["edax", "-q"], input.as_bytes());
        assert!(text(&output.stdout).contains("You play C3"), "{name}");
        assert_eq!(folder.names().len(), count, "{name}");
    }
    // This format keeps the names of the players in files of their own.
    let file = folder.path("d.wtb");
    let input = format!("play {WIPEOUT}\nsave {file}\n");
    run(&["edax", "-q"], input.as_bytes());
    assert_eq!(folder.names().len(), 6, "{:?}", folder.names());
    // Files of names that belong to another archive are kept.
    for name in ["e.jou", "f.trn"] {
        fs::write(folder.path(name), "names").expect("it can be written");
        let [names, file] = [name, &format!("{}.wtb", &name[..1])].map(|name| folder.path(name));
        let input = format!("play {WIPEOUT}\nsave {file}\n");
        let output = run(&["edax", "-q"], input.as_bytes());
        assert!(
            text(&output.stderr).starts_with("\nWARNING: "),
            "{output:?}"
        );
        assert_eq!(fs::read(&names).expect("it is there"), b"names");
        fs::remove_file(&names).expect("it is there");
    }
    assert_eq!(folder.names().len(), 6, "{:?}", folder.names());
    let output = run(
        &["edax", "-q"],
        b"save game.nonsense\nload nothing\nsolve nothing\n",
    );
    let warnings = text(&output.stderr);
    assert!(
        warnings.contains("game.nonsense: expected a file name ending in"),
        "{warnings}"
    );
    assert_eq!(warnings.matches("WARNING: ").count(), 3, "{warnings}");
}
