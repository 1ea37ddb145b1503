//! Counts games. Memory grows with the number of names and, to recognise games that occur again,
//! by a few bytes for each game.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::results::{Ending, Results};
use super::tree::Tree;
use crate::board::Position;
use crate::formats::GameRecord;
use crate::openings::{self, Opening};
use crate::text::plain;

/// The counts of all games so far.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) all: Results,
    /// Games that occurred before: the same moves by the same players in the same year.
    pub(super) repeated: u64,
    /// Games that do not start from the usual position.
    pub(super) set_up: Results,
    /// Games in which a player has no name.
    pub(super) nameless: u64,
    /// By year; games without one come first.
    pub(super) years: BTreeMap<Option<u16>, Results>,
    /// By the line of the last named position; `None` if there was none.
    pub(super) openings: HashMap<Option<&'static str>, OpeningTally>,
    pub(super) players: HashMap<String, PlayerTally>,
    /// By tournament, with its years.
    pub(super) events: HashMap<String, (Results, Years)>,
    /// How often each disc difference occurred.
    pub(super) leads: BTreeMap<i32, u64>,
    pub(super) tree: Tree,
    seen: HashSet<u64>,
}

#[derive(Default)]
pub(super) struct OpeningTally {
    pub(super) opening: Option<&'static Opening>,
    pub(super) results: Results,
}

/// The results of a player.
#[derive(Default)]
pub(super) struct PlayerTally {
    pub(super) black: Results,
    pub(super) white: Results,
    pub(super) years: Years,
}

/// The first and the last of some years.
#[derive(Clone, Copy, Default)]
pub(super) struct Years(Option<(u16, u16)>);

impl Years {
    fn add(&mut self, year: Option<u16>) {
        if let Some(year) = year {
            let (first, last) = self.0.unwrap_or((year, year));
            self.0 = Some((first.min(year), last.max(year)));
        }
    }

    pub(super) fn bounds(self) -> Option<(u16, u16)> {
        self.0
    }
}

impl PlayerTally {
    pub(super) fn results(&self) -> Results {
        self.black.with(self.white)
    }
}

impl Tally {
    /// Counts a game. If `is_distinct`, a game that occurred before is not counted again.
    pub(super) fn add(&mut self, game: &GameRecord, is_distinct: bool) {
        let is_new = self.seen.insert(fingerprint(game));
        self.repeated += u64::from(!is_new);
        if is_distinct && !is_new {
            return;
        }
        let year = game.year();
        let ending = game.outcome().map(Ending::of);
        self.all.add(ending);
        self.years.entry(year).or_default().add(ending);
        if let Some(lead) = ending.and_then(|ending| ending.lead) {
            *self.leads.entry(lead).or_default() += 1;
        }
        if let Some(event) = &game.event {
            let (results, years) = entry(&mut self.events, &plain(event));
            results.add(ending);
            years.add(year);
        }
        self.add_players(game, year, ending);
        self.add_opening(game, ending);
    }

    fn add_players(&mut self, game: &GameRecord, year: Option<u16>, ending: Option<Ending>) {
        if let Some(name) = &game.black {
            let player = entry(&mut self.players, &plain(name));
            player.black.add(ending);
            player.years.add(year);
        }
        if let Some(name) = &game.white {
            let player = entry(&mut self.players, &plain(name));
            player.white.add(ending.map(Ending::reversed));
            player.years.add(year);
        }
        self.nameless += u64::from(game.black.is_none() || game.white.is_none());
    }

    fn add_opening(&mut self, game: &GameRecord, ending: Option<Ending>) {
        if game.start != Position::START {
            self.set_up.add(ending);
            return;
        }
        self.tree.add(game.actions(), ending);
        let opening = openings::recognise_line(game.actions()).opening;
        let line = opening.map(|opening| opening.moves);
        let tally = self.openings.entry(line).or_default();
        tally.opening = opening;
        tally.results.add(ending);
    }
}

/// The entry with this name, added if it is new.
fn entry<'a, T: Default>(table: &'a mut HashMap<String, T>, name: &str) -> &'a mut T {
    if !table.contains_key(name) {
        table.insert(name.to_string(), T::default());
    }
    table.get_mut(name).expect("it was just inserted")
}

/// A number that is the same for games with the same moves by the same players in the same year,
/// and in practice for no others.
fn fingerprint(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.hash(&mut hasher);
    for played in game.actions() {
        played.hash(&mut hasher);
    }
    (&game.black, &game.white, game.year()).hash(&mut hasher);
    hasher.finish()
}
