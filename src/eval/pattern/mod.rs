//! The evaluation that the engine plays with: a network over patterns of discs, trained
//! on games of the engine with itself.
//!
//! [`architecture`] has its sizes, [`features`] its inputs, [`mod@net`] its weights and how a
//! value is computed from them; what moves change is kept in an [`accumulator`]. Its
//! training is in the tool `train`.

pub mod accumulator;
pub mod architecture;
mod embedded;
pub mod features;
mod file;
mod first_layer;
pub mod hidden_layer;
pub mod limits;
pub mod net;
mod packing;

use std::sync::OnceLock;

use super::{Evaluator, Row};
use crate::board::Position;
use crate::score::Score;
use accumulator::Accumulator;
use architecture::UNITS_PER_DISC;
use net::Net;

pub use file::WeightsError;

pub(super) const ROW: Row = Row {
    name: "pattern",
    summary: "a small neural network over 38 patterns",
    points_per_disc: POINTS_PER_DISC as f64,
    evaluator: &Pattern,
};

/// Fewer points than units, so that a lead of 64 discs is not yet a result.
const POINTS_PER_DISC: i32 = 128;

struct Pattern;

impl Evaluator for Pattern {
    fn evaluate(&self, position: &Position) -> Score {
        let (mover, opponent) = (position.mover(), position.opponent());
        let value = net().value(&Accumulator::of(mover, opponent), mover, opponent);
        Score::estimate(value * POINTS_PER_DISC / UNITS_PER_DISC)
    }
}

static NET: OnceLock<Net> = OnceLock::new();

/// The network in use, unpacked on first use: the embedded one unless
/// [`use_net`] has replaced it.
#[inline]
pub fn net() -> &'static Net {
    NET.get_or_init(embedded::net)
}

/// Replaces the embedded network.
///
/// # Panics
///
/// If the network has been used already.
pub fn use_net(net: Net) {
    assert!(NET.set(net).is_ok(), "the network is in use already");
}
