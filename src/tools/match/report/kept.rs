//! The games that a page can replay, at most as many as a browser shows without delay.

use std::collections::VecDeque;

use super::super::player::Reason;
use super::super::record::Record;

/// The most games on a page.
pub(super) const MOST: usize = 2000;

/// Forfeited games, whose causes are of interest, and the newest of the others.
#[derive(Default)]
pub(super) struct Kept {
    forfeited: VecDeque<Record>,
    normal: VecDeque<Record>,
}

impl Kept {
    pub(super) fn add(&mut self, record: Record) {
        let games = match record.reason {
            Reason::Normal => &mut self.normal,
            _ => &mut self.forfeited,
        };
        if games.len() == MOST {
            games.pop_front();
        }
        games.push_back(record);
    }

    /// The kept games, by number.
    pub(super) fn games(&self) -> Vec<&Record> {
        let too_many = (self.forfeited.len() + self.normal.len()).saturating_sub(MOST);
        let newest = self.normal.range(too_many..);
        let mut games: Vec<&Record> = self.forfeited.iter().chain(newest).collect();
        games.sort_by_key(|record| record.game);
        games
    }
}
