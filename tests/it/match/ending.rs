//! How a match can end: killed, by Ctrl-C, or by a sequential test.

use super::*;

/// However a match was ended, it can be resumed where it stopped.
#[cfg(unix)]
#[test]
fn a_match_resumes_after_a_kill() {
    use std::thread;
    use std::time::Duration;

    let folder = TempFolder::new("match-kill");
    let file = folder.0.join("a.jsonl");
    let out = file.to_str().expect("a path in Unicode");
    let words = [
        "--games",
        "20000",
        "--concurrency",
        "2",
        "--out",
        out,
        "--resume",
    ];
    let engines = ["match", "--engine", RANDOM, "--engine", GREEDY];
    for _ in 0..3 {
        let mut child = crate::support::program::obverse(&[&engines[..], &words].concat())
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("the program starts");
        thread::sleep(Duration::from_millis(300));
        child.kill().expect("it is our child");
        child.wait().expect("it is our child");
    }
    // The files look as if the match had been killed while writing.
    let mut bytes = fs::read(&file).expect("it was written");
    bytes.truncate(
        bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1),
    );
    let complete = bytes.iter().filter(|&&byte| byte == b'\n').count();
    bytes.extend_from_slice(b"{\"game\":7,\"pa");
    fs::write(&file, bytes).expect("it can be written");
    let sgf = folder.0.join("a.sgf");
    let written = fs::read_to_string(&sgf).expect("it was written");
    let more = written.match_indices("(;FF[4]").nth(complete);
    let end = more.map_or(written.len(), |(start, _)| start);
    let torn = written[..end].to_string() + "(;FF[4]GM[2]SZ[8]CA[UTF-8]AP[Ob";
    fs::write(&sgf, torn).expect("it can be written");

    let output = play(&[RANDOM, GREEDY], &words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let records = records(&file);
    let numbers: BTreeSet<u64> = records
        .iter()
        .filter_map(|record| record["game"].as_u64())
        .collect();
    assert_eq!((records.len(), numbers.len()), (20_000, 20_000));
    assert_eq!((numbers.first(), numbers.last()), (Some(&1), Some(&20_000)));
    let last = text(&output.stdout).lines().last().expect("a line");
    let counts: u64 = last
        .split([' ', ','])
        .filter_map(|word| {
            word.strip_prefix(['+', '=', '-'])
                .and_then(|count| count.parse::<u64>().ok())
        })
        .sum();
    assert_eq!(counts, 20_000, "those before count, too: {last}");
    let games = games("sgf", &fs::read(&sgf).expect("it was written"));
    assert_eq!(games.len(), 20_000);
    assert_eq!(
        fs::read_to_string(folder.0.join("a.ggf"))
            .expect("text")
            .lines()
            .count(),
        20_000
    );
    for (record, game) in records.iter().zip(&games).step_by(97) {
        check_finished(record);
        assert_eq!(game.black.as_deref(), record["black"].as_str());
    }
}

#[cfg(unix)]
#[test]
fn control_c_keeps_finished_games() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = TempFolder::new("match-interrupt");
    let file = folder.0.join("a.jsonl");
    let out = file.to_str().expect("a path in Unicode");
    let slow = format!(
        "name=slow cmd='{} --algorithm mcts --playouts 2000'",
        program::path(),
    );
    let words = [
        "--engine",
        &slow,
        "--engine",
        "name=deep builtin level=14",
        "--games",
        "1000",
    ];
    let args = [&["match", "--out", out][..], &words].concat();
    let mut child = crate::support::program::obverse(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while fs::read(&file).map_or(0, |bytes| bytes.len()) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(child.try_wait().expect("it is our child").is_none());
    }
    let start = std::time::Instant::now();
    crate::support::program::interrupt(&child);
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let last = stdout.lines().last().expect("a line").expect("text");
    assert!(last.starts_with("slow vs deep: +"), "{last}");
    let output = child.wait_with_output().expect("it ends");
    assert!(start.elapsed().as_secs() < 5);
    assert_eq!(output.status.code(), Some(3));
    let problem = text(&output.stderr);
    assert!(
        problem.starts_with("obverse: match: stopped early, "),
        "{problem}"
    );
    assert!(
        problem.ends_with(" of 1000 games were played (--resume continues it)\n"),
        "{problem}"
    );
    records(&file).iter().for_each(check_finished);
}

#[test]
fn sprt_stops_when_decided() {
    let words = [
        "--games",
        "100000",
        "--sprt",
        "elo0=0,elo1=100",
        "--concurrency",
        "2",
    ];
    for (engines, verdict) in [
        ([GREEDY, RANDOM], "Elo 100 accepted"),
        ([RANDOM, GREEDY], "Elo 0 accepted"),
    ] {
        let output = play(&engines, &words);
        assert!(output.status.success());
        let last = text(&output.stdout).lines().last().expect("a line");
        assert!(last.ends_with(verdict), "{last}");
    }
}

/// Games that end after the decision do not change it.
#[test]
fn the_decision_of_sprt_stands() {
    let ends = || {
        let output = play(&[GREEDY, RANDOM], &["--games", "2000", "--sprt", "elo1=50"]);
        let stdout = text(&output.stdout);
        let last = stdout.lines().last().expect("a line").to_string();
        (output.status.code(), last)
    };
    let (code, first) = ends();
    assert_eq!(code, Some(0), "{first}");
    assert!(first.ends_with(" Elo 50 accepted"), "{first}");
    for _ in 0..20 {
        assert_eq!(ends(), (Some(0), first.clone()));
    }
}
