//! Reads GGF.

use std::time::Duration;

use crate::board::notation::ParseError;
use crate::board::{Color, Move, Position};
use crate::formats::error::{ErrorAt, LineCounter, ReadErrorKind};
use crate::formats::record::Replay;
use crate::formats::text::{decimal, decode, line, seconds};
use crate::formats::{EarlyEnd, GameRecord, Outcome, Ply, ReadError};

/// How many bytes of a file are searched for the name of the game.
const FIRST_BYTES: usize = 1000;

/// The start of the next game. No value contains it, because values have no opening
/// brackets.
const NEXT_GAME: &[u8] = b"(;GM[";

/// Whether the first game of a file has `GM[Othello]`, which only this format has.
pub(super) fn recognises(file: &[u8]) -> bool {
    let first = &file[..file.len().min(FIRST_BYTES)];
    let text = String::from_utf8_lossy(first).to_ascii_lowercase();
    let name = text
        .split_once("(;")
        .and_then(|(_, game)| game.split_once("gm["))
        .map(|(_, name)| name.trim_start());
    name.is_some_and(|name| name.starts_with("othello"))
}

/// Iterates over the games of a file.
pub(super) struct Games<'a> {
    file: &'a [u8],
    offset: usize,
    lines: LineCounter<'a>,
    is_first: bool,
}

/// A property of a game.
struct Property<'a> {
    name: &'a [u8],
    text: &'a [u8],
    /// Where the text starts in the file.
    offset: usize,
}

impl<'a> Games<'a> {
    pub(super) fn new(file: &'a [u8]) -> Games<'a> {
        Games {
            file,
            offset: 0,
            lines: LineCounter::new(file),
            is_first: true,
        }
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, ErrorAt> {
        let is_first = std::mem::take(&mut self.is_first);
        let rest = &self.file[self.offset..];
        let Some(before) = rest.windows(2).position(|pair| pair == b"(;") else {
            self.offset = self.file.len();
            return match is_first {
                true => self.fail(ReadErrorKind::NoGame),
                false => Ok(None),
            };
        };
        self.offset += before;
        self.lines.advance(self.offset);
        self.offset += 2;
        game(&self.properties()?).map(Some)
    }

    /// The properties of a game, up to its end.
    fn properties(&mut self) -> Result<Vec<Property<'a>>, ErrorAt> {
        let mut properties = Vec::new();
        loop {
            match self.file[self.offset..] {
                [byte, ..] if byte.is_ascii_whitespace() => self.offset += 1,
                [b')', ..] | [b';', b')', ..] => return Ok(properties),
                [byte, ..] if byte.is_ascii_alphabetic() => properties.push(self.property()?),
                [] | [b'(', b';', ..] => {
                    return self.fail(ReadErrorKind::Incomplete { missing: "';)'" });
                }
                [..] => return self.fail(ReadErrorKind::Syntax),
            }
        }
    }

    fn property(&mut self) -> Result<Property<'a>, ErrorAt> {
        let rest = &self.file[self.offset..];
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let (name, rest) = rest.split_at(letters.count());
        let rest = rest.trim_ascii_start();
        self.offset = self.file.len() - rest.len();
        if rest.first() != Some(&b'[') {
            return self.fail(ReadErrorKind::NoValue);
        }
        self.offset += 1;
        let offset = self.offset;
        loop {
            match &self.file[self.offset..] {
                [b']', ..] => break,
                rest if rest.is_empty() || rest.starts_with(NEXT_GAME) => {
                    return self.fail(ReadErrorKind::Incomplete { missing: "']'" });
                }
                _ => self.offset += 1,
            }
        }
        let text = &self.file[offset..self.offset];
        self.offset += 1;
        Ok(Property { name, text, offset })
    }

    fn fail<T>(&self, kind: ReadErrorKind) -> Result<T, ErrorAt> {
        Err(ErrorAt {
            offset: self.offset,
            kind,
        })
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_game();
        game.map_err(|error| self.lines.locate(error)).transpose()
    }
}

