//! From the values of a main line to a game by the rules.

use super::SgfGame;
use super::error::{Failure, SgfErrorKind};
use super::scan::{MainLine, Property, Value};
use crate::board::{Bitboard, Color, Game, Move, Position, Square};

/// Reads the first game of a file.
pub(super) fn read(file: &[u8]) -> Result<SgfGame, Failure> {
    read_line(MainLine::new(file, 0)?)
}

/// Reads every game of a file; there is at least one.
pub(super) fn read_all(file: &[u8]) -> Result<Vec<SgfGame>, Failure> {
    let mut line = MainLine::new(file, 0)?;
    let mut games = Vec::new();
    loop {
        games.push(read_line(line.clone())?);
        match MainLine::new(file, line.end_of_tree()) {
            Ok(next) => line = next,
            Err(_) => return Ok(games),
        }
    }
}

fn read_line(line: MainLine<'_>) -> Result<SgfGame, Failure> {
    let mut reader = Reader::new(Rows::FromTop);
    match reader.read(line.clone()) {
        Err(failure) if reader.may_count_from_bottom(failure) => {
            reader = Reader::new(Rows::FromBottom);
            reader.read(line)?;
        }
        result => result?,
    }
    Ok(reader.into_game())
}

/// What the second letter of a pair counts.
#[derive(Clone, Copy, Debug)]
enum Rows {
    FromTop,
    FromBottom,
}

#[derive(Debug)]
struct Reader {
    rows: Rows,
    black: Bitboard,
    white: Bitboard,
    player: Option<Color>,
    /// Whether `GM` has been there.
    says_game: bool,
    /// Whether `AB` or `AW` has been there.
    has_setup: bool,
    /// The start and the moves, from the first move on.
    game: Option<Game>,
    /// How many moves the file has so far, those that changed nothing too.
    number: usize,
    black_name: Option<String>,
    white_name: Option<String>,
    result: Option<String>,
}

impl Reader {
    fn new(rows: Rows) -> Reader {
        Reader {
            rows,
            black: Position::START.discs(Color::Black),
            white: Position::START.discs(Color::White),
            player: None,
            says_game: false,
            has_setup: false,
            game: None,
            number: 0,
            black_name: None,
            white_name: None,
            result: None,
        }
    }

    fn read(&mut self, line: MainLine<'_>) -> Result<(), Failure> {
        for value in line {
            let value = value?;
            self.take(value).map_err(|kind| Failure {
                offset: value.offset,
                kind,
            })?;
        }
        Ok(())
    }

    fn may_count_from_bottom(&self, failure: Failure) -> bool {
        matches!(failure.kind, SgfErrorKind::Illegal { number: 1, .. })
            && !self.says_game
            && !self.has_setup
    }

    fn into_game(self) -> SgfGame {
        let start = self.start(Color::Black);
        let game = self.game.unwrap_or_else(|| Game::new(start));
        SgfGame {
            start: *game.start(),
            moves: game.moves().collect(),
            black: self.black_name,
            white: self.white_name,
            result: self.result,
        }
    }

    fn take(&mut self, value: Value<'_>) -> Result<(), SgfErrorKind> {
        let word = value.text.trim_ascii();
        match value.property {
            Property::Game if word != b"2" => return Err(SgfErrorKind::Game),
            Property::Game => self.says_game = true,
            Property::Size if word != b"8" && word != b"8:8" => return Err(SgfErrorKind::Size),
            Property::BlackName => self.black_name = simple_text(value.text),
            Property::WhiteName => self.white_name = simple_text(value.text),
            Property::Result => self.result = simple_text(value.text),
            Property::AddBlack => self.set_up(word, Some(Color::Black))?,
            Property::AddWhite => self.set_up(word, Some(Color::White))?,
            Property::AddEmpty => self.set_up(word, None)?,
            Property::Player if self.game.is_some() => return Err(SgfErrorKind::LateSetup),
            Property::Player => self.player = Some(player(word).ok_or(SgfErrorKind::Player)?),
            Property::Black => self.play(Color::Black, word)?,
            Property::White => self.play(Color::White, word)?,
            Property::Size | Property::Other => {}
        }
        Ok(())
    }

    fn set_up(&mut self, points: &[u8], content: Option<Color>) -> Result<(), SgfErrorKind> {
        if self.game.is_some() {
            return Err(SgfErrorKind::LateSetup);
        }
        let points = self.points(points).ok_or(SgfErrorKind::Point)?;
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

    fn play(&mut self, color: Color, word: &[u8]) -> Result<(), SgfErrorKind> {
        self.number += 1;
        let number = self.number;
        let action = self.action(word).ok_or(SgfErrorKind::Move { number })?;
        let start = self.start(color);
        let game = self.game.get_or_insert_with(|| Game::new(start));
        game.play(color, action).map_err(|_| SgfErrorKind::Illegal {
            number,
            color,
            action,
        })
    }

    /// The start, if the first move is this colour's.
    fn start(&self, first: Color) -> Position {
        Position::new(self.black, self.white, self.player.unwrap_or(first))
            .expect("setup takes a disc away before it puts another there")
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

    /// A square, or all squares between two corners: `fe`, `f5`, `aa:cc`.
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

/// One line of text without its escapes, or `None` if there is nothing in it.
fn simple_text(value: &[u8]) -> Option<String> {
    let text = match str::from_utf8(value) {
        Ok(text) => text.to_owned(),
        Err(_) => value.iter().map(|&byte| char::from(byte)).collect(),
    };
    let text = text.replace("\r\n", "\n").replace("\n\r", "\n");
    let mut line = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let letter = match letter {
            '\\' => match letters.next() {
                None | Some('\n' | '\r') => continue,
                Some(letter) => letter,
            },
            letter => letter,
        };
        line.push(if letter.is_control() { ' ' } else { letter });
    }
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}
