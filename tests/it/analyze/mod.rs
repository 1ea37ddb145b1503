//! `obverse analyze`. (A browser opens its page in `slow::clients`.)

mod output;

use std::fs;
use std::process::Output;

use obverse::board::notation::transcript;
use obverse::board::{Move, Position};
use serde_json::Value;

use crate::support::folder::TempFolder;
use crate::support::positions::WIPEOUT;
use crate::support::program::{assert_refused, run, stdout_of, text};

/// A game between weak players, with three passes.
const GAME: &str = "D3E3F6C4B3D6C5B4C3C2F4A3D7D8E2G7E6F7C6E1F5G3D2C7F3F2F1D1C1B1B2E7E8G5H5G1G2A4\
    B5H1G4A6B6H4H2A2H3A5A7B7F8G8A1G6H8H6H7A8B8C8";

fn analyze(args: &[&str], input: &str) -> Output {
    run(&[&["analyze"], args].concat(), input.as_bytes())
}

/// Its output, which must come without errors.
fn analyzed(args: &[&str], input: &str) -> String {
    stdout_of(&[&["analyze"], args].concat(), input.as_bytes())
}

/// The records of the games, and the total.
fn records(lines: &str) -> (Vec<Value>, Value) {
    let mut records: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let total = records.pop().expect("a total");
    (records, total["total"].clone())
}

fn moves(game: &Value) -> &[Value] {
    game["moves"].as_array().expect("a list")
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a whole number")
}

/// The position before each move of [`GAME`], passes included.
fn positions() -> Vec<Position> {
    let moves = transcript::parse(&Position::START, GAME).expect("a game");
    let mut position = Position::START;
    let mut positions = Vec::new();
    for action in moves {
        if position.must_pass() && action != Move::Pass {
            positions.push(position);
            position = position.pass();
        }
        positions.push(position);
        position = position.after(action);
    }
    positions
}

/// Each value that is marked exact is the one that `solve` finds, and the value of a
/// move is that of the position after it.
#[test]
fn exact_values_are_those_of_solve() {
    let (games, _) = records(&analyzed(&["-", "--json", "--level", "5"], GAME));
    let moves = moves(&games[0]);
    let positions = positions();
    assert_eq!(moves.len(), positions.len());
    let late: Vec<usize> = (0..moves.len())
        .filter(|&index| positions[index].empty().len() <= 10)
        .collect();
    assert!(late.len() > 10);
    let problems: String = late
        .iter()
        .map(|&index| format!("{};\n", positions[index]))
        .collect();
    let solved = run(&["solve", "--json", "-"], problems.as_bytes());
    let (solved, _) = records(text(&solved.stdout));
    for (&index, solution) in late.iter().zip(&solved) {
        let step = &moves[index];
        assert_eq!(step["exact"], true, "{step}");
        assert_eq!(step["best"], solution["score"], "{step}");
        let best = step["best_moves"].as_array().expect("a list");
        assert!(best.contains(&solution["move"]), "{step} {solution}");
        let after = match moves.get(index + 1) {
            Some(next) => number(&next["best"]),
            // The board is full, and white has 7 discs.
            None => -50,
        };
        assert_eq!(number(&step["value"]), -after, "{step}");
    }
    let mistake = &moves[57];
    assert_eq!(
        (
            &mistake["move"],
            &mistake["best_moves"][0],
            &mistake["loss"]
        ),
        (&"H6".into(), &"H7".into(), &4.into())
    );
}

