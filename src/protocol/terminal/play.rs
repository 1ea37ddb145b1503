//! How the person and the engine play each other.

use crate::board::{Color, Game, Move};

/// What the terminal knows about the game besides its moves.
pub(super) struct Play {
    /// Whether the engine replies to typed moves.
    pub(super) engine_replies: bool,
    /// The side of the last typed move.
    pub(super) person: Option<Color>,
    /// Whether moves were played in this game, rather than only looked at.
    pub(super) is_in_progress: bool,
    /// The side that has resigned, in this game.
    resigned: Option<(Color, Game)>,
    ahead: Option<Ahead>,
}

/// A line of play that goes on after the current position, because moves were taken back or
/// a game is being stepped through.
struct Ahead {
    line: Game,
    /// The current position in it. When another move is played, the line is left.
    at: Game,
}

impl Default for Play {
    fn default() -> Play {
        Play {
            engine_replies: true,
            person: None,
            is_in_progress: false,
            resigned: None,
            ahead: None,
        }
    }
}

impl Play {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.person = None;
        self.is_in_progress = false;
        self.resigned = None;
        self.ahead = None;
    }

    /// The side that has resigned, unless the game has changed since.
    pub(super) fn resigned(&self, game: &Game) -> Option<Color> {
        let (color, resigned) = self.resigned.as_ref()?;
        (resigned == game).then_some(*color)
    }

    /// Records that this side has resigned.
    pub(super) fn resign(&mut self, color: Color, game: &Game) {
        self.resigned = Some((color, game.clone()));
    }

    /// Whether the game has ended, on the board or by resignation.
    pub(super) fn is_over(&self, game: &Game) -> bool {
        game.position().is_over() || self.resigned(game).is_some()
    }

    /// Records that moves were taken back from `before`, which leaves `now`.
    pub(super) fn step_back(&mut self, before: Game, now: &Game) {
        let line = match self.ahead.take() {
            Some(ahead) if ahead.at == before => ahead.line,
            _ => before,
        };
        self.ahead = Some(Ahead {
            line,
            at: now.clone(),
        });
    }

    /// Records that moves that were ahead have been played, which leads to `now`.
    pub(super) fn step_forward(&mut self, now: &Game) {
        if let Some(ahead) = &mut self.ahead {
            ahead.at = now.clone();
        }
    }

    /// The moves that follow in the line of play.
    pub(super) fn ahead(&self, game: &Game) -> Vec<(Color, Move)> {
        let ahead = self.ahead.as_ref().filter(|ahead| ahead.at == *game);
        let done = game.moves().count();
        ahead.map_or_else(Vec::new, |ahead| ahead.line.moves().skip(done).collect())
    }
}
