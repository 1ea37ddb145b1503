//! XBoard's commands for time and depth.

use std::time::Duration;

use crate::board::{Color, Game, Move};
use crate::search::clock::TimeControl;
use crate::session::options::DEEPEST;

/// Parses the arguments of `level`, such as `40 5:00 0`: the number of moves in a period, or
/// 0 for the whole game; minutes; the increment in seconds. Also returns the number of
/// moves.
pub(super) fn level(text: &str) -> Result<(TimeControl, u32), String> {
    let wrong = || "expected MOVES MINUTES INCREMENT".to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    let [moves, base, increment] = words[..] else {
        return Err(wrong());
    };
    let stones = moves.parse().map_err(|_| wrong())?;
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let minutes = seconds(minutes).map_err(|_| wrong())?;
    let main = 60 * minutes + seconds(rest).map_err(|_| wrong())?;
    let increment = seconds(increment).map_err(|_| wrong())?;
    let control = match stones {
        0 => TimeControl::Fischer {
            main,
            increment,
            cap: None,
            longest: None,
        },
        _ => TimeControl::Canadian {
            main: Duration::ZERO,
            period: main,
            stones,
        },
    };
    Ok((control, stones))
}

/// The number of moves for which the time left of a side must suffice; `None` for the rest
/// of the game.
pub(super) fn stones_left(stones: u32, side: Color, game: &Game) -> Option<u32> {
    let is_own = |&(color, played): &(Color, Move)| color == side && played != Move::Pass;
    let made = game.moves().filter(is_own).count() as u32;
    made.checked_rem(stones).map(|made| stones - made)
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    const LONGEST_SECONDS: f64 = 1e9;
    let number: Option<f64> = text.parse().ok();
    let time = number.filter(|seconds| (0.0..=LONGEST_SECONDS).contains(seconds));
    let time = time.map(Duration::from_secs_f64);
    time.ok_or_else(|| "expected a number of seconds".to_string())
}

/// A time in hundredths of a second. A negative one is 0.
pub(super) fn centiseconds(text: &str) -> Result<Duration, String> {
    let number: i64 = text.parse().map_err(|_| "expected a whole number")?;
    Ok(Duration::from_millis(
        number.max(0).unsigned_abs().saturating_mul(10),
    ))
}

pub(super) fn depth(text: &str) -> Result<u32, String> {
    let number: Option<u32> = text.parse().ok();
    let depth = number.filter(|depth| (1..=DEEPEST).contains(depth));
    depth.ok_or_else(|| format!("expected 1 to {DEEPEST}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_for_the_game_or_for_periods() {
        let seconds = Duration::from_secs;
        for (text, main, added) in [("0 5 0", 300, 0), ("0 1:30 2", 90, 2)] {
            let control = TimeControl::Fischer {
                main: seconds(main),
                increment: seconds(added),
                cap: None,
                longest: None,
            };
            assert_eq!(level(text), Ok((control, 0)), "{text}");
        }
        let control = TimeControl::Canadian {
            main: Duration::ZERO,
            period: seconds(30),
            stones: 20,
        };
        assert_eq!(level("20 0:30 0"), Ok((control, 20)));
        for text in ["", "0 5", "0 5 0 1", "-1 5 0", "0 x 0", "0 1e300 0"] {
            assert!(level(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_period_is_for_the_moves_that_are_left_in_it() {
        let mut game = Game::default();
        let black = |game: &Game| stones_left(2, Color::Black, game);
        assert_eq!(black(&game), Some(2));
        assert_eq!(stones_left(0, Color::Black, &game), None);
        for (name, left) in [("F5", 1), ("F6", 1), ("D3", 2)] {
            let played = name.parse().expect("a move");
            let color = game.player_of(played);
            game.play(color, played).expect("a legal move");
            assert_eq!(black(&game), Some(left), "{name}");
        }
    }
}
