//! The command line of `obverse solve`.

use std::time::Duration;

use super::claim::Window;
use crate::flags::{
    Count, File, Flag, Given, Group, Kind, Operand, Place, Seconds, Switch, Syntax, UsageError,
    ValueKind, Whole,
};
use crate::session::options::{HashSize, LEVELS, SEEDS, THREAD_COUNTS};
use crate::tools::arguments;
use crate::tools::problems::Selection;
use crate::tools::slice::Slice;

/// What to solve, and how.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) files: Vec<String>,
    pub(super) only: Selection,
    /// The part of the selected positions to solve.
    pub(super) slice: Slice,
    pub(super) level: Option<u32>,
    pub(super) window: Window,
    /// The time limit for each position.
    pub(super) limit: Option<Duration>,
    /// Whether to find the value of every move.
    pub(super) has_moves: bool,
    pub(super) threads: u32,
    /// How many positions to solve at once.
    pub(super) at_once: Option<u32>,
    pub(super) hash_mb: u32,
    /// The file that holds the answers.
    pub(super) out: Option<String>,
    pub(super) output: Output,
    /// How many answers to check, if answers are to be checked.
    pub(super) verify: Option<Amount>,
    pub(super) seed: u64,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Table,
    Json,
    Csv,
    Obf,
}

/// How many of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    All,
    Some(usize),
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            files: Vec::new(),
            only: Selection::default(),
            slice: Slice::WHOLE,
            level: None,
            window: Window::FULL,
            limit: None,
            has_moves: false,
            threads: 1,
            at_once: None,
            hash_mb: 128,
            out: None,
            output: Output::Table,
            verify: None,
            seed: 1,
        }
    }
}

impl AsMut<Selection> for Arguments {
    fn as_mut(&mut self) -> &mut Selection {
        &mut self.only
    }
}

