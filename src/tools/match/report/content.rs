//! The content of a report.

use super::super::standings::Standings;
use super::super::statistics::sprt::Sprt;
use super::tally::Tally;

pub(super) struct Content<'a> {
    pub(super) tally: &'a Tally,
    pub(super) standings: &'a Standings,
    /// The number of games planned, if known.
    pub(super) planned: Option<u64>,
    pub(super) sprt: Option<&'a Sprt>,
}
