//! The command line of `obverse openings`.

use super::balanced::Wish;
use crate::flags::{Flag, Group, Setting, Syntax, Whole};
use crate::session::options::{LEVELS, SEEDS, THREAD_COUNTS};

pub(super) const SYNTAX: Syntax<Wish> = Syntax {
    command: "openings",
    usage: &["[FLAG ...]"],
    operands: &[],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Wish>] = &[
    Flag::new(
        &["--count"],
        "N",
        "number of openings",
        &Setting {
            kind: Whole::<u32>::new(1, 1_000_000),
            get: |wish: &Wish| wish.count as u32,
            set: |wish, count| wish.count = count as usize,
        },
    ),
    Flag::new(
        &["--plies"],
        "N",
        "number of moves of each opening",
        &Setting {
            kind: Whole::<u32>::new(1, 10),
            get: |wish: &Wish| wish.plies as u32,
            set: |wish, plies| wish.plies = plies as usize,
        },
    ),
    Flag::new(
        &["--within"],
        "DISCS",
        "greatest lead of either side",
        &Setting {
            kind: Whole::<u32>::new(0, 64),
            get: |wish: &Wish| wish.within as u32,
            set: |wish, discs| wish.within = discs as i32,
        },
    ),
    Flag::new(
        &["--level"],
        "N",
        "search each candidate at this level",
        &Setting {
            kind: LEVELS,
            get: |wish: &Wish| wish.level,
            set: |wish, level| wish.level = level,
        },
    ),
    Flag::new(
        &["--threads"],
        "N",
        "search this many candidates at once",
        &Setting {
            kind: THREAD_COUNTS,
            get: |wish: &Wish| wish.threads as u32,
            set: |wish, threads| wish.threads = threads as usize,
        },
    )
    .details("The list is the same for any number."),
    Flag::new(
        &["--seed"],
        "N",
        "seed of the random number generator: other openings",
        &Setting {
            kind: SEEDS,
            get: |wish: &Wish| wish.seed,
            set: |wish, seed| wish.seed = seed,
        },
    ),
];
