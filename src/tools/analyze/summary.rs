//! A player's performance in a game.

use super::step::{Step, Verdict};
use crate::board::{Color, Move};

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// Discs lost by moves that were not the best.
    pub(super) lost: i32,
    pub(super) mistakes: usize,
    /// Positions with more than one move.
    pub(super) choices: usize,
    /// Those in which a best move was played.
    pub(super) best: usize,
    pub(super) worst: Option<Worst>,
}

/// The move that lost most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worst {
    /// Its number, from 1.
    pub(super) number: usize,
    pub(super) action: Move,
    pub(super) loss: i32,
}

impl Summary {
    pub(super) fn of(color: Color, steps: &[Step]) -> Summary {
        let mut summary = Summary::default();
        for (number, step) in (1..).zip(steps) {
            if step.position.to_move() == color {
                summary.add(number, step);
            }
        }
        summary
    }

    /// Counts a move, if one was played and there is a finding.
    fn add(&mut self, number: usize, step: &Step) {
        let loss = step.finding.as_ref().and_then(|finding| finding.loss());
        let (Some(action), Some(loss), Some(verdict)) = (step.played, loss, step.verdict()) else {
            return;
        };
        self.lost += loss;
        self.mistakes += usize::from(verdict == Verdict::Mistake);
        self.choices += usize::from(verdict != Verdict::Forced);
        self.best += usize::from(verdict == Verdict::Best);
        if loss > self.worst.map_or(0, |worst| worst.loss) {
            self.worst = Some(Worst {
                number,
                action,
                loss,
            });
        }
    }
}
