//! The levels for people.

use std::ops::Range;

use obverse::board::{Move, Position};
use obverse::search::control::{Control, Limits};
use obverse::search::engine::{Effort, Engine, EngineOptions, levels};
use obverse::search::report::Report;
use obverse::search::rng::MoveSeed;
use obverse::search::{Request, Searcher, Settings};

use crate::support::positions::random_game;
use crate::support::program::{gtp, stdout_of};

const FOR_PEOPLE: Range<u32> = 0..10;

/// The levels that make mistakes on purpose.
const WITH_MISTAKES: Range<u32> = 0..5;

fn best_move(engine: &mut Engine, position: &Position, level: u32, seed: u64) -> Report {
    let request = Request {
        position: *position,
        settings: Settings {
            level: Some(level),
            ..Settings::default()
        },
        seed: MoveSeed::new(seed, 0, position),
    };
    engine.best_move(&request, &Control::new(Limits::default()), &mut |_| {})
}

/// Some positions from random games with a choice of moves.
fn positions(empties: Range<u32>, games: u64) -> Vec<Position> {
    let games = (0..games).flat_map(random_game);
    games
        .filter(|position| empties.contains(&position.empty().len()) && position.moves().len() > 1)
        .step_by(3)
        .collect()
}

/// What each move loses, by a deeper search.
fn losses(engine: &mut Engine, position: &Position) -> Vec<(Move, i32)> {
    let control = Control::new(Limits::default());
    let options = EngineOptions::default();
    let report = engine.compare(position, Effort::Level(6), options, &control, &mut |_| {});
    let discs = |line: usize| report.lines[line].value.expect("it has one").discs();
    (0..report.lines.len())
        .map(|line| (report.lines[line].moves[0], discs(0) - discs(line)))
        .collect()
}

#[test]
fn no_level_for_people_sees_the_end_before_it_looks_so_far_ahead() {
    let mut engine = Engine::new();
    for position in positions(1..18, 4) {
        let empties = position.empty().len();
        // What is found here must not be remembered.
        let (solved, control) = (Effort::End, Control::new(Limits::default()));
        engine.solve(
            &position,
            solved,
            EngineOptions::default(),
            &control,
            &mut |_| {},
        );
        for level in FOR_PEOPLE {
            let report = best_move(&mut engine, &position, level, 1);
            let best = report.best();
            assert_eq!(best.depth, level.max(1).min(empties), "{position} {level}");
            assert_eq!(best.is_exact, level.max(1) >= empties, "{position} {level}");
        }
        let report = best_move(&mut engine, &position, 10, 1);
        assert_eq!(report.is_exact(), empties <= 16, "{position}");
    }
}

/// Every level loses much less than random moves do, and never as much as the worst. The
/// higher it is, the less it loses.
#[test]
fn no_level_plays_at_random() {
    const SEEDS: Range<u64> = 0..4;
    let mut engine = Engine::new();
    let positions = positions(10..57, 3);
    let known: Vec<_> = positions
        .iter()
        .map(|position| losses(&mut engine, position))
        .collect();
    let mean = |losses: &[(Move, i32)]| {
        let sum: i32 = losses.iter().map(|(_, loss)| loss).sum();
        f64::from(sum) / losses.len() as f64
    };
    let at_random: f64 = known.iter().map(|losses| mean(losses)).sum();
    let at_random = at_random / positions.len() as f64;
    let of_level = |engine: &mut Engine, level| {
        let mut sum = 0;
        for (position, losses) in positions.iter().zip(&known) {
            for seed in SEEDS {
                let played = best_move(engine, position, level, seed).best_move();
                let found = losses.iter().find(|(other, _)| Some(*other) == played);
                sum += found.expect("it is legal").1;
            }
        }
        f64::from(sum) / (positions.len() * SEEDS.count()) as f64
    };
    let [lowest, middle, highest] = [0, 2, 4].map(|level| of_level(&mut engine, level));
    assert!(lowest < 0.7 * at_random, "{lowest} {at_random}");
    assert!(middle < 0.7 * lowest, "{middle} {lowest}");
    assert!(highest < 0.7 * middle, "{highest} {middle}");
}

