//! Games at the terminal: moves, taking them back, grades, and games that are kept.

use std::fs;
use std::path::Path;

use crate::support::folder::TempFolder;
use crate::support::terminal::{Setup, Terminal};
use crate::terminal::answers;

/// An engine that replies at once, and always plays the same moves.
const QUICK: &[&str] = &["--algorithm", "greedy", "--ties", "first"];

/// A game in which black captures every disc.
const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

/// The line below the last board.
fn last_state(written: &str) -> &str {
    let is_state = |line: &&str| line.contains("black X ");
    written.lines().rfind(is_state).expect("a board").trim()
}

#[test]
fn games_are_saved_and_loaded_and_never_overwritten() {
    let folder = TempFolder::new("saved");
    let terminal = start(&folder.0, QUICK);
    terminal.ask("auto off", "black>");
    terminal.ask("f5", "white>");
    for name in ["game.sgf", "game.ggf", "game.txt"] {
        let path = folder.0.join(name);
        let save = format!("save {}", path.display());
        assert!(terminal.ask(&save, "white>").contains("saved: "));
        let before = fs::read(&path).expect("it was written");
        terminal.ask("d6", "black>");
        let screen = terminal.ask(&save, "black>");
        assert!(screen.contains("already exists; to replace"), "{screen}");
        assert_eq!(fs::read(&path).expect("it exists"), before);
        let over = format!("overwrite {}", path.display());
        terminal.ask(&over, "black>");
        assert_ne!(fs::read(&path).expect("it exists"), before);
        terminal.ask("new", "black>");
        let load = format!("load {}", path.display());
        terminal.ask(&load, "black>");
        assert!(
            terminal
                .ask("grhino-show_history", "black>")
                .ends_with("= F5 D6\n\n\nblack>")
        );
        terminal.ask("undo", "white>");
    }
    let screen = terminal.ask("save /tmp/game.xml", "white>");
    assert!(
        screen.contains("? /tmp/game.xml: expected a file name ending in"),
        "{screen}"
    );
    terminal.leave();
}

#[test]
fn a_loaded_game_is_shown() {
    let folder = TempFolder::new("loaded");
    let file = folder.path("game.sgf");
    let written = answers(&format!("auto off\nd3\nsave {file}\nload {file}"));
    let (_, loaded) = written.rsplit_once("white> ").expect("the last prompt");
    assert_eq!(loaded, "");
    let loaded = written.rsplit("white> ").nth(1).expect("the one before");
    assert!(
        loaded.starts_with(&format!("{file}: 1 move\n    A  B  C")),
        "{written}"
    );
}

#[test]
fn several_moves_are_played_from_one_line() {
    for line in ["f5d6c3", "f5 d6 c3", "F5, d6 - c3", "play f5 d6 c3"] {
        let written = answers(&format!("auto off\n{line}\ngrhino-show_history"));
        assert!(written.contains("= F5 D6 C3\n"), "{line}: {written}");
    }
    // The engine replies if it is not the turn of the side that has moved first.
    for (line, replies) in [("f5", 1), ("f5 d6", 0), ("f5 d6 c3", 1)] {
        let written = answers(&format!("depth 1\n{line}"));
        assert_eq!(written.matches("white plays ").count(), replies, "{line}");
    }
}

#[test]
fn moves_are_taken_back_and_played_again() {
    for (lines, state) in [
        ("undo\nredo", "black X 3, white O 3; black to move"),
        ("undo", "black X 2, white O 2; black to move"),
        ("back", "black X 4, white O 1; white to move"),
        ("back all\nforward", "black X 4, white O 1; white to move"),
        ("back 2\nredo 2", "black X 3, white O 3; black to move"),
        ("back 2\nforward all", "black X 3, white O 3; black to move"),
        ("back 2\nforward 9", "black X 3, white O 3; black to move"),
    ] {
        let written = answers(&format!("f5 d6\n{lines}"));
        assert_eq!(last_state(&written), state, "{lines}: {written}");
    }
    for (lines, problem) in [
        ("redo", "this is the last position; back goes"),
        ("undo\nforward all\nforward", "this is the last position; "),
        ("undo 3", "there are only 2 moves to take back"),
        ("auto off\nback\nd7\nback\nc3\nredo", "illegal move: D7"),
        ("auto off\nback 2\nd3\nredo", "this is the last position; "),
    ] {
        let written = answers(&format!("f5 d6\n{lines}"));
        assert!(written.contains(problem), "{lines}: {written}");
    }
}

