//! `obverse report` and the page of a match. (A browser opens it in `slow::clients`.)

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::support::folder::TempFolder;
use crate::support::program::{run, text};

const GREEDY: &str = "name=greedy builtin algorithm=greedy";
const RANDOM: &str = "name=random builtin algorithm=random";

/// A folder for the files of a match.
struct MatchFolder(TempFolder);

impl MatchFolder {
    fn new(name: &str) -> MatchFolder {
        MatchFolder(TempFolder::new(&format!("report-{name}")))
    }

    fn path(&self, name: &str) -> String {
        let path = self.0.0.join(name);
        path.to_str().expect("a path in Unicode").to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it was written")
    }

    /// Plays a match that writes its results to `a.jsonl` and the page to `a.html`.
    fn play(&self, engines: &[&str], words: &[&str]) -> Output {
        let files = [
            "--out",
            &self.path("a.jsonl"),
            "--html",
            &self.path("a.html"),
        ];
        let engines = engines.iter().flat_map(|engine| ["--engine", engine]);
        let engines: Vec<&str> = engines.collect();
        run(&[&["match"], &engines[..], words, &files].concat(), b"")
    }

    fn records(&self) -> Vec<Value> {
        let lines = self.read("a.jsonl");
        lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect()
    }
}

fn last_line(output: &Output) -> &str {
    text(&output.stdout).lines().last().expect("a line")
}

/// The records in the page, which it can replay.
fn kept(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("id=\"records\">").expect("they exist");
    let (json, _) = rest.split_once("</script>").expect("it is closed");
    assert!(!json.contains('<'), "nothing but the end of it ends it");
    serde_json::from_str(json).expect("a list")
}

#[test]
fn the_page_has_the_numbers_of_the_last_line() {
    let desk = MatchFolder::new("numbers");
    let output = desk.play(&[RANDOM, GREEDY], &["--games", "20"]);
    assert_eq!(text(&output.stderr), "");
    let page = desk.read("a.html");
    let (_, numbers) = last_line(&output).split_once(": ").expect("a pairing");
    for part in numbers.split(", ") {
        // An interval such as `[-300.0, +20.0]` contains a comma.
        let number =
            part.trim_start_matches(|letter: char| letter.is_alphabetic() || letter == ' ');
        for word in number.split(" [") {
            assert!(page.contains(word), "{word} of {numbers}");
        }
    }
    assert!(page.contains("20 games from 10 openings"));
    assert!(page.contains("<title>random vs greedy</title>"));
    assert_eq!(kept(&page), desk.records());
    assert_eq!(page.matches("<code>").count(), 10, "a row for each opening");
    assert_eq!(page.matches("<svg").count(), 3);
    let names = ["a.ggf", "a.html", "a.jsonl", "a.sgf"];
    assert_eq!(desk.0.names(), names);
}

/// Everything that a browser loads is in the page.
#[test]
fn the_page_loads_nothing_from_outside() {
    let desk = MatchFolder::new("alone");
    assert!(
        desk.play(&[RANDOM, GREEDY], &["--games", "2"])
            .status
            .success()
    );
    let page = desk.read("a.html");
    for word in ["http:", "https:", "//cdn", "src=", "@import", "url(", "{{"] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn names_are_escaped() {
    let desk = MatchFolder::new("names");
    let hostile =
        r#"name='</script><script>alert(1)</script>"><b>&{{style}}' builtin algorithm=random"#;
    let output = desk.play(&[hostile, GREEDY], &["--games", "2"]);
    assert_eq!(text(&output.stderr), "");
    let page = desk.read("a.html");
    assert!(!page.contains("alert(1)</script>") && !page.contains("<b>"));
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "the records and the script"
    );
    let name = kept(&page)[0]["black"].clone();
    assert_eq!(name, "</script><script>alert(1)</script>\"><b>&{{style}}");
}