/// The moves of a game against itself.
fn game(strength: &str, seed: &str) -> String {
    let commands = "genmove b\ngenmove w\n".repeat(20) + "grhino-show_history\n";
    gtp(
        &["--seed", seed, "--threads", "1"],
        &format!("{strength}\n{commands}"),
    )
}

#[test]
fn a_seed_repeats_the_games_of_every_level() {
    let levels = WITH_MISTAKES.map(|level| format!("level {level}"));
    for strength in levels.chain(["rating 777".to_string(), "rating 1855".to_string()]) {
        let played = game(&strength, "3");
        assert!(!played.contains('?'), "{played}");
        assert_eq!(game(&strength, "3"), played, "{strength}");
        assert_ne!(game(&strength, "4"), played, "{strength}");
    }
    for level in WITH_MISTAKES.end..FOR_PEOPLE.end {
        let strength = format!("level {level}\nkata-set-param ties random");
        assert_eq!(game(&strength, "3"), game(&strength, "3"), "{strength}");
    }
}

#[test]
fn of_level_and_rating_the_last_one_counts() {
    let options = "kata-get-param level\nkata-get-param rating\nkata-get-param depth\n";
    let third = levels::rating(3);
    let said = gtp(
        &["--level", "12", "--rating", &third.to_string()],
        &format!(
            "{options}level 20\n{options}rating {}\n{options}",
            third + 1
        ),
    );
    let values: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("= "))
        .collect();
    let twentieth = levels::rating(20).to_string();
    let [third, next] = [third, third + 1].map(|rating| rating.to_string());
    assert_eq!(
        values[..3],
        ["12", &third, "1"],
        "the level keeps its value: {said}"
    );
    assert_eq!(values[3..6], ["20", &twentieth, "6"], "{said}");
    assert_eq!(values[6..9], ["20", &next, "1"], "{said}");
}

#[test]
fn a_player_with_a_handicap_has_no_book() {
    let explained = "genmove b\ngomill-explain_last_move\n";
    for (level, is_booked) in [("4", false), ("5", true)] {
        let said = gtp(&["--book-use", "on", "--level", level], explained);
        assert_eq!(said.contains("book"), is_booked, "{said}");
    }
}

#[test]
fn values_have_no_handicap() {
    let query = r#"{"id":1,"moves":"f5d6c3","level":7}"#;
    let once = stdout_of(&["json"], query.as_bytes());
    let twice = stdout_of(&["json", "--seed", "5", "--level", "1"], query.as_bytes());
    let value = |said: &str| {
        said.split("\"value\":")
            .nth(1)
            .map(|rest| rest[..4].to_string())
    };
    assert_eq!(value(&once), value(&twice), "{once} {twice}");
    assert!(value(&once).is_some(), "{once}");
}

mod slow {
    use obverse::session::options::CASUAL_LEVEL;

    use super::*;

    /// The level that plays at a terminal scores at most 40 % against a simple program.
    #[test]
    fn the_casual_level_is_easy_to_beat() {
        let casual = format!("name=casual builtin level={CASUAL_LEVEL}");
        let simple = "name=simple builtin algorithm=alpha_beta depth=3 evaluator=positional";
        let players = [
            "match", "--games", "200", "--engine", &casual, "--engine", simple,
        ];
        let said = stdout_of(&players, b"");
        let result = said.rsplit("casual vs simple: +").next().expect("a line");
        let numbers: Vec<u32> = result
            .split([' ', '=', '-', ','])
            .filter_map(|word| word.parse().ok())
            .take(3)
            .collect();
        assert_eq!(numbers.iter().sum::<u32>(), 200, "{said}");
        assert!(2 * numbers[0] + numbers[1] <= 160, "{said}");
    }
}
