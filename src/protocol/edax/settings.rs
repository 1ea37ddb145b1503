//! Edax's options: one table for its command line, its option files and its console.

use std::path::PathBuf;
use std::time::Duration;

use crate::flags::{Flag, Given, Group, Kind, OneOf, Switch, ValueKind, Whole};
use crate::protocol::limits;
use crate::protocol::text::EDAX_CONFIDENCES;
use crate::session::options::{HASH_SIZES, HIGHEST_LEVEL, Options, Strength, THREAD_COUNTS};

/// The level that Edax plays at unless it is told another.
const DEFAULT_LEVEL: u32 = 21;

/// Edax's highest level, which searches everything to the end.
const HIGHEST_EDAX_LEVEL: u32 = 60;

/// What a client of Edax can set.
#[derive(Clone)]
pub struct Settings {
    /// The options of the session.
    pub options: Options,
    /// What to log: options that have no effect.
    pub remarks: Vec<String>,
    /// How much is printed: 0 is almost nothing.
    pub(super) verbose: u32,
    /// What the engine plays by itself.
    pub(super) mode: Mode,
    /// The width of a line.
    pub(super) width: usize,
    /// How a pass is written.
    pub(super) pass: &'static str,
    /// The name in `Edax plays D3`.
    pub(super) name: String,
    /// Whether commands are printed behind the prompt.
    pub(super) echo: bool,
    /// Whether everything is searched to the end.
    pub(super) is_highest: bool,
    /// The confidence of searches to the end at a fixed depth, in percent.
    pub(super) confidence: u32,
    /// The time for a game.
    pub(super) game_time: Option<Duration>,
    /// A file of positions to solve, instead of a dialogue.
    pub(super) solve: Option<PathBuf>,
    /// A file with more options, which is still to be read.
    pub(crate) option_file: Option<PathBuf>,
    /// Whether the version is still to be printed.
    pub(crate) tells_version: bool,
}

/// What the engine plays by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// White.
    White,
    /// Black.
    Black,
    /// Both colors.
    Both,
    /// Neither: it waits for `go`.
    None,
}

impl Settings {
    /// The settings at the start of a dialogue. The options get Edax's default level
    /// unless a strength was chosen.
    pub(crate) fn new(options: &Options) -> Settings {
        let mut settings = Settings {
            options: options.clone(),
            remarks: Vec::new(),
            verbose: if options.is_quiet { 0 } else { 1 },
            mode: Mode::None,
            width: 80,
            pass: "PS",
            name: "Edax".to_string(),
            echo: false,
            is_highest: false,
            confidence: 100,
            game_time: None,
            solve: None,
            option_file: None,
            tells_version: false,
        };
        let is_limited = options.move_time.is_some() || options.nodes.is_some();
        if options.strength == Strength::Unset && !is_limited {
            settings.set_level(DEFAULT_LEVEL);
        }
        settings
    }

    /// A level of Edax, which has more of them.
    fn set_level(&mut self, level: u32) {
        self.forget_strength();
        self.is_highest = level == HIGHEST_EDAX_LEVEL;
        if level > HIGHEST_LEVEL {
            let remark = format!("level {level}: the engine plays at level {HIGHEST_LEVEL}");
            self.remarks.push(remark);
        }
        limits::set_strength(level, &mut self.options);
    }

    /// Level, depth and time replace each other.
    fn forget_strength(&mut self) {
        self.is_highest = false;
        self.game_time = None;
        self.options.move_time = None;
        self.options.strength = Strength::Unset;
    }

    /// Sets an option, or says what was expected.
    pub(crate) fn set(&mut self, flag: &Flag<Settings>, value: &str) -> Result<(), String> {
        flag.field.set(self, value)?;
        if IGNORED.iter().any(|ignored| ignored == flag) {
            self.remarks
                .push(format!("{}: not known here, without effect", flag.names[0]));
        }
        Ok(())
    }

    /// Applies the lines of an option file. What is wrong in it is only logged.
    pub(crate) fn read_options(&mut self, text: &str) {
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with(['#', '%']) {
                continue;
            }
            let (name, value) = assignment(line);
            let result = match find(name) {
                Some(flag) => self.set(flag, value),
                None => Err("unknown option".to_string()),
            };
            if let Err(problem) = result {
                self.remarks.push(format!("option file: {name}: {problem}"));
            }
        }
    }
}

/// A line of an option file, or of the console: `[set] NAME [=] VALUE`, where the name may
/// have dashes in front.
pub(super) fn assignment(line: &str) -> (&str, &str) {
    let is_gap = |letter: char| letter.is_whitespace() || letter == '=';
    let line = line.trim();
    let after_set = line
        .strip_prefix("set")
        .filter(|rest| rest.starts_with(is_gap));
    let line = after_set.unwrap_or(line).trim_start();
    let line = line.trim_start_matches('-');
    let (name, rest) = line.split_at(line.find(is_gap).unwrap_or(line.len()));
    let rest = rest.trim_start();
    (name, rest.strip_prefix('=').unwrap_or(rest).trim())
}