#[test]
fn openings_may_be_positions() {
    let desk = MatchFolder::new("positions");
    let board = "---------------------------OX------XO--------------------------- O";
    let full = "-XO------------------------------------------------------------- X";
    let openings = desk.path("openings.txt");
    fs::write(&openings, format!("{board};\n{full};\nF5\n")).expect("it can be written");
    let words = ["--openings", &openings, "--games", "6"];
    assert!(desk.play(&[RANDOM, GREEDY], &words).status.success());
    let page = desk.read("a.html");
    for opening in [board, full, "F5"] {
        assert!(
            page.contains(&format!("<code>{opening}</code>")),
            "{opening}"
        );
    }
    let starts = kept(&page)
        .iter()
        .filter(|game| game["start"].is_string())
        .count();
    assert_eq!(starts, 4);
}

#[test]
fn three_players_have_a_cross_table() {
    let desk = MatchFolder::new("many");
    let third = "name=third builtin algorithm=nega_alpha depth=2";
    let output = desk.play(&[RANDOM, GREEDY, third], &["--games", "6"]);
    let page = desk.read("a.html");
    let stdout = text(&output.stdout);
    for line in stdout.lines().filter(|line| line.contains("  Elo ")) {
        let (_, rating) = line.split_once("  Elo ").expect("a rating");
        assert!(page.contains(&format!("<td>{rating}</td>")), "{rating}");
    }
    assert_eq!(page.matches("<td class=\"self\">").count(), 3);
    assert!(page.contains("A match of 3 players"));
    let summary = run(&["report", &desk.path("a.jsonl")], b"");
    let stdout: Vec<&str> = stdout.lines().skip(1).collect();
    assert_eq!(text(&summary.stdout).lines().collect::<Vec<_>>(), stdout);
}

/// If there are too many games, those that an engine forfeited come first.
#[test]
fn a_page_holds_a_limited_number_of_games() {
    let desk = MatchFolder::new("kept");
    let words = ["--games", "2100", "--concurrency", "2"];
    assert!(desk.play(&[RANDOM, GREEDY], &words).status.success());
    let numbers = |games: &[Value]| -> BTreeSet<u64> {
        games
            .iter()
            .filter_map(|game| game["game"].as_u64())
            .collect()
    };
    let newest = desk.records().split_off(100);
    assert_eq!(numbers(&kept(&desk.read("a.html"))), numbers(&newest));

    let lines = desk.read("a.jsonl");
    let (first, others) = lines.split_once('\n').expect("many lines");
    let result = first.split("\"result\":").nth(1).expect("it has one");
    let result = result.split(',').next().expect("it ends");
    let forfeited = first
        .replace(&format!("\"result\":{result}"), "\"result\":\"B+F\"")
        .replace("\"normal\"", "\"crash\"");
    fs::write(desk.path("b.jsonl"), format!("{forfeited}\n{others}")).expect("it can be written");
    let made = run(
        &[
            "report",
            &desk.path("b.jsonl"),
            "--html",
            &desk.path("b.html"),
        ],
        b"",
    );
    assert!(made.status.success(), "{}", text(&made.stderr));
    let page = desk.read("b.html");
    let games = kept(&page);
    assert_eq!((games.len(), &games[0]["reason"]), (2000, &"crash".into()));
    assert!(page.contains("<td>crash</td><td>1</td>"));
    assert!(page.contains("Of 2100 games, 2000 can be replayed here: those"));
}

