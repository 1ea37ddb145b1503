//! Writes GGF.

use std::fmt::Write;
#[cfg(any(test, feature = "tools"))]
use std::time::Duration;

use crate::board::{Color, Move, Square};
use crate::formats::{EarlyEnd, GameRecord, Outcome, Ply};

/// A game as one line, without a line break.
pub(super) fn write(game: &GameRecord) -> String {
    let mut line = "(;GM[Othello]".to_string();
    for (property, text) in [
        ("PC", &game.event),
        ("DT", &game.date),
        ("PB", &game.black),
        ("PW", &game.white),
        ("TI", &game.clock),
    ] {
        if let Some(text) = text {
            line += &format!("{property}[{}]", plain(text));
        }
    }
    line += "TY[8]";
    if let Some(result) = &game.result {
        line += &format!("RE[{}]", lead(result));
    }
    line += "BO[8 ";
    for square in Square::all() {
        line += game.start.color_at(square).map_or("-", letter);
    }
    line += &format!(" {}]", letter(game.start.to_move()));
    for ply in &game.moves {
        line += &action(ply);
    }
    line + ";)"
}

/// Main time and increment in the notation of the format.
#[cfg(any(test, feature = "tools"))]
pub(crate) fn clock((main, increment): (Duration, Duration)) -> String {
    format!("{}/{}", minutes(main), minutes(increment))
}

/// `B[F5/1.5/0.500]`, without trailing parts that are unknown.
fn action(ply: &Ply) -> String {
    let player = match ply.color {
        Color::Black => "B",
        Color::White => "W",
    };
    let mut text = match ply.action {
        Move::Place(square) => format!("{player}[{square}"),
        Move::Pass => format!("{player}[PA"),
    };
    // Writing to a string never fails.
    let _ = match (ply.value, ply.time) {
        (None, None) => Ok(()),
        (Some(value), None) => write!(text, "/{value}"),
        (None, Some(time)) => write!(text, "//{:.3}", time.as_secs_f64()),
        (Some(value), Some(time)) => write!(text, "/{value}/{:.3}", time.as_secs_f64()),
    };
    text + "]"
}

fn lead(result: &Outcome) -> String {
    let flag = match result.early {
        None => "",
        Some(EarlyEnd::Resignation | EarlyEnd::Forfeit) => ":r",
        Some(EarlyEnd::Timeout) => ":t",
        Some(EarlyEnd::Agreement) => ":s",
    };
    format!("{:+.3}{flag}", result.lead)
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "*",
        Color::White => "O",
    }
}

/// Replaces brackets, because the format has no escapes, and control characters.
fn plain(text: &str) -> String {
    text.replace(
        |letter: char| letter.is_control() || "[]".contains(letter),
        "_",
    )
}

/// `15:00`, or `00:00.500`.
#[cfg(any(test, feature = "tools"))]
fn minutes(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    match time.subsec_millis() {
        0 => format!("{minutes:02}:{seconds:02}"),
        part => format!("{minutes:02}:{seconds:02}.{part:03}"),
    }
}