#[test]
fn each_move_is_compared_with_all_others() {
    let (games, total) = records(&analyzed(&["-", "--json", "--level", "3"], GAME));
    let positions = positions();
    for (index, (step, position)) in moves(&games[0]).iter().zip(&positions).enumerate() {
        let values = step["values"].as_object().expect("an object");
        assert_eq!(
            values.len(),
            position.moves().len().max(1) as usize,
            "{step}"
        );
        let best = values.values().map(number).max().expect("a move");
        assert_eq!(number(&step["best"]), best, "{step}");
        for (action, value) in values {
            let is_best = step["best_moves"]
                .as_array()
                .expect("a list")
                .contains(&action.as_str().into());
            assert_eq!(is_best, number(value) == best, "{step}");
        }
        let played = step["move"].as_str().expect("a move");
        assert_eq!(step["value"], values[played]);
        let loss = best - number(&values[played]);
        assert_eq!(number(&step["loss"]), loss);
        let grade = match loss {
            _ if values.len() == 1 => "forced",
            0 => "best",
            1 => "good",
            2..=3 => "inaccuracy",
            4..=7 => "mistake",
            _ => "blunder",
        };
        assert_eq!(step["grade"], grade, "{step}");
        assert_eq!(step["n"], index + 1);
        let line = step["pv"].as_str().expect("text");
        let first = line.split(' ').next().expect("a move");
        assert!(
            step["best_moves"]
                .as_array()
                .expect("a list")
                .contains(&first.into())
        );
    }
    let passes = moves(&games[0])
        .iter()
        .filter(|step| step["move"] == "pass");
    assert_eq!(passes.count(), 3);
    assert_eq!(
        (&total["games"], &total["positions"]),
        (&1.into(), &63.into())
    );
    for color in ["black", "white"] {
        let own = || {
            moves(&games[0])
                .iter()
                .filter(|step| step["color"] == color)
        };
        let with = |grade: &str| own().filter(|step| step["grade"] == grade).count();
        let summary = &games[0]["summary"][color];
        let lost: i64 = own().map(|step| number(&step["loss"])).sum();
        assert_eq!(number(&summary["lost"]), lost);
        assert_eq!(summary["inaccuracies"], with("inaccuracy"));
        assert_eq!(summary["mistakes"], with("mistake"));
        assert_eq!(summary["blunders"], with("blunder"));
        let phases = ["opening", "midgame", "endgame"];
        let in_phases: i64 = phases
            .iter()
            .map(|phase| number(&summary["phases"][phase]))
            .sum();
        assert_eq!(in_phases, lost);
        assert_eq!(summary["best"], with("best"));
        assert_eq!(summary["choices"], own().count() - with("forced"));
        let worst = number(&summary["worst"]) as usize - 1;
        let most = own().map(|step| number(&step["loss"])).max();
        assert_eq!(Some(number(&moves(&games[0])[worst]["loss"])), most);
    }
}

/// A game is the same in every format, as far as the format can represent it.
#[test]
fn games_of_all_formats_are_read() {
    let folder = TempFolder::new("analyze-formats");
    let path = |name| folder.path(name);
    let values = |name: &str| {
        let (games, _) = records(&analyzed(&[name, "--json", "--level", "1"], ""));
        moves(&games[0]).to_vec()
    };
    let first = path("a.txt");
    fs::write(&first, WIPEOUT).expect("it can be written");
    for name in ["a.sgf", "a.ggf", "a.wtb"] {
        let other = path(name);
        assert!(run(&["convert", &first, &other], b"").status.success());
        assert_eq!(values(&other), values(&first), "{name}");
    }
    let named = "(;GM[2]PB[Ann]PW[Bob]EV[Open]DT[2004]RE[B+R];B[f5])";
    let table = analyzed(&["-", "--level", "1"], named);
    assert!(
        table.starts_with("-: game 1, Ann - Bob, Open, 2004, B+R\n"),
        "{table}"
    );
    let flipped = "(;FF[4]AB[dd][ee]AW[de][ed]PL[B];B[df])";
    let (games, _) = records(&analyzed(
        &["-", "--json", "--level", "1", "--gogui-rows"],
        flipped,
    ));
    assert_eq!(moves(&games[0])[0]["move"], "D3");
}

/// A game that has not ended gets a row for its last position, without a move.
#[test]
fn an_unfinished_game_has_a_row_for_its_last_position() {
    let board = "-OXXXX--X-OXXX---XOOOX-XOXXXXOXX-XXXOOXX-XOXOOXXOXOOOXXX-XXXOXXX";
    let (games, total) = records(&analyzed(&["-", "--json"], &format!("{board} O;")));
    assert_eq!(games[0]["start"], format!("{board} O"));
    let [step] = moves(&games[0]) else {
        panic!("{games:?}");
    };
    for field in ["move", "value", "loss", "grade"] {
        assert_eq!(step[field], Value::Null, "{field}");
    }
    assert_eq!((&step["best"], &step["exact"]), (&18.into(), &true.into()));
    assert_eq!(step["best_moves"], Value::from(vec!["G1"]));
    assert_eq!(total["exact"], 1);

    // A forced pass, and a game that is over before it begins.
    let pass = "XX-OOO--XXOOOOO--OXOOOOOOOOXXOOOOOOXXOOOOOXXOXOOOOOOOOXOXXXXOXXX O";
    let over = format!("{} X", "X".repeat(64));
    let table = analyzed(&["-"], &format!("{pass};\n{over};\n"));
    let lines: Vec<&str> = table.lines().collect();
    let words: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!(
        words[..9],
        ["1", "white", "-", "-", "-30", "-", "exact", "-", "pass"]
    );
    assert!(table.contains("-: game 2, B+64\n"), "{table}");
    assert!(
        lines
            .last()
            .expect("a total")
            .contains("games 2, left out 0, positions 1,")
    );
}

