//! A player's performance in a game, and in all games.

use std::ops::AddAssign;

use super::phase::Phase;
use super::step::{Finding, Step, Verdict};
use crate::board::{Color, Move};
use crate::search::grade::Grade;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// Discs lost by moves that were not the best.
    pub(super) lost: i32,
    /// The same for each phase of the game.
    pub(super) lost_in: [i32; Phase::ALL.len()],
    /// Positions with more than one move.
    pub(super) choices: usize,
    /// How often a move of each grade was chosen.
    pub(super) graded: [usize; Grade::ALL.len()],
    pub(super) worst: Option<Worst>,
    /// Whether the player could have won from some position.
    pub(super) was_winning: bool,
    /// The numbers of the moves after which the player could no longer win.
    pub(super) let_go: Vec<usize>,
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

    pub(super) fn graded(&self, grade: Grade) -> usize {
        self.graded[grade as usize]
    }

    /// Counts a move, if one was played and there is a finding.
    fn add(&mut self, number: usize, step: &Step) {
        let Some(finding) = &step.finding else {
            return;
        };
        let is_winning = is_winning(finding);
        self.was_winning |= is_winning;
        let (Some(action), Some(loss), Some(verdict)) =
            (step.played, finding.loss(), step.verdict())
        else {
            return;
        };
        self.lost += loss;
        self.lost_in[Phase::of(&step.position) as usize] += loss;
        if let Verdict::Graded(grade) = verdict {
            self.choices += 1;
            self.graded[grade as usize] += 1;
        }
        if is_winning && finding.best_value() <= loss {
            self.let_go.push(number);
        }
        if loss > self.worst.map_or(0, |worst| worst.loss) {
            self.worst = Some(Worst {
                number,
                action,
                loss,
            });
        }
    }
}

/// Smaller leads may be errors of searches that do not reach the end of the game.
pub(super) const WINNING_ESTIMATE: i32 = 4;

fn is_winning(finding: &Finding) -> bool {
    let least = match finding.is_exact() {
        true => 1,
        false => WINNING_ESTIMATE,
    };
    finding.best_value() >= least
}

/// The sums over the games of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlayerTotal {
    pub(super) name: String,
    pub(super) games: usize,
    pub(super) lost: i32,
    pub(super) lost_in: [i32; Phase::ALL.len()],
    pub(super) choices: usize,
    pub(super) graded: [usize; Grade::ALL.len()],
    /// Games with a position from which the player could have won.
    pub(super) winning: usize,
    /// Those in which a move gave the win away.
    pub(super) let_go: usize,
}

impl AddAssign<&Summary> for PlayerTotal {
    fn add_assign(&mut self, game: &Summary) {
        self.games += 1;
        self.lost += game.lost;
        self.choices += game.choices;
        for (sum, lost) in self.lost_in.iter_mut().zip(game.lost_in) {
            *sum += lost;
        }
        for (sum, count) in self.graded.iter_mut().zip(game.graded) {
            *sum += count;
        }
        self.winning += usize::from(game.was_winning);
        self.let_go += usize::from(!game.let_go.is_empty());
    }
}

/// Adds a game to the total of the player with this name.
pub(super) fn add_to(players: &mut Vec<PlayerTotal>, name: &str, game: &Summary) {
    let index = players.iter().position(|player| player.name == name);
    let index = index.unwrap_or_else(|| {
        players.push(PlayerTotal {
            name: name.to_string(),
            ..PlayerTotal::default()
        });
        players.len() - 1
    });
    players[index] += game;
}
