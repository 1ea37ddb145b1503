//! The front end in a terminal.

use std::fs::{self, File};
use std::io::{Cursor, Read, Write};

use obverse::protocol::Driver;
use obverse::protocol::terminal;
use pty_process::blocking::{Command, open};

use crate::support::engine::fixed_options;
use crate::support::folder::TempFolder;
use crate::support::program;
use crate::support::terminal::{Setup, Terminal};

/// An engine that replies at once, and always plays the same moves.
const QUICK: &[&str] = &["--algorithm", "greedy", "--ties", "first"];

/// An engine that searches until it is stopped.
const ENDLESS: &[&str] = &["-nobook", "--depth", "60", "--hash_mb", "1"];

#[test]
fn the_opening_is_played_from_the_book() {
    // The default level at a terminal knows no book.
    let terminal = Terminal::new(&["--level", "16"]);
    terminal.enter("go");
    terminal.await_text("from the book, then");
    terminal.leave();
    for without in [&["-nobook"][..], &["--book-use", "off"]] {
        let terminal = Terminal::new(&[without, &["--depth", "6"]].concat());
        terminal.enter("go");
        // The greeting names the depth, too.
        let screen = terminal.await_text("black plays");
        assert!(screen.contains(", depth 6, then"), "{screen}");
        terminal.leave();
    }
}

#[test]
fn a_move_is_played_and_answered() {
    let terminal = Terminal::new(QUICK);
    let screen = terminal.await_text("Obverse");
    assert!(screen.contains("Type a move"), "{screen}");
    assert!(
        screen.contains("black ● 2, white ○ 2; black to move"),
        "{screen}"
    );
    terminal.enter("d3");
    let screen = terminal.await_screen(|screen| {
        screen.contains("white plays ") && screen.lines().last() == Some("black>")
    });
    assert!(screen.contains("[●]"), "the last move is marked:\n{screen}");
    assert!(
        screen.contains("black ● 4, white ○ 1; white to move"),
        "{screen}"
    );
    assert_eq!(screen.matches("A  B  C  D").count(), 3, "{screen}");
    let written = terminal.leave();
    assert!(written.contains("\x1b[38;5;16;48;5;"), "discs have colours");
}

#[test]
fn keys_that_are_no_text_leave_the_dialogue_running() {
    let terminal = Terminal::new(QUICK);
    terminal.press_bytes(b"\xff");
    terminal.await_screen(|screen| screen.matches("black>").count() == 2);
    terminal.enter("go");
    terminal.await_text("black plays ");
    terminal.leave();
}

#[test]
fn go_plays_and_hint_advises() {
    let terminal = Terminal::new(QUICK);
    terminal.enter("hint 2");
    let is_hint = |line: &&str| line.starts_with("  ") && line.contains(", depth ");
    terminal.await_screen(|screen| screen.lines().filter(is_hint).count() == 2);
    terminal.await_prompt("black>");
    terminal.enter("go");
    terminal.await_text("black plays ");
    let screen = terminal.await_prompt("white>");
    assert_eq!(screen.matches("A  B  C  D").count(), 2, "{screen}");
    let screen = terminal.ask("1 genmove white", "black>");
    assert!(screen.contains("\n=1 "), "{screen}");
    terminal.leave();
}

#[test]
fn options_are_shown_and_set_by_their_names() {
    let terminal = Terminal::new(&[]);
    for (line, answer) in [
        // The default at a terminal differs from that in a pipe.
        ("ties", "\nties random (first, random): which"),
        ("level", "\nlevel 1 (0 to 30): playing strength"),
        ("rating 1400", "\nrating 1400\n"),
        ("rating", "\nrating 1400 ("),
        ("level 4", "\nlevel 4\n"),
        ("level", "\nlevel 4 (0 to 30): playing strength"),
        ("level 99", "\n? level: expected 0 to 30\n"),
        ("1 level 99", "\n?1 level: expected 0 to 30\n"),
        ("1 level 30", "\n=1\n"),
        ("level", "\nlevel 30 (0 to 30)"),
    ] {
        let screen = terminal.ask(line, "black>");
        assert!(screen.contains(answer), "{line}:\n{screen}");
    }
    terminal.leave();
    let terminal = Terminal::new(QUICK);
    assert!(terminal.ask("ties", "black>").contains("\nties first ("));
    terminal.leave();
}

