//! What can be chosen, in one table: the same words on the command line, in
//! every protocol, and in the help.

use std::fmt;
use std::thread;
use std::time::Duration;

use crate::eval::EVALUATORS;
use crate::search::clock::Budget;
use crate::search::control::Limits;
use crate::search::engine::book::guide::{Guide, Source};
use crate::search::engine::levels;
use crate::search::{self, ALGORITHMS, Settings, Ties, hybrid};

/// The options of a session. Each stays as it was set, whatever is set before
/// or after.
#[derive(Clone)]
pub struct Options {
    /// How to choose a move.
    pub algorithm: &'static search::Row,
    /// How it searches; depth and level are those of [`Options::strength`].
    settings: Settings,
    /// What makes chance repeatable.
    pub seed: u64,
    /// How hard to search.
    pub strength: Strength,
    /// The level that counts, or counted before a depth was set.
    pub level: u32,
    /// The most positions that a move may cost.
    pub nodes: Option<u64>,
    /// The longest time that a move may take.
    pub move_time: Option<Duration>,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// The book to play by, if it is used, and how.
    guide: Guide,
    /// See [`Options::guide`].
    is_book_used: bool,
}

/// Depth and level both say how hard to search: the one that was set last
/// counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// So many plies.
    Depth(u32),
    /// What the algorithm makes of [`Options::level`].
    Level,
    /// The same, as long as nothing else limits a search: nobody has said how
    /// hard, so a limit of time or nodes can be used to the full.
    Unsaid,
}

/// The greatest depth.
pub const DEEPEST: u32 = 60;

/// The highest level.
pub const HIGHEST_LEVEL: u32 = levels::HIGHEST;

/// The most threads.
const MOST_THREADS: u32 = 256;

/// The values of the option `level`.
pub const LEVEL: Kind = Kind::Number(0, HIGHEST_LEVEL as u64);

/// The values of the option `threads`.
pub const THREADS: Kind = Kind::Number(1, MOST_THREADS as u64);

/// The values of the option `hash_mb`.
pub const HASH_MB: Kind = Kind::Number(1, 1 << 16);

impl Options {
    /// The defaults, with this seed.
    pub fn new(seed: u64) -> Options {
        Options {
            algorithm: search::find("engine").expect("it is in the table"),
            settings: Settings {
                threads: cores(),
                ..Settings::default()
            },
            seed,
            strength: Strength::Unsaid,
            level: 16,
            nodes: None,
            move_time: None,
            ponder: false,
            guide: Guide {
                source: Source::Embedded,
                variety: 0,
            },
            is_book_used: false,
        }
    }

    /// How many plies to look ahead. The engine knows better if it is the level
    /// that counts.
    pub fn depth(&self) -> u32 {
        match self.strength {
            Strength::Depth(depth) => depth,
            Strength::Level | Strength::Unsaid => 1 + self.level / 4,
        }
    }

    /// What a move may cost that the clock has this budget for.
    pub fn limits(&self, budget: Option<Budget>) -> Limits {
        let most = budget.map(|budget| budget.most);
        let time = most.into_iter().chain(self.move_time).min();
        let spare = budget.map(|budget| budget.spare);
        Limits {
            time,
            spare: spare.filter(|&spare| time.is_some_and(|time| spare < time)),
            nodes: self.nodes,
        }
    }

    /// What a search under these limits needs to know.
    pub fn settings(&self, limits: &Limits) -> Settings {
        let is_limited = limits.time.is_some() || limits.nodes.is_some();
        Settings {
            depth: self.depth(),
            level: match self.strength {
                Strength::Depth(_) => None,
                Strength::Unsaid if is_limited => Some(HIGHEST_LEVEL),
                Strength::Level | Strength::Unsaid => Some(self.level),
            },
            book: self.is_book_used.then(|| self.guide.clone()),
            ..self.settings.clone()
        }
    }

    /// Sets the option with this name. A bad name or value changes nothing.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let row = find(name).ok_or(OptionError::UnknownName)?;
        let value = row.kind.parse(value);
        let value = value.map_err(|problem| OptionError::BadValue(row, problem))?;
        (row.set)(self, value);
        Ok(())
    }
}

/// How many threads this machine can run at once.
pub(crate) fn cores() -> u32 {
    let cores = thread::available_parallelism().map_or(1, |count| count.get());
    cores.min(MOST_THREADS as usize) as u32
}

/// A row of [`OPTIONS`].
pub struct Row {
    /// The word for it, everywhere.
    pub name: &'static str,
    /// What it is for, in one line.
    pub help: &'static str,
    /// The values it can have.
    pub kind: Kind,
    /// The value at the start.
    pub default: &'static str,
    /// The present value, as it is written.
    pub get: fn(&Options) -> String,
    set: fn(&mut Options, Value),
}

