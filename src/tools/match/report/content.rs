//! What a page reports on.

use super::super::standings::Standings;
use super::super::statistics::sprt::Sprt;
use super::tally::Tally;

pub(super) struct Content<'a> {
    pub(super) tally: &'a Tally,
    pub(super) standings: &'a Standings,
    /// How many games were to be played, if that is known.
    pub(super) planned: Option<u64>,
    pub(super) sprt: Option<&'a Sprt>,
}
