//! The command line of `obverse openings`.

use super::balanced::Criteria;
use crate::flags::{Flag, Group, Setting, Syntax, Whole};
use crate::session::options::{LEVELS, SEEDS, THREAD_COUNTS};

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
        "greatest lead of either side",
        &Setting {
            kind: Whole::<u32>::new(0, 64),
            get: |criteria: &Criteria| criteria.within as u32,
            set: |criteria, discs| criteria.within = discs as i32,
        },
    ),
    Flag::new(
        &["--level"],
        "N",
        "search each candidate at this level",
        &Setting {
            kind: LEVELS,
            get: |criteria: &Criteria| criteria.level,
            set: |criteria, level| criteria.level = level,
        },
    ),
    Flag::new(
        &["--threads"],
        "N",
        "search this many candidates at once",
        &Setting {
            kind: THREAD_COUNTS,
            get: |criteria: &Criteria| criteria.threads as u32,
            set: |criteria, threads| criteria.threads = threads as usize,
        },
    )
    .details("The list is the same for any number."),
    Flag::new(
        &["--seed"],
        "N",
        "seed of the random number generator: other openings",
        &Setting {
            kind: SEEDS,
            get: |criteria: &Criteria| criteria.seed,
            set: |criteria, seed| criteria.seed = seed,
        },
    ),
];
