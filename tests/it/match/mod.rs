//! `obverse match`: pairings, openings, records, and statistics.

mod command_line;
mod ending;
mod files;
mod left_behind;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use obverse::board::notation::transcript;
use obverse::board::{Color, Game, Move, Position};
use obverse::formats::{self, Context, GameRecord};
use serde_json::Value;

use crate::support::folder::TempFolder;
use crate::support::program::{self, run, text};

const GREEDY: &str = "name=greedy builtin algorithm=greedy";
const RANDOM: &str = "name=random builtin algorithm=random";

/// Plays a match between these engines, with further arguments.
fn play(engines: &[&str], words: &[&str]) -> Output {
    let engines = engines.iter().flat_map(|engine| ["--engine", engine]);
    let args: Vec<&str> = ["match"].into_iter().chain(engines).collect();
    run(&[&args, words].concat(), b"")
}

/// The same with an output file. Returns its records, and the standard output.
fn recorded(engines: &[&str], words: &[&str]) -> (Vec<Value>, String) {
    let folder = TempFolder::new(&format!("match-{:?}", std::thread::current().id()));
    let file = folder.0.join("results.jsonl");
    let out = ["--out", file.to_str().expect("a path in Unicode")];
    let output = play(engines, &[words, &out].concat());
    assert_eq!(text(&output.stderr), "", "{engines:?}");
    assert!(output.status.success(), "{engines:?}");
    (records(&file), text(&output.stdout).to_string())
}

fn records(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("it was written");
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

fn word<'a>(record: &'a Value, key: &str) -> &'a str {
    record[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key}: {record}"))
}

/// The game of a record, replayed by the rules.
fn game_of(record: &Value) -> Game {
    let start = match record.get("start") {
        Some(start) => start.as_str().expect("a text").parse().expect("a board"),
        None => Position::START,
    };
    let mut game = Game::new(start);
    for played in transcript::parse(&start, word(record, "moves")).expect("legal moves") {
        let color = game.player_of(played);
        game.play(color, played).expect("a legal move");
    }
    game
}

/// The result in the record is that of its moves.
fn check_finished(record: &Value) {
    let game = game_of(record);
    let lead = game
        .result()
        .unwrap_or_else(|| panic!("not over: {record}"));
    let result = match lead {
        0 => "0".to_string(),
        1.. => format!("B+{lead}"),
        _ => format!("W+{}", -lead),
    };
    assert_eq!(word(record, "result"), result);
    assert_eq!(word(record, "reason"), "normal");
    for (key, color) in [("black_discs", Color::Black), ("white_discs", Color::White)] {
        assert_eq!(record[key], game.position().discs(color).len());
    }
}

#[test]
fn built_in_players_play_pairs_by_the_rules() {
    let (records, output) = recorded(&[RANDOM, GREEDY], &["--games", "5"]);
    assert_eq!(records.len(), 6, "made even");
    for (pair, games) in records.chunks(2).enumerate() {
        for (index, game) in games.iter().enumerate() {
            check_finished(game);
            let keys: Vec<&String> = game.as_object().expect("an object").keys().collect();
            let expected: BTreeSet<&str> = BTreeSet::from([
                "game",
                "pair",
                "opening",
                "black",
                "white",
                "moves",
                "black_discs",
                "white_discs",
                "result",
                "reason",
                "black_seconds",
                "white_seconds",
                "move_micros",
            ]);
            assert_eq!(keys.len(), expected.len());
            assert!(
                keys.iter().all(|key| expected.contains(key.as_str())),
                "{keys:?}"
            );
            assert_eq!(
                (&game["game"], &game["pair"]),
                (&(2 * pair + index + 1).into(), &(pair + 1).into())
            );
            assert!(word(game, "moves").starts_with(word(game, "opening")));
            assert_eq!(word(game, "opening").len(), 16, "eight plies");
            assert!(game["black_seconds"].is_f64() && game["white_seconds"].is_f64());
            let times = game["move_micros"].as_array().expect("a list");
            assert_eq!(16 + 2 * times.len(), word(game, "moves").len());
        }
        assert_eq!(games[0]["opening"], games[1]["opening"]);
        let sides = [word(&games[0], "black"), word(&games[1], "black")];
        assert_eq!(sides, ["random", "greedy"]);
    }
    let won = |side: &str| {
        let is_win = |record: &&Value| {
            let winner = word(record, "result")
                .split('+')
                .next()
                .map(|letter| match letter {
                    "B" => word(record, "black"),
                    "W" => word(record, "white"),
                    _ => "nobody",
                });
            winner == Some(side)
        };
        records.iter().filter(is_win).count()
    };
    let (wins, losses) = (won("random"), won("greedy"));
    let last = output.lines().last().expect("a line");
    let start = format!(
        "random vs greedy: +{wins} ={} -{losses}, discs ",
        6 - wins - losses
    );
    assert!(last.starts_with(&start), "{last}");
    for part in [", Elo ", ", superiority ", " %, pairs "] {
        assert!(last.contains(part), "{last}");
    }
}

