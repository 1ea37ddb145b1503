//! `obverse probcut`: measures the errors of shallow searches relative to deep ones, and
//! fits the margins of Multi-ProbCut.

mod arguments;
mod fit;
mod games;
mod table;
mod tally;

use std::convert::Infallible;
use std::io::Write;

use super::interrupt::Interrupt;
use super::terminal::Progress;
use super::threads::share;
use super::{Body, Row, ToolError};
use crate::board::Position;
use crate::search::control::{Limits, Stopped};
use crate::search::engine::midgame::probcut::DepthPair;
use crate::search::engine::{Effort, Engine, EngineOptions};
use arguments::Arguments;
use games::Games;
use tally::{Measurement, Tally};

pub(super) const ROW: Row = Row {
    name: "probcut",
    summary: "measures shallow searches against deep ones, and fits the model of Multi-ProbCut",
    details: "A second table shows the bias between searches with an odd and an even number of \
              plies. The last line is the fitted model, as source code for the engine.",
    exit_statuses: &[
        (0, "the model was fitted"),
        (1, "there are too few positions to fit it"),
        (2, "the command line is wrong"),
        (
            130,
            "interrupted by Ctrl-C; the results so far were written",
        ),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::SYNTAX.parse(words)?.arguments;
    let interrupt = Interrupt::install();
    let tally = measure(&arguments, &interrupt);
    let fitted = fit::fit(&tally);
    table::write(&tally, fitted.as_ref(), output)?;
    if interrupt.is_requested() {
        return Err(ToolError::Interrupted);
    }
    match fitted {
        Some(_) => Ok(()),
        None => Err(ToolError::Failed(
            "probcut: there are too few positions to fit the model".to_string(),
        )),
    }
}

/// The sums over all positions, or over those that were finished when the user interrupted.
/// As they are sums, it does not matter which thread takes which position.
fn measure(arguments: &Arguments, interrupt: &Interrupt) -> Tally {
    let mut tally = Tally::default();
    let progress = Progress::new(arguments.positions as usize);
    let workers = (0..arguments.threads).map(|_| {
        let mut games = Games::new(arguments.seed);
        let mut measurer = Measurer {
            depth: arguments.depth,
            engine: Engine::new(),
            interrupt,
        };
        move |number| {
            let position = games.position(number);
            Some(position.and_then(|position| measurer.measure(&position).ok()))
        }
    });
    let Ok(()) = share(interrupt, 0..arguments.positions, workers, |measurement| {
        if let Some(measurement) = measurement {
            tally.add(&measurement);
        }
        progress.step();
        Ok::<(), Infallible>(())
    });
    tally
}

struct Measurer<'a> {
    depth: u32,
    engine: Engine,
    interrupt: &'a Interrupt,
}

/// With more empty squares, solving takes much longer than the other searches.
const MAX_SOLVED_EMPTIES: u32 = 20;

/// Small, because it is cleared for each position.
const HASH_MB: usize = 16;

impl Measurer<'_> {
    /// The error of each shallow search that ProbCut could use here, and the value of the
    /// last move at each horizon.
    fn measure(&mut self, position: &Position) -> Result<Measurement, Stopped> {
        let empty = position.empty().len();
        let deepest = self.depth.min(empty - 1);
        let control = self.interrupt.control(Limits::default());
        self.engine.clear();
        let scores = self.engine.scores(position, deepest, HASH_MB, &control)?;
        let mut deep_scores: Vec<(u32, i32)> = (0..).zip(scores.iter().copied()).collect();
        if empty <= MAX_SOLVED_EMPTIES {
            let options = EngineOptions {
                threads: 1,
                hash_mb: HASH_MB,
            };
            let report = self
                .engine
                .solve(position, Effort::End, options, &control, &mut |_| {});
            if !report.is_exact() {
                return Err(Stopped);
            }
            deep_scores.push((empty, report.discs()));
        }
        let error = |(deep, score)| {
            let pair = DepthPair::of(deep, empty)?;
            let shallow_score = scores.get(pair.shallow as usize)?;
            Some((pair, score - shallow_score))
        };
        let last_moves = (1..).zip(scores.windows(2)).map(|(depth, pair)| {
            let more = pair[1] - pair[0];
            (empty - depth, if depth % 2 == 1 { more } else { -more })
        });
        Ok(Measurement {
            errors: deep_scores.into_iter().filter_map(error).collect(),
            last_moves: last_moves.collect(),
        })
    }
}
