//! The program's own flags, and the spellings of other engines.

use std::path::PathBuf;

use crate::flags::{File, Flag, Given, Group, Kind, OnOff, Switch, UsageError, ValueKind, Whole};
use crate::protocol;
use crate::session::options::{
    self, BOOK_USE, HIGHEST_LEVEL, LEVEL, Options, THREAD_COUNTS, THREADS,
};

/// What the program does if it is told nothing else.
pub(super) const DESCRIPTION: &str = "\
Without arguments it speaks GTP on standard input and output, or the protocol that the first line \
selects. At a terminal it shows a board and understands short commands, which `help` there lists.";

/// How to begin a dialogue.
pub struct Launch {
    /// The protocol; if there is none, the client's first line decides.
    pub protocol: Option<&'static protocol::Row>,
    /// The options, as the command line has set them.
    pub options: Options,
    /// Which ones it has set.
    pub chosen: Vec<&'static options::Row>,
    /// Where to log every line of input and output.
    pub log_file: Option<PathBuf>,
    /// What to log at the start.
    pub remarks: Vec<String>,
    pub(super) weights: Option<PathBuf>,
    pub(super) request: Option<Request>,
}

/// What is asked for instead of a dialogue.
#[derive(Clone, Copy)]
pub(super) enum Request {
    Help,
    ShortHelp,
    Version,
}

impl Launch {
    pub(super) fn new(seed: u64) -> Launch {
        Launch {
            protocol: None,
            options: Options::new(seed),
            chosen: Vec::new(),
            log_file: None,
            remarks: Vec::new(),
            weights: None,
            request: None,
        }
    }

    /// Sets the protocol, which must not differ from one that is already set.
    pub(super) fn choose(&mut self, protocol: &'static protocol::Row) -> Result<(), UsageError> {
        match self.protocol.replace(protocol) {
            Some(other) if other.name != protocol.name => {
                Err(UsageError::TwoProtocols(other.name, protocol.name))
            }
            _ => Ok(()),
        }
    }

    /// Sets the level for scripts of Edax, which has more levels.
    fn set_edax_level(&mut self, level: u32) {
        let nearest = level.min(HIGHEST_LEVEL);
        if nearest < level {
            self.remarks
                .push(format!("level {level} is not known: {nearest} is used"));
        }
        self.options.set_level(nearest);
        self.chosen.push(&LEVEL);
    }

    /// Sets the threads for scripts of other engines, which may allow more of them.
    fn set_nearest_threads(&mut self, threads: u64) {
        let Kind::Number(least, greatest) = THREAD_COUNTS.kind() else {
            return;
        };
        let nearest = threads.clamp(least, greatest);
        if nearest != threads {
            self.remarks.push(format!(
                "{threads} threads are out of range: {nearest} is used"
            ));
        }
        self.options.search.threads = nearest as u32;
        self.chosen.push(&THREADS);
    }

    fn set_book_use(&mut self, is_on: bool) {
        self.options.is_book_used = is_on;
        self.chosen.push(&BOOK_USE);
    }
}

/// The flags in groups. A protocol that brings flags of its own adds a group.
pub(super) static GROUPS: &[Group<Launch>] = &[
    Group {
        title: "Flags",
        flags: OWN_FLAGS,
    },
    Group {
        title: "Spellings of other engines",
        flags: FOREIGN,
    },
];

/// The flags that are not an imitation.
pub(super) const OWN_FLAGS: &[Flag<Launch>] = &[WEIGHTS, LOG_FILE, VERSION, HELP, SHORT_HELP];

pub(super) const WEIGHTS: Flag<Launch> = Flag::new(
    &["--weights"],
    "FILE",
    "use the weights of this file, which `obverse train` has written",
    &Given {
        kind: File,
        set: |launch: &mut Launch, file| launch.weights = Some(file.into()),
    },
)
.details(
    "They replace those that are part of the program, in a dialogue or in a tool. This flag \
     comes before everything else, as in obverse --weights my.net solve FILE.",
);