/// The same games are played however many run at once.
#[test]
fn results_do_not_depend_on_concurrency() {
    let games = |concurrency: &str, seed: &str| {
        let engines = [
            RANDOM,
            "name=e builtin level=1",
            "builtin algorithm=mcts playouts=20",
        ];
        let words = ["--games", "6", "--concurrency", concurrency, "--seed", seed];
        let (mut records, _) = recorded(&engines, &words);
        records.sort_by_key(|record| record["game"].as_u64());
        let parts = |record: &Value| ["game", "black", "moves"].map(|key| record[key].to_string());
        records.iter().map(parts).collect::<Vec<_>>()
    };
    let one = games("1", "1");
    assert_eq!(one.len(), 18);
    assert_eq!(one, games("3", "1"));
    assert_ne!(one, games("1", "2"));
}

/// Every game of the whole match is in exactly one slice.
#[test]
fn slices_share_out_a_match() {
    let folder = TempFolder::new("match-slices");
    let engines = [RANDOM, GREEDY, "name=e builtin level=1"];
    let file = |name: &str| folder.0.join(format!("{name}.jsonl"));
    let play = |name: &str, words: &[&str]| {
        let path = file(name);
        let out = [
            "--out",
            path.to_str().expect("a path in Unicode"),
            "--games",
            "6",
        ];
        play(&engines, &[&out, words].concat())
    };
    let mut lines = Vec::new();
    for (number, games) in [("1", "6/6 "), ("2", "4/4 "), ("3", "4/4 "), ("4", "4/4 ")] {
        let output = play(number, &["--slice", &format!("{number}/4")]);
        assert!(output.status.success());
        assert!(text(&output.stdout).starts_with(games), "{number}");
        lines.extend(records(&file(number)));
    }
    lines.sort_by_key(|record| record["game"].as_u64());
    assert!(play("whole", &[]).status.success());
    let whole = records(&file("whole"));
    let parts = |record: &Value| ["game", "pair", "black", "moves"].map(|key| record[key].clone());
    let parts = |records: &[Value]| records.iter().map(parts).collect::<Vec<_>>();
    assert_eq!(parts(&lines), parts(&whole));

    let foreign = play("2", &["--slice", "1/4", "--resume"]);
    assert_eq!(foreign.status.code(), Some(2));
    assert!(
        text(&foreign.stderr).contains(": line 1: there is no game 3 in this match; resume with "),
        "{}",
        text(&foreign.stderr)
    );
}

