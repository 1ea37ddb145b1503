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

use super::analysis::{Analysis, Line, Scope, Unit};
use super::control::{Control, Stopped};
use super::dice::Chance;
use super::playout::{Mean, play_out};
use super::{Report, Request, Row, Searcher, Ties, Watcher};
use crate::board::{Position, Square};
use crate::score::{Bound, Score};

pub(super) const ROW: Row = Row {
    name: "monte_carlo",
    summary: "the best mean result in random games",
    is_exact: false,
    build: || Box::new(MonteCarlo),
};

struct MonteCarlo;

impl Searcher for MonteCarlo {
    fn best_move(&mut self, request: &Request, control: &Control, watcher: Watcher<'_>) -> Report {
        if let Some(report) = Report::only_move(&request.position) {
            return report;
        }
        let mut chance = request.dice.chance();
        let mut trial = Trial::new(request, drawn_moves(request, &mut chance));
        // Stopped or not, the games played so far are the answer.
        let rounds = u64::from(request.settings.playouts);
        let _ = trial.run(rounds, &mut chance, control, &mut |trial| {
            watcher(&trial.report(Ties::First));
        });
        trial.report(request.settings.ties)
    }

    /// In percent: 100 if all games were won.
    fn move_values(
        &mut self,
        request: &Request,
        control: &Control,
    ) -> Result<Vec<(Square, Score)>, Stopped> {
        let moves = request.position.moves().into_iter().collect();
        let mut trial = Trial::new(request, moves);
        let rounds = u64::from(request.settings.playouts);
        trial.run(rounds, &mut request.dice.chance(), control, &mut |_| {})?;
        let value = |candidate: &Candidate| (candidate.square, candidate.mean.percent());
        Ok(trial.candidates.iter().map(value).collect())
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        watcher: &mut dyn FnMut(Analysis),
    ) {
        let mut trial = Trial::new(request, scope.moves.into_iter().collect());
        let mut chance = request.dice.chance();
        let _ = trial.run(Mean::MOST_GAMES, &mut chance, control, &mut |trial| {
            watcher(trial.analysis(scope));
        });
        watcher(trial.analysis(scope));
    }

    fn unit(&mut self, _: &Request) -> Unit {
        Unit::Percent
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
    candidates: Vec<Candidate>,
    nodes: u64,
}

struct Candidate {
    square: Square,
    child: Position,
    mean: Mean,
}

impl<'r> Trial<'r> {
    fn new(request: &'r Request, moves: Vec<Square>) -> Trial<'r> {
        let candidate = |square| Candidate {
            square,
            child: request.position.play(square),
            mean: Mean::EMPTY,
        };
        Trial {
            request,
            candidates: moves.into_iter().map(candidate).collect(),
            nodes: 0,
        }
    }

    /// The first round is played whatever the control says, so that each
    /// candidate has a mean. The watcher looks after each doubling.
    fn run(
        &mut self,
        rounds: u64,
        chance: &mut Chance,
        control: &Control,
        watcher: &mut dyn FnMut(&Trial<'_>),
    ) -> Result<(), Stopped> {
        let mut meter = control.meter();
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
                watcher(self);
            }
        }
        Ok(())
    }

    fn analysis(&self, scope: &Scope) -> Analysis {
        let line = |candidate: &&Candidate| Line {
            moves: vec![candidate.square.into()],
            score: candidate.mean.percent(),
            bound: Bound::Exact,
            depth: 1,
            selectivity: 100,
            is_exact: false,
            visits: candidate.mean.games(),
        };
        let mut ranked: Vec<&Candidate> = self.candidates.iter().collect();
        ranked.sort_by_key(|candidate| (Reverse(candidate.mean), candidate.square));
        Analysis {
            nodes: self.nodes,
            lines: ranked.iter().take(scope.lines).map(line).collect(),
        }
    }

    fn report(&self, ties: Ties) -> Report {
        let best = self
            .candidates
            .iter()
            .map(|candidate| candidate.mean)
            .max()
            .expect("there is a candidate");
        let tied: Vec<Square> = self
            .candidates
            .iter()
            .filter(|candidate| candidate.mean == best)
            .map(|candidate| candidate.square)
            .collect();
        let square = ties.choose(&tied, self.request.dice);
        Report {
            best: square,
            score: Some(best.percent()),
            depth: 1,
            nodes: self.nodes,
            line: vec![square.into()],
            is_from_book: false,
        }
    }
}