impl AsMut<Slice> for Arguments {
    fn as_mut(&mut self) -> &mut Slice {
        &mut self.slice
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "solve",
    usage: &["FILE ... [FLAG ...]"],
    operands: &[Operand {
        name: "FILE",
        count: Count::Some,
        summary: "OBF file with a board and, optionally, the scores of its moves on each line, or \
                  answers that this tool has written; - is standard input",
        field: &Given {
            kind: File,
            set: |arguments: &mut Arguments, file| arguments.files.push(file),
        },
    }],
    groups: &[
        Group {
            title: "What to solve",
            flags: &[
                arguments::only("solve only these positions, such as 3 or 40-49,52"),
                arguments::slice("solve only part K of N equal parts of the selected positions"),
            ],
        },
        Group {
            title: "What to find",
            flags: &[ALPHA, BETA, WLD, MOVES, LEVEL, LIMIT],
        },
        Group {
            title: "How to solve",
            flags: &[THREADS, AT_ONCE, HASH_MB],
        },
        Group {
            title: "Output",
            flags: &[OUT, JSON, CSV, OBF],
        },
        Group {
            title: "Checking",
            flags: &[VERIFY, SEED],
        },
    ],
};

const ALPHA: Flag<Arguments> = Flag::new(
    &["--alpha"],
    "DISCS",
    "results up to this one need not be told apart",
    &Given {
        kind: Discs,
        set: |arguments: &mut Arguments, discs| arguments.window.alpha = discs,
    },
)
.details(
    "They are told as an upper bound, such as <=-4. With --alpha -3 and --beta 3, only -2, 0 and \
     +2 are exact. A narrow window takes less time.",
);

const BETA: Flag<Arguments> = Flag::new(
    &["--beta"],
    "DISCS",
    "results from this one on need not be told apart",
    &Given {
        kind: Discs,
        set: |arguments: &mut Arguments, discs| arguments.window.beta = discs,
    },
)
.details("They are told as a lower bound, such as >=+4.");

const WLD: Flag<Arguments> = Flag::new(
    &["--wld"],
    "",
    "find only whether the side to move wins, draws or loses",
    &Switch(|arguments: &mut Arguments| arguments.window = Window::WIN_DRAW_LOSS),
)
.details("The same as --alpha -1 --beta 1.");

const MOVES: Flag<Arguments> = Flag::new(
    &["--moves"],
    "",
    "find the value of every move",
    &Switch(|arguments: &mut Arguments| arguments.has_moves = true),
);

const LEVEL: Flag<Arguments> = arguments::level(
    "search at this level instead of solving",
    &Given {
        kind: LEVELS,
        set: |arguments: &mut Arguments, level| arguments.level = Some(level),
    },
);

const LIMIT: Flag<Arguments> = Flag::new(
    &["--limit"],
    "SECONDS",
    "limit the time for each position; 0 means no limit",
    &Place(Seconds, |arguments: &mut Arguments| &mut arguments.limit),
);

const THREADS: Flag<Arguments> = Flag::new(
    &["--threads"],
    "N",
    "use this many threads",
    &Place(THREAD_COUNTS, |arguments: &mut Arguments| {
        &mut arguments.threads
    }),
)
.details("As long as each position has one thread, values and node counts are reproducible.");

const AT_ONCE: Flag<Arguments> = Flag::new(
    &["--at-once"],
    "N",
    "solve this many positions at once, and divide the threads among them",
    &Given {
        kind: Whole::new(1, 256),
        set: |arguments: &mut Arguments, number| arguments.at_once = Some(number),
    },
)
.default("one for each thread, or one after the other if there are few")
.details("Each position has a transposition table of its own.");

const HASH_MB: Flag<Arguments> =
    arguments::hash_mb(&Place(HashSize, |arguments: &mut Arguments| {
        &mut arguments.hash_mb
    }));

const OUT: Flag<Arguments> = Flag::new(
    &["--out"],
    "FILE",
    "also write each answer to this file at once, and continue the run that is in it",
    &Given {
        kind: File,
        set: |arguments: &mut Arguments, file| arguments.out = Some(file),
    },
)
.details(
    "The same command continues after any interruption, and solves nothing twice. The file has \
     JSON lines in the order in which the answers were found.",
);

const JSON: Flag<Arguments> = arguments::json(&Switch(|arguments: &mut Arguments| {
    arguments.output = Output::Json
}))
.details("There is one line per position.");

const CSV: Flag<Arguments> = Flag::new(
    &["--csv"],
    "",
    "write comma-separated values instead of a table",
    &Switch(|arguments: &mut Arguments| arguments.output = Output::Csv),
);

const OBF: Flag<Arguments> = Flag::new(
    &["--obf"],
    "",
    "write the positions as OBF, with the scores that were found",
    &Switch(|arguments: &mut Arguments| arguments.output = Output::Obf),
);

const VERIFY: Flag<Arguments> = Flag::new(
    &["--verify"],
    "all|N",
    "check all answers, or N of them, by a second solver",
    &Given {
        kind: Amounts,
        set: |arguments: &mut Arguments, amount| arguments.verify = Some(amount),
    },
)
.details(
    "The answers are those in the files or, with --out, those in that file, after it is complete. \
     The second solver shares neither tables nor move ordering nor pruning with the first one, \
     and is several times slower.",
);

const SEED: Flag<Arguments> = arguments::seed(&Place(SEEDS, |arguments: &mut Arguments| {
    &mut arguments.seed
}))
.details("It draws the N answers that --verify checks.");

/// Parses the command line, and checks which flags can stand together.
pub(super) fn parse(words: &[String]) -> Result<Arguments, UsageError> {
    let parsed = SYNTAX.parse(words)?;
    let Arguments {
        window,
        level,
        verify,
        output,
        ..
    } = &parsed.arguments;
    let count = |flags: &'static [Flag<Arguments>]| {
        let given = |flag: &&'static Flag<Arguments>| parsed.given.contains(flag);
        flags.iter().filter(given).count()
    };
    let has_window = count(&[ALPHA, BETA, WLD]) > 0;
    let conflict = |flag, expected| Err(UsageError::Conflict(flag, expected));
    if count(&[WLD]) > 0 && count(&[ALPHA, BETA]) > 0 {
        return conflict("--wld", "neither --alpha nor --beta");
    }
    if window.alpha >= window.beta {
        return conflict("--alpha", "a number below that of --beta");
    }
    if has_window && level.is_some() {
        return conflict("--level", "neither --alpha, --beta nor --wld");
    }
    if count(&[JSON, CSV, OBF]) > 1 {
        return conflict("output", "only one of --json, --csv and --obf");
    }
    if verify.is_some() && matches!(output, Output::Csv | Output::Obf) {
        return conflict("--verify", "neither --csv nor --obf");
    }
    Ok(parsed.arguments)
}

