//! GGF, the format of the Generic Game Server and of NBoard: a game on a line.
//!
//! ```text
//! (;GM[Othello]PC[Obverse]PB[a]PW[b]RE[+4.000]TY[8]BO[8 ---…--- *]B[F5//0.50]W[D6//1.20];)
//! ```
//!
//! Black is `*`, white `O`. A move may have an opinion and its seconds; this
//! writer has only the seconds. A result is from black's side.

use std::fmt;
use std::time::Duration;

use crate::board::{Color, Move, Position, Square};
use crate::version::NAME;

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfGame {
    /// Where it starts.
    pub start: Position,
    /// What was played, forced passes included, and how long it took.
    pub moves: Vec<(Color, Move, Duration)>,
    /// Who played black.
    pub black: Option<String>,
    /// Who played white.
    pub white: Option<String>,
    /// Time for the game and for each move in addition.
    pub time: Option<(Duration, Duration)>,
    /// The result, if the game is over.
    pub result: Option<GgfResult>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GgfResult {
    /// The lead of black.
    pub lead: i32,
    /// Why that is not what stands on the board.
    pub early: Option<EarlyEnd>,
}

/// Why a game ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// A player gave up, or was made to.
    Resignation,
    /// A player had no time left.
    Timeout,
}

impl GgfGame {
    /// A game without moves and names.
    pub fn new(start: Position) -> GgfGame {
        GgfGame {
            start,
            moves: Vec::new(),
            black: None,
            white: None,
            time: None,
            result: None,
        }
    }
}

impl fmt::Display for GgfGame {
    /// A line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(;GM[Othello]PC[{NAME}]")?;
        for (property, name) in [("PB", &self.black), ("PW", &self.white)] {
            if let Some(name) = name {
                write!(f, "{property}[{}]", plain(name))?;
            }
        }
        if let Some(result) = &self.result {
            write!(f, "RE[{result}]")?;
        }
        if let Some((main, increment)) = self.time {
            write!(f, "TI[{}/{}]", clock(main), clock(increment))?;
        }
        write!(f, "TY[8]BO[8 ")?;
        for square in Square::all() {
            f.write_str(self.start.color_at(square).map_or("-", letter))?;
        }
        write!(f, " {}]", letter(self.start.to_move()))?;
        for &(color, played, time) in &self.moves {
            let player = match color {
                Color::Black => "B",
                Color::White => "W",
            };
            match played {
                Move::Place(square) => write!(f, "{player}[{square}//{:.3}]", time.as_secs_f64())?,
                Move::Pass => write!(f, "{player}[PA]")?,
            }
        }
        f.write_str(";)")
    }
}

impl fmt::Display for GgfResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flag = match self.early {
            None => "",
            Some(EarlyEnd::Resignation) => ":r",
            Some(EarlyEnd::Timeout) => ":t",
        };
        write!(f, "{:+}.000{flag}", self.lead)
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "*",
        Color::White => "O",
    }
}

/// The format has no escapes.
fn plain(name: &str) -> String {
    name.replace(
        |letter: char| letter.is_control() || "[]".contains(letter),
        "_",
    )
}

/// `15:00`, or `00:00.500`.
fn clock(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    match time.subsec_millis() {
        0 => format!("{minutes:02}:{seconds:02}"),
        part => format!("{minutes:02}:{seconds:02}.{part:03}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_a_line() {
        let mut game = GgfGame::new(Position::START);
        let board = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
        assert_eq!(
            game.to_string(),
            format!("(;GM[Othello]PC[Obverse]TY[8]BO[8 {board} *];)")
        );
        let square = |name: &str| Move::Place(name.parse().unwrap());
        game.moves = vec![
            (Color::Black, square("f5"), Duration::from_millis(1234)),
            (Color::White, Move::Pass, Duration::ZERO),
        ];
        game.black = Some("a]\nb".to_string());
        game.white = Some("c".to_string());
        game.time = Some((Duration::from_secs(905), Duration::from_millis(500)));
        game.result = Some(GgfResult {
            lead: -64,
            early: Some(EarlyEnd::Timeout),
        });
        assert_eq!(
            game.to_string(),
            format!(
                "(;GM[Othello]PC[Obverse]PB[a__b]PW[c]RE[-64.000:t]TI[15:05/00:00.500]TY[8]\
                 BO[8 {board} *]B[F5//1.234]W[PA];)"
            )
        );
    }
}
