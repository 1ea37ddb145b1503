//! A GTP engine that deliberately makes the mistake that honest tie-breaking avoids, so that
//! `scripts/experiments/honest_ties.py` can measure it: it plays any of the moves for which
//! nega-alpha returned the best score. For moves that are searched after the best one, this
//! is only an upper bound, so some of them only look equal to it.
//!
//! `unsound_ties fail_hard` returns the bound of the window if a value is outside of it, as in
//! most textbooks; `unsound_ties fail_soft` returns the best value found. The options of
//! `obverse` may follow; `depth`, `evaluator` and `seed` are used, but time limits are not.

use std::error::Error;
use std::io;

use obverse::board::{Move, Position};
use obverse::command_line::{self, Invocation};
use obverse::protocol::Driver;
use obverse::score::{Score, Window};
use obverse::search::analysis::Scope;
use obverse::search::control::{Control, Stopped};
use obverse::search::report::{Line, Report, Source};
use obverse::search::value::{Unit, Value};
use obverse::search::{self, Family, OnReport, Request, Row, Searcher};
use obverse::system;

static FAIL_HARD: Row = Row {
    name: "fail_hard",
    summary: "any move that looks best, values clamped to the window",
    family: Family::Selective,
    build: || Box::new(UnsoundTies { is_hard: true }),
};

static FAIL_SOFT: Row = Row {
    name: "fail_soft",
    summary: "any move that looks best",
    family: Family::Selective,
    build: || Box::new(UnsoundTies { is_hard: false }),
};

struct UnsoundTies {
    is_hard: bool,
}

impl Searcher for UnsoundTies {
    fn best_move(&mut self, request: &Request, _: &Control, _: OnReport<'_>) -> Report {
        let mut search = Search {
            is_hard: self.is_hard,
            request,
            nodes: 0,
        };
        search.best_move()
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        honest().move_values(request, control)
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        honest().analyze(request, scope, control, on_report)
    }
}

fn honest() -> Box<dyn Searcher> {
    (search::find("nega_alpha")
        .expect("it is in the table")
        .build)()
}

struct Search<'a> {
    is_hard: bool,
    request: &'a Request,
    nodes: u64,
}

impl Search<'_> {
    fn best_move(&mut self) -> Report {
        let mut best = Score::LOWEST;
        let mut looks_best = Vec::new();
        for square in self.request.position.moves() {
            let child = self.request.position.play(square);
            let window = Window {
                alpha: best,
                beta: Score::HIGHEST,
            };
            let depth = self.request.settings.depth - 1;
            let score = -self.value(&child, depth, window.flipped());
            if score > best {
                best = score;
                looks_best.clear();
            }
            // This is the mistake: an equal score may be only an upper bound.
            if score == best {
                looks_best.push(square);
            }
        }
        let square = self.request.seed.pick(&looks_best);
        let square = square.expect("there is a move");
        let per_disc = self.request.settings.evaluator.points_per_disc;
        let line = Line {
            value: Some(Value {
                score: best,
                unit: Unit::Points { per_disc },
            }),
            depth: self.request.settings.depth,
            ..Line::new(vec![square.into()])
        };
        Report {
            nodes: self.nodes,
            ..Report::new(Source::Search, vec![line])
        }
    }

    fn value(&mut self, position: &Position, depth: u32, mut window: Window) -> Score {
        self.nodes += 1;
        let places = position.moves();
        let is_over = places.is_empty() && position.pass().moves().is_empty();
        let mut best = if is_over {
            Score::result(position.result())
        } else if depth == 0 {
            let evaluator = self.request.settings.evaluator.evaluator;
            evaluator.evaluate(position)
        } else {
            let mut best = Score::LOWEST;
            let must_pass = places.is_empty().then_some(Move::Pass);
            for action in places.into_iter().map(Move::Place).chain(must_pass) {
                let child = position.after(action);
                best = best.max(-self.value(&child, depth - 1, window.flipped()));
                if best >= window.beta {
                    break;
                }
                window.alpha = window.alpha.max(best);
            }
            best
        };
        if self.is_hard {
            best = best.clamp(window.alpha, window.beta);
        }
        best
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os();
    let program = words.next();
    let algorithm = match words.next() {
        Some(word) if word == "fail_hard" => &FAIL_HARD,
        Some(word) if word == "fail_soft" => &FAIL_SOFT,
        _ => return Err("expected fail_hard or fail_soft, then options of obverse".into()),
    };
    let line = command_line::parse(program.into_iter().chain(words), 1)
        .map_err(|error| error.to_string())?;
    let Invocation::Speak(mut launch) = line.invocation else {
        return Err("expected options only".into());
    };
    launch.options.algorithm = algorithm;
    let driver = Driver::new(launch.options, system::is_stdout_abandoned);
    driver.run(launch.protocol, io::stdin(), io::stdout().lock())?;
    Ok(())
}
