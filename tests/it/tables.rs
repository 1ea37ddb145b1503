//! Every row of a table does something different: these tests find rows that do nothing, or
//! the same as another one. (The tests of options are in `options`.)

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use obverse::eval::{self, EVALUATORS};
use obverse::formats::{self, Context, FORMATS, Squares};
use obverse::protocol::PROTOCOLS;
use obverse::protocol::gtp::COMMANDS;
use obverse::search::control::{Control, Limits};
use obverse::search::rng::MoveSeed;
use obverse::search::{self, ALGORITHMS, Request, Settings, Ties};
use obverse::tools::TOOLS;

use crate::support::folder::TempFolder;
use crate::support::markdown::{blocks, read, root};
use crate::support::positions::{ENDGAMES, positions_with_moves};
use crate::support::program::{obverse, run, stdout_of, text};
use crate::support::transcript::Transcript;

/// Pairs of algorithms that differ only in how they are written.
const TWINS: &[[&str; 2]] = &[["minimax", "negamax"], ["alpha_beta", "nega_alpha"]];

#[test]
fn every_algorithm_searches_in_its_own_way() {
    let rows: Vec<_> = ALGORITHMS.iter().map(|row| (row.name, row.build)).collect();
    assert_eq!(algorithm_problems(&rows), [""; 0]);
    let copy = [
        &rows[..],
        &[(
            "copy",
            search::find("mcts").expect("it is in the table").build,
        )],
    ];
    assert_eq!(algorithm_problems(&copy.concat()), ["copy is mcts"]);
}

type Build = fn() -> Box<dyn search::Searcher>;

fn algorithm_problems(rows: &[(&str, Build)]) -> Vec<String> {
    let mut problems = repeated(rows.iter().map(|&(name, build)| (name, searches(build))));
    problems.retain(|problem| {
        let are_twins = |[one, other]: &[&str; 2]| *problem == format!("{other} is {one}");
        !TWINS.iter().any(are_twins)
    });
    problems
}

/// The reports of a searcher about some positions, without times.
fn searches(build: Build) -> String {
    let positions = positions_with_moves(2).into_iter().step_by(9);
    let reports = positions.map(|position| {
        let request = Request {
            position,
            settings: Settings {
                depth: 4,
                ties: Ties::Random,
                playouts: 60,
                hash_mb: 1,
                ..Settings::default()
            },
            seed: MoveSeed::new(1, 0, &position),
        };
        let report = build().best_move(&request, &Control::new(Limits::default()), &mut |_| {});
        format!("{} {:?}\n", report.nodes, report.lines)
    });
    reports.collect()
}

#[test]
fn every_evaluator_has_values_of_its_own() {
    let rows: Vec<_> = EVALUATORS
        .iter()
        .map(|row| (row.name, row.evaluator))
        .collect();
    assert_eq!(evaluator_problems(&rows), [""; 0]);
    let copy = (
        "copy",
        eval::find("mobility")
            .expect("it is in the table")
            .evaluator,
    );
    assert_eq!(
        evaluator_problems(&[&rows[..], &[copy]].concat()),
        ["copy is mobility"]
    );
}

fn evaluator_problems(rows: &[(&str, &dyn eval::Evaluator)]) -> Vec<String> {
    let positions = positions_with_moves(2);
    repeated(rows.iter().map(|(name, evaluator)| {
        let values = positions
            .iter()
            .map(|position| evaluator.evaluate(position).value());
        let values: Vec<i32> = values.collect();
        let distinct: BTreeSet<i32> = values.iter().copied().collect();
        assert!(distinct.len() > 10, "{name} has {} values", distinct.len());
        (*name, values)
    }))
}

#[test]
fn every_format_writes_in_its_own_way_and_reads_it_back() {
    const GAME: &[u8] = b"F5D6C3D3C4F4F6F3E6E7";
    let context = Context::default();
    let transcript = formats::find("transcript").expect("it is in the table");
    let mut games = (transcript.read)(GAME, &context);
    let mut game = games.next().expect("a game").expect("legal moves");
    game.result = Some(formats::Outcome::from_lead(2));
    let files = FORMATS.iter().map(|row| {
        let mut writer = (row.write)(Squares::default());
        writer.add(&game).expect("the format can hold it");
        let file = writer.finish().main;
        let read: Vec<_> = (row.read)(&file, &context)
            .map(|game| game.expect("a good file"))
            .collect();
        assert_eq!(read.len(), 1, "{}", row.name);
        // A file of positions keeps the last one.
        assert_eq!(read[0].end(), game.end(), "{}", row.name);
        for ending in row.extensions {
            let found = formats::with_extension(ending).map(|row| row.name);
            assert_eq!(found, Some(row.name), "{ending}");
        }
        (row.name, file)
    });
    assert_eq!(repeated(files), [""; 0]);
}

