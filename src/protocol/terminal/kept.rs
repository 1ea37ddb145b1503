//! The game in progress, in a file, so that it survives a crash or a closed window.
//!
//! Several terminals may play at once. Each has a file of its own and holds a lock as long as
//! it runs, so a game that nobody plays any more is one whose lock is free. If no file can be
//! written, no game is kept.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::state;
use crate::board::{Color, Game, Move};
use crate::files::{atomic, open_lock};
use crate::formats::{GameRecord, sgf};
use crate::protocol::files;
use crate::text::plain;

/// How many games are kept. When there are more, the oldest is replaced.
const SLOTS: u32 = 8;

/// The name of the person in a file. That of the engine is its strength.
const PERSON: &str = "person";

/// Keeps the game of a terminal.
#[derive(Default)]
pub(super) struct Keeper {
    /// The folder with the files; `None` if no game is kept.
    folder: Option<PathBuf>,
    own: Option<Slot>,
    /// A game that can be resumed, and its slot.
    left: Option<(Slot, Kept)>,
    /// Whether that game was offered, and neither it nor another was begun.
    is_offer_open: bool,
}

/// A file for a game, locked for this process.
struct Slot {
    file: PathBuf,
    /// Closing it frees the slot.
    _lock: File,
}

/// A game that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) game: Game,
    pub(super) players: Players,
}

/// Who plays, and how strong the engine is: an option and its value, such as `level 5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Players {
    /// The person's side; `None` for both.
    pub(super) person: Option<Color>,
    pub(super) strength: String,
}

impl Keeper {
    /// A keeper of files in the user's folder, with the newest game that nobody plays.
    pub(super) fn open() -> Keeper {
        let folder = state::folder();
        let left = folder.as_deref().and_then(newest);
        Keeper {
            folder,
            own: None,
            is_offer_open: left.is_some(),
            left,
        }
    }

    /// The offer of a game that was left.
    pub(super) fn offer(&self) -> Option<String> {
        let (_, kept) = self.left.as_ref()?;
        let moves = placed(&kept.game);
        let opponent = match kept.players.person {
            Some(_) => format!(" against {}", plain(&kept.players.strength)),
            None => String::new(),
        };
        Some(format!(
            "A game{opponent} was left at move {moves}: resume continues, new discards it.\n"
        ))
    }

    /// Keeps the game. It is not an error if that fails.
    pub(super) fn keep(&mut self, game: &Game, players: &Players) {
        if placed(game) == 0 {
            return self.discard();
        }
        self.is_offer_open = false;
        if self.own.is_none() {
            self.own = self.folder.as_deref().and_then(Slot::unused);
        }
        if let Some(slot) = &self.own {
            let _ = atomic::write(&slot.file, players.record(game).as_bytes());
        }
    }

    /// Whether the game of this terminal is in a file.
    pub(super) fn is_kept(&self) -> bool {
        self.own.as_ref().is_some_and(|slot| slot.file.exists())
    }

    /// Removes the game of this terminal.
    pub(super) fn discard(&mut self) {
        if let Some(slot) = &self.own {
            let _ = fs::remove_file(&slot.file);
        }
    }

    /// Removes the game of this terminal or, if none was begun, the one that was offered.
    pub(super) fn discard_or_decline(&mut self) {
        if std::mem::take(&mut self.is_offer_open) {
            self.own = self.left.take().map(|(slot, _)| slot);
        }
        self.discard();
    }

    /// Leaves the game of this terminal, which can then be resumed. Returns whether there is
    /// one.
    pub(super) fn leave(&mut self) -> bool {
        self.is_offer_open = false;
        let left = self.own.take().and_then(|slot| {
            let kept = Kept::read(&slot.file)?;
            Some((slot, kept))
        });
        let is_left = left.is_some();
        if is_left {
            self.left = left;
        }
        is_left
    }

    /// The game that was left. From now on it is the one of this terminal.
    pub(super) fn resume(&mut self) -> Option<Kept> {
        let (slot, kept) = self.left.take()?;
        self.leave();
        self.own = Some(slot);
        Some(kept)
    }
}

/// The newest game that nobody plays.
fn newest(folder: &Path) -> Option<(Slot, Kept)> {
    let mut files: Vec<(SystemTime, u32)> = (1..=SLOTS)
        .filter_map(|number| Some((age(&Slot::file(folder, number))?, number)))
        .collect();
    files.sort_unstable();
    files.into_iter().rev().find_map(|(_, number)| {
        let slot = Slot::lock(folder, number)?;
        let kept = Kept::read(&slot.file)?;
        Some((slot, kept))
    })
}

/// When a file was written, if it exists.
fn age(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}

/// The number of discs that were placed.
fn placed(game: &Game) -> usize {
    let is_place = |&(_, action): &(Color, Move)| action != Move::Pass;
    game.moves().filter(is_place).count()
}

impl Slot {
    fn file(folder: &Path, number: u32) -> PathBuf {
        folder.join(format!("game-{number}.sgf"))
    }

    /// A slot without a game or, if each has one, the one with the oldest that nobody plays.
    fn unused(folder: &Path) -> Option<Slot> {
        let mut numbers: Vec<u32> = (1..=SLOTS).collect();
        // A file that does not exist comes before every other.
        numbers.sort_by_key(|&number| age(&Slot::file(folder, number)));
        numbers
            .into_iter()
            .find_map(|number| Slot::lock(folder, number))
    }

    /// Locks a slot, unless another process has locked it.
    fn lock(folder: &Path, number: u32) -> Option<Slot> {
        let lock = open_lock(&folder.join(format!("game-{number}.lock"))).ok()?;
        lock.try_lock().ok()?;
        Some(Slot {
            file: Slot::file(folder, number),
            _lock: lock,
        })
    }
}

impl Kept {
    fn read(file: &Path) -> Option<Kept> {
        let record = files::first_game(file, &sgf::ROW).ok()?;
        let mut game = Game::new(record.start);
        for ply in &record.moves {
            game.play(ply.color, ply.action).ok()?;
        }
        let is_person = |name: &Option<String>| name.as_deref() == Some(PERSON);
        let person = match (is_person(&record.black), is_person(&record.white)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        };
        let engine = match person {
            Some(Color::White) => record.black,
            _ => record.white,
        };
        let players = Players {
            person,
            strength: engine.unwrap_or_default(),
        };
        Some(Kept { game, players })
    }
}

impl Players {
    /// The file for a game.
    fn record(&self, game: &Game) -> String {
        let name = |color| match self.person {
            Some(person) if person != color => self.strength.clone(),
            _ => PERSON.to_string(),
        };
        let record = GameRecord {
            black: Some(name(Color::Black)),
            white: Some(name(Color::White)),
            ..GameRecord::from(game)
        };
        sgf::write(&record)
    }
}