/// A number of discs, which may be negative.
struct Discs;

impl ValueKind for Discs {
    type Value = i32;

    fn kind(&self) -> Kind {
        Kind::Text("a number from -64 to 64")
    }

    fn parse(&self, text: &str) -> Result<i32, String> {
        let discs = text.parse().ok();
        let discs = discs.filter(|discs| (-64..=64).contains(discs));
        discs.ok_or_else(|| format!("expected {}", self.kind()))
    }

    fn format(&self, discs: &i32) -> String {
        discs.to_string()
    }
}

/// `all`, or a number.
struct Amounts;

impl ValueKind for Amounts {
    type Value = Amount;

    fn kind(&self) -> Kind {
        Kind::Text("all or a number from 1 on")
    }

    fn parse(&self, text: &str) -> Result<Amount, String> {
        match text {
            "all" => Ok(Amount::All),
            _ => match Whole::new(1, u64::MAX).parse(text) {
                Ok(number) => Ok(Amount::Some(number)),
                Err(_) => Err(format!("expected {}", self.kind())),
            },
        }
    }

    fn format(&self, amount: &Amount) -> String {
        match amount {
            Amount::All => "all".to_string(),
            Amount::Some(number) => number.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn every_flag_is_stored() {
        let line = "--threads 3 a --hash-mb=7 - --level 0 --limit .5 --json --slice 2/3 -- --x";
        let arguments = parsed(line).unwrap();
        assert_eq!(arguments.files, ["a", "-", "--x"]);
        assert_eq!((arguments.threads, arguments.hash_mb), (3, 7));
        assert_eq!(arguments.level, Some(0));
        assert_eq!(arguments.limit, Some(Duration::from_millis(500)));
        assert_eq!(arguments.output, Output::Json);
        assert!(arguments.slice != Slice::WHOLE);
        assert_eq!(parsed("a --limit 0").unwrap().limit, None);
        let arguments = parsed("a --moves --at-once 2 --out b --obf --seed 7").unwrap();
        assert!(arguments.has_moves);
        assert_eq!((arguments.at_once, arguments.seed), (Some(2), 7));
        assert_eq!(arguments.out.as_deref(), Some("b"));
        assert_eq!(arguments.output, Output::Obf);
        for (line, amount) in [("all", Amount::All), ("20", Amount::Some(20))] {
            let arguments = parsed(&format!("a --verify {line}")).unwrap();
            assert_eq!(arguments.verify, Some(amount));
        }
    }

    #[test]
    fn windows_are_parsed_with_any_sign() {
        for (line, alpha, beta) in [
            ("a", -65, 65),
            ("a --alpha=-3 --beta=3", -3, 3),
            ("a --alpha -3 --beta +3", -3, 3),
            ("--alpha -3 a", -3, 65),
            ("--beta -64 a", -65, -64),
            ("--wld a", -1, 1),
        ] {
            let window = parsed(line).unwrap().window;
            assert_eq!((window.alpha, window.beta), (alpha, beta), "{line}");
        }
    }

    #[test]
    fn conflicting_flags_are_refused() {
        for (line, problem) in [
            (
                "a --alpha 3 --beta 3",
                "--alpha: expected a number below that of --beta",
            ),
            (
                "a --alpha -65",
                "--alpha: expected a number from -64 to 64, got -65",
            ),
            (
                "a --beta x",
                "--beta: expected a number from -64 to 64, got x",
            ),
            (
                "a --wld --beta 3",
                "--wld: expected neither --alpha nor --beta",
            ),
            (
                "a --wld --level 3",
                "--level: expected neither --alpha, --beta nor --wld",
            ),
            (
                "a --json --csv",
                "output: expected only one of --json, --csv and --obf",
            ),
            (
                "a --verify all --obf",
                "--verify: expected neither --csv nor --obf",
            ),
            (
                "a --verify 0",
                "--verify: expected all or a number from 1 on, got 0",
            ),
            ("a --at-once 0", "--at-once: expected 1 to 256, got 0"),
        ] {
            assert_eq!(parsed(line).unwrap_err(), problem, "{line}");
        }
    }
}