/// The option with this name, without dashes in front; underscores count as dashes.
pub(crate) fn find(name: &str) -> Option<&'static Flag<Settings>> {
    let name = name.replace('_', "-");
    let is_named = |flag: &&Flag<Settings>| flag.names.contains(&name.as_str());
    GROUPS.iter().flat_map(|group| group.flags).find(is_named)
}

/// Every option. Its names stand without the dashes, which can be any number.
pub(crate) static GROUPS: &[Group<Settings>] = &[
    Group {
        title: "Options of the console",
        flags: OPTIONS,
    },
    Group {
        title: "Options without effect",
        flags: IGNORED,
    },
];

const OPTIONS: &[Flag<Settings>] = &[
    Flag::new(
        &["q"],
        "",
        "print only what is needed: verbose 0",
        &Switch(|settings: &mut Settings| settings.verbose = 0),
    ),
    Flag::new(
        &["vv"],
        "",
        "print each depth: verbose 2",
        &Switch(|settings: &mut Settings| settings.verbose = 2),
    ),
    Flag::new(
        &["verbose"],
        "N",
        "0 prints no boards and no tables' headers, 1 the results of searches, 2 each depth",
        &Given {
            kind: Whole::new(0, 4),
            set: |settings: &mut Settings, verbose| settings.verbose = verbose,
        },
    ),
    Flag::new(
        &["level", "l"],
        "N",
        "the level; from 31 on the engine plays at level 30, and 60 solves files exactly",
        &Given {
            kind: Whole::new(0, HIGHEST_EDAX_LEVEL as u64),
            set: Settings::set_level,
        },
    ),
    Flag::new(
        &["depth", "d"],
        "N",
        "the depth in plies",
        &Given {
            kind: Whole::new(0, HIGHEST_EDAX_LEVEL as u64),
            set: |settings: &mut Settings, depth: u32| {
                settings.forget_strength();
                settings.options.strength = Strength::Depth(depth.max(1));
            },
        },
    ),
    Flag::new(
        &["selectivity"],
        "N",
        "how selectively a depth to the end is searched, from 0 (73 %) to 5 (exactly)",
        &Given {
            kind: Whole::new(0, 5),
            set: |settings: &mut Settings, index: usize| {
                settings.confidence = EDAX_CONFIDENCES[index];
            },
        },
    ),
    Flag::new(
        &["game-time", "t"],
        "TIME",
        "the time for a game",
        &Given {
            kind: Time,
            set: |settings: &mut Settings, time| {
                settings.forget_strength();
                settings.game_time = Some(time);
            },
        },
    ),
    Flag::new(
        &["move-time"],
        "TIME",
        "the time for a move",
        &Given {
            kind: Time,
            set: |settings: &mut Settings, time| {
                settings.forget_strength();
                settings.options.move_time = Some(time);
            },
        },
    ),
    Flag::new(
        &["n-tasks", "n"],
        "N",
        "the number of threads",
        &Given {
            kind: Whole::new(0, u32::MAX as u64),
            set: |settings: &mut Settings, threads| {
                settings.options.search.threads = nearest(threads, &THREAD_COUNTS);
            },
        },
    ),
    Flag::new(
        &["hash-table-size", "h"],
        "BITS",
        "the size of the transposition table: the number of its entries as a power of two",
        &Given {
            kind: Whole::new(0, u32::MAX as u64),
            set: |settings: &mut Settings, bits| {
                settings.options.search.hash_mb = hash_mb(bits);
            },
        },
    ),
    Flag::new(
        &["ponder"],
        "on|off",
        "whether to think on the opponent's time",
        &Given {
            kind: OnOff,
            set: |settings: &mut Settings, is_on| settings.options.ponder = is_on,
        },
    ),
    Flag::new(
        &["book-usage"],
        "on|off",
        "whether to play by this program's opening book",
        &Given {
            kind: OnOff,
            set: |settings: &mut Settings, is_on| settings.options.is_book_used = is_on,
        },
    ),
    Flag::new(
        &["book-randomness"],
        "N",
        "by how many discs a book move may be worse than the best one",
        &Given {
            kind: Whole::new(0, u32::MAX as u64),
            set: |settings: &mut Settings, discs: u32| {
                settings.options.book.variety = discs.min(HIGHEST_EDAX_LEVEL);
            },
        },
    ),
    Flag::new(
        &["mode"],
        "N",
        "what the engine plays by itself: 0 White, 1 Black, 2 both, 3 neither",
        &Given {
            kind: Whole::new(0, 3),
            set: |settings: &mut Settings, mode: u32| {
                settings.mode = match mode {
                    0 => Mode::White,
                    1 => Mode::Black,
                    2 => Mode::Both,
                    _ => Mode::None,
                };
            },
        },
    ),
    Flag::new(
        &["width"],
        "N",
        "the width of a line",
        &Given {
            kind: Whole::new(0, 1000),
            set: |settings: &mut Settings, width| settings.width = width,
        },
    ),
    Flag::new(
        &["echo"],
        "on|off",
        "print each command behind the prompt",
        &Given {
            kind: OnOff,
            set: |settings: &mut Settings, is_on| settings.echo = is_on,
        },
    ),
    Flag::new(
        &["console-name"],
        "NAME",
        "the name of the player, instead of Edax in Edax plays D3",
        &Given {
            kind: Anything,
            set: |settings: &mut Settings, name| settings.name = name,
        },
    ),
    Flag::new(
        &["pass-name"],
        "PS|PA",
        "how a pass is written: as in Edax 4.4, or as in 4.6",
        &Given {
            kind: OneOf {
                all: || vec!["PS", "PA"],
                name: |name: &&str| name,
            },
            set: |settings: &mut Settings, name| settings.pass = name,
        },
    ),
    Flag::new(
        &["solve"],
        "FILE",
        "solve the positions of an OBF file; those of /dev/stdin one by one as they come in",
        &Given {
            kind: Anything,
            set: |settings: &mut Settings, file| settings.solve = Some(file.into()),
        },
    ),
    Flag::new(
        &["option-file", "o"],
        "FILE",
        "read more options from this file",
        &Given {
            kind: Anything,
            set: |settings: &mut Settings, file| settings.option_file = Some(file.into()),
        },
    ),
    Flag::new(
        &["version", "v"],
        "",
        "print the version on standard error, and go on",
        &Switch(|settings: &mut Settings| settings.tells_version = true),
    ),
];

