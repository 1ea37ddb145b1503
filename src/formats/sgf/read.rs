//! Turns the main line of a tree into a game.

use super::scan::{MainLine, Property, Value};
use super::value;
use crate::board::{Bitboard, Color, Move, Position, Square};
use crate::formats::error::{ErrorAt, ReadErrorKind};
use crate::formats::record::Replay;
use crate::formats::text::{decimal, decode, line};
use crate::formats::{GameRecord, Outcome, Ply, Rows};

/// Reads a game. Without a `GM`, it may count rows from the bottom; see the decision about
/// GoGui in [`super`].
pub(super) fn read(line: MainLine<'_>, rows: Rows) -> Result<GameRecord, ErrorAt> {
    let mut reader = Reader::new(rows);
    let result = reader.read(line.clone());
    let other = match rows {
        Rows::FromTop if is_first_move_illegal(&result) && !reader.knows_rows() => Rows::FromBottom,
        Rows::FromBottom if reader.has_gm => Rows::FromTop,
        _ => return result.map(|()| reader.into_game()),
    };
    let mut reader = Reader::new(other);
    match reader.read(line) {
        // Illegal either way: report the error of the first attempt.
        again if is_first_move_illegal(&again) => result?,
        again => again?,
    }
    Ok(reader.into_game())
}

fn is_first_move_illegal(result: &Result<(), ErrorAt>) -> bool {
    let kind = result.err().map(|error| error.kind);
    matches!(kind, Some(ReadErrorKind::Illegal { number: 1, .. }))
}

#[derive(Debug)]
struct Reader {
    rows: Rows,
    black: Bitboard,
    white: Bitboard,
    player: Option<Color>,
    /// Whether there was a `GM`.
    has_gm: bool,
    /// Whether there was an `AB` or `AW`.
    has_setup: bool,
    /// The game, from the first move on.
    replay: Option<Replay>,
    /// Moves read so far, including passes that change nothing.
    number: usize,
    node: usize,
    /// The annotations of the current node.
    notes: Notes,
    /// The record so far, without the start position and the moves.
    record: GameRecord,
}

#[derive(Debug, Default)]
struct Notes {
    comment: Option<String>,
    /// From black's point of view.
    value: Option<f64>,
}

impl Reader {
    fn new(rows: Rows) -> Reader {
        Reader {
            rows,
            black: Position::START.discs(Color::Black),
            white: Position::START.discs(Color::White),
            player: None,
            has_gm: false,
            has_setup: false,
            replay: None,
            number: 0,
            node: 0,
            notes: Notes::default(),
            record: GameRecord::new(Position::START),
        }
    }

    fn read(&mut self, line: MainLine<'_>) -> Result<(), ErrorAt> {
        for value in line {
            let value = value?;
            if value.node != self.node {
                self.end_node();
                self.node = value.node;
            }
            self.take(value).map_err(|kind| ErrorAt {
                offset: value.offset,
                kind,
            })?;
        }
        self.end_node();
        Ok(())
    }

    /// Whether it is certain from which end rows are counted.
    fn knows_rows(&self) -> bool {
        self.has_gm || self.has_setup
    }

    fn into_game(self) -> GameRecord {
        let start = self.start(Color::Black);
        let replay = self.replay.unwrap_or_else(|| Replay::new(start));
        GameRecord {
            start: replay.start(),
            moves: replay.moves,
            ..self.record
        }
    }

    fn take(&mut self, value: Value<'_>) -> Result<(), ReadErrorKind> {
        let word = value.text.trim_ascii();
        let record = &mut self.record;
        match value.property {
            Property::Game if word != b"2" => return Err(ReadErrorKind::Game { othello: "2" }),
            Property::Game => self.has_gm = true,
            Property::Size if word != b"8" && word != b"8:8" => return Err(ReadErrorKind::Size),
            Property::BlackName => record.black = simple_text(value.text),
            Property::WhiteName => record.white = simple_text(value.text),
            Property::Event => record.event = simple_text(value.text),
            Property::Date => record.date = simple_text(value.text),
            Property::Result => record.result = str::from_utf8(word).ok().and_then(Outcome::parse),
            Property::Comment => self.notes.comment = text(value.text),
            Property::Value => self.notes.value = str::from_utf8(word).ok().and_then(decimal),
            Property::AddBlack => self.set_up(word, Some(Color::Black))?,
            Property::AddWhite => self.set_up(word, Some(Color::White))?,
            Property::AddEmpty => self.set_up(word, None)?,
            Property::Player if self.replay.is_some() => return Err(ReadErrorKind::LateSetup),
            Property::Player => self.player = Some(player(word).ok_or(ReadErrorKind::Player)?),
            Property::Black => self.play(Color::Black, word)?,
            Property::White => self.play(Color::White, word)?,
            Property::Size | Property::Other => {}
        }
        Ok(())
    }