/// The values that an option can have.
pub enum Kind {
    /// A whole number in this range.
    Number(u64, u64),
    /// From 0 to this, decimals allowed.
    Decimal(u32),
    /// One of these words.
    Choice(fn() -> Vec<&'static str>),
    /// The word for the book in this program, or the name of a file with one.
    Book,
}

/// What a [`Kind`] has made of a text.
pub(crate) enum Value {
    Number(u64),
    Decimal(f64),
    /// The position in the list of choices.
    Choice(usize),
    Book(Source),
}

/// Every option there is.
pub static OPTIONS: &[Row] = &[
    Row {
        name: "algorithm",
        help: "how to choose a move",
        kind: Kind::Choice(|| ALGORITHMS.iter().map(|row| row.name).collect()),
        default: "engine",
        get: |options| options.algorithm.name.to_string(),
        set: |options, value| options.algorithm = &ALGORITHMS[value.choice()],
    },
    Row {
        name: "level",
        help: "how strong to play; it or depth counts, whichever was set last",
        kind: LEVEL,
        default: "16",
        get: |options| options.level.to_string(),
        set: |options, value| {
            options.level = value.number() as u32;
            options.strength = Strength::Level;
        },
    },
    Row {
        name: "depth",
        help: "how many plies to look ahead; it or level counts, whichever was set last",
        kind: Kind::Number(1, DEEPEST as u64),
        default: "5",
        get: |options| options.depth().to_string(),
        set: |options, value| options.strength = Strength::Depth(value.number() as u32),
    },
    Row {
        name: "threads",
        help: "how many threads engine searches with",
        kind: THREADS,
        default: "as many as the machine runs at once",
        get: |options| options.settings.threads.to_string(),
        set: |options, value| options.settings.threads = value.number() as u32,
    },
    Row {
        name: "hash_mb",
        help: "how many megabytes engine has to remember positions",
        kind: HASH_MB,
        default: "64",
        get: |options| options.settings.hash_mb.to_string(),
        set: |options, value| options.settings.hash_mb = value.number() as u32,
    },
    Row {
        name: "evaluator",
        help: "the opinion at the leaves of a search; engine has its own",
        kind: Kind::Choice(|| EVALUATORS.iter().map(|row| row.name).collect()),
        default: "positional",
        get: |options| options.settings.evaluator.name.to_string(),
        set: |options, value| options.settings.evaluator = &EVALUATORS[value.choice()],
    },
    Row {
        name: "ties",
        help: "which of several best moves to play",
        kind: Kind::Choice(|| vec!["first", "random"]),
        default: "first",
        get: |options| match options.settings.ties {
            Ties::First => "first".to_string(),
            Ties::Random => "random".to_string(),
        },
        set: |options, value| options.settings.ties = [Ties::First, Ties::Random][value.choice()],
    },
    Row {
        name: "ordering_depth",
        help: "how many plies to search after each move to order the moves",
        kind: Kind::Number(0, DEEPEST as u64),
        default: "0",
        get: |options| options.settings.ordering_depth.to_string(),
        set: |options, value| options.settings.ordering_depth = value.number() as u32,
    },
    Row {
        name: "width",
        help: "the most moves to search in each position, 0 for all",
        kind: Kind::Number(0, 64),
        default: "0",
        get: |options| options.settings.width.to_string(),
        set: |options, value| options.settings.width = value.number() as u32,
    },
    Row {
        name: "playouts",
        help: "how many random games to play, for each move or in all",
        kind: Kind::Number(1, 100_000_000),
        default: "1000",
        get: |options| options.settings.playouts.to_string(),
        set: |options, value| options.settings.playouts = value.number() as u32,
    },
    Row {
        name: "candidates",
        help: "the most moves to play random games for, 0 for all",
        kind: Kind::Number(0, 64),
        default: "0",
        get: |options| options.settings.candidates.to_string(),
        set: |options, value| options.settings.candidates = value.number() as u32,
    },
    Row {
        name: "exploration",
        help: "how much to doubt the mean of a few random games",
        kind: Kind::Decimal(1000),
        default: "1",
        get: |options| options.settings.exploration.to_string(),
        set: |options, value| options.settings.exploration = value.decimal(),
    },
    Row {
        name: "light",
        help: "what a hybrid plays with first",
        kind: Kind::Choice(|| hybrid::parts().map(|row| row.name).collect()),
        default: "greedy",
        get: |options| options.settings.light.name.to_string(),
        set: |options, value| options.settings.light = hybrid_part(&value),
    },
    Row {
        name: "heavy",
        help: "what a hybrid plays with later",
        kind: Kind::Choice(|| hybrid::parts().map(|row| row.name).collect()),
        default: "monte_carlo",
        get: |options| options.settings.heavy.name.to_string(),
        set: |options, value| options.settings.heavy = hybrid_part(&value),
    },
    Row {
        name: "switch_at_empties",
        help: "how many empty squares are left when a hybrid changes to heavy",
        kind: Kind::Number(0, 60),
        default: "20",
        get: |options| options.settings.switch_at_empties.to_string(),
        set: |options, value| options.settings.switch_at_empties = value.number() as u32,
    },
    Row {
        name: "seed",
        help: "what makes random choices repeatable",
        kind: Kind::Number(0, u64::MAX),
        default: "drawn at the start",
        get: |options| options.seed.to_string(),
        set: |options, value| options.seed = value.number(),
    },
    Row {
        name: "nodes",
        help: "the most positions to look at for a move, 0 for no limit",
        kind: Kind::Number(0, u64::MAX),
        default: "0",
        get: |options| options.nodes.unwrap_or(0).to_string(),
        set: |options, value| options.nodes = Some(value.number()).filter(|&nodes| nodes > 0),
    },
    Row {
        name: "move_time",
        help: "the most seconds to think about a move, 0 for no limit",
        kind: Kind::Decimal(1_000_000),
        default: "0",
        get: |options| {
            options
                .move_time
                .unwrap_or_default()
                .as_secs_f64()
                .to_string()
        },
        set: |options, value| options.move_time = value.time_limit(),
    },
    Row {
        name: "ponder",
        help: "whether engine thinks on the opponent's time",
        kind: Kind::Choice(|| vec!["off", "on"]),
        default: "off",
        get: |options| if options.ponder { "on" } else { "off" }.to_string(),
        set: |options, value| options.ponder = value.choice() == 1,
    },
    Row {
        name: "book",
        help: "the book of openings that engine plays by if book_use is on",
        kind: Kind::Book,
        default: Source::EMBEDDED,
        get: |options| options.guide.source.to_string(),
        set: |options, value| options.guide.source = value.book(),
    },
    Row {
        name: "book_use",
        help: "whether engine plays by a book as long as it can",
        kind: Kind::Choice(|| vec!["off", "on"]),
        default: "off",
        get: |options| if options.is_book_used { "on" } else { "off" }.to_string(),
        set: |options, value| options.is_book_used = value.choice() == 1,
    },
    Row {
        name: "book_variety",
        help: "how many discs a move of the book may lose if ties is random",
        kind: Kind::Number(0, 64),
        default: "0",
        get: |options| options.guide.variety.to_string(),
        set: |options, value| options.guide.variety = value.number() as u32,
    },
];

fn hybrid_part(value: &Value) -> &'static search::Row {
    hybrid::parts()
        .nth(value.choice())
        .expect("it was parsed from this list")
}

