//! The phases of a game.

use crate::board::Position;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Opening,
    Midgame,
    Endgame,
}

impl Phase {
    pub(super) const ALL: [Phase; 3] = [Phase::Opening, Phase::Midgame, Phase::Endgame];

    pub(super) fn of(position: &Position) -> Phase {
        match position.empty().len() {
            41.. => Phase::Opening,
            21..=40 => Phase::Midgame,
            ..=20 => Phase::Endgame,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Midgame => "midgame",
            Phase::Endgame => "endgame",
        }
    }

    /// The empty squares before a move of this phase, in words.
    pub(super) fn empties(self) -> &'static str {
        match self {
            Phase::Opening => "more than 40",
            Phase::Midgame => "21 to 40",
            Phase::Endgame => "20 or fewer",
        }
    }
}
