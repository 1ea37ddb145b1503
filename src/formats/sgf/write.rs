//! From a game to a file.

use super::SgfGame;
use crate::board::{Bitboard, Color, Move, Square};
use crate::version::{NAME, VERSION};

/// Lines end before this column; nothing that belongs together is longer.
const COLUMNS: usize = 79;

/// How much of a name stands on one line.
const NAME_COLUMNS: usize = 60;

/// A whole file with one game.
pub(super) fn write(game: &SgfGame) -> String {
    let mut lines = Lines::default();
    lines.push("(;FF[4]GM[2]SZ[8]CA[UTF-8]");
    lines.push(&format!("AP[{NAME}:{VERSION}]"));
    for (property, text) in [
        ("PB", &game.black),
        ("PW", &game.white),
        ("RE", &game.result),
    ] {
        if let Some(text) = text {
            lines.push(&format!("{property}[{}]", escape(text)));
        }
    }
    lines.end();
    lines.push_setup("AB", game.start.discs(Color::Black));
    lines.push_setup("AW", game.start.discs(Color::White));
    if game.start.empty() == Bitboard::FULL {
        // Without any setup it would be the usual start.
        lines.push("AE[aa:hh]");
    }
    lines.push(&format!("PL[{}]", initial(game.start.to_move())));
    if !game.moves.is_empty() {
        lines.end();
    }
    for &(color, action) in &game.moves {
        let point = match action {
            Move::Place(square) => pair(square),
            Move::Pass => String::new(),
        };
        lines.push(&format!(";{}[{point}]", initial(color)));
    }
    lines.push(")");
    lines.end();
    lines.text
}

#[derive(Debug, Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Adds what must not be torn apart; it may itself hold ends of lines.
    fn push(&mut self, item: &str) {
        let first = item.lines().next().map_or(0, |line| line.chars().count());
        if self.column + first > COLUMNS {
            self.end();
        }
        self.text.push_str(item);
        self.column = match item.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + first,
        };
    }

    fn push_setup(&mut self, property: &str, squares: Bitboard) {
        let mut name = property;
        for square in squares {
            self.push(&format!("{name}[{}]", pair(square)));
            name = "";
        }
    }

    fn end(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }
}

fn initial(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Column and row as letters.
fn pair(square: Square) -> String {
    let letter = |index: u8| char::from(b'a' + index);
    [letter(square.column()), letter(square.row())]
        .into_iter()
        .collect()
}

/// One line of text, broken where it is long in the way that readers undo.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    let mut column = 0;
    for letter in text.chars() {
        if column >= NAME_COLUMNS {
            escaped.push_str("\\\n");
            column = 0;
        }
        if matches!(letter, '\\' | ']') {
            escaped.push('\\');
            column += 1;
        }
        escaped.push(if letter.is_control() { ' ' } else { letter });
        column += 1;
    }
    escaped
}
