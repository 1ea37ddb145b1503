//! The evaluation that the engine uses: a neural network over patterns of discs, trained on
//! self-play games.
//!
//! ```
//! use obverse::board::Position;
//! use obverse::eval::{self, pattern};
//!
//! let row = eval::find("pattern").expect("it is in the table");
//! assert!(row.evaluator.evaluate(&Position::START).discs().is_none(), "an estimate");
//!
//! // Weights that `obverse train` has written can replace those in the library.
//! let error = pattern::Net::read(b"something else").unwrap_err();
//! assert_eq!(error.to_string(), "not a file with weights");
//! ```
//!
//! [`architecture`] has its sizes, [`features`] its inputs, [`mod@net`] its weights, and
//! [`value`] the computation. An [`accumulator`] holds what is updated move by move. The tool
//! `train` trains it. The build script, which prepares the weights that are
//! [`embedded`], uses some of these modules, too.

pub(crate) mod accumulator;
pub(crate) mod architecture;
#[cfg(not(per_cpu))]
mod embedded;
pub(crate) mod features;
#[cfg(not(per_cpu))]
mod file;
mod first_layer;
mod head_bytes;
pub(crate) mod hidden_layer;
pub(crate) mod limits;
pub(crate) mod net;
#[cfg(not(per_cpu))]
mod packing;
#[cfg(per_cpu)]
mod passed;
#[cfg(not(per_cpu))]
mod program;
pub(crate) mod value;

use std::sync::OnceLock;

use super::{Evaluator, Row};
use crate::board::Position;
use crate::score::Score;
use accumulator::Accumulator;
use architecture::UNITS_PER_DISC;

#[cfg(not(per_cpu))]
pub use file::WeightsError;
pub use net::Net;
#[cfg(per_cpu)]
use passed::first_net;
#[cfg(per_cpu)]
pub use passed::use_weights;
#[cfg(not(per_cpu))]
use program::first_net;
#[cfg(not(per_cpu))]
pub(crate) use program::pass_on;
#[cfg(not(per_cpu))]
pub use program::use_net;

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

/// The network in use.
#[inline]
pub(crate) fn net() -> &'static Net {
    NET.get_or_init(first_net)
}