/// The option with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    OPTIONS.iter().find(|row| row.name == name)
}

impl Kind {
    /// The value, or what is wrong with the text.
    pub(crate) fn parse(&self, text: &str) -> Result<Value, String> {
        let value = match self {
            Kind::Number(least, greatest) => {
                let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text.parse().ok().filter(|_| is_plain);
                let allowed = number.filter(|number| (least..=greatest).contains(&number));
                allowed.map(Value::Number)
            }
            Kind::Decimal(greatest) => {
                let range = 0.0..=f64::from(*greatest);
                let allowed = text.parse().ok().filter(|number| range.contains(number));
                allowed.map(|number: f64| Value::Decimal(number.abs()))
            }
            Kind::Choice(words) => words()
                .iter()
                .position(|&word| word == text)
                .map(Value::Choice),
            Kind::Book => return Source::find(text).map(Value::Book),
        };
        value.ok_or_else(|| format!("expected {self}"))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Number(least, greatest) => write!(f, "{least} to {greatest}"),
            Kind::Decimal(greatest) => write!(f, "0 to {greatest}"),
            Kind::Choice(words) => f.write_str(&words().join(", ")),
            Kind::Book => write!(f, "{} or a file of `obverse book`", Source::EMBEDDED),
        }
    }
}

/// Whoever asks knows the kind that has parsed it.
impl Value {
    pub(crate) fn number(&self) -> u64 {
        match self {
            Value::Number(number) => *number,
            _ => unreachable!("the option's kind is a number"),
        }
    }

    pub(crate) fn decimal(&self) -> f64 {
        match self {
            Value::Decimal(number) => *number,
            _ => unreachable!("the option's kind is a decimal number"),
        }
    }