    /// Attaches the notes of a node to its move, or else to the last move before it.
    fn end_node(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        let last = self
            .replay
            .as_mut()
            .and_then(|replay| replay.moves.last_mut());
        let comment = match last {
            Some(ply) => {
                if let Some(for_black) = notes.value {
                    ply.value = Some(value(ply.color, for_black));
                }
                &mut ply.comment
            }
            None => &mut self.record.comment,
        };
        match (comment, notes.comment) {
            (Some(comment), Some(more)) => *comment += &format!("\n{more}"),
            (comment, Some(first)) => *comment = Some(first),
            (_, None) => {}
        }
    }

    fn set_up(&mut self, points: &[u8], content: Option<Color>) -> Result<(), ReadErrorKind> {
        if self.replay.is_some() {
            return Err(ReadErrorKind::LateSetup);
        }
        let points = self.points(points).ok_or(ReadErrorKind::Point)?;
        if content.is_some() && !self.has_setup {
            self.has_setup = true;
            (self.black, self.white) = (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        self.black = self.black - points;
        self.white = self.white - points;
        match content {
            Some(Color::Black) => self.black |= points,
            Some(Color::White) => self.white |= points,
            None => {}
        }
        Ok(())
    }

    fn play(&mut self, color: Color, word: &[u8]) -> Result<(), ReadErrorKind> {
        self.number += 1;
        let number = self.number;
        let action = self.action(word).ok_or(ReadErrorKind::Move { number })?;
        let start = self.start(color);
        let replay = self.replay.get_or_insert_with(|| Replay::new(start));
        let played = replay.play(Ply::new(color, action));
        played.map_err(|_| ReadErrorKind::Illegal {
            number,
            color,
            action,
        })
    }

    /// The start position. This colour moves first unless there was a `PL`.
    fn start(&self, first: Color) -> Position {
        Position::new(self.black, self.white, self.player.unwrap_or(first))
            .expect("setup removes a disc before it places another")
    }

    fn action(&self, word: &[u8]) -> Option<Move> {
        if word.is_empty() || word == b"tt" {
            return Some(Move::Pass);
        }
        match self.square(word) {
            Some(square) => Some(Move::Place(square)),
            None => str::from_utf8(word).ok()?.parse().ok(),
        }
    }

    /// A square, or the rectangle between two corners: `fe`, `f5`, `aa:cc`.
    fn points(&self, word: &[u8]) -> Option<Bitboard> {
        let mut corners = word.split(|&byte| byte == b':').map(<[u8]>::trim_ascii);
        let first = self.square(corners.next()?)?;
        let last = corners
            .next()
            .map_or(Some(first), |word| self.square(word))?;
        if corners.next().is_some() {
            return None;
        }
        let between = |a: u8, b: u8, x: u8| a.min(b) <= x && x <= a.max(b);
        let inside = |square: &Square| {
            between(first.column(), last.column(), square.column())
                && between(first.row(), last.row(), square.row())
        };
        Some(Square::all().filter(inside).collect())
    }

    fn square(&self, word: &[u8]) -> Option<Square> {
        let &[column, row] = word else { return None };
        if row.is_ascii_digit() {
            return str::from_utf8(word).ok()?.parse().ok();
        }
        let index = |letter: u8| match letter.to_ascii_lowercase() {
            letter @ b'a'..=b'h' => Some(letter - b'a'),
            _ => None,
        };
        let (column, row) = (index(column)?, index(row)?);
        Some(match self.rows {
            Rows::FromTop => Square::at(column, row),
            Rows::FromBottom => Square::at(column, 7 - row),
        })
    }
}

fn player(word: &[u8]) -> Option<Color> {
    str::from_utf8(word).ok()?.parse().ok()
}

/// A text without escapes, joined to one line; `None` if it is empty.
fn simple_text(value: &[u8]) -> Option<String> {
    line(&without_escapes(value))
}

/// A text without escapes, with its line breaks; `None` if it is empty.
fn text(value: &[u8]) -> Option<String> {
    let lines = without_escapes(value);
    let plain = lines.replace(|letter: char| letter.is_control() && letter != '\n', " ");
    let text = plain.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Removes escapes and escaped line breaks, and turns other line breaks into `\n`.
fn without_escapes(value: &[u8]) -> String {
    let text = decode(value).replace("\r\n", "\n").replace("\n\r", "\n");
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next() {
                None | Some('\n' | '\r') => continue,
                Some(letter) => letter,
            },
            '\r' => '\n',
            letter => letter,
        });
    }
    plain
}
