//! The names of openings, in English, French and Japanese.
//!
//! A name belongs to a position: the moves may have been played in any order, and the board may
//! be seen from any of its eight sides.
//!
//! ```
//! use obverse::board::notation::transcript;
//! use obverse::board::{Game, Position};
//! use obverse::openings::{self, Language};
//!
//! let mut game = Game::default();
//! for played in transcript::parse(&Position::START, "d3c5f6f5e6f3")? {
//!     game.play(game.player_of(played), played)?;
//! }
//! let recognised = openings::recognise(&game);
//! let tiger = recognised.opening.expect("it is in the table");
//! assert_eq!(tiger.english, Some("Tiger"));
//! assert_eq!((recognised.ply, recognised.left_at), (5, Some(6)));
//! let name = recognised.name(Language::Japanese).expect("it has one");
//! assert_eq!((name.text, name.ply), ("虎定石", 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod language;
mod recognised;
mod table;
#[cfg(test)]
mod tests;

use crate::board::Position;
pub use language::{Language, UnknownLanguage};
pub use recognised::{Name, Recognised, recognise, recognise_line};
use table::table;

/// A named position and a line that leads to it.
#[derive(Debug, PartialEq, Eq)]
pub struct Opening {
    /// The line, such as `f5d6c3d3c4`.
    pub moves: &'static str,
    /// Its English name. If there are several, ` / ` is between them, here as in the other
    /// languages.
    pub english: Option<&'static str>,
    /// Its French name.
    pub french: Option<&'static str>,
    /// Its Japanese name.
    pub japanese: Option<&'static str>,
}

impl Opening {
    /// Its name in this language, if it has one.
    pub fn name(&self, language: Language) -> Option<&'static str> {
        match language {
            Language::English => self.english,
            Language::French => self.french,
            Language::Japanese => self.japanese,
        }
    }
}

/// All named positions, in the order of their lines.
pub fn all() -> &'static [Opening] {
    &table().openings
}

/// The name of this position, whose side to move matters, too.
pub fn named(position: &Position) -> Option<&'static Opening> {
    table().find(position).flatten()
}