#[test]
fn a_finished_game_is_stepped_through_from_its_start() {
    let folder = TempFolder::new("stepped");
    let (file, other) = (folder.path("game.sgf"), folder.path("other.txt"));
    let written = answers(&format!(
        "auto off\n{WIPEOUT}\nsave {file}\nload {file}\nforward\nredo\nsave {other}\nforward all"
    ));
    for seen in [
        "9 moves\na finished game; forward and back step through it",
        "black X 4, white O 1; white to move",
        "black X 3, white O 3; black to move",
        "without the 7 moves after this position",
    ] {
        assert!(written.contains(seen), "{seen}: {written}");
    }
    let state = last_state(&written);
    assert!(
        state.ends_with("the game is over, black wins by 64"),
        "{state}"
    );
    assert_eq!(fs::read_to_string(&other).expect("saved"), "E6F4\n");
}

#[test]
fn the_end_of_a_game_says_what_to_do_next() {
    const NEXT: &str = "new starts another one";
    let written = answers(&format!("auto off\n{WIPEOUT}\nboard\nd3\nundo\nredo"));
    assert!(written.contains("; the game is over, black wins by 64\ngrades rates"));
    assert!(
        written.contains("? the game is over; new starts another one"),
        "{written}"
    );
    assert_eq!(written.matches(NEXT).count(), 3, "{written}");
    let written = answers("depth 1\nd3\nresign\nboard\ngo\nresign\nundo\nnew\nresign");
    for seen in [
        "black resigns, white wins\ngrades rates",
        " over> ",
        "; the game is over, black has resigned and white wins\n",
        "? the game is over; new starts another one",
    ] {
        assert!(written.contains(seen), "{seen}: {written}");
    }
}

#[test]
fn a_resignation_is_saved_and_loaded() {
    let folder = TempFolder::new("resigned");
    for (name, result) in [("game.sgf", "RE[W+R]"), ("game.ggf", "RE[-64.000:r]")] {
        let path = folder.0.join(name);
        let file = path.display();
        let written = answers(&format!(
            "depth 1\nd3\nresign\nsave {file}\nnew\nload {file}\nforward all\ngo"
        ));
        let saved = fs::read_to_string(&path).expect("it was written");
        assert!(saved.contains(result), "{saved}");
        for seen in [
            "a finished game; forward and back",
            "? the game is over; new",
        ] {
            assert!(written.contains(seen), "{seen}: {written}");
        }
        assert!(
            last_state(&written).ends_with("black has resigned and white wins"),
            "{written}"
        );
    }
}

#[test]
fn a_position_can_be_set_up() {
    let board = format!("{}OX------XO{} O", "-".repeat(27), "-".repeat(27));
    for setup in [
        &board,
        &board.replace('X', "*"),
        "8/8/8/3ox3/3xo3/8/8/8 o",
        "8/8/8/3pP3/3Pp3/8/8/8 b",
    ] {
        let written = answers(&format!("setup {setup}\nforward\nundo"));
        assert_eq!(last_state(&written), "black X 2, white O 2; white to move");
        assert!(
            written.contains("white> ? no move was taken back"),
            "{written}"
        );
        assert!(written.contains("white> ? there is no move to take back"));
    }
}

#[test]
fn the_moves_of_the_person_are_graded() {
    let written = answers("depth 4\nf5\nundo\nf5 d6 c4\ngrades");
    for seen in ["  1. black F5    0 best\n", "\n  3. black C4 "] {
        assert!(written.contains(seen), "{seen}: {written}");
    }
    assert!(
        written.contains("best 2, good 0, inaccuracy 0, mistake 0, blunder 0"),
        "{written}"
    );
    assert!(!written.contains("  2. white"), "{written}");
    // Both sides, if both were played by hand; a bad move is named.
    let written = answers("depth 5\nauto off\nf5f6e6f4e3d6c6c5b6\ngrades");
    assert!(written.contains("  2. white F6 "), "{written}");
    assert!(written.contains(" was best\n"), "{written}");
    // An algorithm that knows no values.
    let written = answers("algorithm random\nauto off\nf5\ngrades");
    assert!(written.contains("the search gave no values"), "{written}");
}

/// Starts a terminal that keeps its games here, and is wide enough for the names of files in it.
fn start(state: &Path, args: &[&str]) -> Terminal {
    let state = state.to_str().expect("a path in Unicode");
    let setup = Setup::new(args).env("XDG_STATE_HOME", state);
    let terminal = setup.columns(300).start();
    terminal.await_prompt("black>");
    terminal
}

/// Plays a move that is answered.
fn play(terminal: &Terminal, action: &str) {
    terminal.enter(action);
    terminal.await_screen(|screen| {
        let answer = screen.rsplit(&format!("> {action}\n")).next();
        answer.is_some_and(|answer| answer.contains("white plays "))
            && screen.lines().last() == Some("black>")
    });
}

