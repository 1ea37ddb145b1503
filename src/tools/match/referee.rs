//! Plays a game between two players. Only the rules of this program, and nothing that a
//! player claims, decide what is legal and who has won.

use std::time::{Duration, Instant};
use std::{error, fmt};

use super::limits::{Clocks, MatchLimits};
use super::player::{Forfeit, GameStart, Player, PlayerError, Reason, Turn};
use crate::board::{Color, Game, Move};

/// A finished game.
pub(super) struct Played {
    pub(super) game: Game,
    /// How long each move after the opening took, passes included.
    pub(super) times: Vec<Duration>,
    /// The time each side used, black first.
    pub(super) used: [Duration; 2],
    /// The side that forfeited the game, and why.
    pub(super) forfeit: Option<(Color, Forfeit)>,
}

/// The user interrupted the match, so the game is discarded.
#[derive(Debug)]
pub(super) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl error::Error for Interrupted {}

/// Plays a game from the end of its opening. The first player is black.
pub(super) fn play(
    number: u64,
    opening: Game,
    players: [&mut dyn Player; 2],
    limits: &MatchLimits,
) -> Result<Played, Interrupted> {
    let mut ongoing = GameInProgress {
        game: opening,
        times: Vec::new(),
        clocks: Clocks::new(limits),
        players,
    };
    let forfeit = match ongoing.play(number) {
        Ok(()) => None,
        Err((color, PlayerError::Forfeit(forfeit))) => Some((color, forfeit)),
        Err(_) => return Err(Interrupted),
    };
    Ok(Played {
        used: [Color::Black, Color::White].map(|color| ongoing.clocks.used(color)),
        game: ongoing.game,
        times: ongoing.times,
        forfeit,
    })
}

/// A game in progress.
struct GameInProgress<'a> {
    game: Game,
    times: Vec<Duration>,
    clocks: Clocks,
    players: [&'a mut dyn Player; 2],
}

