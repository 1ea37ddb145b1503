//! `obverse exercises`. (A browser opens its page in `slow::clients`.)

use std::fs;

use serde_json::Value;

use crate::support::folder::TempFolder;
use crate::support::program::{assert_refused, run, stdout_of, text};

/// A game between weak players.
const GAME: &str = "D3E3F6C4B3D6C5B4C3C2F4A3D7D8E2G7E6F7C6E1F5G3D2C7F3F2F1D1C1B1B2E7E8G5H5G1G2A4\
    B5H1G4A6B6H4H2A2H3A5A7B7F8G8A1G6H8H6H7A8B8C8";

/// The exercises on the page that this command line writes.
fn exercises(args: &[&str], input: &str) -> Vec<Value> {
    let folder = TempFolder::new("exercises");
    let page = folder.path("a.html");
    let words = [&["exercises", "-", "--html", &page], args].concat();
    let output = stdout_of(&words, input.as_bytes());
    let page = fs::read_to_string(&page).expect("it was written");
    for word in ["http:", "https:", "src=", "@import", "url(", "{{"] {
        assert!(!page.contains(word), "{word}");
    }
    let (_, rest) = page.split_once("id=\"records\">").expect("they exist");
    let (json, _) = rest.split_once("</script>").expect("it is closed");
    let found: Vec<Value> = serde_json::from_str(json).expect("a list");
    assert!(output.contains(&format!(", exercises {}, page ", found.len())));
    found
}

#[test]
fn clear_mistakes_are_asked_for_with_their_refutation() {
    let found = exercises(&["--level", "6"], GAME);
    assert!(found.len() > 3);
    let mut losses = Vec::new();
    for exercise in &found {
        let values = exercise["values"].as_object().expect("an object");
        let value = |field: &str| {
            let square = exercise[field].as_str().expect("a square");
            values[square].as_i64().expect("a number")
        };
        let loss = exercise["loss"].as_i64().expect("a number");
        assert!(loss >= 4, "{exercise}");
        assert_eq!(value("best") - value("played"), loss);
        let others = values.values().filter_map(Value::as_i64);
        let near = others.filter(|&other| other > value("best") - 2).count();
        assert_eq!(near, 1, "{exercise}");
        for (square, line) in exercise["lines"].as_object().expect("an object") {
            assert!(line.as_str().expect("text").starts_with(square.as_str()));
        }
        let played = exercise["played"].as_str().expect("a square");
        let refutation = exercise["lines"][played].as_str().expect("text");
        assert!(refutation.contains(' '), "{exercise}");
        losses.push(loss);
    }
    assert!(losses.is_sorted_by(|one, next| one >= next));
    assert_eq!(
        exercises(&["--level", "6", "--count", "2"], GAME),
        found[..2]
    );
    let white = exercises(&["--level", "6", "--player", "WHITE"], GAME);
    let is_white = |exercise: &&Value| {
        exercise["start"]
            .as_str()
            .is_some_and(|start| start.ends_with('O'))
    };
    assert!(white.iter().all(|exercise| is_white(&exercise)));
    assert_eq!(white.len(), found.iter().filter(is_white).count());
    let other = ["exercises", "-", "--level", "6", "--player", "BLAKC"];
    let problem = "--player BLAKC: nobody of this name plays in these games";
    assert_refused(&other, GAME, problem);
    // A game that occurs twice has the same positions.
    assert_eq!(
        exercises(&["--level", "6"], &format!("{GAME}\n{GAME}\n")).len(),
        found.len()
    );
}

#[test]
fn without_mistakes_there_is_no_page() {
    let folder = TempFolder::new("exercises-none");
    let page = folder.path("a.html");
    let args = ["exercises", "-", "--level", "1", "--html", &page];
    let output = stdout_of(&args, b"f5");
    assert_eq!(output, "total: games 1, clear mistakes 0, no page\n");
    assert_eq!(folder.names().len(), 0);
    let broken = run(&args, b"f5\nf5f5\n");
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken.stderr).contains("-: game 2: line 2, column 3: F5 is not a legal move"));
    assert_refused(&["exercises"], "", "exercises: expected GAMES ... ");
    assert_refused(
        &["exercises", "-", "--html", "a.txt"],
        "",
        "--html: expected a name that ends in .html",
    );
}
