//! The program's own flags, and the spellings of other engines.

use std::path::PathBuf;

use crate::cpu;
use crate::flags::{
    File, Flag, Given, Group, Kind, OnOff, OneOf, Switch, UsageError, ValueKind, Whole,
};
use crate::protocol::{self, edax};
use crate::session::options::{
    self, BOOK_USE, HASH_MB, HIGHEST_LEVEL, LEVEL, Options, THREAD_COUNTS, THREADS,
};

/// What the program does without arguments.
pub(super) const DESCRIPTION: &str = "\
Without arguments it speaks GTP on standard input and output, or the protocol that the first line \
selects. At a terminal it shows the board and understands short commands; type `help` there to list \
them.";

/// How to start a dialogue.
pub struct Launch {
    /// The protocol; if it is `None`, the first line of the client decides.
    pub protocol: Option<&'static protocol::Row>,
    /// The options, as the command line has set them.
    pub options: Options,
    /// The options that the command line has set.
    pub chosen: Vec<&'static options::Row>,
    /// Where to log every line of input and output.
    pub log_file: Option<PathBuf>,
    /// What Edax's console is told, if it was started like Edax.
    pub console: Option<edax::settings::Settings>,
    /// The configuration file whose options these are, before the command line changed them.
    pub config: Option<PathBuf>,
    /// What to log at the start.
    pub remarks: Vec<String>,
    pub(super) global: GlobalFlags,
    pub(super) request: Option<Request>,
}

/// The options before the command line sets any.
pub(super) struct Base {
    pub(super) options: Options,
    /// Those that a configuration file has set.
    pub(super) chosen: Vec<&'static options::Row>,
}

impl Base {
    /// The defaults, with this seed.
    pub(super) fn new(seed: u64) -> Base {
        Base {
            options: Options::new(seed),
            chosen: Vec::new(),
        }
    }
}

/// The flags that come before everything else, for every dialogue and tool.
#[derive(Default)]
pub struct GlobalFlags {
    /// The file whose weights replace the built-in ones.
    pub weights: Option<PathBuf>,
    /// The CPU level whose code is used.
    pub cpu: Option<&'static str>,
}

/// What is asked for instead of a dialogue.
#[derive(Clone, Copy)]
pub(super) enum Request {
    Help,
    ShortHelp,
    Version,
}

