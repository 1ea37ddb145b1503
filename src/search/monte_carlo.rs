//! Values from random games: no evaluator, no lookahead.
//!
//! Each candidate move gets `playouts` random games, from the position after it to the
//! end. A win counts 2, a draw 1, a loss 0; the move with the best mean is played. What
//! helps a random player (more moves, safe discs) often helps a real one too, so it
//! plays reasonably without any knowledge of the game. But all replies count equally,
//! even those that nobody would play, so more games make the means more precise without
//! making the play better. `mcts` solves that.
//!
//! The games are played in rounds, one for each candidate, so that a search that is
//! stopped has treated all candidates equally. The error of a mean falls with the
//! square root of the number of games: with 100 games it is about 5 percent.

use std::cmp::Reverse;

use super::analysis::Scope;
use super::control::{Control, Stopped};
use super::dispatch::dispatch;
use super::playout::{Mean, play_out};
use super::report::{Line, Report, Source};
use super::rng::Rng;
use super::symmetric_moves::SymmetricMoves;
use super::{Family, OnReport, Request, Row, Searcher, Ties};
use crate::board::{Position, Square};

pub(super) const ROW: Row = Row {
    name: "monte_carlo",
    summary: "the best mean result in random games",
    family: Family::Playouts,
    build: || dispatch("monte_carlo", || Box::new(MonteCarlo)),
};

struct MonteCarlo;

impl Searcher for MonteCarlo {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        if let Some(report) = Report::of_only_move(&request.position) {
            return report;
        }
        let mut rng = request.seed.rng();
        let moves = candidates(request, &mut rng);
        let mut trial = Trial::new(request, moves, control);
        // If the search is stopped, the games played so far decide.
        let rounds = u64::from(request.settings.playouts);
        let _ = trial.run(rounds, &mut rng, &mut |trial| {
            on_report(&trial.report_of_best(Ties::First));
        });
        trial.report_of_best(request.settings.ties)
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        let moves = SymmetricMoves::group(&request.position, request.position.moves());
        let mut trial = Trial::new(request, moves, control);
        let rounds = u64::from(request.settings.playouts);
        trial.run(rounds, &mut request.seed.rng(), &mut |_| {})?;
        let mut report = trial.report(usize::MAX);
        report.sort_by_value();
        Ok(report)
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let moves = SymmetricMoves::group(&request.position, scope.moves);
        let mut trial = Trial::new(request, moves, control);
        let mut rng = request.seed.rng();
        let _ = trial.run(Mean::MAX_GAMES, &mut rng, &mut |trial| {
            on_report(&trial.report(scope.lines));
        });
        trial.report(scope.lines)
    }
}

/// The candidates: all moves, or as many of them, drawn at random, as the settings say.
fn candidates(request: &Request, rng: &mut Rng) -> Vec<SymmetricMoves> {
    let mut moves: Vec<Square> = request.position.moves().into_iter().collect();
    let wanted = request.settings.candidates as usize;
    if wanted > 0 && wanted < moves.len() {
        rng.shuffle(&mut moves);
        moves.truncate(wanted);
    }
    SymmetricMoves::group(&request.position, moves.into_iter().collect())
}

/// A comparison of candidates by random games.
struct Trial<'r> {
    request: &'r Request,
    control: &'r Control,
    candidates: Vec<Candidate>,
    nodes: u64,
}

struct Candidate {
    moves: SymmetricMoves,
    child: Position,
    mean: Mean,
}

impl Candidate {
    fn lines(&self) -> Vec<Line> {
        self.moves.lines(Line {
            value: Some(self.mean.value()),
            depth: 1,
            visits: self.mean.games(),
            ..Line::new(vec![self.moves.square.into()])
        })
    }
}

impl<'r> Trial<'r> {
    fn new(request: &'r Request, moves: Vec<SymmetricMoves>, control: &'r Control) -> Trial<'r> {
        let candidate = |moves: SymmetricMoves| Candidate {
            child: request.position.play(moves.square),
            moves,
            mean: Mean::EMPTY,
        };
        Trial {
            request,
            control,
            candidates: moves.into_iter().map(candidate).collect(),
            nodes: 0,
        }
    }

    /// Plays rounds of games and calls `on_doubling` whenever their number has doubled.
    /// The first round ignores the control, so that each candidate has a mean.
    fn run(
        &mut self,
        rounds: u64,
        rng: &mut Rng,
        on_doubling: &mut dyn FnMut(&Trial<'_>),
    ) -> Result<(), Stopped> {
        let mut meter = self.control.meter();
        for round in 1..=rounds {
            for candidate in &mut self.candidates {
                if round > 1 {
                    meter.check()?;
                }
                let game = play_out(&candidate.child, rng);
                candidate.mean.add(game.points_of_opponent());
                *meter.count() += 1 + u64::from(game.plies);
                self.nodes = meter.nodes();
            }
            if round.is_power_of_two() {
                on_doubling(self);
            }
        }
        Ok(())
    }

    /// The `count` best moves.
    fn report(&self, count: usize) -> Report {
        let mut ranked: Vec<&Candidate> = self.candidates.iter().collect();
        ranked.sort_by_key(|candidate| (Reverse(candidate.mean), candidate.moves.square));
        let lines = ranked.iter().flat_map(|candidate| candidate.lines());
        self.report_of(lines.take(count).collect())
    }

    /// One of the best moves.
    fn report_of_best(&self, ties: Ties) -> Report {
        let means = self.candidates.iter().map(|candidate| candidate.mean);
        let best = means.max().expect("there is a candidate");
        let is_tied = |candidate: &&Candidate| candidate.mean == best;
        let tied = self.candidates.iter().filter(is_tied);
        let tied = tied.flat_map(Candidate::lines);
        self.report_of(vec![ties.choose_line(tied, self.request.seed)])
    }

    fn report_of(&self, lines: Vec<Line>) -> Report {
        Report {
            nodes: self.nodes,
            time: self.control.elapsed(),
            ..Report::new(Source::Playouts, lines)
        }
    }
}