/// Games played on other machines can be summarised without having their engines.
#[test]
fn a_finished_match_starts_no_engine() {
    let folder = TempFolder::new("match-over");
    let file = folder.0.join("a.jsonl");
    let out = [
        "--out",
        file.to_str().expect("a path in Unicode"),
        "--resume",
    ];
    let first = play(&[RANDOM, GREEDY], &[&out[..], &["--games", "2"]].concat());
    assert!(first.status.success());
    let elsewhere = ["name=random cmd=/missing", GREEDY];
    let output = play(&elsewhere, &[&out[..], &["--games", "2"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let last = |output: &Output| text(&output.stdout).lines().last().map(str::to_string);
    assert_eq!(last(&output), last(&first));
    let output = play(&elsewhere, &[&out[..], &["--games", "4"]].concat());
    assert_eq!(output.status.code(), Some(1), "two games are left");
}

#[test]
fn the_format_determines_the_pairings() {
    let engines = [
        RANDOM,
        GREEDY,
        "name=third builtin depth=2 algorithm=nega_alpha",
    ];
    for (format, pairings) in [
        (
            "round-robin",
            &["random vs greedy", "random vs third", "greedy vs third"][..],
        ),
        ("gauntlet", &["random vs greedy", "random vs third"]),
    ] {
        let output = play(&engines, &["--games", "2", "--format", format]);
        assert!(output.status.success());
        let lines: Vec<&str> = text(&output.stdout).lines().collect();
        let (head, last) = lines.split_at(lines.len() - pairings.len());
        for (line, pairing) in last.iter().zip(pairings) {
            assert!(line.starts_with(&format!("{pairing}: +")), "{line}");
        }
        assert!(head[0].contains("games/s"), "{head:?}");
        assert_eq!(head.len(), 4, "a rating for each: {head:?}");
        assert!(
            head[1..].iter().all(|line| line.contains("  Elo ")),
            "{head:?}"
        );
    }
}

#[test]
fn openings_come_from_files_of_several_kinds() {
    let folder = TempFolder::new("match-openings");
    let board = "---------------------------OX------XO--------------------------- O";
    let wiped_next = "-XO------------------------------------------------------------- X";
    let file = |name: &str, content: &str| {
        let path = folder.0.join(name);
        fs::write(&path, content).expect("it can be written");
        path.to_str().expect("a path in Unicode").to_string()
    };
    let lines = file(
        "lines.txt",
        &format!("f5d6\n{board}; C5:+0;\n{wiped_next};\n"),
    );
    let games = file("games.sgf", "(;GM[2];B[fe];W[ff])\n(;GM[2];B[dc])");
    let (records, _) = recorded(
        &[RANDOM, GREEDY],
        &["--openings", &lines, "--openings", &games, "--games", "10"],
    );
    let openings: BTreeSet<&str> = records
        .iter()
        .map(|record| word(record, "opening"))
        .collect();
    assert_eq!(
        openings,
        BTreeSet::from(["F5D6", board, wiped_next, "F5F6", "D3"])
    );
    for record in &records {
        check_finished(record);
        let start = record
            .get("start")
            .map(|start| start.as_str().expect("a text"));
        let opening = word(record, "opening");
        assert_eq!(start.is_some(), opening.len() > 60);
        assert!(start.is_none_or(|start| start == opening));
    }
    let wiped = records
        .iter()
        .find(|record| word(record, "opening") == wiped_next);
    let wiped = wiped.expect("it was played");
    assert_eq!(
        (word(wiped, "result"), &wiped["black_discs"]),
        ("B+64", &3.into())
    );
}

#[test]
fn games_are_also_written_as_sgf_and_ggf() {
    let folder = TempFolder::new("match-formats");
    let file = folder.0.join("a.jsonl");
    let output = play(
        &[RANDOM, GREEDY],
        &[
            "--games",
            "4",
            "--out",
            file.to_str().expect("a path in Unicode"),
        ],
    );
    assert!(output.status.success());
    let records = records(&file);
    let sgf = fs::read(folder.0.join("a.sgf")).expect("it was written");
    let ggf = fs::read(folder.0.join("a.ggf")).expect("it was written");
    for (format, file) in [("sgf", &sgf), ("ggf", &ggf)] {
        let games = games(format, file);
        assert_eq!(games.len(), 4);
        for (record, game) in records.iter().zip(&games) {
            let moves: Vec<Move> = game.actions().collect();
            assert_eq!(transcript::write(&moves), word(record, "moves"));
            assert_eq!(game.black.as_deref(), record["black"].as_str());
            let result = game.result.expect("a result");
            assert_eq!(result.to_string(), word(record, "result"));
        }
    }
    let ggf = String::from_utf8(ggf).expect("it is text");
    for (record, line) in records.iter().zip(ggf.lines()) {
        assert!(line.starts_with("(;GM[Othello]PB[") && line.ends_with(";)"));
        assert_eq!(line.matches("//").count() * 2, word(record, "moves").len());
    }
}

/// The games of a file, none of which may be broken.
fn games(format: &str, file: &[u8]) -> Vec<GameRecord> {
    let format = formats::find(format).expect("it is in the table");
    (format.read)(file, &Context::default())
        .map(|game| game.expect("a game"))
        .collect()
}

#[test]
fn engines_can_be_described_in_a_file() {
    let folder = TempFolder::new("match-toml");
    let file = folder.0.join("players.toml");
    let players = format!(
        "[[engine]]\nname = 'x'\ncmd = \"'{}' --algorithm greedy\"\ninit = ['showboard']\n\
         [[engine]]\nbuiltin = true\nalgorithm = 'random'\n",
        program::path(),
    );
    fs::write(&file, players).expect("it can be written");
    let path = file.to_str().expect("a path in Unicode");
    let output = play(&[], &["--engines", path, "--games", "2"]);
    assert_eq!(text(&output.stderr), "");
    let last = text(&output.stdout).lines().last().expect("a line");
    assert!(last.starts_with("x vs random: +"), "{last}");
}