#[test]
fn tab_completes_commands_values_and_moves() {
    let terminal = Terminal::new(QUICK);
    for (keys, line) in [
        ("F\t", "black> f5"),
        ("showb\t", "black> showboard"),
        ("ties r\t", "black> ties random"),
        (
            "kata-get-param swi\t",
            "black> kata-get-param switch_at_empties",
        ),
    ] {
        terminal.press(keys);
        terminal.await_prompt(line);
        // Ctrl-C at the prompt only clears the line.
        terminal.press("\x03");
        terminal.await_prompt("black>");
    }
    terminal.press("f\t");
    let screen = terminal.await_text("final_score");
    assert!(screen.contains("f5"), "{screen}");
    terminal.press("\x03");
    terminal.leave();
}

#[test]
fn the_line_history_is_kept_between_sessions() {
    const UP: &str = "\x1b[A";
    let folder = TempFolder::new("history");
    let state = folder.0.to_str().expect("a path in Unicode");
    let start = || {
        let terminal = Setup::new(QUICK).env("XDG_STATE_HOME", state).start();
        terminal.await_prompt("black>");
        terminal
    };
    let terminal = start();
    terminal.ask("level 7", "black>");
    terminal.press(UP);
    terminal.await_prompt("black> level 7");
    terminal.press("\x03");
    terminal.await_prompt("black>");
    terminal.leave();
    let terminal = start();
    terminal.press(UP);
    terminal.await_prompt("black> level 7");
    terminal.press("\x03");
    terminal.leave();
}

/// On that stream, they cannot be mistaken for a reply.
#[test]
fn corrections_go_to_the_standard_error_stream() {
    const HINT: &str = "? unknown command: shwboard; did you mean showboard?\n";
    let folder = TempFolder::new("corrections");
    let stderr = folder.0.join("stderr");
    let terminal = Setup::new(QUICK).stderr_to(&stderr).start();
    terminal.await_prompt("black>");
    let screen = terminal.ask("shwboard", "black>");
    assert!(!screen.contains("did you mean"), "{screen}");
    terminal.leave();
    assert_eq!(fs::read_to_string(&stderr).expect("it is text"), HINT);
    // If that stream is the terminal, they appear on the screen.
    let terminal = Terminal::new(QUICK);
    let screen = terminal.ask("shwboard", "black>");
    assert!(screen.contains(HINT), "{screen}");
    terminal.leave();
}

/// Lines typed during a search are kept and processed later.
#[test]
fn control_c_ends_the_search_with_a_move() {
    let terminal = Terminal::new(ENDLESS);
    terminal.enter("go");
    terminal.await_text("thinking: ");
    terminal.press("lev");
    terminal.await_prompt("black> lev");
    terminal.press("el\r");
    terminal.await_text("black> level\n");
    terminal.press("abc");
    let screen = terminal.await_screen(|screen| {
        screen.lines().last() == Some("black> abc") && screen.contains("thinking: ")
    });
    assert_eq!(screen.matches("thinking: ").count(), 1, "{screen}");
    assert!(!screen.contains("black plays "), "{screen}");
    terminal.press("\x03");
    terminal.await_text("black plays ");
    let screen = terminal.await_screen(|screen| {
        screen.contains("level 1 (") && screen.lines().last() == Some("white>")
    });
    assert!(!screen.contains("thinking: "), "{screen}");
    assert!(!screen.contains("abc"), "{screen}");
    terminal.leave();
}

/// The input line is redrawn below new output.
#[test]
fn output_does_not_disturb_the_input_line() {
    let terminal = Terminal::new(&[
        "-nobook",
        "--depth",
        "60",
        "--hash_mb",
        "1",
        "--move_time",
        "3",
    ]);
    terminal.enter("go");
    terminal.await_text("thinking: ");
    terminal.press("lev");
    let screen = terminal.await_screen(|screen| {
        screen.contains("black plays ") && screen.lines().last() == Some("white> lev")
    });
    assert!(!screen.contains("thinking: "), "{screen}");
    terminal.press("el");
    terminal.await_prompt("white> level [VALUE]");
    terminal.press("\r");
    terminal.await_text("level 1 (0 to 30)");
    terminal.await_prompt("white>");
    terminal.leave();
}

#[test]
fn many_lines_can_be_pasted_at_once() {
    let moves = ["f5", "d6", "c3", "d3", "c4"];
    for (before, between, after) in [("", "\r", "\r"), ("\x1b[200~", "\n", "\x1b[201~\r")] {
        let terminal = Terminal::new(QUICK);
        terminal.ask("auto off", "black>");
        terminal.press(&format!("{before}{}{after}", moves.join(between)));
        terminal.await_text("[●]");
        terminal.await_screen(|screen| screen.matches("A  B  C  D").count() == 1 + moves.len());
        terminal.await_prompt("white>");
        let screen = terminal.ask("grhino-show_history", "white>");
        assert!(screen.contains("= F5 D6 C3 D3 C4\n"), "{screen}");
        terminal.leave();
    }
}

