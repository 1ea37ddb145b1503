//! The command line of `obverse selfplay`.

use std::time::Duration;

use super::game::Rules;
use crate::flags::{
    Count, Decimal, File, Flag, Given, Group, Operand, Place, Switch, Syntax, UsageError, Whole,
};
use crate::session::options::{LEVELS, SEEDS, THREAD_COUNTS, cores};
use crate::tools::arguments::{self, Hours, ONE_FOR_EACH_CORE};
use crate::tools::slice::Slice;

/// What to do.
#[derive(Debug)]
pub(super) enum Task {
    Play(Plan),
    /// Checks these files.
    Check(Vec<String>),
}

/// Which games to play.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) folder: String,
    /// The total number of games in all slices.
    pub(super) games: u64,
    /// The slice of these games to play.
    pub(super) slice: Slice,
    /// How long to play.
    pub(super) time: Option<Duration>,
    pub(super) rules: Rules,
    /// The maximum number of random moves after the opening.
    pub(super) random_plies: u32,
    pub(super) threads: u32,
    /// The number of games in each file.
    pub(super) games_each: u64,
    pub(super) is_resumed: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            folder: String::new(),
            games: u64::MAX,
            slice: Slice::WHOLE,
            time: None,
            rules: Rules {
                level: 6,
                exact_from: 16,
                siblings: 0.5,
                // This gave the most accurate values at 24 empty squares (level 8): 2.59
                // discs off, compared to 2.75 with 0.85.
                mix: 0.7,
                seed: 1,
            },
            random_plies: 40,
            threads: cores(),
            games_each: 10_000,
            is_resumed: false,
        }
    }
}

/// The arguments as given, before conflicts are checked.
#[derive(Default)]
pub(super) struct Arguments {
    plan: Plan,
    files: Vec<String>,
}