fn game(properties: &[Property<'_>]) -> Result<GameRecord, ErrorAt> {
    let mut record = GameRecord::new(Position::START);
    let mut replay: Option<Replay> = None;
    let mut number = 0;
    for property in properties {
        let text = decode(property.text);
        let fail = |kind| ErrorAt {
            offset: property.offset,
            kind,
        };
        match property.name {
            b"GM" if !text.trim().eq_ignore_ascii_case("othello") => {
                return Err(fail(ReadErrorKind::Game { othello: "Othello" }));
            }
            b"PC" => record.event = line(&text),
            b"DT" => record.date = line(&text),
            b"PB" => record.black = line(&text),
            b"PW" => record.white = line(&text),
            b"TI" => record.clock = line(&text),
            b"RE" => record.result = outcome(&text),
            b"BO" if replay.is_some() => return Err(fail(ReadErrorKind::LateSetup)),
            b"BO" => record.start = board(&text).map_err(fail)?,
            b"B" | b"W" => {
                number += 1;
                let color = match property.name {
                    b"B" => Color::Black,
                    _ => Color::White,
                };
                let ply = ply(color, &text).ok_or(fail(ReadErrorKind::Move { number }))?;
                let action = ply.action;
                let replay = replay.get_or_insert_with(|| Replay::new(record.start));
                replay.play(ply).map_err(|_| {
                    fail(ReadErrorKind::Illegal {
                        number,
                        color,
                        action,
                    })
                })?;
            }
            _ => {}
        }
    }
    record.moves = replay.map_or(Vec::new(), |replay| replay.moves);
    Ok(record)
}

/// `8 ---…--- *`
fn board(text: &str) -> Result<Position, ReadErrorKind> {
    let text = text.trim_start();
    let board = text
        .strip_prefix('8')
        .filter(|board| !board.starts_with(|next: char| next.is_ascii_digit()));
    match board {
        Some(board) => board
            .trim_start()
            .parse()
            .map_err(|error: ParseError| ReadErrorKind::Notation(error.kind())),
        None => Err(ReadErrorKind::Size),
    }
}

fn ply(color: Color, text: &str) -> Option<Ply> {
    let (action, value, time) = timed_move(text)?;
    Some(Ply {
        value,
        time,
        ..Ply::new(color, action)
    })
}

/// `F5/1.50/12.3`, or separated by spaces. The expected value and the time may be missing.
pub(super) fn timed_move(text: &str) -> Option<(Move, Option<f64>, Option<Duration>)> {
    let parts: Vec<&str> = if text.contains('/') {
        text.split('/').map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    };
    let part = |index| parts.get(index).copied();
    let action = part(0)?.parse().ok()?;
    Some((action, part(1).and_then(decimal), part(2).and_then(time)))
}

/// Main time and increment: `15:00/00:30/02:00`. The last part is a grace period, which is
/// ignored.
pub(super) fn clock(text: &str) -> Option<(Duration, Duration)> {
    let mut parts = text.split('/').map(|part| {
        // Servers may add the number of moves after a comma.
        let (part, _) = part.split_once(',').unwrap_or((part, ""));
        match part.trim() {
            "" => Some(Duration::ZERO),
            part => time(part),
        }
    });
    let main = parts.next()??;
    Some((main, parts.next().unwrap_or(Some(Duration::ZERO))?))
}

/// Seconds, minutes and seconds, or hours, minutes and seconds.
fn time(text: &str) -> Option<Duration> {
    text.split(':').try_fold(Duration::ZERO, |time, part| {
        time.checked_mul(60)?.checked_add(seconds(part)?)
    })
}

/// `+12.000`, `-64.00:t`
fn outcome(text: &str) -> Option<Outcome> {
    let (lead, flag) = text.split_once(':').unwrap_or((text, ""));
    let early = match flag.trim() {
        "r" => Some(EarlyEnd::Resignation),
        "t" => Some(EarlyEnd::Timeout),
        "s" => Some(EarlyEnd::Agreement),
        _ => None,
    };
    let lead = decimal(lead)?;
    Some(Outcome { lead, early })
}
