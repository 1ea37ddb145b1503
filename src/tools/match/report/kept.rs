//! The games that a page can replay: of many games, a number that a browser
//! shows without delay.

use std::collections::VecDeque;

use super::super::player::Reason;
use super::super::record::Record;

/// A page holds no more games.
pub(super) const MOST: usize = 2000;

/// Games lost by guilt, which people want to look into, and the newest others.
#[derive(Default)]
pub(super) struct Kept {
    guilty: VecDeque<Record>,
    normal: VecDeque<Record>,
}

impl Kept {
    pub(super) fn add(&mut self, record: Record) {
        let games = match record.reason {
            Reason::Normal => &mut self.normal,
            _ => &mut self.guilty,
        };
        if games.len() == MOST {
            games.pop_front();
        }
        games.push_back(record);
    }

    /// In the order of their numbers.
    pub(super) fn games(&self) -> Vec<&Record> {
        let too_many = (self.guilty.len() + self.normal.len()).saturating_sub(MOST);
        let newest = self.normal.range(too_many..);
        let mut games: Vec<&Record> = self.guilty.iter().chain(newest).collect();
        games.sort_by_key(|record| record.game);
        games
    }
}
