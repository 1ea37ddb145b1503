//! The games that can be replayed on a page: at most as many as a browser shows without
//! delay.

use std::collections::VecDeque;

use super::super::player::Reason;
use super::super::record::Record;

/// The maximum number of games on a page.
pub(super) const MAX_GAMES: usize = 2000;

/// Forfeited games, whose causes are of interest, and the most recent of the others.
#[derive(Default)]
pub(super) struct ReplayableGames {
    forfeited: VecDeque<Record>,
    normal: VecDeque<Record>,
}

impl ReplayableGames {
    pub(super) fn add(&mut self, record: Record) {
        let games = match record.reason {
            Reason::Normal => &mut self.normal,
            _ => &mut self.forfeited,
        };
        if games.len() == MAX_GAMES {
            games.pop_front();
        }
        games.push_back(record);
    }

    /// The games, in the order of their numbers.
    pub(super) fn games(&self) -> Vec<&Record> {
        let too_many = (self.forfeited.len() + self.normal.len()).saturating_sub(MAX_GAMES);
        let newest = self.normal.range(too_many..);
        let mut games: Vec<&Record> = self.forfeited.iter().chain(newest).collect();
        games.sort_by_key(|record| record.game);
        games
    }
}