#[test]
fn quit_ends_a_pasted_session_and_restores_the_terminal() {
    let terminal = Terminal::new(QUICK);
    terminal.press("go\rgo\rquit\rname\r");
    let (written, status) = terminal.wait();
    assert!(status.success(), "{status}");
    for played in ["black plays ", "white plays "] {
        assert_eq!(written.matches(played).count(), 1, "{written}");
    }
    assert!(!written.contains("= Obverse"), "{written}");
    let paste = |mode: &str| written.matches(&format!("\x1b[?2004{mode}")).count();
    assert_eq!(paste("h"), paste("l"), "the terminal is as it was");
}

#[test]
fn no_color_and_dumb_terminals_are_respected() {
    let terminal = Setup::new(QUICK).env("NO_COLOR", "1").start();
    terminal.await_prompt("black>");
    terminal.ask("shwboard", "black>");
    let screen = terminal.ask("showboard", "black>");
    assert!(screen.contains(" 4  .  .  *  O  X"), "{screen}");
    let written = terminal.leave();
    let colours = written.split("\x1b[").skip(1).filter(|code| {
        let end = code.find(|letter: char| letter.is_ascii_alphabetic());
        end.is_some_and(|end| code[end..].starts_with('m'))
    });
    assert_eq!(colours.collect::<Vec<_>>(), [""; 0]);
    let terminal = Setup::new(QUICK).env("TERM", "dumb").start();
    terminal.await_prompt("black>");
    terminal.enter("d3");
    terminal.await_text("white plays ");
    terminal.await_prompt("black>");
    terminal.enter("quit");
    let (written, status) = terminal.wait();
    assert!(status.success() && !written.contains('\x1b'), "{written:?}");
}

#[test]
fn a_narrow_terminal_works_too() {
    for columns in [1, 7, 10, 26] {
        let terminal = Setup::new(QUICK).columns(columns).start();
        terminal.await_written("black> ");
        terminal.enter("d3");
        terminal.await_written("white plays ");
        terminal.enter("quit");
        let (written, status) = terminal.wait();
        assert!(
            status.success() && written.contains("white plays "),
            "{columns}"
        );
    }
}

/// What the terminal writes when these lines are typed.
pub(crate) fn answers(lines: &str) -> String {
    let mut written = Vec::new();
    let driver = Driver::new(fixed_options(), || false);
    terminal::talk_plainly(driver, Cursor::new(lines.to_string()), &mut written)
        .expect("all can be read and written");
    String::from_utf8(written).expect("it is text")
}

