//! Windows, the values of all moves, several positions at once, and the forms of the output.

use serde_json::Value;

use super::{HARD, lines_of_json, records, rows, solve, untimed};
use crate::support::positions::ENDGAMES;
use crate::support::program::text;

/// The results of these problems are -30, +30, +18 and -6.
#[test]
fn results_outside_the_window_are_bounds() {
    let claims = |args: &[&str]| {
        let output = solve(&[args, &[ENDGAMES]].concat(), "");
        assert!(output.status.success(), "{args:?}");
        let rows = rows(&output);
        assert!(rows[1..5].iter().all(|row| row[8] == "right"), "{rows:?}");
        let claims = rows[1..5].iter().map(|row| row[2].to_string());
        claims.collect::<Vec<_>>()
    };
    let sign = |claim: &String| {
        claim
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .to_string()
    };
    for args in [
        &["--alpha", "-3", "--beta", "3"][..],
        &["--alpha=-3", "--beta=3"],
        &["--wld"],
    ] {
        let claims: Vec<String> = claims(args).iter().map(sign).collect();
        assert_eq!(claims, ["<=-", ">=+", ">=+", "<=-"], "{args:?}");
    }
    assert_eq!(
        claims(&["--alpha", "-7", "--beta", "31"])[1..],
        ["+30", "+18", "-6"]
    );
    let claims = claims(&["--beta", "18"]);
    assert_eq!((&claims[0][..], &claims[3][..]), ("-30", "-6"));
    assert!(claims[1].starts_with(">=+") && claims[2].starts_with(">=+"));
}

#[test]
fn a_known_score_must_agree_with_a_bound() {
    let board = "-OXXXX--X-OXXX---XOOOX-XOXXXXOXX-XXXOOXX-XOXOOXXOXOOOXXX-XXXOXXX O;";
    for (scores, verdict) in [
        ("G1:+18;", "right"),
        ("G1:+64;", "right"),
        ("G1:+2;", "wrong:+2"),
        ("G1:-2;", "wrong:-2"),
        ("", "-"),
    ] {
        let input = format!("{board} {scores}\n");
        let output = solve(&["-", "--beta", "3"], &input);
        assert_eq!(rows(&output)[1][8], verdict, "{scores}");
        let is_wrong = verdict.starts_with("wrong");
        assert_eq!(output.status.code(), Some(is_wrong.into()), "{scores}");
    }
}

#[test]
fn json_tells_exact_values_from_bounds() {
    let output = solve(&["--json", "--alpha", "-6", "--beta", "20", ENDGAMES], "");
    let records = records(&output);
    let found = records[..4].iter().map(|record| {
        let field = |name: &str| record[name].clone();
        (field("bound"), field("exact"))
    });
    let upper = (Value::from("upper"), Value::from(false));
    let lower = (Value::from("lower"), Value::from(false));
    let exact = (Value::from("exact"), Value::from(true));
    let expected = [upper.clone(), lower, exact, upper];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    assert_eq!(records[4]["total"]["wrong"], 0);
    let output = solve(&["--json", "--level", "1", ENDGAMES, "--only", "4"], "");
    let record = &lines_of_json(text(&output.stdout))[0];
    assert_eq!(
        (&record["bound"], &record["exact"]),
        (&Value::Null, &false.into())
    );
}

#[test]
fn every_move_gets_its_value() {
    let output = solve(&["--moves", "--obf", ENDGAMES, "--only", "1,3"], "");
    let expected = "XX-OOO--XXOOOOO--OXOOOOOOOOXXOOOOOOXXOOOOOXXOXOOOOOOOOXOXXXXOXXX O; pass:-30; % 5 empties
-OXXXX--X-OXXX---XOOOX-XOXXXXOXX-XXXOOXX-XOXOOXXOXOOOXXX-XXXOXXX O; G1:+18; A8:-2; A3:-4; A6:-12; G2:-18; G3:-20; A5:-22; % 11 empties
";
    assert_eq!(text(&output.stdout), expected);
    let output = solve(
        &["--moves", "--alpha=-5", "--beta=5", ENDGAMES, "--only", "3"],
        "",
    );
    let rows = rows(&output);
    assert_eq!(rows[0].last(), Some(&"moves"));
    let sorted = |moves: &[&str]| {
        let mut moves = moves
            .iter()
            .map(|found| found.to_string())
            .collect::<Vec<_>>();
        moves.sort();
        moves
    };
    let expected = [
        "G1:>=+6", "A8:-2", "A3:-4", "A6:<=-6", "G2:<=-6", "G3:<=-6", "A5:<=-6",
    ];
    let found = sorted(&rows[1][9..]);
    let loosely = |found: &String| found.contains(":>=") || found.contains(":<=");
    let (bounds, exact): (Vec<String>, Vec<String>) = found.into_iter().partition(loosely);
    assert_eq!(exact, ["A3:-4", "A8:-2"]);
    let side = |found: &String| found[..5].to_string();
    let (expected, _): (Vec<String>, Vec<String>) =
        sorted(&expected).into_iter().partition(loosely);
    assert!(
        bounds.iter().map(side).eq(expected.iter().map(side)),
        "{bounds:?}"
    );
}