/// The names of rows whose value is the same as that of an earlier row.
fn repeated<'n, T: PartialEq>(rows: impl Iterator<Item = (&'n str, T)>) -> Vec<String> {
    let mut seen: Vec<(&str, T)> = Vec::new();
    let mut problems = Vec::new();
    for (name, what) in rows {
        if let Some((earlier, _)) = seen.iter().find(|(_, seen)| *seen == what) {
            problems.push(format!("{name} is {earlier}"));
        }
        seen.push((name, what));
    }
    problems
}

/// For each protocol, the first lines of its clients, and the start of the answer.
const OPENINGS: &[(&str, &str, &str)] = &[
    ("gtp", "name", "= Obverse\n"),
    ("nboard", "nboard 2", "set myname Obverse\n"),
    ("ugi", "ugi", "id name Obverse"),
    ("uci", "uci", "id name Obverse"),
    (
        "cassio",
        "ENGINE-PROTOCOL init\nENGINE-PROTOCOL get-version",
        "ready.\nversion: ",
    ),
    ("xboard", "xboard\nprotover 2", "feature done=0\n"),
    ("edax", "init\nf5", "\n  A B C D E F G H"),
    (
        "json",
        "{\"id\":1,\"action\":\"version\"}",
        "{\"id\":1,\"action\":\"version\",",
    ),
];

/// First lines of Edax's clients, and first lines that belong to other protocols.
#[test]
fn edax_is_opened_by_lines_that_no_other_protocol_has() {
    let board = "---------------------------OX------XO---------------------------";
    let rows = board
        .as_bytes()
        .chunks(8)
        .map(|row| String::from_utf8_lossy(row));
    let rows = rows.collect::<Vec<_>>().join("/");
    for line in [
        "init",
        "mode 3",
        "hint 2",
        "f5",
        "F5",
        "PS",
        &format!("setboard {board} X"),
        &format!("setboard {rows} X"),
        &format!("setboard {board}"),
    ] {
        // A pass, which is illegal here, gets a warning on standard error.
        let output = run(&["-q", "-l", "1"], format!("{line}\n").as_bytes());
        let output = text(&output.stdout);
        assert!(
            output.starts_with(">\n") && output.ends_with(">\n"),
            "{line}: {output}"
        );
        assert!(!output.contains(" A B C"), "{line}: {output}");
    }
    for line in [
        "play", "undo", "level 5", "version", "new", "go", "quit", "q", "setboard", "help",
        "load x", "f5d6", "solve x", "name",
    ] {
        let output = stdout_of(
            &["-q", "-l", "1", "-n", "1"],
            format!("{line}\n").as_bytes(),
        );
        let is_gtp =
            output.starts_with("= ") || output.starts_with("? ") || output.starts_with("=\n");
        assert!(is_gtp, "{line}: {output}");
    }
}

#[test]
fn every_protocol_is_chosen_by_its_name_or_the_first_line() {
    let names: Vec<&str> = PROTOCOLS.iter().map(|row| row.name).collect();
    let tried: Vec<&str> = OPENINGS.iter().map(|opening| opening.0).collect();
    assert_eq!(tried, names);
    for &(name, opening, answer) in OPENINGS {
        for (args, input) in [
            (&[name][..], format!("{opening}\n")),
            (&[], format!("{opening}\n")),
            (&[], format!("\r\n \t\n  {opening}\r\n")),
            (&[], format!("\n{opening}")),
        ] {
            let output = stdout_of(args, input.as_bytes());
            assert!(output.starts_with(answer), "{name}: {input:?}: {output}");
        }
    }
    // Words that only look like an opening are for GTP.
    for line in ["nboards 2", "UGI", "ENGINE-PROTOCOL", "1 uci", "# xboard"] {
        let output = stdout_of(&[], format!("{line}\nuci\n").as_bytes());
        assert!(
            output.ends_with("? unknown command\n\n"),
            "{line}: {output}"
        );
    }
}

