//! Writes SGF.

use super::value;
use crate::board::{Bitboard, Color, Move, Square};
use crate::formats::{GameRecord, Rows, Squares};
use crate::version::{NAME, VERSION};

/// The longest line, unless a single item is longer.
const COLUMNS: usize = 79;

/// Long texts are broken after this many columns.
const TEXT_COLUMNS: usize = 60;

/// A complete file with one game.
pub(super) fn write(game: &GameRecord, squares: Squares) -> String {
    let mut lines = Lines::default();
    lines.push(match squares {
        // GoGui refuses files with a `GM` other than Go.
        Squares::Letters(Rows::FromBottom) => "(;FF[4]SZ[8]CA[UTF-8]",
        _ => "(;FF[4]GM[2]SZ[8]CA[UTF-8]",
    });
    lines.push(&format!("AP[{NAME}:{VERSION}]"));
    lines.push_text("PB", game.black.as_deref());
    lines.push_text("PW", game.white.as_deref());
    lines.push_text("EV", game.event.as_deref());
    lines.push_text("DT", game.date.as_deref());
    let result = game.result.map(|result| result.to_string());
    lines.push_text("RE", result.as_deref());
    lines.push_text("C", game.comment.as_deref());
    lines.end();
    lines.push_setup("AB", game.start.discs(Color::Black), squares);
    lines.push_setup("AW", game.start.discs(Color::White), squares);
    if game.start.empty() == Bitboard::FULL {
        // Without any setup, readers would assume the usual start.
        lines.push(match squares {
            Squares::Letters(_) => "AE[aa:hh]",
            Squares::Plain => "AE[a1:h8]",
        });
    }
    lines.push(&format!("PL[{}]", initial(game.start.to_move())));
    if !game.moves.is_empty() {
        lines.end();
    }
    for ply in &game.moves {
        let point = match ply.action {
            Move::Place(square) => point(square, squares),
            Move::Pass => pass(squares).to_string(),
        };
        lines.push(&format!(";{}[{point}]", initial(ply.color)));
        if let Some(expected) = ply.value {
            lines.push(&format!("V[{}]", value(ply.color, expected)));
        }
        lines.push_text("C", ply.comment.as_deref());
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
    /// Adds an item that must not be broken; it may contain line breaks.
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

    fn push_text(&mut self, property: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.push(&format!("{property}[{}]", escape(text)));
        }
    }

    fn push_setup(&mut self, property: &str, discs: Bitboard, squares: Squares) {
        let mut name = property;
        for square in discs {
            self.push(&format!("{name}[{}]", point(square, squares)));
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

fn point(square: Square, squares: Squares) -> String {
    let letter = |index: u8| char::from(b'a' + index);
    let row = match squares {
        Squares::Letters(Rows::FromTop) => square.row(),
        Squares::Letters(Rows::FromBottom) => 7 - square.row(),
        Squares::Plain => return format!("{square:#}"),
    };
    [letter(square.column()), letter(row)].into_iter().collect()
}

fn pass(squares: Squares) -> &'static str {
    match squares {
        Squares::Letters(_) => "",
        Squares::Plain => "PA",
    }
}

/// Escapes a text, and breaks long lines with escaped line breaks, which readers remove.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    let mut column = 0;
    for letter in text.chars() {
        if letter == '\n' {
            escaped.push('\n');
            column = 0;
            continue;
        }
        if column >= TEXT_COLUMNS {
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
