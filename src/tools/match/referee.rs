//! Plays one game. Only our own rules decide what is legal and who has won, whatever
//! the players claim.

use std::time::{Duration, Instant};
use std::{error, fmt};

use super::player::{Beginning, Forfeit, Player, Reason, Trouble, Turn};
use super::terms::{Terms, Times};
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

/// The user has interrupted the match: the game is void.
#[derive(Debug)]
pub(super) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl error::Error for Interrupted {}

/// Continues a game from its opening. The players are black and white.
pub(super) fn play(
    number: u64,
    opening: Game,
    players: [&mut dyn Player; 2],
    terms: &Terms,
) -> Result<Played, Interrupted> {
    let mut table = Table {
        game: opening,
        times: Vec::new(),
        clocks: Times::new(terms),
        players,
    };
    let forfeit = match table.play(number) {
        Ok(()) => None,
        Err((color, Trouble::Forfeit(forfeit))) => Some((color, forfeit)),
        Err((_, Trouble::Interrupted)) => return Err(Interrupted),
    };
    Ok(Played {
        used: [Color::Black, Color::White].map(|color| table.clocks.used(color)),
        game: table.game,
        times: table.times,
        forfeit,
    })
}

/// A game in progress.
struct Table<'a> {
    game: Game,
    times: Vec<Duration>,
    clocks: Times,
    players: [&'a mut dyn Player; 2],
}

impl Table<'_> {
    fn play(&mut self, number: u64) -> Result<(), (Color, Trouble)> {
        for color in [Color::Black, Color::White] {
            let beginning = Beginning {
                number,
                game: &self.game,
                color,
            };
            let begun = self.players[color as usize].begin(&beginning);
            begun.map_err(|trouble| (color, trouble))?;
        }
        while !self.game.position().is_over() {
            let color = self.game.position().to_move();
            if self.game.position().must_pass() {
                self.announce(color, Move::Pass, Duration::ZERO)?;
                continue;
            }
            let (played, time) = self.choose(color).map_err(|trouble| (color, trouble))?;
            self.announce(color, played, time)?;
        }
        Ok(())
    }

    /// A legal move, made in time.
    fn choose(&mut self, color: Color) -> Result<(Move, Duration), Trouble> {
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
        Err(Trouble::Forfeit(Forfeit { reason, detail }))
    }

    /// Plays a legal move, and sends it to both players.
    fn announce(
        &mut self,
        color: Color,
        played: Move,
        time: Duration,
    ) -> Result<(), (Color, Trouble)> {
        let is_played = self.game.play(color, played);
        debug_assert!(is_played.is_ok(), "the move was checked");
        self.times.push(time);
        for listener in [Color::Black, Color::White] {
            let observed = self.players[listener as usize].observe(color, played, time);
            observed.map_err(|trouble| (listener, trouble))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::tools::r#match::terms::Clock;

    /// Plays the first legal move, but for one time, when it does this.
    struct Scripted {
        moves_left: u32,
        then: fn() -> Result<Move, Trouble>,
        observed: Vec<(Color, Move)>,
    }

    impl Scripted {
        fn new(moves_left: u32, then: fn() -> Result<Move, Trouble>) -> Scripted {
            Scripted {
                moves_left,
                then,
                observed: Vec::new(),
            }
        }
    }

    impl Player for Scripted {
        fn begin(&mut self, _: &Beginning<'_>) -> Result<(), Trouble> {
            Ok(())
        }

        fn observe(&mut self, color: Color, played: Move, _: Duration) -> Result<(), Trouble> {
            self.observed.push((color, played));
            Ok(())
        }

        fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Trouble> {
            if self.moves_left == 0 {
                return (self.then)();
            }
            self.moves_left -= 1;
            Ok(turn.position.moves().first().expect("a move").into())
        }
    }

    fn terms(clock: Option<Clock>) -> Terms {
        Terms {
            clock,
            depth: None,
            nodes: None,
            tolerance: Duration::ZERO,
            patience: Duration::from_secs(1),
        }
    }

    fn never() -> Result<Move, Trouble> {
        unreachable!("the game is over before")
    }

    fn verdict(
        then: fn() -> Result<Move, Trouble>,
        clock: Option<Clock>,
    ) -> Option<(Color, Reason)> {
        let (mut black, mut white) = (Scripted::new(60, never), Scripted::new(3, then));
        let played = play(1, Game::default(), [&mut black, &mut white], &terms(clock)).ok()?;
        assert_eq!(played.game.steps(), 7);
        played
            .forfeit
            .map(|(color, forfeit)| (color, forfeit.reason))
    }

    #[test]
    fn a_game_is_played_to_its_end_and_both_hear_all_of_it() {
        let (mut black, mut white) = (Scripted::new(60, never), Scripted::new(60, never));
        let played = play(1, Game::default(), [&mut black, &mut white], &terms(None));
        let played = played.expect("nobody interrupts");
        assert!(played.game.position().is_over() && played.forfeit.is_none());
        let moves: Vec<(Color, Move)> = played.game.moves().collect();
        assert_eq!((&black.observed, &white.observed), (&moves, &moves));
        assert_eq!(played.times.len(), moves.len());
    }

    #[test]
    fn passes_are_not_asked_for() {
        let start: Position = format!("XO{}O{} O", "-".repeat(6), "-".repeat(55))
            .parse()
            .unwrap();
        let (mut black, mut white) = (Scripted::new(2, never), Scripted::new(0, never));
        let players: [&mut dyn Player; 2] = [&mut black, &mut white];
        let played = play(1, Game::new(start), players, &terms(None)).expect("no interrupt");
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
            Err(Trouble::Forfeit(Forfeit {
                reason: Reason::Crash,
                detail: String::new(),
            }))
        };
        assert_eq!(verdict(crash, None), Some((Color::White, Reason::Crash)));
        assert_eq!(verdict(|| Err(Trouble::Interrupted), None), None);
    }

    #[test]
    fn who_is_late_has_lost() {
        let (mut black, mut white) = (Scripted::new(60, never), Scripted::new(60, never));
        let terms = terms(Some(Clock::Move(Duration::ZERO)));
        let played = play(1, Game::default(), [&mut black, &mut white], &terms);
        let forfeit = played.expect("nobody interrupts").forfeit;
        let forfeit = forfeit.map(|(color, forfeit)| (color, forfeit.reason));
        assert_eq!(forfeit, Some((Color::Black, Reason::Time)));
    }
}
