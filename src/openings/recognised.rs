//! Which opening a game has, and where it left the known lines.

use super::table::{positions, table};
use super::{Language, Opening};
use crate::board::{Game, Move, Position};

/// What is known about the opening of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recognised {
    /// The last named position of the game.
    pub opening: Option<&'static Opening>,
    /// The number of moves that led to it, or 0.
    pub ply: usize,
    /// The number of the move with which the game left the lines that lead to a named position;
    /// `None` if it has not left them.
    pub left_at: Option<usize>,
    names: [Option<Name>; Language::ALL.len()],
}

/// A name and its place in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: &'static str,
    /// The number of moves after which the position with this name arose.
    pub ply: usize,
}

impl Recognised {
    /// The last name in this language, which may be older than
    /// [`opening`](Recognised::opening): not every position has a name in every language.
    pub fn name(&self, language: Language) -> Option<Name> {
        self.names[language as usize]
    }
}

/// Recognises the opening of a game. A game with a start position of its own has none.
pub fn recognise(game: &Game) -> Recognised {
    match *game.start() == Position::START {
        true => recognise_line(game.moves().map(|(_, played)| played)),
        false => Recognised::default(),
    }
}

/// Recognises the opening of these moves, which are legal from the usual start.
pub fn recognise_line(moves: impl Iterator<Item = Move>) -> Recognised {
    let mut recognised = Recognised::default();
    for (ply, position) in (1..).zip(positions(moves)) {
        let Some(place) = table().find(&position) else {
            recognised.left_at.get_or_insert(ply);
            continue;
        };
        recognised.left_at = None;
        let Some(opening) = place else {
            continue;
        };
        recognised.opening = Some(opening);
        recognised.ply = ply;
        for language in Language::ALL {
            if let Some(text) = opening.name(language) {
                recognised.names[language as usize] = Some(Name { text, ply });
            }
        }
    }
    recognised
}
