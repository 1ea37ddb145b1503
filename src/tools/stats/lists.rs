//! What the tables list: the rows with the most games first.

use std::cmp::Reverse;

use super::results::Results;
use super::tally::{PlayerTally, Tally, Years};
use super::tree::Line;
use crate::openings::{Language, Opening};

/// The rows of a table, and what it leaves out.
pub(super) struct List<T> {
    pub(super) rows: Vec<T>,
    /// The number of rows if the table had no limit.
    pub(super) all: usize,
    /// The number of players with too few games, who are not in `all`.
    pub(super) too_few: usize,
}

/// A player.
pub(super) struct Player<'a> {
    pub(super) name: &'a str,
    pub(super) tally: &'a PlayerTally,
    pub(super) results: Results,
}

/// A tournament.
pub(super) struct Event<'a> {
    pub(super) name: &'a str,
    pub(super) results: Results,
    pub(super) years: Years,
}

/// The games whose last named position is that of this opening, or which have none.
pub(super) struct Named {
    pub(super) opening: Option<&'static Opening>,
    pub(super) results: Results,
}

impl<T> List<T> {
    /// The first rows by the number of games and then by `key`.
    fn new<K: Ord>(mut rows: Vec<T>, most: usize, order: impl Fn(&T) -> (u64, K)) -> List<T> {
        rows.sort_by_cached_key(|row| {
            let (games, key) = order(row);
            (Reverse(games), key)
        });
        let all = rows.len();
        rows.truncate(most);
        List {
            rows,
            all,
            too_few: 0,
        }
    }
}

/// At most so many players, with no fewer than this number of games.
pub(super) fn players(tally: &Tally, most: usize, min_games: u64) -> List<Player<'_>> {
    let players = tally.players.iter().map(|(name, tally)| Player {
        name,
        tally,
        results: tally.results(),
    });
    let enough = players.filter(|player| player.results.games >= min_games);
    let order = |player: &Player<'_>| (player.results.games, player.name.to_string());
    let list = List::new(enough.collect(), most, order);
    List {
        too_few: tally.players.len() - list.all,
        ..list
    }
}

/// At most so many tournaments.
pub(super) fn events(tally: &Tally, most: usize) -> List<Event<'_>> {
    let events = tally.events.iter().map(|(name, &(results, years))| Event {
        name,
        results,
        years,
    });
    let order = |event: &Event<'_>| (event.results.games, event.name.to_string());
    List::new(events.collect(), most, order)
}

/// At most so many openings.
pub(super) fn openings(tally: &Tally, most: usize) -> List<Named> {
    let openings = tally.openings.values().map(|tally| Named {
        opening: tally.opening,
        results: tally.results,
    });
    let order = |named: &Named| (named.results.games, named.opening.map(|row| row.moves));
    List::new(openings.collect(), most, order)
}

/// At most so many lines of first moves, each after the line that it continues.
pub(super) fn first_moves(tally: &Tally, most: usize) -> List<Line> {
    List {
        rows: tally.tree.lines(most),
        all: tally.tree.len(),
        too_few: 0,
    }
}

/// The name of an opening in this language or, if it has none, in the first that has one.
pub(super) fn title(opening: &Opening, language: Language) -> (&'static str, Language) {
    let languages = [language].into_iter().chain(Language::ALL);
    let mut names = languages.filter_map(|language| Some((opening.name(language)?, language)));
    names.next().expect("every opening has a name")
}
