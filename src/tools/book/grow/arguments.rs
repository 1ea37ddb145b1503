//! The command line of `obverse book grow`.

use std::time::Duration;

use super::super::expansion::Expansion;
use crate::flags::{Count, File, Flag, Given, Group, Operand, Place, Syntax, UsageError, Whole};
use crate::session::options::{LEVELS, SEEDS, THREAD_COUNTS, cores};
use crate::tools::arguments::{self, Hours, ONE_FOR_EACH_CORE};

/// What to do.
#[derive(Debug)]
pub(in crate::tools::book) struct Plan {
    pub(in crate::tools::book) file: String,
    /// The target number of positions in the book.
    pub(super) positions: usize,
    /// How long to search.
    pub(super) time: Option<Duration>,
    pub(in crate::tools::book) level: u32,
    pub(in crate::tools::book) expansion: Expansion,
    pub(in crate::tools::book) threads: u32,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            file: String::new(),
            positions: usize::MAX,
            time: None,
            level: 14,
            expansion: Expansion { plies: 20, seed: 1 },
            threads: cores(),
        }
    }
}

pub(in crate::tools::book) const SYNTAX: Syntax<Plan> = Syntax {
    command: "book grow",
    usage: &["FILE {--positions N | --hours H} [FLAG ...]"],
    operands: &[Operand {
        name: "FILE",
        count: Count::One,
        summary: "the book, which is created if it does not exist",
        field: &Given {
            kind: File,
            set: |plan: &mut Plan, file| plan.file = file,
        },
    }],
    groups: &[Group {
        title: "Flags of grow",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Plan>] = &[
    Flag::new(
        &["--positions"],
        "N",
        "search until the book has this many positions",
        &Given {
            kind: Whole::<u32>::new(1, 100_000_000),
            set: |plan: &mut Plan, positions| plan.positions = positions as usize,
        },
    ),
    arguments::hours(&Given {
        kind: Hours,
        set: |plan: &mut Plan, time| plan.time = Some(time),
    }),
    arguments::level(
        "search at this level after each move",
        &Place(LEVELS, |plan: &mut Plan| &mut plan.level),
    ),
    Flag::new(
        &["--plies"],
        "N",
        "add only positions that are fewer than this many plies from the start",
        &Place(Whole::new(1, 60), |plan: &mut Plan| {
            &mut plan.expansion.plies
        }),
    ),
    arguments::seed(&Place(SEEDS, |plan: &mut Plan| &mut plan.expansion.seed))
        .details("It decides in which order equally important positions are added."),
    arguments::work_threads(
        "search this many positions at once",
        &Place(THREAD_COUNTS, |plan: &mut Plan| &mut plan.threads),
    )
    .default(ONE_FOR_EACH_CORE),
];

pub(super) fn parse(words: &[String]) -> Result<Plan, UsageError> {
    let plan = SYNTAX.parse(words)?.arguments;
    match plan.positions < usize::MAX || plan.time.is_some() {
        true => Ok(plan),
        false => Err(SYNTAX.bad_arguments()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Plan, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn positions_or_hours_or_both_are_limits() {
        for (line, positions, seconds) in [
            ("a --positions 5", 5, None),
            ("--hours .5 a", usize::MAX, Some(1800)),
            ("a --hours 2 --positions 7 --level 3", 7, Some(7200)),
        ] {
            let plan = parsed(line).expect(line);
            assert_eq!((plan.file.as_str(), plan.positions), ("a", positions));
            assert_eq!(plan.time, seconds.map(Duration::from_secs));
        }
        for line in ["", "a", "--positions 5", "a b --positions 5"] {
            let problem = parsed(line).unwrap_err();
            assert!(
                problem.starts_with("book grow: expected FILE "),
                "{line}: {problem}"
            );
        }
    }
}
