//! Values from random games: no evaluator, no look ahead.
//!
//! Each candidate move gets `playouts` games, played by random moves from the
//! position after it to the end. A win counts 2, a draw 1, a loss 0; the move
//! with the best mean is played. What makes a position good for a random player
//! (more moves, safe discs) is often good for a real one too, so this plays
//! soundly without any knowledge of the game. But every answer of the other
//! side counts alike, also those that nobody would play: more games make the
//! means more exact and the play no wiser. `mcts` mends that.
//!
//! The games are dealt out in rounds, one to each candidate, so that a search
//! that is stopped has treated all alike. The error of a mean falls with the
//! square root of the number of games: at 100 games it is about 5 percent.

use std::cmp::Reverse;

use super::analysis::Scope;
use super::control::{Control, Stopped};
use super::dice::Chance;
use super::playout::{Mean, play_out};
use super::report::{Line, Report, Source};
use super::{OnReport, Request, Row, Searcher, Ties};
use crate::board::{Position, Square};

pub(super) const ROW: Row = Row {
    name: "monte_carlo",
    summary: "the best mean result in random games",
    is_exact: false,
    build: || Box::new(MonteCarlo),
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
        let mut chance = request.dice.chance();
        let moves = drawn_moves(request, &mut chance);
        let mut trial = Trial::new(request, moves, control);
        // Stopped or not, the games played so far are the answer.
        let rounds = u64::from(request.settings.playouts);
        let _ = trial.run(rounds, &mut chance, &mut |trial| {
            on_report(&trial.report_of_best(Ties::First));
        });
        trial.report_of_best(request.settings.ties)
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        let moves: Vec<Square> = request.position.moves().into_iter().collect();
        let count = moves.len();
        let mut trial = Trial::new(request, moves, control);
        let rounds = u64::from(request.settings.playouts);
        trial.run(rounds, &mut request.dice.chance(), &mut |_| {})?;
        let mut report = trial.report(count);
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
        let mut trial = Trial::new(request, scope.moves.into_iter().collect(), control);
        let mut chance = request.dice.chance();
        let _ = trial.run(Mean::MOST_GAMES, &mut chance, &mut |trial| {
            on_report(&trial.report(scope.lines));
        });
        trial.report(scope.lines)
    }
}

/// The moves to be tried: all, or so many of them as the settings say.
fn drawn_moves(request: &Request, chance: &mut Chance) -> Vec<Square> {
    let mut moves: Vec<Square> = request.position.moves().into_iter().collect();
    let wanted = request.settings.candidates as usize;
    if wanted > 0 && wanted < moves.len() {
        chance.shuffle(&mut moves);
        moves.truncate(wanted);
        moves.sort();
    }
    moves
}

/// A comparison of moves by random games.
struct Trial<'r> {
    request: &'r Request,
    control: &'r Control,
    candidates: Vec<Candidate>,
    nodes: u64,
}

struct Candidate {
    square: Square,
    child: Position,
    mean: Mean,
}

impl Candidate {
    fn line(&self) -> Line {
        Line {
            value: Some(self.mean.value()),
            depth: 1,
            visits: self.mean.games(),
            ..Line::new(vec![self.square.into()])
        }
    }
}

impl<'r> Trial<'r> {
    fn new(request: &'r Request, moves: Vec<Square>, control: &'r Control) -> Trial<'r> {
        let candidate = |square| Candidate {
            square,
            child: request.position.play(square),
            mean: Mean::EMPTY,
        };
        Trial {
            request,
            control,
            candidates: moves.into_iter().map(candidate).collect(),
            nodes: 0,
        }
    }

    /// The first round is played whatever the control says, so that each
    /// candidate has a mean. Reports after each doubling.
    fn run(
        &mut self,
        rounds: u64,
        chance: &mut Chance,
        on_doubling: &mut dyn FnMut(&Trial<'_>),
    ) -> Result<(), Stopped> {
        let mut meter = self.control.meter();
        for round in 1..=rounds {
            for candidate in &mut self.candidates {
                if round > 1 {
                    meter.check()?;
                }
                let game = play_out(&candidate.child, chance);
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

    /// The best candidates, this many.
    fn report(&self, count: usize) -> Report {
        let mut ranked: Vec<&Candidate> = self.candidates.iter().collect();
        ranked.sort_by_key(|candidate| (Reverse(candidate.mean), candidate.square));
        let best = ranked.iter().take(count);
        self.report_of(best.map(|candidate| candidate.line()).collect())
    }

    /// One of the best candidates.
    fn report_of_best(&self, ties: Ties) -> Report {
        let means = self.candidates.iter().map(|candidate| candidate.mean);
        let best = means.max().expect("there is a candidate");
        let is_tied = |candidate: &&Candidate| candidate.mean == best;
        let tied: Vec<&Candidate> = self.candidates.iter().filter(is_tied).collect();
        let chosen = ties.choose(&tied, self.request.dice);
        self.report_of(vec![chosen.line()])
    }

    fn report_of(&self, lines: Vec<Line>) -> Report {
        Report {
            nodes: self.nodes,
            time: self.control.elapsed(),
            ..Report::new(Source::Playouts, lines)
        }
    }
}