#[test]
fn invalid_games_are_reported_and_skipped() {
    let folder = TempFolder::new("analyze-broken");
    let bad = folder.0.join("bad.sgf");
    let bad = bad.to_str().expect("a path in Unicode");
    fs::write(bad, "(;B[f5];W[f5])\n(;B[d3])(;GM[1])(;B[c4]").expect("it can be written");
    let output = analyze(&[bad, "-", "--json", "--level", "1"], "d3\nd3d3\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        format!(
            "obverse: {bad}: game 1: line 1, column 11: move 2: white F5 is not a legal move\n\
             obverse: {bad}: game 3: line 2, column 14: not a game of Othello, expected GM[2]\n\
             obverse: {bad}: game 4: line 2, column 24: the game is incomplete, expected ')'\n\
             obverse: -: game 2: line 2, column 3: D3 is not a legal move\n\
             obverse: analyze: 4 of 6 games skipped\n"
        )
    );
    let (games, total) = records(text(&output.stdout));
    let names: Vec<_> = games
        .iter()
        .map(|game| (&game["file"], &game["game"]))
        .collect();
    assert_eq!(names, [(&bad.into(), &2.into()), (&"-".into(), &1.into())]);
    assert_eq!(
        (&total["games"], &total["left_out"]),
        (&2.into(), &4.into())
    );

    // Games that `--only` excludes are not mentioned.
    analyzed(&[bad, "--only", "2", "--level", "1"], "");
    for (args, input, status, problem) in [
        (
            &["-", "--only", "1,9"][..],
            "d3",
            2,
            "--only: there is no game 9; the last one is 1",
        ),
        (
            &["-", "--from", "ggf"],
            "",
            1,
            "analyze: there are no games to analyze",
        ),
    ] {
        let output = analyze(args, input);
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        let problem = format!("obverse: {problem}\n");
        assert!(text(&output.stderr).ends_with(&problem), "{args:?}");
        assert_eq!(text(&output.stdout), "");
    }
}

/// At this level the results would take too long: the limit must end each search, and
/// only that search.
#[test]
fn the_time_limit_applies_to_each_position() {
    let (games, _) = records(&analyzed(&["-", "--json", "--time", "0.02"], "f5d6c3"));
    for step in moves(&games[0]) {
        assert!((1..50).contains(&number(&step["depth"])), "{step}");
        assert_eq!(step["exact"], false);
    }
}

#[test]
fn values_are_repeatable() {
    let args = ["-", "--json", "--level", "6"];
    let values = |input: &str| {
        let (games, _) = records(&analyzed(&args, input));
        moves(games.last().expect("a game")).to_vec()
    };
    let late = &GAME[..60];
    assert_eq!(values(late), values(&format!("{WIPEOUT}\n{late}")));
}

#[test]
fn bad_command_lines_are_refused_in_one_line() {
    let folder = TempFolder::new("analyze-refused");
    let games = folder.0.join("games.html");
    fs::write(&games, GAME).expect("it can be written");
    let games = games.to_str().expect("a path in Unicode");
    let missing = folder.0.join("missing/a.html");
    let missing = missing.to_str().expect("a path in Unicode");
    let read = "it is also an input file\n";
    for (args, problem) in [
        (&[][..], "analyze: expected GAMES ... "),
        (
            &["-", "--fast"],
            "--fast: unknown flag, expected one listed by --help",
        ),
        (&["-", "--level", "31"], "--level: expected 0 to 30"),
        (
            &["-", "--html", "a.txt"],
            "--html: expected a name that ends in .html",
        ),
        (&["-", "--html", missing], &format!("{missing}: ")),
        (&[games, "--html", games], &format!("{games}: {read}")),
        (&["missing.sgf"], "missing.sgf: "),
        (&[games, "missing.sgf"], "missing.sgf: "),
        (&["/", "--from", "sgf"], "/: "),
        (
            &["-"],
            "-: it is empty; name a file with games or positions\n",
        ),
    ] {
        assert_refused(&[&["analyze"], args].concat(), "", problem);
    }
    assert_eq!(fs::read_to_string(games).expect("it exists"), GAME);
}

/// A player is known by name, whatever the colour.
#[test]
fn players_are_summed_up_over_all_games() {
    let games = "(;GM[2]PB[Ann]PW[Bob];B[f5];W[f6];B[e6])(;GM[2]PB[Bob]PW[Ann];B[f5];W[d6])";
    let args = ["-", "--level", "3"];
    let (records, total) = records(&analyzed(&[&args[..], &["--json"]].concat(), games));
    let players = total["players"].as_array().expect("a list");
    let sum = |field: &str, sides: [&str; 2]| {
        let games = records.iter().zip(sides);
        let values = games.map(|(game, side)| number(&game["summary"][side][field]));
        values.sum::<i64>()
    };
    for (player, name, sides) in [
        (&players[0], "Ann", ["black", "white"]),
        (&players[1], "Bob", ["white", "black"]),
    ] {
        assert_eq!(
            (&player["name"], &player["games"]),
            (&name.into(), &2.into())
        );
        for field in ["lost", "inaccuracies", "mistakes", "best", "choices"] {
            assert_eq!(number(&player[field]), sum(field, sides), "{name} {field}");
        }
    }
    let table = analyzed(&args, games);
    assert!(table.contains("\nAnn: 2 games, lost "), "{table}");
}
