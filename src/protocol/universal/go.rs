//! The arguments of `go`: the limits of a search.

use std::time::Duration;

use super::dialect::Dialect;
use crate::board::{Bitboard, Color, Move};
use crate::protocol::limits::Limits;
use crate::search::clock::TimeControl;
use crate::session::options::DEEPEST;

/// The limits of a search, in addition to those of the options.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GoArgs {
    /// The time left of the side to move.
    pub(super) time: Option<Duration>,
    /// Its increment after each move.
    pub(super) increment: Duration,
    /// The number of moves for which the time left must suffice; `None` for the rest of the
    /// game.
    pub(super) moves_to_go: Option<u32>,
    pub(super) limits: Limits,
    /// Whether to search until the client says `stop`.
    pub(super) is_infinite: bool,
    /// Whether the search runs on the opponent's time.
    pub(super) is_pondering: bool,
    /// The root moves to consider; all of them if this is empty.
    pub(super) moves: Bitboard,
}

impl GoArgs {
    /// Reads the arguments for the side to move. Unknown words are ignored, as UCI
    /// requires.
    pub(super) fn read(words: &[&str], dialect: &Dialect, side: Color) -> Result<GoArgs, String> {
        let [own_time, own_increment] = dialect.clocks[side as usize];
        let mut args = GoArgs::default();
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            let mut number = || {
                let value = rest.next().and_then(|value| value.parse::<i64>().ok());
                let number = value.ok_or(format!("{word}: expected a whole number"))?;
                Ok::<u64, String>(number.max(0).unsigned_abs())
            };
            match word {
                _ if word == own_time => args.time = Some(Duration::from_millis(number()?)),
                _ if word == own_increment => args.increment = Duration::from_millis(number()?),
                _ if dialect.clocks.iter().flatten().any(|&other| other == word) => {
                    number()?;
                }
                "movestogo" => {
                    let moves = number()?.try_into().unwrap_or(u32::MAX);
                    args.moves_to_go = Some(moves).filter(|&moves| moves > 0);
                }
                "movetime" => args.limits.move_time = Some(Duration::from_millis(number()?)),
                "depth" => {
                    let depth = number()?.clamp(1, DEEPEST.into());
                    args.limits.depth = Some(depth as u32);
                }
                "nodes" => args.limits.nodes = Some(number()?.max(1)),
                "infinite" => args.is_infinite = true,
                "ponder" => args.is_pondering = true,
                // The moves after `searchmoves`.
                _ => {
                    if let Some(Move::Place(square)) = (dialect.read_move)(word) {
                        args.moves |= square.bit();
                    }
                }
            }
        }
        Ok(args)
    }

    /// The time control, as far as the client has described it.
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
    use crate::protocol::universal::dialect::tests::DIALECT;

    fn read(text: &str, side: Color) -> Result<GoArgs, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        GoArgs::read(&words, &DIALECT, side)
    }

    #[test]
    fn each_side_has_its_clock() {
        let text = "btime 3000 wtime 1000 winc 10 binc -5 movestogo 0 mate 3";
        for (side, time, increment) in [(Color::Black, 1000, 10), (Color::White, 3000, 0)] {
            let args = read(text, side).expect("it is right");
            let control = TimeControl::Fischer {
                main: Duration::from_millis(time),
                increment: Duration::from_millis(increment),
                cap: None,
                longest: None,
            };
            assert_eq!(args.control(), control);
            assert_eq!(args.limits, Limits::default());
        }
        let args = read("wtime 500 movestogo 3", Color::Black).expect("it is right");
        let control = TimeControl::Canadian {
            main: Duration::ZERO,
            period: Duration::from_millis(500),
            stones: 3,
        };
        assert_eq!(args.control(), control);
        assert_eq!(
            read("", Color::Black).map(|args| args.control()),
            Ok(TimeControl::Unlimited)
        );
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let args = read(
            "searchmoves f5 d6 depth 99 nodes 0 movetime 20 infinite",
            Color::White,
        );
        let args = args.expect("it is right");
        let limits = Limits {
            move_time: Some(Duration::from_millis(20)),
            depth: Some(DEEPEST),
            nodes: Some(1),
        };
        assert_eq!((args.limits, args.is_infinite), (limits, true));
        assert_eq!(args.moves.len(), 2);
        for text in ["depth", "depth x", "wtime 1.5", "movetime"] {
            assert!(read(text, Color::Black).is_err(), "{text}");
        }
    }
}