const OFFER: &str = "resume continues, new discards it";

#[test]
fn a_game_in_progress_is_kept_and_offered_again() {
    let folder = TempFolder::new("kept");
    let weak = &["--level", "1", "--nobook"];
    let terminal = start(&folder.0, weak);
    assert!(!terminal.await_text("to move").contains(OFFER));
    play(&terminal, "d3");
    let (_, status) = terminal.kill();
    assert!(!status.success());
    // After a crash, it goes on at the level at which it was played.
    let terminal = start(&folder.0, &[]);
    let screen = terminal.await_text(OFFER);
    assert!(
        screen.contains("A game against level 1 was left at move 2: "),
        "{screen}"
    );
    let screen = terminal.ask("resume", "black>");
    assert!(screen.contains("level 1; you play black\n"), "{screen}");
    assert!(
        screen.contains("black ● 3, white ○ 3; black to move"),
        "{screen}"
    );
    assert!(
        terminal
            .leave()
            .contains("The game is kept: resume continues it")
    );
    // It is removed when it ends, here by resignation.
    let terminal = start(&folder.0, &[]);
    terminal.ask("resume", "black>");
    terminal.ask("resign", " over>");
    terminal.leave();
    let terminal = start(&folder.0, weak);
    assert!(!terminal.await_text("to move").contains(OFFER));
    // It is removed when another is started, in the same dialogue or the next one.
    play(&terminal, "d3");
    terminal.ask("new", "black>");
    play(&terminal, "f5");
    terminal.leave();
    let terminal = start(&folder.0, &[]);
    assert!(terminal.await_text("to move").contains(OFFER));
    terminal.ask("new", "black>");
    terminal.leave();
    let terminal = start(&folder.0, &[]);
    assert!(!terminal.await_text("to move").contains(OFFER));
    terminal.leave();
}

#[test]
fn terminals_keep_their_games_apart() {
    let folder = TempFolder::new("apart");
    let first = start(&folder.0, QUICK);
    play(&first, "d3");
    let second = start(&folder.0, QUICK);
    assert!(!second.await_text("to move").contains(OFFER));
    play(&second, "f5");
    for terminal in [first, second] {
        terminal.leave();
    }
    let mut resumed = Vec::new();
    let (first, second) = (start(&folder.0, &[]), start(&folder.0, &[]));
    for terminal in [first, second] {
        terminal.ask("resume", "black>");
        let screen = terminal.ask("grhino-show_history", "black>");
        resumed.push(screen.contains("= D3 "));
        terminal.leave();
    }
    resumed.sort_unstable();
    assert_eq!(resumed, [false, true]);
}

#[test]
fn a_game_goes_on_after_another_was_looked_at() {
    let folder = TempFolder::new("aside");
    let file = folder.0.join("game.txt");
    fs::write(&file, "f5d6\n").expect("it can be written");
    let terminal = start(&folder.0, QUICK);
    play(&terminal, "d3");
    let screen = terminal.ask(&format!("load {}", file.display()), "black>");
    assert!(
        screen.contains("your game is kept: resume goes back to it"),
        "{screen}"
    );
    terminal.ask("new", "black>");
    terminal.ask("resume", "black>");
    let screen = terminal.ask("grhino-show_history", "black>");
    assert!(screen.contains("= D3 "), "{screen}");
    terminal.leave();
}

#[test]
fn without_a_folder_no_game_is_kept() {
    let folder = TempFolder::new("unkept");
    // Nothing can be created below a file.
    let file = folder.0.join("file");
    fs::write(&file, "").expect("it can be written");
    let terminal = start(&file, QUICK);
    play(&terminal, "d3");
    let written = terminal.leave();
    assert!(!written.contains("is kept"), "{written}");
}

/// At the opening of a pipe, a program waits for another one.
#[test]
fn pipes_in_the_folder_are_ignored() {
    let folder = TempFolder::new("pipes");
    let own = folder.0.join("obverse");
    fs::create_dir(&own).expect("a new folder");
    for name in ["history", "game-1.lock", "game-2.sgf"] {
        folder.create_pipe(&format!("obverse/{name}"));
    }
    fs::write(own.join("game-1.sgf"), "(;GM[2];B[fe])").expect("it can be written");
    let terminal = start(&folder.0, QUICK);
    assert!(!terminal.await_text("to move").contains(OFFER));
    play(&terminal, "d3");
    assert!(terminal.leave().contains("The game is kept"));
    assert!(own.join("game-3.sgf").exists());
}
