//! Files of games, in and out.

use obverse::formats::FORMATS;
use serde_json::{Value, json};

use super::client::Server;
use crate::support::positions::WIPEOUT;

const BOARD: &str = "---------------------------OX------XO--------------------------- O";

fn read(server: &Server, path: &str, body: &[u8]) -> (u16, Value) {
    let (status, body) = server.post(path, body);
    (status, serde_json::from_slice(&body).expect("JSON"))
}

#[test]
fn games_survive_every_format() {
    let server = Server::start();
    let usual = json!({
        "black": "Ann \"A\"", "white": "Böb\\", "event": "Open", "date": "2004-05-06",
        "moves": WIPEOUT, "result": "B+64",
    });
    for format in FORMATS {
        let games = json!({ "games": [usual, { "moves": WIPEOUT }] });
        let path = format!("write?format={}", format.name);
        let (status, file) = server.post(&path, games.to_string().as_bytes());
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&file));
        let (status, found) = read(&server, "read", &file);
        assert_eq!((status, &found["left_out"]), (200, &json!(0)), "{found}");
        let found = &found["games"];
        match format.name {
            "ggf" | "sgf" => assert_eq!(found[0], usual),
            // It holds positions.
            "obf" => {
                assert_eq!(found[0]["moves"], "");
                assert!(found[0]["start"].is_string());
                continue;
            }
            _ => assert_eq!(found[0]["moves"], WIPEOUT, "{}", format.name),
        }
        assert_eq!(found[1]["moves"], WIPEOUT);
        assert_eq!(found[1]["result"], "B+64");
        assert_eq!(found[1].get("start"), None);
    }
    let other = json!({ "games": [{ "start": BOARD, "moves": "d6" }] });
    let (_, file) = server.post("write?format=sgf", other.to_string().as_bytes());
    let (_, found) = read(&server, "read", &file);
    assert_eq!(found["games"][0], json!({ "start": BOARD, "moves": "D6" }));
}

#[test]
fn broken_files_are_explained() {
    let server = Server::start();
    let unknown = "unknown format: expected ggf, obf, sgf, transcript, wthor";
    for (path, body, status, part) in [
        (
            "read",
            "f5d6\nf5f5\nc4",
            200,
            "line 2, column 3: F5 is not a legal move",
        ),
        (
            "read",
            "f5f5",
            400,
            "line 1, column 3: F5 is not a legal move",
        ),
        ("read", "Dear all", 400, unknown),
        ("read", "", 400, unknown),
        ("read?name=a.xml", "Dear all", 400, unknown),
        ("read?name=a.SGF", "Dear all", 400, "no game found"),
        ("write?format=xml", "{}", 400, "format: expected ggf, obf"),
        ("write", "{}", 400, "format: expected ggf, obf"),
        (
            "write?format=sgf",
            "{}",
            400,
            "expected games in JSON: missing field",
        ),
        ("write?format=sgf", "[", 400, "expected games in JSON: "),
        (
            "write?format=sgf",
            r#"{"games":[{},{"moves":"f5f5"}]}"#,
            400,
            "game 2: moves: ",
        ),
        (
            "write?format=sgf",
            r#"{"games":[{"start":"x"}]}"#,
            400,
            "game 1: start: ",
        ),
        (
            "write?format=sgf",
            r#"{"games":[{"result":"x"}]}"#,
            400,
            "game 1: result: expected",
        ),
        (
            "write?format=wthor",
            r#"{"games":[{"moves":"f5"}]}"#,
            400,
            "game 1: the format needs",
        ),
    ] {
        let (found, answer) = read(&server, path, body.as_bytes());
        let problem = answer.get("problem").unwrap_or(&answer);
        assert!(problem["code"].is_string(), "{answer}");
        let problem = problem["error"].as_str().expect("a sentence");
        assert!(problem.contains(part), "{path} {body}: {problem}");
        assert_eq!((found, problem.lines().count()), (status, 1), "{answer}");
    }
    let (_, some) = read(&server, "read", b"f5d6\nf5f5\nc4");
    assert_eq!(
        (some["games"].as_array().map(Vec::len), &some["left_out"]),
        (Some(2), &json!(1))
    );
}

/// The page has words of its own for each code.
#[test]
fn problems_have_codes() {
    let server = Server::start();
    for (path, body, expected) in [
        ("read", "Dear all", json!({ "code": "unknown_format" })),
        (
            "read",
            "f5f5",
            json!({ "code": "illegal_move", "line": 1, "column": 3, "move": "F5" }),
        ),
        ("read?name=a.sgf", "Dear all", json!({ "code": "no_games" })),
        ("read", "(;GM[1])", json!({ "code": "other_game" })),
        ("read", "(;GM[2];B[fe]", json!({ "code": "incomplete" })),
        (
            "read",
            "(;GM[2];B[zz])",
            json!({ "code": "broken", "line": 1 }),
        ),
        (
            "write?format=wthor",
            r#"{"games":[{"moves":"f5"}]}"#,
            json!({ "code": "no_score" }),
        ),
        (
            "write?format=wthor",
            &format!(r#"{{"games":[{{}},{{"start":"{BOARD}"}}]}}"#),
            json!({ "code": "no_score", "game": 1 }),
        ),
    ] {
        let (_, answer) = read(&server, path, body.as_bytes());
        for (name, value) in expected.as_object().expect("fields") {
            assert_eq!(answer[name], *value, "{path} {body}: {answer}");
        }
    }
}

#[test]
fn there_is_a_limit_to_the_games() {
    let server = Server::start();
    let (_, some) = read(&server, "read", "f5\n".repeat(10_003).as_bytes());
    let count = some["games"].as_array().map(Vec::len);
    assert_eq!((count, &some["left_out"]), (Some(10_000), &json!(3)));
    let games = json!({ "games": vec![json!({}); 10_001] });
    let (status, _) = server.post("write?format=sgf", games.to_string().as_bytes());
    assert_eq!(status, 400);
}
