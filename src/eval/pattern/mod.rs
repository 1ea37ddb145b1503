//! What was learnt from games: patterns of discs.

mod embedded;
mod file;
pub mod layer;
pub mod limits;
pub mod net;
pub mod numbers;
mod packing;
pub mod shapes;
mod sums;

use std::sync::OnceLock;

use super::{Evaluator, Row};
use crate::board::Position;
use crate::score::Score;
use net::{FINE, Net};
use numbers::Numbers;

pub use file::WeightsError;

pub(super) const ROW: Row = Row {
    name: "pattern",
    summary: "what stands on 38 patterns, with weights learnt from games",
    points_per_disc: POINTS_PER_DISC as f64,
    evaluator: &Pattern,
};

/// Less than the net tells, so that 64 discs are not yet a result.
const POINTS_PER_DISC: i32 = 128;

/// No file of weights is longer.
pub const LONGEST_FILE: u64 = 64 << 20;

struct Pattern;

impl Evaluator for Pattern {
    fn evaluate(&self, position: &Position) -> Score {
        let (mover, opponent) = (position.mover(), position.opponent());
        let value = net().value(&Numbers::of(mover, opponent), mover, opponent);
        Score::estimate(value * POINTS_PER_DISC / FINE)
    }
}

static NET: OnceLock<Net> = OnceLock::new();

/// What was learnt last, or the weights that were named instead; unpacked when it
/// is first asked for.
#[inline]
pub fn net() -> &'static Net {
    NET.get_or_init(embedded::net)
}

/// Takes the weights in a file instead of those in the program.
///
/// # Panics
///
/// If something has asked for a value before.
pub fn use_weights(file: &[u8]) -> Result<(), WeightsError> {
    let net = Net::read(file)?;
    assert!(NET.set(net).is_ok(), "other weights are in use already");
    Ok(())
}
