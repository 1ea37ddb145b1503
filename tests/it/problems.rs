//! Endgame problems: our own hard positions, and published ones. The published problems are
//! not part of the project; the variable `OBVERSE_PROBLEMS` names a folder with them.

use std::path::PathBuf;
use std::{env, fs};

use obverse::board::notation::obf::{Problem, problems};
use obverse::search::control::{Control, Limits};
use obverse::search::engine::{Effort, Engine, EngineOptions};

use crate::support::outside;

const PROBLEMS: &str = "published endgame problems";

/// The folder with published problems, if there is one.
fn folder() -> Option<PathBuf> {
    let folder = env::var_os("OBVERSE_PROBLEMS");
    match folder {
        Some(_) => outside::ran(PROBLEMS),
        None => outside::leave_out(PROBLEMS, "OBVERSE_PROBLEMS names no folder"),
    }
    folder.map(PathBuf::from)
}

#[test]
fn published_problems_are_read() {
    let Some(folder) = folder() else {
        return;
    };
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|suffix| suffix != "obf") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it is text");
        for (line, problem) in problems(&text) {
            let problem = problem.unwrap_or_else(|error| panic!("{path:?}, line {line}: {error}"));
            let legal = problem.position.moves().len() as usize;
            assert_eq!(problem.scores.len(), legal, "{path:?}, line {line}");
            assert_eq!(problem.to_string().parse(), Ok(problem));
            count += 1;
        }
    }
    assert!(count > 0, "no problems in the folder");
}

/// The score is the best published one, and the move is one with this score. The hardest
/// problems take a second.
#[test]
fn published_scores_are_found() {
    const LONGEST: u32 = 20;
    const MOST: usize = 20;
    let Some(folder) = folder() else {
        return;
    };
    let mut count = 0;
    for file in ["ffo_1_19.obf", "ffo_20_39.obf", "hard_20.obf"] {
        let text = fs::read_to_string(folder.join(file)).expect("it is text");
        let short = problems(&text)
            .map(|(_, problem)| problem.expect("it was read before"))
            .filter(|problem| problem.position.empty().len() <= LONGEST);
        count += solve_all(short.take(MOST));
    }
    assert!(count > 40, "only {count} problems");
}

#[test]
fn there_are_hard_positions_of_all_lengths() {
    let mut counts = [0; 31];
    for problem in hard_positions() {
        assert!(problem.position.moves().len() > 1, "{}", problem.position);
        assert!(!problem.scores.is_empty(), "{}", problem.position);
        let best = problem.best_score();
        let all_are_best = problem.scores.iter().all(|&(_, score)| Some(score) == best);
        assert!(all_are_best, "{}", problem.position);
        counts[problem.position.empty().len() as usize] += 1;
    }
    assert_eq!(counts.iter().sum::<u32>(), 500);
    assert!(counts[14..].iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn the_scores_of_hard_positions_are_found() {
    const LONGEST: u32 = 18;
    let mut short = hard_positions();
    short.retain(|problem| problem.position.empty().len() <= LONGEST);
    assert!(solve_all(short.into_iter()) > 100);
}

fn hard_positions() -> Vec<Problem> {
    let text = include_str!("../problems/hard.obf");
    let read = problems(text)
        .map(|(line, problem)| problem.unwrap_or_else(|error| panic!("line {line}: {error}")));
    read.collect()
}

/// Solves problems and returns their number. The score must be the best listed one, and the
/// move one with this score.
fn solve_all(problems: impl Iterator<Item = Problem>) -> usize {
    let mut engine = Engine::new();
    let options = EngineOptions {
        threads: 2,
        hash_mb: 64,
    };
    problems
        .map(|problem| {
            let position = &problem.position;
            let control = Control::new(Limits::default());
            let report = engine.solve(position, Effort::End, options, &control, &mut |_| {});
            let best = problem.best_score();
            assert_eq!(Some(report.discs()), best, "{position}");
            let listed = report
                .best_move()
                .and_then(|action| problem.score_of(action));
            assert_eq!(listed, best, "{position}");
        })
        .count()
}