#[test]
fn help_fits_on_a_terminal() {
    for lines in ["help", "help all", "help level", "options", "algorithm"] {
        let written = answers(lines);
        assert!(written.lines().count() > 11, "{lines}: {written}");
        for line in written.lines() {
            // What was typed ends the line of the prompt.
            let line = line.trim_start_matches("black> ");
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn help_on_an_option_states_its_range_its_default_and_its_value() {
    let one_line = |written: String| written.replace("\n                      ", " ");
    let written = one_line(answers("level 4\nhelp level"));
    assert!(
        written.contains("[0 to 30; default: 1; now: 4]"),
        "{written}"
    );
    assert_eq!(written.matches("level [VALUE]").count(), 1, "{written}");
    // The GTP command `level` is not what the terminal runs.
    assert!(!written.contains("  level N "), "{written}");
    let written = one_line(answers("help ties"));
    assert!(
        written.contains("[first, random; default: random; now: first]"),
        "{written}"
    );
}

#[test]
fn words_that_newcomers_type_are_understood() {
    const BOARD: &str = "    A  B  C  D";
    let boards = |text: &str| text.matches(BOARD).count();
    for (lines, seen) in [
        ("options", "\n  level 16            playing strength"),
        (
            "D3 c4",
            "black> ? illegal move: C4 after D3; white has C3 E3 C5\n",
        ),
        ("f6 x", "black> ? illegal move: F6; black has D3 C4 F5 E6\n"),
        ("f5 x", "black> ? f5 x: expected moves only, such as f5 or"),
        ("f9", "black> ? a square is a letter from a to h and a"),
        ("play white", "black> ? to play the other side, type go:"),
        ("white", "black> ? to play the other side, type go:"),
        ("easier", "black> ? level N sets the strength, from level 0"),
        ("1. f5 d6", "black> ? moves are typed without numbers"),
        ("redo", "black> ? no move was taken back"),
        ("undo", "black> ? there is no move to take back"),
        ("resume", "black> ? no game was left; load FILE opens"),
        ("grades", "black> ? there is no move to grade"),
        ("setup", "black> ? setup needs a board: 64 squares from"),
        ("setup --", "black> ? character 3: the board ends after 2"),
        ("help exit", "  quit                ends the program"),
        ("shwboard", "black> ? unknown command: shwboard; did you"),
        ("xyzzy", "black> ? unknown command: xyzzy; help lists"),
    ] {
        let written = answers(lines);
        assert!(written.contains(seen), "{lines}: {written}");
        assert_eq!(boards(&written), 1, "{lines}: {written}");
    }
    for show in ["show", "board", "showboard", "new"] {
        assert_eq!(boards(&answers(show)), 2, "{show}");
    }
    for quit in ["quit", "exit", "q"] {
        let written = answers(&format!("{quit}\ngo"));
        assert!(written.ends_with("black> "), "{quit}: {written}");
        assert_eq!(written.matches("> ").count(), 1, "{quit}: {written}");
        let terminal = Terminal::new(QUICK);
        terminal.enter(quit);
        assert!(terminal.wait().1.success(), "{quit}");
    }
}

/// Each line gets one answer and one prompt, no matter the order of the lines.
#[test]
fn any_lines_in_any_order_are_answered() {
    const LINES: &[&str] = &[
        "d3",
        "f5",
        "C4",
        "e6",
        "a1",
        "go",
        "go",
        "undo",
        "undo 3",
        "undo 0",
        "new",
        "hint 1",
        "hint x",
        "auto off",
        "auto on",
        "auto",
        "save",
        "load nowhere.sgf",
        "save x",
        "help",
        "help all",
        "help go",
        "help x",
        "pass",
        "name",
        "7 genmove b",
        "genmove w",
        "play b d3",
        "level",
        "depth 1",
        "depth 2",
        "ties x",
        "set_position b a1",
        "showboard",
        "xyz",
        "D3 c4",
        "f5 d6",
        "options",
        "resign",
        "redo",
        "back 2",
        "forward all",
        "grades",
        "setup 8/8/8/3ox3/3xo3/8/8/8 o",
        "resume",
        "é",
        "#",
        "",
        "\t go # x",
        "\u{1}",
        "analyze 1",
        "# interrupt",
    ];
    let mut state = 1u64;
    let mut lines = vec!["depth 1".to_string()];
    for _ in 0..1000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        lines.push(LINES[(state >> 33) as usize % LINES.len()].to_string());
    }
    let mut written = Vec::new();
    let driver = Driver::new(fixed_options(), || false);
    terminal::talk_plainly(driver, Cursor::new(lines.join("\n")), &mut written)
        .expect("all can be read and written");
    let written = String::from_utf8(written).expect("it is text");
    let prompts = ["black> ", "white> ", " over> "].map(|prompt| written.matches(prompt).count());
    assert_eq!(prompts.iter().sum::<usize>(), lines.len() + 1);
    assert!(prompts.iter().all(|&count| count > 0), "{prompts:?}");
}

/// If only the input or only the output is a terminal, the program behaves as in a pipe.
#[test]
fn a_pipe_at_either_end_gets_plain_gtp() {
    const INPUT: &[u8] = b"name\nshwboard\nplay b d3\n";
    const ANSWERS: &str = "= Obverse\n\n? unknown command\n\n=\n\n";
    let folder = TempFolder::new("one-end");
    let obverse = || Command::new(program::path()).env_remove("RUST_LOG");

    let file = folder.0.join("output");
    let output = File::create(&file).expect("it can be written");
    let (mut keys, line) = open().expect("a terminal can be opened");
    keys.write_all(INPUT).expect("it is read");
    keys.write_all(b"\x04").expect("it is read");
    let typed = obverse()
        .stdout(output)
        .spawn(line)
        .expect("the program starts")
        .wait();
    assert!(typed.expect("it ends").success());
    assert_eq!(fs::read_to_string(&file).expect("it is text"), ANSWERS);

    let file = folder.0.join("input");
    fs::write(&file, INPUT).expect("it can be written");
    let input = File::open(&file).expect("it exists");
    let (mut screen, line) = open().expect("a terminal can be opened");
    let mut shown = obverse()
        .stdin(input)
        .spawn(line)
        .expect("the program starts");
    let mut written = vec![0; ANSWERS.replace('\n', "\r\n").len()];
    screen.read_exact(&mut written).expect("it answers");
    assert_eq!(String::from_utf8_lossy(&written).replace('\r', ""), ANSWERS);
    assert!(shown.wait().expect("it ends").success());
}