#[test]
fn a_page_can_be_made_from_recorded_games() {
    let desk = MatchFolder::new("record");
    let output = desk.play(&[RANDOM, GREEDY], &["--games", "10"]);
    let (record, page) = (desk.path("a.jsonl"), desk.path("b.html"));
    let made = run(&["report", &record, "--html", &page], b"");
    assert_eq!(text(&made.stderr), "");
    assert_eq!(text(&made.stdout).trim_end(), last_line(&output));
    assert_eq!(desk.read("a.html"), desk.read("b.html"));

    // Old records have no move times, and the last line may be incomplete.
    let old: String = desk
        .records()
        .iter_mut()
        .map(|record| {
            record
                .as_object_mut()
                .expect("an object")
                .remove("move_micros");
            format!("{record}\n")
        })
        .collect();
    fs::write(&record, old + "{\"game\":").expect("it can be written");
    let made = run(&["report", &record, "--html", &page], b"");
    assert_eq!(text(&made.stdout).trim_end(), last_line(&output));
    assert!(
        desk.read("b.html")
            .contains("The record does not contain the times of moves.")
    );
}

/// Neither is a game counted twice, nor does one count for what its moves deny.
#[test]
fn records_that_contradict_themselves_or_others_are_refused() {
    let desk = MatchFolder::new("false");
    let engines = [RANDOM, GREEDY];
    desk.play(&engines, &["--games", "4"]);
    let lines = desk.read("a.jsonl");
    let records = desk.records();
    let altered = |field: &str, value: Value| {
        let mut record = records[1].clone();
        record[field] = value;
        let mut lines: Vec<&str> = lines.lines().collect();
        let record = record.to_string();
        lines[1] = &record;
        lines.join("\n") + "\n"
    };
    let moves = records[1]["moves"].as_str().expect("they are a text");
    let short = altered("moves", moves[..20].into());
    let black = records[1]["black_discs"].as_u64().expect("a number");
    let loser = match records[1]["result"].as_str() {
        Some(result) if result.starts_with('B') => "W",
        _ => "B",
    };
    let other = format!("{loser}+2");
    for (content, problem) in [
        (lines.repeat(2), "line 5: game 1 occurs twice"),
        (altered("game", 0.into()), "line 2: game 0 is not in pair 1"),
        (altered("pair", 2.into()), "line 2: game 2 is not in pair 2"),
        (
            altered("result", other.into()),
            "line 2: result: the game ended ",
        ),
        (
            altered("result", "B+F".into()),
            "line 2: result: the game ended ",
        ),
        (
            altered("reason", "time".into()),
            "line 2: result: expected B+F or W+F for the reason time",
        ),
        (
            altered("black_discs", (black + 1).into()),
            "line 2: discs: after these moves there are ",
        ),
        (short, "line 2: discs: after these moves there are "),
    ] {
        let file = desk.path("a.jsonl");
        fs::write(&file, &content).expect("it can be written");
        let report = run(&["report", &file], b"");
        let words = ["--games", "4", "--resume"];
        let resumed = desk.play(&engines, &words);
        for output in [report, resumed] {
            let stderr = text(&output.stderr);
            let expected = format!("obverse: {file}: {problem}");
            assert!(stderr.starts_with(&expected), "{problem}: {stderr}");
            assert_eq!(output.status.code(), Some(2), "{stderr}");
        }
        assert_eq!(desk.read("a.jsonl"), content);
    }
}

#[test]
fn the_page_of_a_resumed_match_has_all_games() {
    let desk = MatchFolder::new("resume");
    assert!(
        desk.play(&[RANDOM, GREEDY], &["--games", "20"])
            .status
            .success()
    );
    let (whole, lines) = (desk.read("a.html"), desk.read("a.jsonl"));
    let half: String = lines.split_inclusive('\n').take(9).collect();
    fs::write(desk.path("a.jsonl"), half).expect("it can be written");
    let output = desk.play(&[RANDOM, GREEDY], &["--games", "20", "--resume"]);
    assert!(output.status.success());
    let page = desk.read("a.html");
    assert_eq!(kept(&page), desk.records());
    let results = |page: &str| {
        let (_, rest) = page.split_once("<dl").expect("it has results");
        rest.split_once("</dl>").expect("it ends").0.to_string()
    };
    assert_eq!(results(&page), results(&whole));
}

