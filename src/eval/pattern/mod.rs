//! What was learnt from games: patterns of discs.

mod embedded;
mod file;
pub mod limits;
pub mod net;
pub mod numbers;
mod packing;
pub mod shapes;

use std::fs;
use std::path::Path;
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

/// Takes the weights in a file instead of those in the program. It must be done
/// before anything asks for a value.
pub fn use_file(path: &Path) -> Result<(), String> {
    let named = |problem: String| format!("{}: {problem}", path.display());
    let file = fs::read(path).map_err(|error| named(error.to_string()))?;
    let net = Net::read(&file).map_err(|error| named(error.to_string()))?;
    NET.set(net)
        .map_err(|_| named("other weights are in use already".into()))
}
