//! The command line of `obverse openings`.

use super::balanced::Criteria;
use crate::flags::{Flag, Group, Place, Setting, Syntax, Whole};
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
        &Setting {
            kind: Whole::<u32>::new(1, 1_000_000),
            get: |criteria: &Criteria| criteria.count as u32,
            set: |criteria, count| criteria.count = count as usize,
        },
    ),
    Flag::new(
        &["--plies"],
        "N",
        "number of moves of each opening",
        &Setting {
            kind: Whole::<u32>::new(1, 10),
            get: |criteria: &Criteria| criteria.plies as u32,
            set: |criteria, plies| criteria.plies = plies as usize,
        },
    ),
    Flag::new(
        &["--within"],
        "DISCS",
        "largest lead of either side",
        &Setting {
            kind: Whole::<u32>::new(0, 64),
            get: |criteria: &Criteria| criteria.within as u32,
            set: |criteria, discs| criteria.within = discs as i32,
        },
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
        .details("Another seed gives other openings."),
];