impl AsMut<Slice> for Arguments {
    fn as_mut(&mut self) -> &mut Slice {
        &mut self.plan.slice
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "selfplay",
    usage: &[
        "--out FOLDER {--games N | --hours H} [FLAG ...]",
        "--check FILE ...",
    ],
    operands: &[Operand {
        name: "FILE",
        count: Count::Any,
        summary: "file to check",
        field: &Given {
            kind: File,
            set: |arguments: &mut Arguments, file| arguments.files.push(file),
        },
    }],
    groups: &[
        Group {
            title: "What to do",
            flags: &[OUT, GAMES, HOURS, SLICE, RESUME, CHECK],
        },
        Group {
            title: "How to play",
            flags: &[
                LEVEL,
                EXACT_FROM,
                RANDOM_PLIES,
                SIBLINGS,
                MIX,
                SEED,
                THREADS,
                SHARD,
            ],
        },
    ],
};

const OUT: Flag<Arguments> = Flag::new(
    &["--out"],
    "FOLDER",
    "write the files to this folder, which is created if it does not exist",
    &Given {
        kind: File,
        set: |arguments: &mut Arguments, folder| arguments.plan.folder = folder,
    },
);

const GAMES: Flag<Arguments> = Flag::new(
    &["--games"],
    "N",
    "play until the folder has this many games",
    &Given {
        kind: Whole::new(1, 1_000_000_000_000),
        set: |arguments: &mut Arguments, games| arguments.plan.games = games,
    },
);

const HOURS: Flag<Arguments> = arguments::hours(&Given {
    kind: Hours,
    set: |arguments: &mut Arguments, time| arguments.plan.time = Some(time),
})
.details(
    "Games in progress at that time are finished. If --games is given as well, the run ends at \
     whichever limit is reached first.",
);

const SLICE: Flag<Arguments> = arguments::slice("play only part K of N equal parts of the games");

const RESUME: Flag<Arguments> = Flag::new(
    &["--resume"],
    "",
    "continue the run whose games are in the folder",
    &Switch(|arguments: &mut Arguments| arguments.plan.is_resumed = true),
)
.details("With the same flags, the games are the same as those of an uninterrupted run.");

const CHECK: Flag<Arguments> = Flag::new(
    &["--check"],
    "",
    "check files for errors, and summarize them",
    // Nothing to set: the parser reports that the flag was given.
    &Switch(|_: &mut Arguments| ()),
);

const LEVEL: Flag<Arguments> = arguments::level(
    "search at this level, but always play the best move found",
    &Place(LEVELS, |arguments: &mut Arguments| {
        &mut arguments.plan.rules.level
    }),
);

const EXACT_FROM: Flag<Arguments> = Flag::new(
    &["--exact-from"],
    "EMPTIES",
    "solve positions with at most this many empty squares",
    &Place(Whole::new(0, 60), |arguments: &mut Arguments| {
        &mut arguments.plan.rules.exact_from
    }),
);

const RANDOM_PLIES: Flag<Arguments> = Flag::new(
    &["--random-plies"],
    "N",
    "maximum number of random moves after the opening",
    &Place(Whole::new(0, 50), |arguments: &mut Arguments| {
        &mut arguments.plan.random_plies
    }),
)
.details("Small numbers are more likely than large ones.");

const SIBLINGS: Flag<Arguments> = Flag::new(
    &["--siblings"],
    "P",
    "probability that side lines are added to an endgame position",
    &Place(Decimal::up_to(1), |arguments: &mut Arguments| {
        &mut arguments.plan.rules.siblings
    }),
)
.details(
    "A side line consists of a random move that was not played, and best play to the end of the \
     game. The next side line deviates from this one in the same way, at a later move of the same \
     side, and so on down to 8 empty squares. Side lines start only where at most --exact-from \
     squares are empty.",
);

const MIX: Flag<Arguments> = Flag::new(
    &["--mix"],
    "P",
    "weight of the next position's value in a value that is not exact",
    &Place(Decimal::up_to(1), |arguments: &mut Arguments| {
        &mut arguments.plan.rules.mix
    }),
)
.details("With 0, a value is that of the search alone; with 1, it is the result of the game.");

const SEED: Flag<Arguments> = arguments::seed(&Place(SEEDS, |arguments: &mut Arguments| {
    &mut arguments.plan.rules.seed
}))
.details("A different seed gives different games.");

const THREADS: Flag<Arguments> = arguments::work_threads(
    "play this many games at once",
    &Place(THREAD_COUNTS, |arguments: &mut Arguments| {
        &mut arguments.plan.threads
    }),
)
.default(ONE_FOR_EACH_CORE)
.details("The games do not depend on this number, but their order in the files does.");

const SHARD: Flag<Arguments> = Flag::new(
    &["--shard"],
    "N",
    "write this many games to each file",
    &Place(Whole::new(1, 1_000_000), |arguments: &mut Arguments| {
        &mut arguments.plan.games_each
    }),
);

/// Reads the command line, which asks either to play games or to check files.
pub(super) fn parse(words: &[String]) -> Result<Task, UsageError> {
    let parsed = SYNTAX.parse(words)?;
    let Arguments { plan, files } = parsed.arguments;
    let is_check = parsed.given.contains(&&CHECK);
    let is_play = parsed.given.iter().any(|&flag| *flag != CHECK);
    let is_limited = plan.games < u64::MAX || plan.time.is_some();
    let has_folder = !plan.folder.is_empty();
    match (is_check, is_play, files.is_empty()) {
        (true, false, false) => Ok(Task::Check(files)),
        (false, true, true) if has_folder && is_limited => Ok(Task::Play(plan)),
        _ => Err(SYNTAX.bad_arguments()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn games_or_hours_or_both_are_limits() {
        for (line, games, seconds) in [
            ("--out a --games 5", 5, None),
            ("--hours .5 --out a", u64::MAX, Some(1800)),
            ("--hours 2 --games 7 --out a", 7, Some(7200)),
        ] {
            let Ok(Task::Play(plan)) = parsed(line) else {
                panic!("{line}");
            };
            assert_eq!(plan.games, games);
            assert_eq!(plan.time, seconds.map(Duration::from_secs));
        }
        assert!(matches!(parsed("--check a b"), Ok(Task::Check(files)) if files == ["a", "b"]));
    }

    #[test]
    fn conflicting_flags_are_rejected() {
        for line in [
            "",
            "--out a",
            "--games 5",
            "--out a --games 5 b",
            "--check",
            "--check a --out b",
            "--check a --games 4",
            "--check a --level 6",
        ] {
            let problem = parsed(line).unwrap_err();
            assert!(
                problem.starts_with("selfplay: expected --out FOLDER "),
                "{line}: {problem}"
            );
        }
    }
}
