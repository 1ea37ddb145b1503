//! SGF FF\[4\], the format of Quarry, Edax and most game viewers.
//!
//! An SGF game is a tree of variations with dozens of properties; a game record is a single
//! line of play. The reader follows the first variation and skips what it does not need:
//! markup, clocks, other variations. Each tree of a file is a game.
//!
//! There are two dialects for squares: two letters, as in the standard and in Quarry
//! (`B[fe]` is column f and the fifth row from the top), and plain notation, as in Edax
//! (`B[f5]`). The second character distinguishes them.
//!
//! Decisions where programs differ:
//! - *Setup*: without `AB` and `AW` a game starts from the usual four discs; with them, it
//!   starts with the discs that they place. `AE` removes discs. Setup after the first move
//!   is an error, because a game record has a single start position.
//! - *Side to move*: `PL`, or else the colour of the first move, or else black.
//! - *Passes*: `B[]`, `B[tt]`, `B[pass]`, `B[PA]` and so on, or omitted. The reader inserts
//!   every omitted pass that is followed by a move.
//! - *Game*: `GM[2]`, or no `GM`, because GoGui omits it. Other games are an error.
//! - *GoGui* counts rows from the bottom. If a file has no `GM` and no setup, and its first
//!   move is illegal, rows are counted from the bottom; from the usual start, no first move
//!   is legal both ways. For files with setup, the caller has to ask for
//!   [`Rows::FromBottom`], which applies to files without `GM`, and to writing.
//! - *Values*: `V` is from black's point of view.
//! - *Encoding*: UTF-8. Text that is not valid UTF-8 is read as Latin-1, the default of the
//!   standard, even if `CA` names another encoding.
//!
//! Like Quarry and Edax, the writer always writes the start position as `AB`, `AW` and `PL`,
//! so that viewers that only know Go can show the game, too. It names squares by two letters
//! and writes passes as `B[]`; on request, it uses plain notation and `B[PA]` like Edax.
//! Lines are shorter than 80 columns.

mod games;
mod read;
mod scan;
mod write;

use super::{Context, GameRecord, Games, Row, Rows, Squares, TextWriter, is_text};
use crate::board::Color;

/// The row of SGF in [`FORMATS`](super::FORMATS).
pub(crate) const ROW: Row = Row {
    name: "sgf",
    summary: "game trees of Quarry, GoGui, Edax and others",
    extensions: &["sgf"],
    companions: &[],
    recognises: games::recognises,
    can_begin,
    has_lines: false,
    read,
    write: |squares| {
        TextWriter::boxed(match squares {
            Squares::Letters(Rows::FromTop) => write,
            Squares::Letters(Rows::FromBottom) => {
                |game| write::write(game, Squares::Letters(Rows::FromBottom))
            }
            Squares::Plain => |game| write::write(game, Squares::Plain),
        })
    },
};

/// Whether a tree begins in these bytes, with which a longer file begins.
fn can_begin(bytes: &[u8]) -> bool {
    let has_tree = scan::MainLine::new(bytes, 0).is_ok();
    is_text(bytes) && (has_tree || bytes.trim_ascii_end().ends_with(b"("))
}

/// A complete file with one game.
pub(crate) fn write(game: &GameRecord) -> String {
    write::write(game, Squares::default())
}

fn read<'a>(file: &'a [u8], context: &'a Context) -> Games<'a> {
    Box::new(games::Games::new(file, context.rows))
}

/// Converts a value from black's point of view to that of a player, and back.
fn value(color: Color, value: f64) -> f64 {
    match color {
        Color::Black => value,
        Color::White => -value,
    }
}

#[cfg(test)]
mod tests;
