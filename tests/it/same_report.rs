//! In each protocol, a search for a move and an analysis print the same result in the same
//! words.

use obverse::board::Move;
use obverse::score::{Bound, Score};
use obverse::search::report::{Line, Report, Source};
use obverse::search::value::{Unit, Value};

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::searchers::FakeSearcher;

/// For each protocol, a client that requests a move and one that requests an analysis, and
/// the start of the line with the result.
struct Pair {
    for_move: &'static [&'static str],
    for_analysis: &'static [&'static str],
    told_by: &'static str,
}

const PAIRS: &[Pair] = &[
    Pair {
        for_move: &["kata-search_analyze b 1"],
        for_analysis: &["analyze b 1", ""],
        told_by: "info ",
    },
    Pair {
        for_move: &["genmove_analyze b"],
        for_analysis: &["analyze b 1", ""],
        told_by: "info ",
    },
    Pair {
        for_move: &["nboard 2", "go"],
        for_analysis: &["nboard 2", "hint 1"],
        told_by: "search ",
    },
    Pair {
        for_move: &["uci", "go"],
        for_analysis: &["uci", "go infinite"],
        told_by: "info depth ",
    },
    Pair {
        for_move: &["ugi", "go"],
        for_analysis: &["ugi", "go infinite"],
        told_by: "info depth ",
    },
    Pair {
        for_move: &["xboard", "new", "post", "go"],
        for_analysis: &["xboard", "new", "analyze"],
        told_by: "12 ",
    },
];

/// The first line with the result, without times.
fn told(lines: &[&str], told_by: &str, found: &Report) -> String {
    let [for_move, for_analysis] = [(); 2].map(|()| found.clone());
    let searcher = FakeSearcher::default()
        .best_move(move |_| for_move.clone())
        .analyze(move |_, _, _| for_analysis.clone());
    let engine = Engine::start(Some(Box::new(searcher)), TIMEOUT);
    for line in lines {
        engine.send(format!("{line}\n").as_bytes());
    }
    let line = loop {
        let line = engine.take_line().expect("a line that tells it");
        let line = String::from_utf8(line).expect("text");
        if line.starts_with(told_by) {
            break line;
        }
    };
    engine.finish().expect("it ends");
    let mut words: Vec<&str> = line.split(' ').collect();
    for clock in ["time", "nps"] {
        if let Some(place) = words.iter().position(|&word| word == clock) {
            words[place + 1] = "…";
        }
    }
    if told_by == "12 " {
        words[2] = "…";
    }
    words.join(" ")
}

fn line(score: Score) -> Line {
    let moves = ["D3", "C3"].map(|name| name.parse::<Move>().expect("a move"));
    Line {
        value: Some(Value {
            score,
            unit: Unit::Points { per_disc: 2.0 },
        }),
        depth: 12,
        visits: 70,
        ..Line::new(moves.to_vec())
    }
}

#[test]
fn a_move_and_an_analysis_are_reported_alike() {
    let found = [
        line(Score::estimate(5)),
        Line {
            selectivity: 60,
            ..line(Score::estimate(-3))
        },
        Line {
            is_exact: true,
            ..line(Score::result(12))
        },
        Line {
            bound: Bound::Lower,
            ..line(Score::result(2))
        },
        Line {
            bound: Bound::Upper,
            selectivity: 73,
            ..line(Score::result(-2))
        },
    ];
    for line in found {
        let report = Report {
            nodes: 900,
            ..Report::new(Source::Solver, vec![line])
        };
        for pair in PAIRS {
            let for_move = told(pair.for_move, pair.told_by, &report);
            let for_analysis = told(pair.for_analysis, pair.told_by, &report);
            assert_eq!(for_move, for_analysis, "{:?}", pair.for_move);
        }
    }
}

/// The figures are those of the move, not those of the whole search.
#[test]
fn the_reported_figures_are_those_of_the_move() {
    let line = Line {
        bound: Bound::Lower,
        selectivity: 60,
        ..line(Score::estimate(4))
    };
    let report = Report {
        nodes: 900,
        ..Report::new(Source::Search, vec![line])
    };
    let info = told(&["genmove_analyze b 1 rootInfo true"], "info ", &report);
    for words in [
        " visits 70 ",
        " scoreLead 2.00 ",
        " depth 12 selectivity 60 exact false bound lower pv D3 C3 ",
        "rootInfo visits 900 ",
    ] {
        assert!(info.contains(words), "{info}");
    }
    let search = told(&["nboard 2", "go"], "search ", &report);
    assert_eq!(search, "search D3C3 2.00 0 12");
    let info = told(&["uci", "go"], "info depth", &report);
    assert!(info.starts_with("info depth 12 score cp 200 lowerbound nodes 900 "));
}
