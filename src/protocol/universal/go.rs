//! The words after `go`: what a search may cost.

use std::time::Duration;

use super::Dialect;
use crate::board::{Bitboard, Color, Move};
use crate::protocol::limits::Limits;
use crate::search::clock::TimeControl;
use crate::session::options::DEEPEST;

/// What a search may cost. Without anything it is as the options say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Terms {
    /// What the side to move has left for its moves.
    pub(super) time: Option<Duration>,
    /// What it gets after each move.
    pub(super) increment: Duration,
    /// For so many moves the time must last; none is for the rest of the game.
    pub(super) moves_to_go: Option<u32>,
    pub(super) limits: Limits,
    /// Until the client says stop.
    pub(super) is_infinite: bool,
    /// On the opponent's time, until the client says whether it was worth it.
    pub(super) is_pondering: bool,
    /// To consider only these moves, if there are any.
    pub(super) moves: Bitboard,
}

impl Terms {
    /// Reads the words for the side to move. Those that are not known are passed
    /// over, as UCI wants it.
    pub(super) fn read(words: &[&str], dialect: &Dialect, side: Color) -> Result<Terms, String> {
        let [own_time, own_increment] = dialect.clocks[side as usize];
        let mut terms = Terms::default();
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            let mut number = || {
                let value = rest.next().and_then(|value| value.parse::<i64>().ok());
                let number = value.ok_or(format!("{word}: expected a whole number"))?;
                Ok::<u64, String>(number.max(0).unsigned_abs())
            };
            match word {
                _ if word == own_time => terms.time = Some(Duration::from_millis(number()?)),
                _ if word == own_increment => terms.increment = Duration::from_millis(number()?),
                _ if dialect.clocks.iter().flatten().any(|&other| other == word) => {
                    number()?;
                }
                "movestogo" => {
                    let moves = number()?.try_into().unwrap_or(u32::MAX);
                    terms.moves_to_go = Some(moves).filter(|&moves| moves > 0);
                }
                "movetime" => terms.limits.move_time = Some(Duration::from_millis(number()?)),
                "depth" => {
                    let depth = number()?.clamp(1, DEEPEST.into());
                    terms.limits.depth = Some(depth as u32);
                }
                "nodes" => terms.limits.nodes = Some(number()?.max(1)),
                "infinite" => terms.is_infinite = true,
                "ponder" => terms.is_pondering = true,
                // After `searchmoves`.
                _ => {
                    if let Some(Move::Place(square)) = (dialect.read_move)(word) {
                        terms.moves |= square.bit();
                    }
                }
            }
        }
        Ok(terms)
    }

    /// The terms of the game, as far as they are told.
    pub(super) fn control(&self) -> TimeControl {
        match (self.time, self.moves_to_go) {
            (None, _) => TimeControl::Unlimited,
            (Some(period), Some(stones)) => TimeControl::Canadian {
                main: Duration::ZERO,
                period,
                stones,
            },
            (Some(main), None) => TimeControl::Fischer {
                main,
                increment: self.increment,
                cap: None,
                longest: None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::universal::tests::DIALECT;

    fn read(text: &str, side: Color) -> Result<Terms, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Terms::read(&words, &DIALECT, side)
    }

    #[test]
    fn each_side_has_its_clock() {
        let text = "btime 3000 wtime 1000 winc 10 binc -5 movestogo 0 mate 3";
        for (side, time, increment) in [(Color::Black, 1000, 10), (Color::White, 3000, 0)] {
            let terms = read(text, side).expect("it is right");
            let control = TimeControl::Fischer {
                main: Duration::from_millis(time),
                increment: Duration::from_millis(increment),
                cap: None,
                longest: None,
            };
            assert_eq!(terms.control(), control);
            assert_eq!(terms.limits, Limits::default());
        }
        let terms = read("wtime 500 movestogo 3", Color::Black).expect("it is right");
        let control = TimeControl::Canadian {
            main: Duration::ZERO,
            period: Duration::from_millis(500),
            stones: 3,
        };
        assert_eq!(terms.control(), control);
        assert_eq!(
            read("", Color::Black).map(|terms| terms.control()),
            Ok(TimeControl::Unlimited)
        );
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let terms = read(
            "searchmoves f5 d6 depth 99 nodes 0 movetime 20 infinite",
            Color::White,
        );
        let terms = terms.expect("it is right");
        let limits = Limits {
            move_time: Some(Duration::from_millis(20)),
            depth: Some(DEEPEST),
            nodes: Some(1),
        };
        assert_eq!((terms.limits, terms.is_infinite), (limits, true));
        assert_eq!(terms.moves.len(), 2);
        for text in ["depth", "depth x", "wtime 1.5", "movetime"] {
            assert!(read(text, Color::Black).is_err(), "{text}");
        }
    }
}