/// For each tool, a short command line and a part of its output. They are run in this order in
/// one folder, with `f5d6` as standard input.
const TOOL_RUNS: &[(&str, &str, &str)] = &[
    ("analyze", "- --level 1", "total: games 1, "),
    ("bench", "midgame", "midgame"),
    ("book", "check BOOK", "  all "),
    ("check", "--list", "gtp    ids "),
    ("convert", "- - --to sgf", ";B[fe];W[df])"),
    ("evaltest", "PROBLEMS --depth 1", " all "),
    ("exercises", "- --level 1", "total: games 1, "),
    (
        "match",
        "--engine ONE --engine OTHER --games 2 --out games.jsonl",
        "greedy vs random: +",
    ),
    ("openings", "--count 2 --plies 2 --level 1", "D3C5\n"),
    ("perft", "2", "2 12 "),
    ("probcut", "--positions 100 --depth 6", "total: positions "),
    ("report", "games.jsonl", "greedy vs random: +"),
    (
        "selfplay",
        "--games 40 --level 1 --exact-from 8 --out .",
        "total: games 40, ",
    ),
    ("solve", "PROBLEMS --only 1", "total: positions 1, right 1"),
    ("stats", "-", "total: files 1, games 1, "),
    ("train", ". --epochs 1 --out weights", "epoch 1/1"),
    ("web", "--port 0 --no-open", "http://127.0.0.1:"),
];

/// The tools that run until they are interrupted; their first line counts.
const ENDLESS: &[&str] = &["web"];

#[test]
fn every_tool_does_something() {
    let names: Vec<&str> = TOOLS.iter().map(|row| row.name).collect();
    let tried: Vec<&str> = TOOL_RUNS.iter().map(|run| run.0).collect();
    assert_eq!(tried, names);
    let folder = TempFolder::new("tables-tools");
    fs::write(folder.path("game.txt"), "f5d6").expect("it can be written");
    for (tool, args, part) in TOOL_RUNS {
        let args = args.split(' ').map(|arg| match arg {
            "BOOK" => concat!(env!("CARGO_MANIFEST_DIR"), "/tests/books/small.book"),
            "PROBLEMS" => ENDGAMES,
            "ONE" => "builtin algorithm=greedy",
            "OTHER" => "builtin algorithm=random",
            arg => arg,
        });
        let args: Vec<&str> = [*tool].into_iter().chain(args).collect();
        if ENDLESS.contains(tool) {
            let line = first_line(&args);
            assert!(line.contains(part), "{args:?}: {line}");
            continue;
        }
        let output = obverse(&args)
            .current_dir(&folder.0)
            .stdin(File::open(folder.path("game.txt")).expect("it was written"))
            .output()
            .expect("the program starts");
        let stdout = text(&output.stdout);
        assert!(
            output.status.success() && stdout.contains(part),
            "{args:?}: {}\n{stdout}{}",
            output.status,
            text(&output.stderr)
        );
    }
}

/// The first line of a tool that is killed then.
fn first_line(args: &[&str]) -> String {
    let mut child = obverse(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    let read = BufReader::new(stdout).read_line(&mut line);
    child.kill().expect("it still runs");
    child.wait().expect("it was killed");
    read.expect("text");
    line
}

/// Without one, nothing would check the reply of a command.
#[test]
fn every_gtp_command_is_in_a_golden_transcript_or_a_document() {
    let mut sent = BTreeSet::new();
    let folder = root().join("tests/transcripts");
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|extension| extension == "gtp") {
            let text = fs::read_to_string(path).expect("it is text");
            sent.extend(names(&Transcript::read(&text)));
        }
    }
    for block in blocks(&read("protocol.md")) {
        match block.kind {
            "gtp" => sent.extend(names(&Transcript::read_session(&block.text))),
            "transcript" => sent.extend(names(&Transcript::read(&block.text))),
            _ => {}
        }
    }
    let commands = COMMANDS.iter().map(|command| command.name);
    let unseen: Vec<&str> = commands.filter(|&name| !sent.contains(name)).collect();
    assert!(
        unseen.is_empty(),
        "no transcript and no session of protocol.md sends {unseen:?}"
    );
}

/// The commands that are sent, without ids.
fn names(transcript: &Transcript) -> BTreeSet<String> {
    let input = transcript.input();
    let input = String::from_utf8_lossy(&input).into_owned();
    let is_name = |word: &&str| !word.bytes().all(|byte| byte.is_ascii_digit());
    let first = |line: &str| line.split_whitespace().find(is_name).map(str::to_string);
    input.lines().filter_map(first).collect()
}
