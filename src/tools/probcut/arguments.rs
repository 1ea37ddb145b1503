//! The command line of `obverse probcut`.

use crate::flags::{Flag, Group, Place, Syntax, Whole};
use crate::session::options::{SEEDS, THREAD_COUNTS};
use crate::tools::arguments;

/// What to measure.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Arguments {
    pub(super) positions: u64,
    /// The depth of the deepest search that does not reach the end of the game.
    pub(super) depth: u32,
    pub(super) seed: u64,
    pub(super) threads: u32,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            positions: 1000,
            depth: 10,
            seed: 1,
            threads: 1,
        }
    }
}

/// With shallower searches, the model cannot be fitted; deeper ones take days.
const DEPTHS: Whole<u32> = Whole::new(6, 20);

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "probcut",
    usage: &["[FLAG ...]"],
    operands: &[],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    Flag::new(
        &["--positions"],
        "N",
        "search this many positions, each from a different game",
        &Place(Whole::new(1, 1_000_000), |arguments: &mut Arguments| {
            &mut arguments.positions
        }),
    ),
    Flag::new(
        &["--depth"],
        "PLIES",
        "depth of the deepest search that does not reach the end of the game",
        &Place(DEPTHS, |arguments: &mut Arguments| &mut arguments.depth),
    )
    .details("Each additional ply more than doubles the time."),
    arguments::seed(&Place(SEEDS, |arguments: &mut Arguments| {
        &mut arguments.seed
    }))
    .details("A different seed gives different games."),
    arguments::work_threads(
        "search this many positions at once",
        &Place(THREAD_COUNTS, |arguments: &mut Arguments| {
            &mut arguments.threads
        }),
    ),
];