const LOG_FILE: Flag<Launch> = Flag::new(
    &["--log-file"],
    "FILE",
    "append every line of input and output to this file",
    &Given {
        kind: File,
        set: |launch: &mut Launch, file| launch.log_file = Some(file.into()),
    },
)
.details(
    "Each line has the seconds since the start and the number of the process, since a GUI may \
     start several. RUST_LOG=obverse=debug in the environment writes the same to standard error.",
);

const VERSION: Flag<Launch> = Flag::new(
    &["--version", "-V", "-version"],
    "",
    "print the version, the features of this CPU and the kernels in use",
    &Switch(|launch: &mut Launch| launch.request = Some(Request::Version)),
);

const HELP: Flag<Launch> = Flag::new(
    &["--help", "-help"],
    "",
    "print help, at length; also after the name of a tool",
    &Switch(|launch: &mut Launch| launch.request = Some(Request::Help)),
);

const SHORT_HELP: Flag<Launch> = Flag::new(
    &["-h"],
    "",
    "print help, in short; also after the name of a tool",
    &Switch(|launch: &mut Launch| launch.request = Some(Request::ShortHelp)),
);

/// Scripts that were written for another engine work unchanged. What they ask for and
/// does not exist here is accepted.
const FOREIGN: &[Flag<Launch>] = &[
    Flag::new(
        &["-l", "-level"],
        "N",
        "set level, as Edax spells it; 31 to 60 count as 30",
        &Given {
            kind: Whole::new(0, 60),
            set: Launch::set_edax_level,
        },
    ),
    Flag::new(
        &["-t", "-thread", "-threads", "-n", "-n-tasks"],
        "N",
        "set threads; out of range, the nearest number counts",
        &Given {
            kind: AnyNumber,
            set: Launch::set_nearest_threads,
        },
    ),
    Flag::new(
        &["-book-usage"],
        "on|off",
        "set book_use",
        &Given {
            kind: OnOff,
            set: Launch::set_book_use,
        },
    ),
    Flag::new(
        &["-nobook", "--nobook"],
        "",
        "set book_use to off",
        &Switch(|launch: &mut Launch| launch.set_book_use(false)),
    ),
    Flag::new(
        &["-q", "-quiet", "--quiet"],
        "",
        "no effect",
        &Switch(|_: &mut Launch| ()),
    ),
    HASH_BITS,
    Flag::new(
        &["-ponder"],
        "on|off",
        "no effect",
        &Given {
            kind: OnOff,
            set: |_: &mut Launch, _| (),
        },
    ),
];

/// Before a number, `-h` is this one.
pub(super) const HASH_BITS: Flag<Launch> = Flag::new(
    &["-hash", "-h"],
    "N",
    "no effect",
    &Given {
        kind: AnyNumber,
        set: |_: &mut Launch, _| (),
    },
);

/// A whole number. One that is too large for a machine counts as the largest.
struct AnyNumber;

impl ValueKind for AnyNumber {
    type Value = u64;

    fn kind(&self) -> Kind {
        Kind::Text("a whole number")
    }

    fn parse(&self, text: &str) -> Result<u64, String> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        match is_plain && !text.is_empty() {
            true => Ok(text.parse().unwrap_or(u64::MAX)),
            false => Err(format!("expected {}", self.kind())),
        }
    }

    fn format(&self, number: &u64) -> String {
        number.to_string()
    }
}

/// What the exit statuses of the program mean.
pub(super) const EXIT_STATUSES: &[(u8, &str)] = &[
    (0, "success"),
    (
        1,
        "the work could not be done, or something that was checked is wrong",
    ),
    (2, "the command line is wrong, or a file that it names"),
    (3, "a match was stopped early"),
    (4, "this CPU lacks features that the program was built for"),
    (130, "interrupted by Ctrl-C"),
];
