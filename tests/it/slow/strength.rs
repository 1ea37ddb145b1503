//! Compares the strength of players. Each match has 400 games from different openings, each
//! of which is played with both colours.

use std::thread;

use obverse::board::{Color, Position, Square};
use obverse::eval;
use obverse::search::control::{Control, Limits};
use obverse::search::rng::MoveSeed;
use obverse::search::{self, Request, Settings, Ties};

use crate::support::positions::random_game;

const OPENINGS: u64 = 200;
const OPENING_PLIES: usize = 8;

/// An algorithm with its settings.
struct Player {
    algorithm: &'static str,
    settings: fn(&Position) -> Settings,
}

impl Player {
    fn choose(&self, position: &Position, game: u64) -> Square {
        let row = search::find(self.algorithm).expect("it is in the table");
        let request = Request {
            position: *position,
            settings: (self.settings)(position),
            seed: MoveSeed::new(1, game, position),
        };
        let control = Control::new(Limits::default());
        let report = (row.build)().best_move(&request, &control, &mut |_| {});
        report.best_square().expect("the side to move has a move")
    }
}

/// Black's lead in discs at the end of a game.
fn play(opening: Position, black: &Player, white: &Player, game: u64) -> i32 {
    let mut position = opening;
    while !position.is_over() {
        if position.must_pass() {
            position = position.pass();
        }
        let player = match position.to_move() {
            Color::Black => black,
            Color::White => white,
        };
        position = position.play(player.choose(&position, game));
    }
    match position.to_move() {
        Color::Black => position.result(),
        Color::White => -position.result(),
    }
}

/// The score of the first player in percent.
fn match_score(first: &Player, second: &Player) -> f64 {
    let points = |discs: i32| f64::from(1 + discs.signum()) / 2.0;
    let pair = |game: u64| {
        let opening = random_game(game)[OPENING_PLIES];
        points(play(opening, first, second, game)) + points(-play(opening, second, first, game))
    };
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let total: f64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let games = (worker as u64..OPENINGS).step_by(threads);
                scope.spawn(move || games.map(pair).sum::<f64>())
            })
            .collect();
        let results = workers.into_iter().map(|worker| worker.join());
        results.map(|result| result.expect("it ends well")).sum()
    });
    100.0 * total / (2 * OPENINGS) as f64
}

fn settings(depth: u32, evaluator: &str, playouts: u32) -> Settings {
    Settings {
        depth,
        evaluator: eval::find(evaluator).expect("it is in the table"),
        ties: Ties::Random,
        playouts,
        ..Settings::default()
    }
}

const GREEDY: Player = Player {
    algorithm: "greedy",
    settings: |_| settings(1, "positional", 1),
};

const MONTE_CARLO: Player = Player {
    algorithm: "monte_carlo",
    settings: |_| settings(1, "positional", 100),
};

#[track_caller]
fn require(percent: f64, first: &Player, second: &Player) {
    let score = match_score(first, second);
    let (first, second) = (first.algorithm, second.algorithm);
    assert!(score >= percent, "{first} against {second}: {score:.1} %");
}

#[test]
fn monte_carlo_beats_greedy() {
    require(75.0, &MONTE_CARLO, &GREEDY);
}

#[test]
fn mcts_beats_monte_carlo_with_the_same_number_of_playouts() {
    let mcts = Player {
        algorithm: "mcts",
        settings: |position| settings(1, "positional", 100 * position.moves().len()),
    };
    require(55.0, &mcts, &MONTE_CARLO);
}

#[test]
fn nega_alpha_beats_random() {
    let nega_alpha = Player {
        algorithm: "nega_alpha",
        settings: |_| settings(6, "positional", 1),
    };
    let random = Player {
        algorithm: "random",
        settings: |_| settings(1, "positional", 1),
    };
    require(94.0, &nega_alpha, &random);
}

#[test]
fn mobility_beats_positional() {
    let player = |settings| Player {
        algorithm: "alpha_beta",
        settings,
    };
    let mobility = player(|_| settings(4, "mobility", 1));
    let positional = player(|_| settings(4, "positional", 1));
    require(65.0, &mobility, &positional);
}
