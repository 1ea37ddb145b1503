//! The scripts that read the games of self-play.

use std::process::Command;

use super::*;
use crate::support::program;

const PYTHON: &str = "Python, positions held out";

/// The output of one of our scripts that read games; `None` if it cannot run here.
fn scripted(name: &str, args: &[&str]) -> Option<Output> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scripts")
        .join(name);
    if !script.exists() {
        outside::skip(PYTHON, "the packaged crate has no scripts");
        return None;
    }
    match Command::new("python3").arg(script).args(args).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            outside::skip(PYTHON, "python3 is not installed");
            None
        }
        output => {
            outside::ran(PYTHON);
            Some(output.expect("the script can be started"))
        }
    }
}

/// One position of each game, with its score.
#[test]
fn held_out_positions_come_one_from_each_game() {
    let folder = TempFolder::new("selfplay-held-out");
    let games = folder.0.to_str().expect("a path in Unicode");
    let pick = || scripted("held_out.py", &[games, "--fewest", "1", "--most", "8"]);
    let Some(empty) = pick() else { return };
    assert_eq!(empty.status.code(), Some(1));
    assert!(text(&empty.stderr).ends_with(": there are no .pos files in it\n"));

    played(&folder.0, "--games 8 --shard 3 --siblings 0");
    let picked = pick().expect("it was started before");
    assert_eq!(text(&picked.stderr), "");
    assert_eq!(text(&picked.stdout).lines().count(), 8);
    assert_solved(&picked.stdout, 8);
}

/// The file lacks two positions with 14 empty squares; those that it has are kept.
#[test]
fn hard_positions_are_picked_from_games() {
    const EMPTY: usize = 14;
    let all = include_str!("../../problems/hard.obf").lines();
    let mut lines: Vec<&str> = all
        .filter(|line| line[..64].matches('-').count() == EMPTY)
        .collect();
    lines.truncate(lines.len() - 2);
    let there = lines.join("\n") + "\n";

    let folder = TempFolder::new("selfplay-hard");
    let (games, file) = (folder.0.join("games"), folder.0.join("hard.obf"));
    played(&games, "--games 60 --siblings 0");
    fs::write(&file, &there).expect("it can be written");
    let [games, out] = [&games, &file].map(|path| path.to_str().expect("a path in Unicode"));
    let engine = program::path();
    let most = EMPTY.to_string();
    let args = [games, out, "--engine", engine, "--most", &most];
    let Some(output) = scripted("hard_positions.py", &args) else {
        return;
    };
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout), "14 47\n14 48\n");
    let written = fs::read_to_string(&file).expect("it exists");
    let new = written.strip_prefix(&there).expect("what was there stays");
    assert_solved(new.as_bytes(), 2);
}

/// This also holds if the script is started again.
#[test]
fn no_game_gives_two_hard_positions() {
    let folder = TempFolder::new("selfplay-hard-again");
    let (played_in, file) = (folder.0.join("games"), folder.0.join("hard.obf"));
    played(&played_in, "--games 40 --siblings 0");
    let [from, out] = [&played_in, &file].map(|path| path.to_str().expect("a path in Unicode"));
    let engine = program::path();
    for _ in 0..2 {
        let args = [from, out, "--engine", engine, "--most", "16"];
        let Some(output) = scripted("hard_positions.py", &args) else {
            return;
        };
        assert_eq!(text(&output.stderr), "");
    }
    let written = fs::read_to_string(&file).expect("it exists");
    let discs = |board: &str, disc| {
        let squares = board.chars().zip(0..).filter(|&(letter, _)| letter == disc);
        squares.fold(0, |discs, (_, square)| discs | 1 << square)
    };
    let board = |line: &str| ['X', 'O'].map(|disc| discs(&line[..64], disc));
    let picked: BTreeSet<[u64; 2]> = written.lines().map(board).collect();
    assert!(picked.len() >= 5, "{written}");
    assert_eq!(picked.len(), written.lines().count());
    for game in games(&played_in) {
        let boards = game.iter().map(|record| [record.mover, record.opponent]);
        assert!(boards.filter(|board| picked.contains(board)).count() <= 1);
    }
}

/// Checks that there are `count` problems, each with its exact score.
fn assert_solved(problems: &[u8], count: usize) {
    let stdout = stdout_of(&["solve", "-"], problems);
    let total = stdout.lines().last().expect("a line");
    let expected = format!("total: positions {count}, right {count}, ");
    assert!(total.starts_with(&expected), "{total}");
}