impl Launch {
    pub(super) fn new(base: &Base) -> Launch {
        Launch {
            protocol: None,
            options: base.options.clone(),
            chosen: base.chosen.clone(),
            log_file: None,
            console: None,
            config: None,
            remarks: Vec::new(),
            global: GlobalFlags::default(),
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

    /// Sets the level for scripts written for Edax, which has more levels.
    fn set_edax_level(&mut self, level: u32) {
        let nearest = level.min(HIGHEST_LEVEL);
        if nearest < level {
            self.remarks
                .push(format!("level {level} is out of range: using {nearest}"));
        }
        self.options.set_level(nearest);
        self.chosen.push(&LEVEL);
    }

    /// Sets the threads for scripts written for other engines, which may allow more.
    fn set_nearest_threads(&mut self, threads: u64) {
        let Kind::Number(least, greatest) = THREAD_COUNTS.kind() else {
            return;
        };
        let nearest = threads.clamp(least, greatest);
        if nearest != threads {
            self.remarks.push(format!(
                "{threads} threads are out of range: using {nearest}"
            ));
        }
        self.options.search.threads = nearest as u32;
        self.chosen.push(&THREADS);
    }

    fn set_hash_bits(&mut self, bits: u64) {
        let bits = u32::try_from(bits).unwrap_or(u32::MAX);
        self.options.search.hash_mb = edax::settings::hash_mb(bits);
        self.chosen.push(&HASH_MB);
    }

    fn leave_book(&mut self) {
        self.options.is_book_used = false;
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

/// The program's own flags, without the spellings of other engines.
pub(super) const OWN_FLAGS: &[Flag<Launch>] = &[
    WEIGHTS,
    CPU,
    #[cfg(feature = "config")]
    CONFIG,
    LOG_FILE,
    VERSION,
    HELP,
    SHORT_HELP,
];

const WEIGHTS: Flag<Launch> = Flag::new(
    &["--weights"],
    "FILE",
    "use the weights in this file, written by `obverse train`",
    &Given {
        kind: File,
        set: |launch: &mut Launch, file| launch.global.weights = Some(file.into()),
    },
)
.details(
    "They replace the weights built into the program, both in a dialogue and in a tool. This \
     flag must come first, as in obverse --weights my.net solve FILE.",
);

const CPU: Flag<Launch> = Flag::new(
    &["--cpu"],
    "LEVEL",
    "search with the code for this CPU level; a level above that of this CPU is refused",
    &Given {
        kind: OneOf {
            all: cpu::level_names,
            name: |name| name,
        },
        set: |launch: &mut Launch, level| launch.global.cpu = Some(level),
    },
)
.details(
    "By default the best code for this CPU is used; `--version` names it. Values and node counts are \
     the same with every level. This flag must come first, as in obverse --cpu v3 bench. The \
     environment variable OBVERSE_CPU does the same, also for Edax's console, where `-cpu` is \
     ignored.",
);

/// The name of a flag that comes before everything else, if this is one.
pub(super) fn global_flag(word: &str) -> Option<&'static str> {
    let names = [WEIGHTS.names[0], CPU.names[0]];
    names.into_iter().find(|name| *name == word)
}

#[cfg(feature = "config")]
const CONFIG: Flag<Launch> = Flag::new(
    &["--config"],
    "FILE",
    "read options from this file, in TOML, such as level = 20",
    &Given {
        kind: File,
        set: |launch: &mut Launch, file| launch.config = Some(file.into()),
    },
)
.details(
    "Flags override the file, wherever they stand. It can set options only, so neither the CPU \
     level nor the weights. Without this flag, the front end at a terminal reads \
     obverse/config.toml in the folder for such files, if it exists: in $XDG_CONFIG_HOME, or \
     else in ~/.config (on macOS in ~/Library/Application Support, on Windows in %APPDATA%). If \
     a protocol is named, or in a pipe, only a file named here is read. Tools have flags of \
     their own and refuse this one. `bench machine --write-config` writes such a file.",
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
    "Each line starts with the seconds since the start and the process ID, since a GUI may \
     start several copies. RUST_LOG=obverse=debug in the environment writes the same log to \
     standard error.",
);

const VERSION: Flag<Launch> = Flag::new(
    &["--version", "-V", "-version"],
    "",
    "print the version, the CPU level and the kernels in use, and the CPU features that this build requires",
    &Switch(|launch: &mut Launch| launch.request = Some(Request::Version)),
);

const HELP: Flag<Launch> = Flag::new(
    &["--help", "-help"],
    "",
    "print the long help; also works after the name of a tool",
    &Switch(|launch: &mut Launch| launch.request = Some(Request::Help)),
);

const SHORT_HELP: Flag<Launch> = Flag::new(
    &["-h"],
    "",
    "print the short help; also works after the name of a tool",
    &Switch(|launch: &mut Launch| launch.request = Some(Request::ShortHelp)),
);

/// With these, scripts written for other engines work unchanged. Flags for features that
/// do not exist here are accepted and ignored.
const FOREIGN: &[Flag<Launch>] = &[
    Flag::new(
        &["-l", "-level"],
        "N",
        "set level, with the spelling of Edax; 31 to 60 count as 30",
        &Given {
            kind: Whole::new(0, 60),
            set: Launch::set_edax_level,
        },
    ),
    Flag::new(
        &["-t", "-thread", "-threads", "-n", "-n-tasks"],
        "N",
        "set threads; a number out of range counts as the nearest one in range",
        &Given {
            kind: AnyNumber,
            set: Launch::set_nearest_threads,
        },
    ),
    Flag::new(
        &["-nobook", "--nobook"],
        "",
        "set book_use to off",
        &Switch(Launch::leave_book),
    ),
    Flag::new(
        &["-q", "-quiet", "--quiet"],
        "",
        "print only what is needed, if the client's first line opens Edax's console",
        &Switch(|launch: &mut Launch| launch.options.is_quiet = true),
    ),
    HASH_BITS,
    Flag::new(
        &["-ponder"],
        "on|off",
        "accepted and ignored",
        &Given {
            kind: OnOff,
            set: |_: &mut Launch, _| (),
        },
    ),
];

/// `-h` before a number is this flag.
pub(super) const HASH_BITS: Flag<Launch> = Flag::new(
    &["-hash", "-h"],
    "BITS",
    "set hash_mb, by the number of entries as a power of two",
    &Given {
        kind: AnyNumber,
        set: Launch::set_hash_bits,
    },
);

/// A whole number. One that does not fit into 64 bits counts as the largest that does.
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
    (1, "the work failed, or a check found an error"),
    (2, "the command line, or a file that it names, is wrong"),
    (3, "a match was stopped early"),
    (4, "this CPU lacks features that the program was built for"),
    (130, "interrupted by Ctrl-C"),
];