/// A value may be wrong in the file although the best one is right.
#[test]
fn the_values_of_all_moves_are_judged() {
    let board = "-OXXXX--X-OXXX---XOOOX-XOXXXXOXX-XXXOOXX-XOXOOXXOXOOOXXX-XXXOXXX O;";
    let input = format!("{board} G1:+18; A8:-4;\n");
    assert_eq!(rows(&solve(&["-"], &input))[1][8], "right");
    assert_eq!(rows(&solve(&["-", "--moves"], &input))[1][8], "wrong:-4");
}

/// Each position is solved by one thread, so the answers are those of one thread.
#[test]
fn many_positions_at_once_give_the_same_answers_in_order() {
    let solve = |args: &[&str]| {
        let words = [&["--json", "--only", "1-24", HARD], args].concat();
        let output = solve(&words, "");
        assert!(output.status.success());
        untimed(records(&output))
    };
    let alone = solve(&["--threads", "1"]);
    assert_eq!(alone.len(), 25);
    assert_eq!(
        solve(&["--threads", "3"]),
        alone,
        "chosen by the number of positions"
    );
    assert_eq!(solve(&["--threads", "2", "--at-once", "2"]), alone);
    let one_by_one = solve(&["--threads", "2", "--at-once", "1"]);
    let scores = |records: &[Value]| {
        let scores = records.iter().map(|record| record["score"].clone());
        scores.collect::<Vec<_>>()
    };
    assert_eq!(scores(&one_by_one), scores(&alone));
}

#[test]
fn output_in_each_form_can_be_read_again() {
    for args in [&["--moves"][..], &["--wld"], &["--moves", "--beta", "0"]] {
        let written = |form: &str| {
            let output = solve(&[args, &[form, ENDGAMES]].concat(), "");
            text(&output.stdout).to_string()
        };
        for form in ["--json", "--csv"] {
            let again = solve(&["-", "--verify", "all", "--json"], &written(form));
            let records = records(&again);
            assert!(again.status.success(), "{form} {args:?}: {records:?}");
            assert_eq!(records.last().unwrap()["total"]["positions"], 4, "{form}");
        }
        // Only exact scores have a place in OBF.
        let written = written("--obf");
        assert_eq!(written.lines().count(), 4);
        let again = solve(&["-"], &written);
        assert!(again.status.success(), "{written}");
        let has_bounds = written.contains("% 10 empties; ");
        assert_eq!(has_bounds, args != ["--moves"], "{written}");
    }
}

#[test]
fn bad_answers_are_refused_with_their_line() {
    let answer = text(&solve(&["--csv", ENDGAMES], "").stdout).to_string();
    let (head, rest) = answer.split_once('\n').unwrap();
    let row = rest.lines().next().unwrap();
    for (input, problem) in [
        (
            "{\"n\":1}".to_string(),
            "obverse: -, line 1: not an answer of solve: missing field `position` at line 1 column 7",
        ),
        (
            "\n{\"run\":{}}\n{".to_string(),
            "obverse: -, line 3: not an answer of solve: EOF",
        ),
        (
            format!(
                "{head}\n{row}\n{}",
                row.replace("upper", "x").replace("exact", "x")
            ),
            "obverse: -, line 3: unknown variant `x`",
        ),
        (
            format!("{head}\n1,2\n"),
            "obverse: -, line 2: expected 13 fields, got 2",
        ),
        (
            format!("{head}\n{}", row.replacen("XX-", "XX", 1)),
            "obverse: -, line 2: character ",
        ),
        (
            format!("{head}\n{}", row.replacen("-30", "NaN", 1)),
            "obverse: -, line 2: field 4: ",
        ),
        (
            format!("{}1", "[".repeat(100_000)),
            "obverse: -, line 1: character 1: ",
        ),
        (
            format!("{{\"n\":{}1", "[".repeat(100_000)),
            "obverse: -, line 1: not an answer of solve: ",
        ),
    ] {
        let output = solve(&["-"], &input);
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.starts_with(problem), "{complaint:?}");
        assert_eq!(complaint.lines().count(), 1, "{complaint:?}");
        assert!(complaint.len() < 300, "{complaint:?}");
    }
}
