//! Analyses of several moves, by every algorithm.

use std::collections::HashMap;

use obverse::search::report::Line;

use super::*;

/// The first `count` reports of an analysis, which is then stopped.
fn analyses(row: &Row, request: &Request, scope: &Scope, count: usize) -> Vec<Report> {
    let control = Control::new(FREE);
    let mut reports = Vec::new();
    if count == 0 {
        control.stop();
    }
    let last = (row.build)().analyze(request, scope, &control, &mut |report| {
        reports.push(report.clone());
        if reports.len() >= count {
            control.stop();
        }
    });
    if reports
        .last()
        .is_none_or(|newest| newest.lines != last.lines)
    {
        reports.push(last);
    }
    reports
}

#[test]
fn an_analysis_reports_the_moves_in_its_scope() {
    for row in ALGORITHMS {
        for position in positions_with_moves(8) {
            let moves = position.moves();
            let half: Bitboard = moves.into_iter().step_by(2).collect();
            let few = Scope {
                moves,
                lines: 2.min(moves.len() as usize),
            };
            for scope in [Scope::all(moves), Scope::all(half), few] {
                let request = request(&position, 1, Ties::First, 1);
                for reports in [0, 1, 3].map(|count| analyses(row, &request, &scope, count)) {
                    assert!(!reports.is_empty(), "{}", row.name);
                    for analysis in reports {
                        check_analysis(row, &position, &scope, &analysis);
                    }
                }
            }
        }
    }
}

/// Nodes of helper threads are included.
#[test]
fn the_visits_of_all_moves_add_up_to_the_nodes() {
    let position = Position::START.play("f5".parse().expect("a square"));
    let position = position.play("d6".parse().expect("a square"));
    for threads in [1, 3] {
        let mut request = request(&position, 60, Ties::First, 1);
        request.settings.threads = threads;
        let scope = Scope::all(request.position.moves());
        let reports = analyses(find("engine"), &request, &scope, 16);
        let last = reports.last().expect("it was reported");
        let visits: u64 = last.lines.iter().map(|line| line.visits).sum();
        assert!(visits > 1000 && visits <= last.nodes, "{last:?}");
        assert!(visits > last.nodes * 9 / 10, "{threads} threads: {last:?}");
    }
}

fn check_analysis(row: &Row, position: &Position, scope: &Scope, analysis: &Report) {
    let name = row.name;
    assert_eq!(analysis.lines.len(), scope.lines, "{name}");
    let mut seen = Bitboard::EMPTY;
    for line in &analysis.lines {
        let Some(&Move::Place(first)) = line.moves.first() else {
            panic!("{name} {line:?}");
        };
        assert!(scope.moves.contains(first), "{name} {line:?}");
        assert!(!seen.contains(first), "{name} reports {first} twice");
        seen |= first.bit();
        assert!(line.visits >= 1, "{name} {line:?}");
        assert!((1..=100).contains(&line.selectivity), "{name} {line:?}");
        assert!(is_playable(position, &line.moves), "{name} {line:?}");
    }
    let lines = || analysis.lines.iter().rev();
    let is_sorted_by_score = lines().is_sorted_by_key(Line::score);
    let is_sorted_by_visits = lines().is_sorted_by_key(|line| line.visits);
    // Some algorithms that play random games trust the number of games more than their mean.
    let may_sort_by_visits = row.family == Family::Playouts;
    assert!(
        is_sorted_by_score || may_sort_by_visits && is_sorted_by_visits,
        "{name} {analysis:?}"
    );
}

fn endings() -> Vec<Position> {
    let mut endings = positions_with_moves(3);
    endings.retain(|position| (3..=7).contains(&position.empty().len()));
    assert!(endings.len() >= 8);
    endings
}

