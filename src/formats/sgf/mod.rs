//! SGF FF\[4\], the format of Quarry, Edax and most game viewers.
//!
//! A game is a tree of variations with dozens of properties; here it is one line
//! of play. The reader follows the first variation of a tree and skips what it
//! does not need: marks, clocks, other variations. A file may hold several trees,
//! which are several games.
//!
//! Two dialects name squares. The pairs of letters of the standard, as Quarry
//! writes them (`B[fe]` is column f and the fifth row from the top), and plain
//! notation, as Edax writes it (`B[f5]`). The second character tells them apart.
//!
//! Decisions where programs differ:
//! - *Setup*: without `AB` and `AW` a game starts from the usual four discs;
//!   with them from those alone. `AE` takes discs away. Setup after the first
//!   move is an error: a game has one start.
//! - *Side to move*: `PL`, else the colour of the first move, else black.
//! - *Passes*: `B[]`, `B[tt]`, `B[pass]`, `B[PA]` and so on, or left out. The
//!   moves of a game that was read hold each forced pass, except one that ends
//!   the file unwritten.
//! - *Which game*: `GM[2]` or nothing, for GoGui leaves it out. Other games are
//!   an error.
//! - *GoGui* counts rows from the bottom but writes them as if from the top. If
//!   there is no `GM` and no setup and the first move is illegal, rows are read
//!   from the bottom; from the usual start, no first move is legal both ways.
//!   With setup a caller has to know it, and asks for [`Rows::FromBottom`]; then
//!   a file without `GM` is read and written like that.
//! - *Values*: `V` is what black gets.
//! - *Encoding*: UTF-8; what is not valid UTF-8 is read as Latin-1, the default
//!   of the standard, whatever `CA` says.
//!
//! The writer always writes the start as `AB`, `AW` and `PL`, also the usual
//! one, as Quarry and Edax do: viewers that know Go only then show the game.
//! It writes pairs of letters and passes as `B[]`, or else plain notation and
//! `B[PA]`, as Edax does; and lines below 80 columns.

mod games;
mod read;
mod scan;
mod write;

use super::{Context, GameRecord, Games, Row, Rows, Squares, Text};
use crate::board::Color;

/// The row of the table.
pub const ROW: Row = Row {
    name: "sgf",
    summary: "game trees of Quarry, GoGui, Edax and others",
    endings: &["sgf"],
    beside: &[],
    is_like: games::is_like,
    read,
    write: |squares| {
        Text::boxed(match squares {
            Squares::Letters(Rows::FromTop) => write,
            Squares::Letters(Rows::FromBottom) => {
                |game| write::write(game, Squares::Letters(Rows::FromBottom))
            }
            Squares::Plain => |game| write::write(game, Squares::Plain),
        })
    },
};

/// A whole file with one game.
pub fn write(game: &GameRecord) -> String {
    write::write(game, Squares::default())
}

fn read<'a>(file: &'a [u8], context: &'a Context) -> Games<'a> {
    Box::new(games::Games::new(file, context.rows))
}

/// From the view of black to that of a player, and back.
fn value(color: Color, value: f64) -> f64 {
    match color {
        Color::Black => value,
        Color::White => -value,
    }
}

#[cfg(test)]
mod tests;