const IGNORED: &[Flag<Settings>] = &[
    ignored(&["eval-file"], "FILE"),
    ignored(&["book-file"], "FILE"),
    ignored(&["noise"], "N"),
    ignored(&["alpha"], "N"),
    ignored(&["beta"], "N"),
    ignored(&["all-best"], "on|off"),
    ignored(&["speed"], "N"),
    ignored(&["nps"], "N"),
    ignored(&["auto-start"], "on|off"),
    ignored(&["auto-store"], "on|off"),
    ignored(&["auto-swap"], "on|off"),
    ignored(&["auto-quit"], "on|off"),
    ignored(&["repeat"], "N"),
    ignored(&["name"], "TEXT"),
    ignored(&["game-file"], "FILE"),
    ignored(&["search-log-file"], "FILE"),
    ignored(&["ui-log-file"], "FILE"),
    ignored(&["ggs-log-file"], "FILE"),
    ignored(&["ggs-host"], "TEXT"),
    ignored(&["ggs-login"], "TEXT"),
    ignored(&["ggs-password"], "TEXT"),
    ignored(&["ggs-port"], "TEXT"),
    ignored(&["ggs-open"], "on|off"),
    ignored(&["probcut-d"], "X"),
    ignored(&["pv-debug"], "on|off"),
    ignored(&["pv-check"], "on|off"),
    ignored(&["pv-guess"], "on|off"),
    ignored(&["inc-pvnode-sort-depth"], "N"),
    ignored(&["inc-cutnode-sort-depth"], "N"),
    ignored(&["inc-allnode-sort-depth"], "N"),
    ignored_switch(&["info"]),
    ignored_switch(&["cpu"]),
    ignored_switch(&["debug-cassio"]),
    ignored_switch(&["follow-cassio"]),
];

const NO_EFFECT: &str = "accepted without effect";

const fn ignored(names: &'static [&'static str], variable: &'static str) -> Flag<Settings> {
    Flag::new(
        names,
        variable,
        NO_EFFECT,
        &Given {
            kind: Anything,
            set: |_: &mut Settings, _| (),
        },
    )
}

const fn ignored_switch(names: &'static [&'static str]) -> Flag<Settings> {
    Flag::new(names, "", NO_EFFECT, &Switch(|_: &mut Settings| ()))
}

/// Any text.
struct Anything;

impl ValueKind for Anything {
    type Value = String;

    fn kind(&self) -> Kind {
        Kind::Text("text")
    }

    fn parse(&self, text: &str) -> Result<String, String> {
        Ok(text.to_string())
    }

    fn format(&self, text: &String) -> String {
        text.clone()
    }
}

/// Edax's words for on and off.
struct OnOff;

impl ValueKind for OnOff {
    type Value = bool;

    fn kind(&self) -> Kind {
        Kind::Text("on or off")
    }