    /// So many seconds; 0 is no limit.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        // The shortest time is not the same as none.
        let shortest = Duration::from_nanos(1);
        Some(self.decimal())
            .filter(|&seconds| seconds > 0.0)
            .map(|seconds| Duration::from_secs_f64(seconds).max(shortest))
    }

    fn choice(&self) -> usize {
        match self {
            Value::Choice(index) => *index,
            _ => unreachable!("the option's kind is a choice"),
        }
    }

    fn book(self) -> Source {
        match self {
            Value::Book(source) => source,
            _ => unreachable!("the option's kind is a book"),
        }
    }
}

/// Why an option was not set.
#[derive(Clone)]
pub enum OptionError {
    /// There is no such option.
    UnknownName,
    /// The option cannot have this value, and why.
    BadValue(&'static Row, String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::UnknownName => {
                let names: Vec<&str> = OPTIONS.iter().map(|row| row.name).collect();
                write!(f, "unknown option: expected {}", names.join(", "))
            }
            OptionError::BadValue(row, problem) => write!(f, "{}: {problem}", row.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_what_the_table_says() {
        let mut options = Options::new(7);
        // Those of the others differ from start to start, or from machine to
        // machine.
        let is_fixed = |row: &&Row| !["seed", "threads"].contains(&row.name);
        for row in OPTIONS.iter().filter(is_fixed) {
            assert_eq!((row.get)(&options), row.default, "{}", row.name);
            assert!(options.set(row.name, row.default).is_ok(), "{}", row.name);
            assert_eq!((row.get)(&options), row.default, "{}", row.name);
        }
    }

    #[test]
    fn the_last_of_depth_and_level_counts() {
        let mut options = Options::new(7);
        for (name, value, depth) in [
            ("depth", "8", 8),
            ("level", "1", 1),
            ("depth", "2", 2),
            ("algorithm", "greedy", 2),
            ("level", "30", 8),
        ] {
            assert!(options.set(name, value).is_ok());
            assert_eq!(options.depth(), depth);
        }
    }

    #[test]
    fn a_search_is_told_what_counts() {
        let mut options = Options::new(7);
        assert_eq!(options.settings(&Limits::default()).level, Some(16));
        for (name, value, level) in [
            ("depth", "8", None),
            ("level", "1", Some(1)),
            ("threads", "3", Some(1)),
            ("hash_mb", "5", Some(1)),
        ] {
            assert!(options.set(name, value).is_ok());
            assert_eq!(options.settings(&Limits::default()).level, level, "{name}");
        }
        let settings = options.settings(&Limits::default());
        assert_eq!((settings.threads, settings.hash_mb), (3, 5));
    }

    /// A limit is used to the full, unless somebody has said how hard to search.
    #[test]
    fn a_limit_stands_for_the_level_that_nobody_set() {
        let mut options = Options::new(7);
        let seconds = Duration::from_secs;
        let budget = Budget {
            spare: seconds(2),
            most: seconds(5),
        };
        let limits = options.limits(Some(budget));
        assert_eq!(
            limits.time.zip(limits.spare),
            Some((seconds(5), seconds(2)))
        );
        assert_eq!(options.settings(&limits).level, Some(HIGHEST_LEVEL));
        options.move_time = Some(seconds(2));
        let limits = options.limits(Some(budget));
        assert_eq!((limits.time, limits.spare), (Some(seconds(2)), None));
        assert!(options.set("level", "3").is_ok());
        assert_eq!(options.settings(&limits).level, Some(3));
    }

    #[test]
    fn bad_values_change_nothing_and_name_the_good_ones() {
        let mut options = Options::new(7);
        for (name, value, error) in [
            ("depth", "0", "depth: expected 1 to 60"),
            ("depth", "+5", "depth: expected 1 to 60"),
            ("level", "31", "level: expected 0 to 30"),
            ("threads", "257", "threads: expected 1 to 256"),
            ("hash_mb", "0", "hash_mb: expected 1 to 65536"),
            ("ties", "last", "ties: expected first, random"),
            ("move_time", "nan", "move_time: expected 0 to 1000000"),
            ("move_time", "-1", "move_time: expected 0 to 1000000"),
        ] {
            let before = find(name).map(|row| (row.get)(&options));
            let message = options.set(name, value).map_err(|error| error.to_string());
            assert_eq!(message, Err(error.to_string()));
            assert_eq!(find(name).map(|row| (row.get)(&options)), before);
        }
        assert!(options.set("girth", "1").is_err());
        // The shortest time is a limit.
        assert!(options.set("move_time", "1e-12").is_ok());
        assert!(options.move_time.is_some_and(|time| !time.is_zero()));
    }
}
