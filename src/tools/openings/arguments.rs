//! The command line of `obverse openings`.

use super::balanced::Criteria;
use crate::flags::{Flag, Group, Place, Syntax, Whole};
use crate::session::options::{LEVELS, SEEDS, THREAD_COUNTS};
use crate::tools::arguments;

pub(super) const SYNTAX: Syntax<Criteria> = Syntax {
    command: "openings",
    usage: &["[FLAG ...]"],
    operands: &[],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Criteria>] = &[
    Flag::new(
        &["--count"],
        "N",
        "number of openings",
        &Place(Whole::new(1, 1_000_000), |criteria: &mut Criteria| {
            &mut criteria.count
        }),
    ),
    Flag::new(
        &["--plies"],
        "N",
        "number of moves of each opening",
        &Place(Whole::new(1, 10), |criteria: &mut Criteria| {
            &mut criteria.plies
        }),
    ),
    Flag::new(
        &["--within"],
        "DISCS",
        "maximum lead of either side",
        &Place(Whole::new(0, 64), |criteria: &mut Criteria| {
            &mut criteria.within
        }),
    ),
    arguments::level(
        "search each candidate at this level",
        &Place(LEVELS, |criteria: &mut Criteria| &mut criteria.level),
    ),
    arguments::work_threads(
        "search this many candidates at once",
        &Place(THREAD_COUNTS, |criteria: &mut Criteria| {
            &mut criteria.threads
        }),
    ),
    arguments::seed(&Place(SEEDS, |criteria: &mut Criteria| &mut criteria.seed))
        .details("A different seed gives different openings."),
];
