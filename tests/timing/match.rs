//! The speed of matches, and a player that must keep its time.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::folder::TempFolder;
use crate::outside;
use crate::{in_a_few_tries, require};

/// The players hardly search, so what is measured is the match itself. Two cores of a
/// machine that others share played 5,800 to 8,400 games a second.
#[test]
fn built_in_players_play_thousands_of_games_a_second() {
    in_a_few_tries(|| {
        let output = play_match(&[
            "--engine",
            "name=a builtin algorithm=negascout depth=1",
            "--engine",
            "name=b builtin algorithm=greedy ties=random",
            "--concurrency=2",
            "--games=16000",
        ]);
        let speed = output.split_once(" games/s").and_then(|(before, _)| {
            let number = before.rsplit(' ').next()?;
            number.parse::<f64>().ok()
        });
        require(speed.is_some_and(|speed| speed >= 5000.0), || {
            output.clone()
        })
    });
}

/// The cost is the time that does not count for either player, divided by the number of
/// moves, which is about 52 per game after the opening. It includes sending the move to the
/// opponent, which takes as long as a move of `random`. If such a move is slow, the cost may
/// be up to a fifth more than that.
#[test]
fn a_move_costs_a_match_less_than_a_tenth_of_a_millisecond() {
    const GAMES: u32 = 300;
    in_a_few_tries(|| {
        let folder = TempFolder::new("match-cost");
        let file = folder.path("games.jsonl");
        let engine = |name: &str| {
            let program = env!("CARGO_BIN_EXE_obverse");
            format!("name={name} cmd=\"'{program}' --algorithm random\"")
        };
        let output = play_match(&[
            "--engine",
            &engine("a"),
            "--engine",
            &engine("b"),
            &format!("--games={GAMES}"),
            &format!("--out={file}"),
        ]);
        let records = fs::read_to_string(&file).expect("it was written");
        let number = |text: &str| {
            let end = text.find([',', '}', ' ']).unwrap_or(text.len());
            text[..end].parse::<f64>().expect("a number")
        };
        let search_time = records
            .split("_seconds\":")
            .skip(1)
            .map(number)
            .sum::<f64>();
        let wall = output
            .split_once(" games, ")
            .map_or(f64::MAX, |(_, rest)| number(rest));
        let moves = f64::from(GAMES) * 52.0;
        let (cost, exchange) = ((wall - search_time) / moves, search_time / moves);
        require(cost < (1.2 * exchange).max(100e-6), || {
            format!("{:.1} us, a move {:.1} us", cost * 1e6, exchange * 1e6)
        })
    });
}

#[test]
fn a_builtin_player_uses_the_time_of_a_move() {
    in_a_few_tries(|| {
        let folder = TempFolder::new("match-time");
        let file = folder.path("games.jsonl");
        play_match(&[
            "--engine",
            "name=a builtin level=30",
            "--engine",
            "name=b builtin algorithm=random",
            "--games=1",
            "--move-time=0.1",
            &format!("--out={file}"),
        ]);
        let records = fs::read_to_string(&file).expect("it was written");
        let micros = records
            .split_once("\"move_micros\":[")
            .and_then(|(_, rest)| rest.split_once(']'));
        let (micros, _) = micros.expect("a list");
        let micros = micros
            .split(',')
            .map(|text| text.parse().expect("a number"));
        // Half of the moves are random ones, and the last ones need little time.
        let mut searched: Vec<u64> = micros.take(30).filter(|&micros| micros > 10_000).collect();
        searched.sort_unstable();
        let (median, longest) = (searched[searched.len() / 2], searched[searched.len() - 1]);
        require(median >= 93_000 && longest <= 120_000, || {
            format!("{searched:?}")
        })
    });
}

/// GNU Rhino's engine loses on time if the machine is busy.
#[test]
fn rhino_plays() {
    const NAME: &str = "gtp-rhino, as a player in a match";
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let mut programs = folders.map(|folder| folder.join("gtp-rhino"));
    let Some(rhino) = programs.find(|program| program.exists()) else {
        return outside::skip(NAME, "gtp-rhino is not installed");
    };
    outside::ran(NAME);
    in_a_few_tries(|| {
        let folder = TempFolder::new("match-rhino");
        let file = folder.path("games.jsonl");
        let output = play_match(&[
            "--engine",
            &format!("name=rhino cmd=\"'{}' -l 3\"", rhino.display()),
            "--engine",
            "builtin algorithm=random",
            "--games=6",
            "--concurrency=2",
            "--move-time=1",
            &format!("--out={file}"),
        ]);
        let records = fs::read_to_string(&file).expect("it was written");
        require(
            records.matches("\"reason\":\"normal\"").count() == 6,
            || records.clone(),
        )?;
        let result = output.lines().last().expect("a line");
        require(result.starts_with("rhino vs random: +6 =0 -0"), || {
            output.clone()
        })
    });
}

/// The output of a match, which must succeed.
fn play_match(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .arg("match")
        .args(words)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it is text")
}
