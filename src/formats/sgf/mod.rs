//! SGF FF\[4\], the format of Quarry, Edax and most game viewers.
//!
//! SGF games are trees of variations with dozens of properties; a game record is one line
//! of play. The reader follows the first variation of a tree and skips what it does not
//! need: markup, clocks, other variations. A file of several trees has several games.
//!
//! There are two dialects for squares: the two letters of the standard, as Quarry writes
//! them (`B[fe]` is column f and the fifth row from the top), and plain notation, as Edax
//! writes it (`B[f5]`). The second character tells them apart.
//!
//! Decisions where programs differ:
//! - *Setup*: without `AB` and `AW` a game starts from the usual four discs, with them
//!   from those alone. `AE` removes discs. Setup after the first move is an error: a game
//!   has one start.
//! - *Side to move*: `PL`, else the colour of the first move, else black.
//! - *Passes*: `B[]`, `B[tt]`, `B[pass]`, `B[PA]` and so on, or left out. The reader
//!   returns every forced pass, except one at the end that the file does not have.
//! - *Game*: `GM[2]` or nothing, as GoGui leaves it out. Other games are an error.
//! - *GoGui* counts rows from the bottom. If there is no `GM` and no setup, and the first
//!   move is illegal, rows are read from the bottom; from the usual start no first move is
//!   legal both ways. With setup the caller must know, and ask for [`Rows::FromBottom`];
//!   then a file without `GM` is read, and written, like that.
//! - *Values*: `V` is seen from black.
//! - *Encoding*: UTF-8; what is not valid UTF-8 is read as Latin-1, the default of the
//!   standard, whatever `CA` says.
//!
//! The writer always writes the start as `AB`, `AW` and `PL`, like Quarry and Edax: then
//! viewers that only know Go show the game, too. It writes two letters and passes as
//! `B[]`, or, if asked, plain notation and `B[PA]`, as Edax does; lines have less than 80
//! columns.

mod games;
mod read;
mod scan;
mod write;

use super::{Context, GameRecord, Games, Row, Rows, Squares, Text};
use crate::board::Color;

/// The row of the table.
pub(crate) const ROW: Row = Row {
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
pub(crate) fn write(game: &GameRecord) -> String {
    write::write(game, Squares::default())
}

fn read<'a>(file: &'a [u8], context: &'a Context) -> Games<'a> {
    Box::new(games::Games::new(file, context.rows))
}

/// Converts a value seen from black into one seen from a player, and back.
fn value(color: Color, value: f64) -> f64 {
    match color {
        Color::Black => value,
        Color::White => -value,
    }
}

#[cfg(test)]
mod tests;