    fn parse(&self, text: &str) -> Result<bool, String> {
        match text.to_ascii_lowercase().as_str() {
            "on" | "true" | "yes" | "1" => Ok(true),
            "off" | "false" | "no" | "0" => Ok(false),
            _ => Err(format!("expected {}", self.kind())),
        }
    }

    fn format(&self, is_on: &bool) -> String {
        if *is_on { "on" } else { "off" }.to_string()
    }
}

/// Seconds, `M:SS` or `H:MM:SS`, with decimals.
struct Time;

impl ValueKind for Time {
    type Value = Duration;

    fn kind(&self) -> Kind {
        Kind::Text("seconds, M:SS or H:MM:SS")
    }

    fn parse(&self, text: &str) -> Result<Duration, String> {
        const LONGEST: f64 = 1e9;
        let expected = || format!("expected {}", self.kind());
        let part = |part: &str| part.parse().ok().filter(|part: &f64| *part >= 0.0);
        let parts: Option<Vec<f64>> = text.split(':').map(part).collect();
        let parts = parts
            .filter(|parts| parts.len() <= 3)
            .ok_or_else(expected)?;
        let seconds = parts.iter().fold(0.0, |sum, part| 60.0 * sum + part);
        match seconds < LONGEST {
            true => Ok(Duration::from_secs_f64(seconds)),
            false => Err(expected()),
        }
    }

    fn format(&self, time: &Duration) -> String {
        time.as_secs_f64().to_string()
    }
}

/// The nearest number in a range.
fn nearest(number: u32, range: &impl ValueKind) -> u32 {
    let Kind::Number(least, greatest) = range.kind() else {
        return number;
    };
    u64::from(number).clamp(least, greatest) as u32
}

/// A transposition table with this many entries, as a power of two, in megabytes.
pub(crate) fn hash_mb(bits: u32) -> u32 {
    const ENTRIES_PER_MEGABYTE_BITS: u32 = 16;
    let megabytes = 1_u32.checked_shl(bits.saturating_sub(ENTRIES_PER_MEGABYTE_BITS));
    nearest(megabytes.unwrap_or(u32::MAX), &HASH_SIZES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(settings: &mut Settings, line: &str) -> Result<(), String> {
        let (name, value) = assignment(line);
        settings.set(find(name).expect(name), value)
    }

    #[test]
    fn lines_set_options_in_every_spelling() {
        let mut settings = Settings::new(&Options::new(1));
        assert_eq!(settings.options.level, DEFAULT_LEVEL);
        for line in ["level 5", "l 5", "-l=5", "set level = 5", "--level  5"] {
            set(&mut settings, "level 7").unwrap();
            set(&mut settings, line).unwrap();
            assert_eq!(settings.options.level, 5, "{line}");
        }
        set(&mut settings, "console_name My engine").unwrap();
        assert_eq!(settings.name, "My engine");
        assert_eq!(
            set(&mut settings, "level 61"),
            Err("expected 0 to 60".to_string())
        );
    }

    #[test]
    fn level_depth_and_time_replace_each_other() {
        let mut settings = Settings::new(&Options::new(1));
        set(&mut settings, "t 1:30").unwrap();
        assert_eq!(settings.game_time, Some(Duration::from_secs(90)));
        assert_eq!(settings.options.strength, Strength::Unset);
        set(&mut settings, "move-time 0.5").unwrap();
        assert_eq!(settings.game_time, None);
        let half = Some(Duration::from_millis(500));
        assert_eq!(settings.options.move_time, half);
        set(&mut settings, "level 60").unwrap();
        assert_eq!(settings.options.move_time, None);
        assert_eq!(settings.options.level, HIGHEST_LEVEL);
        assert!(settings.is_highest);
        // Without the handicap of our lowest levels.
        set(&mut settings, "level 0").unwrap();
        assert_eq!(settings.options.strength, Strength::Depth(1));
    }

    #[test]
    fn sizes_and_threads_are_those_of_this_program() {
        assert_eq!(hash_mb(22), 64);
        assert_eq!(hash_mb(0), 1);
        assert_eq!(hash_mb(99), 1 << 16);
        let mut settings = Settings::new(&Options::new(1));
        set(&mut settings, "n-tasks 0").unwrap();
        assert_eq!(settings.options.search.threads, 1);
    }

    #[test]
    fn an_option_file_may_hold_what_is_unknown() {
        let mut settings = Settings::new(&Options::new(1));
        let text = "# mine\r\n% old\r\n\r\nset verbose = 0\r\neval-file C:\\x\\eval.dat\r\n\
                    depth deep\r\nfrobnicate 3\r\n";
        settings.read_options(text);
        assert_eq!(settings.verbose, 0);
        assert_eq!(settings.remarks.len(), 3);
    }
}