impl GameInProgress<'_> {
    fn play(&mut self, number: u64) -> Result<(), (Color, PlayerError)> {
        for color in [Color::Black, Color::White] {
            let start = GameStart {
                number,
                game: &self.game,
                color,
            };
            let started = self.players[color as usize].start_game(&start);
            started.map_err(|error| (color, error))?;
        }
        while !self.game.position().is_over() {
            let color = self.game.position().to_move();
            if self.game.position().must_pass() {
                self.play_move(color, Move::Pass, Duration::ZERO)?;
                continue;
            }
            let (played, time) = self.choose(color).map_err(|error| (color, error))?;
            self.play_move(color, played, time)?;
        }
        Ok(())
    }

    /// Asks a player for a move. An illegal or late one is a forfeit.
    fn choose(&mut self, color: Color) -> Result<(Move, Duration), PlayerError> {
        let position = *self.game.position();
        let turn = Turn {
            position: &position,
            left: self.clocks.left(color),
        };
        let start = Instant::now();
        let chosen = self.players[color as usize].choose(&turn);
        let time = start.elapsed();
        let is_in_time = self.clocks.spend(color, time);
        let chosen = chosen?;
        let is_legal = matches!(chosen, Move::Place(square) if position.moves().contains(square));
        let (reason, detail) = match (is_legal, is_in_time) {
            (true, true) => return Ok((chosen, time)),
            (false, _) => (Reason::Illegal, format!("{color} {chosen} is not legal")),
            (true, false) => (Reason::Time, format!("{color} {chosen} came too late")),
        };
        Err(PlayerError::Forfeit(Forfeit { reason, detail }))
    }

    /// Plays a legal move and reports it to both players.
    fn play_move(
        &mut self,
        color: Color,
        played: Move,
        time: Duration,
    ) -> Result<(), (Color, PlayerError)> {
        let is_played = self.game.play(color, played);
        debug_assert!(is_played.is_ok(), "the move was checked");
        self.times.push(time);
        for listener in [Color::Black, Color::White] {
            let observed = self.players[listener as usize].observe(color, played, time);
            observed.map_err(|error| (listener, error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::tools::r#match::limits::Clock;

    /// Plays the first legal move this many times, and then does something else.
    struct Scripted {
        moves_left: u32,
        then: fn() -> Result<Move, PlayerError>,
        observed: Vec<(Color, Move)>,
    }

    impl Scripted {
        fn new(moves_left: u32, then: fn() -> Result<Move, PlayerError>) -> Scripted {
            Scripted {
                moves_left,
                then,
                observed: Vec::new(),
            }
        }
    }

    impl Player for Scripted {
        fn start_game(&mut self, _: &GameStart<'_>) -> Result<(), PlayerError> {
            Ok(())
        }

        fn observe(&mut self, color: Color, played: Move, _: Duration) -> Result<(), PlayerError> {
            self.observed.push((color, played));
            Ok(())
        }

        fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, PlayerError> {
            if self.moves_left == 0 {
                return (self.then)();
            }
            self.moves_left -= 1;
            Ok(turn.position.moves().first().expect("a move").into())
        }
    }

    fn limits(clock: Option<Clock>) -> MatchLimits {
        MatchLimits {
            clock,
            depth: None,
            nodes: None,
            tolerance: Duration::ZERO,
            patience: Duration::from_secs(1),
        }
    }

    fn never() -> Result<Move, PlayerError> {
        unreachable!("the game is over before")
    }

    fn verdict(
        then: fn() -> Result<Move, PlayerError>,
        clock: Option<Clock>,
    ) -> Option<(Color, Reason)> {
        let (mut black, mut white) = (Scripted::new(60, never), Scripted::new(3, then));
        let played = play(1, Game::default(), [&mut black, &mut white], &limits(clock)).ok()?;
        assert_eq!(played.game.steps(), 7);
        played
            .forfeit
            .map(|(color, forfeit)| (color, forfeit.reason))
    }

    #[test]
    fn both_players_are_sent_every_move_of_a_game() {
        let (mut black, mut white) = (Scripted::new(60, never), Scripted::new(60, never));
        let played = play(1, Game::default(), [&mut black, &mut white], &limits(None));
        let played = played.expect("nobody interrupts");
        assert!(played.game.position().is_over() && played.forfeit.is_none());
        let moves: Vec<(Color, Move)> = played.game.moves().collect();
        assert_eq!((&black.observed, &white.observed), (&moves, &moves));
        assert_eq!(played.times.len(), moves.len());
    }

    #[test]
    fn players_are_not_asked_for_passes() {
        let start: Position = format!("XO{}O{} O", "-".repeat(6), "-".repeat(55))
            .parse()
            .unwrap();
        let (mut black, mut white) = (Scripted::new(2, never), Scripted::new(0, never));
        let players: [&mut dyn Player; 2] = [&mut black, &mut white];
        let played = play(1, Game::new(start), players, &limits(None)).expect("no interrupt");
        assert_eq!(black.observed[0], (Color::White, Move::Pass));
        assert_eq!(played.game.result(), Some(64));
    }

    #[test]
    fn the_guilty_side_is_named() {
        let a1 = || Ok("A1".parse().unwrap());
        assert_eq!(verdict(a1, None), Some((Color::White, Reason::Illegal)));
        let pass = || Ok(Move::Pass);
        assert_eq!(verdict(pass, None), Some((Color::White, Reason::Illegal)));
        let crash = || {
            Err(PlayerError::Forfeit(Forfeit {
                reason: Reason::Crash,
                detail: String::new(),
            }))
        };
        assert_eq!(verdict(crash, None), Some((Color::White, Reason::Crash)));
        assert_eq!(verdict(|| Err(PlayerError::Interrupted), None), None);
    }

    #[test]
    fn a_late_move_loses() {
        let (mut black, mut white) = (Scripted::new(60, never), Scripted::new(60, never));
        let limits = limits(Some(Clock::Move(Duration::ZERO)));
        let played = play(1, Game::default(), [&mut black, &mut white], &limits);
        let forfeit = played.expect("nobody interrupts").forfeit;
        let forfeit = forfeit.map(|(color, forfeit)| (color, forfeit.reason));
        assert_eq!(forfeit, Some((Color::Black, Reason::Time)));
    }
}