#[cfg(unix)]
#[test]
fn control_c_leaves_a_page() {
    use std::process::Stdio;

    let desk = MatchFolder::new("interrupt");
    let (record, page) = (desk.path("a.jsonl"), desk.path("a.html"));
    let words = ["--games", "100000", "--out", &record, "--html", &page];
    let engines = ["match", "--engine", RANDOM, "--engine", GREEDY];
    let mut child = crate::support::program::obverse(&[&engines[..], &words].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while fs::read(&record).map_or(0, |bytes| bytes.len()) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        assert!(child.try_wait().expect("it is our child").is_none());
    }
    assert!(!Path::new(&page).exists(), "it is written at the end");
    crate::support::program::interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    let output = format!("{} of 100000 games", desk.records().len());
    assert!(desk.read("a.html").contains(&output), "{output}");
}

#[test]
fn bad_command_lines_are_refused_in_one_line() {
    let desk = MatchFolder::new("bad");
    let file = |name: &str, content: &str| {
        fs::write(desk.path(name), content).expect("it can be written");
        desk.path(name)
    };
    let game = |moves: &str, white: &str| {
        format!(
            r#"{{"game":1,"pair":1,"opening":"F5","black":"x","white":"{white}","moves":"{moves}","black_discs":3,"white_discs":3,"result":"W+F","reason":"resign","black_seconds":0,"white_seconds":0,"move_micros":[1,2,3]}}"#
        ) + "\n"
    };
    let empty = file("empty.jsonl", "");
    let broken = file("broken.jsonl", "{}\n");
    let illegal = file("illegal.jsonl", &game("F5F5", "y"));
    let lonely = file("lonely.jsonl", &game("F5D6", "x"));
    let timed = file("timed.jsonl", &game("F5D6", "y"));
    let folder: PathBuf = desk.0.0.join("folder.html");
    fs::create_dir(&folder).expect("it can be written");
    let folder = folder.to_str().expect("a path in Unicode");
    let out = desk.path("never.jsonl");
    let players = [
        "match", "--engine", RANDOM, "--engine", GREEDY, "--out", &out,
    ];
    let name_expected = "--html: expected a name that ends in .html";
    for (words, problem) in [
        (
            &["report"][..],
            "report: expected FILE.jsonl [--html FILE.html]",
        ),
        (
            &["report", "a", "b"],
            "report: expected FILE.jsonl [--html FILE.html]",
        ),
        (&["report", "missing.jsonl"], "missing.jsonl: "),
        (
            &["report", &empty],
            &format!("{empty}: it contains no games"),
        ),
        (
            &["report", &broken],
            &format!("{broken}: line 1: missing field "),
        ),
        (
            &["report", &illegal],
            &format!("{illegal}: line 1: moves: character 3: "),
        ),
        (
            &["report", &lonely],
            &format!("{lonely}: line 1: x plays against itself"),
        ),
        (
            &["report", &timed],
            &format!("{timed}: line 1: move_micros: there are more "),
        ),
        (&["report", &empty, "--html", &empty], name_expected),
        (&["report", &empty, "--html"], "--html: expected a value ("),
        (&[&players[..], &["--html", &out]].concat(), name_expected),
        (
            &[&players[..], &["--html", "/missing/x.html"]].concat(),
            "/missing/x.html: ",
        ),
        (
            &[&players[..], &["--html", folder]].concat(),
            &format!("{folder}: "),
        ),
    ] {
        let output = run(words, b"");
        let stderr = text(&output.stderr);
        assert!(
            stderr.starts_with(&format!("obverse: {problem}")),
            "{words:?}: {stderr}"
        );
        assert_eq!(
            (output.status.code(), stderr.lines().count()),
            (Some(2), 1),
            "{stderr}"
        );
        assert_eq!(text(&output.stdout), "", "{words:?}");
        assert!(!Path::new(&out).exists(), "no game was played");
    }
}