/// At each depth every move has its exact value at that depth, and the search ends by
/// itself once all values are results of the game.
#[test]
fn an_analysis_deepens_to_the_end_of_the_game() {
    let mut bounds = 0;
    for row in ALGORITHMS.iter().filter(|row| row.family == Family::Exact) {
        for position in endings() {
            let shallow = request(&position, 1, Ties::First, 1);
            let scope = Scope::all(position.moves());
            let reports = analyses(row, &shallow, &scope, usize::MAX);
            for (depth, analysis) in (1..).zip(&reports) {
                let deep = request(&position, depth, Ties::First, 1);
                let values = (row.build)().move_values(&deep, &Control::new(FREE));
                let values = scores(&values.expect("it is not stopped"));
                for line in &analysis.lines {
                    let found = (line.moves.first().copied(), line.score());
                    assert_eq!(line.depth, depth);
                    assert!(values.contains(&found), "{}", row.name);
                }
            }
            let last = reports.last().expect("it is reported");
            for line in reports.iter().flat_map(|analysis| &analysis.lines) {
                let same = last.lines.iter().find(|l| l.moves[0] == line.moves[0]);
                let truth = same.expect("the same move again").score();
                match line.bound {
                    Bound::Lower => assert!(truth >= line.score(), "{} {line:?}", row.name),
                    Bound::Upper => assert!(truth <= line.score(), "{} {line:?}", row.name),
                    Bound::Exact if line.score().is_some_and(|score| score.discs().is_some()) => {
                        assert_eq!(truth, line.score(), "{} {line:?}", row.name);
                    }
                    Bound::Exact => {}
                }
                bounds += u32::from(line.bound != Bound::Exact);
            }
            assert!(
                last.lines.iter().all(|line| line.is_exact),
                "{}: the analysis of an endgame ends with values that are not exact",
                row.name
            );
            assert!(reports.len() as u32 <= 2 * position.empty().len());
        }
    }
    assert!(
        bounds > 0,
        "no win was proven before its exact size was known"
    );
}

#[test]
fn an_analysis_is_not_limited_like_a_move() {
    let mut request = request(&Position::START, 1, Ties::First, 1);
    // From here on a hybrid plays by its heavy algorithm.
    request.settings.switch_at_empties = 60;
    let scope = Scope::all(Position::START.moves());
    for row in ALGORITHMS {
        let reports = analyses(row, &request, &scope, 8);
        match row.family {
            Family::Rule => {
                let name = row.name;
                assert_eq!(reports.len(), 1, "{name} is a rule, which reports once");
            }
            _ => assert!(
                reports.len() >= 8,
                "{}: {} reports; only a rule may stop so soon",
                row.name,
                reports.len()
            ),
        }
        assert!(reports.iter().map(|analysis| analysis.nodes).is_sorted());
    }
}

/// Once a search with a width has reached the end of the game, it must not repeat its report
/// forever.
#[test]
fn an_analysis_of_a_narrow_search_ends_and_proves_nothing() {
    let negascout = find("negascout");
    for position in endings() {
        let mut request = request(&position, 1, Ties::First, 1);
        request.settings.width = 1;
        let scope = Scope::all(position.moves());
        let reports = analyses(negascout, &request, &scope, usize::MAX);
        assert!(reports.len() < 20);
        assert!(
            reports
                .iter()
                .all(|a| a.lines.iter().all(|line| !line.is_exact))
        );
    }
}

/// The first moves of a game are images of each other.
#[test]
fn symmetric_moves_are_searched_once_and_have_the_same_value() {
    let start = Position::START;
    let moves: Vec<Square> = start.moves().into_iter().collect();
    for row in ALGORITHMS.iter().filter(|row| row.name != "random") {
        let request = request(&start, 4, Ties::First, 1);
        let everything = (row.build)().move_values(&request, &Control::new(FREE));
        let mut reports = vec![everything.unwrap_or_else(|_| panic!("{}: stopped", row.name))];
        reports.extend(analyses(row, &request, &Scope::all(start.moves()), 3));
        for report in reports {
            let found: Vec<Option<Move>> = scores(&report).iter().map(|found| found.0).collect();
            let expected: Vec<_> = moves.iter().map(|&square| Some(square.into())).collect();
            assert_eq!(found, expected, "{}", row.name);
            let first = &report.lines[0];
            for line in &report.lines {
                assert_eq!(line.score(), first.score(), "{}", row.name);
                assert_eq!(line.moves.len(), first.moves.len(), "{}", row.name);
                assert!(is_playable(&start, &line.moves), "{}: {line:?}", row.name);
            }
        }

        // A search for only one of them costs about as much as the search for all. Random games
        // in images of a position differ.
        let cost = |moves| {
            let reports = analyses(row, &request, &Scope::all(moves), 3);
            reports[1.min(reports.len() - 1)].nodes
        };
        let (one, all) = (cost(moves[2].bit()), cost(start.moves()));
        assert!(all < 2 * one, "{}: {all} nodes instead of {one}", row.name);
    }
}

#[test]
fn each_of_several_symmetric_moves_is_drawn_equally_often() {
    const DRAWS: u64 = 400;
    for row in ALGORITHMS {
        let mut counts = HashMap::new();
        for seed in 0..DRAWS {
            let mut request = request(&Position::START, 1, Ties::Random, seed);
            request.settings.playouts = 4;
            *counts
                .entry(best(&search(row, &request, FREE)))
                .or_insert(0) += 1;
        }
        // 100 expected, with a standard deviation of 8.7.
        let is_fair = counts.len() == 4 && counts.values().all(|count| (60..140).contains(count));
        assert!(is_fair, "{}: {counts:?}", row.name);
    }
}
