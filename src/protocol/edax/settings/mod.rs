//! What clients of Edax can set, on the command line, in option files and in the console.
//!
//! - `table`: the options, and how to add one.
//! - `kinds`: the types of their values, and sizes as Edax counts them.

mod kinds;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use super::table::Style;
use crate::flags::Flag;
use crate::protocol::limits;
use crate::search::clock::TimeControl;
use crate::session::Session;
use crate::session::options::{HIGHEST_LEVEL, Options, Strength};
pub(crate) use kinds::hash_mb;
pub(crate) use table::{GROUPS, find};

/// The level at which Edax plays by default.
const DEFAULT_LEVEL: u32 = 21;

/// Edax's highest level, which searches everything to the end of the game.
const HIGHEST_EDAX_LEVEL: u32 = 60;

/// The values of Edax's options.
#[derive(Clone)]
pub struct Settings {
    /// The options of the session.
    pub options: Options,
    /// Remarks for the log, for example on options that have no effect here.
    pub remarks: Vec<String>,
    /// How much is printed, from 0, only what is needed, to 4.
    pub(super) verbose: u32,
    pub(super) mode: Mode,
    /// The width of a line.
    pub(super) width: usize,
    /// How a pass is written.
    pub(super) pass: &'static str,
    /// The name in `Edax plays D3`.
    pub(super) name: String,
    /// Whether each command is printed after the prompt.
    pub(super) echo: bool,
    /// Whether level 60 is set, at which `solve` is exact.
    pub(super) solves_exactly: bool,
    /// The confidence, in percent, of searches to the end of the game at a fixed depth.
    pub(super) confidence: u32,
    /// The time for a game.
    pub(super) game_time: Option<Duration>,
    /// A file of positions to solve, instead of a dialogue.
    pub(super) solve: Option<PathBuf>,
    /// A file with more options, which has not been read yet.
    pub(crate) option_file: Option<PathBuf>,
    pub(super) is_version_due: bool,
}

/// The side that the engine plays by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    White,
    Black,
    Both,
    /// It plays only after `go`.
    Neither,
}

impl Settings {
    /// The settings at the start of a dialogue. The options get Edax's default level
    /// unless a strength, a time or a number of nodes is set.
    pub(crate) fn new(options: &Options) -> Settings {
        let mut settings = Settings {
            options: options.clone(),
            remarks: Vec::new(),
            verbose: if options.is_quiet { 0 } else { 1 },
            mode: Mode::Neither,
            width: 80,
            pass: "PS",
            name: "Edax".to_string(),
            echo: false,
            solves_exactly: false,
            confidence: 100,
            game_time: None,
            solve: None,
            option_file: None,
            is_version_due: false,
        };
        let is_limited = options.move_time.is_some() || options.nodes.is_some();
        match options.strength {
            Strength::Unset if !is_limited => settings.set_level(DEFAULT_LEVEL),
            // The lowest levels have a handicap elsewhere, but not here.
            Strength::Level | Strength::FullLevel => {
                limits::set_strength(options.level, &mut settings.options)
            }
            _ => {}
        }
        settings
    }

    /// Sets an option. On failure, the error is what was expected.
    pub(crate) fn set(&mut self, flag: &Flag<Settings>, value: &str) -> Result<(), String> {
        flag.field.set(self, value)?;
        if table::is_ignored(flag) {
            self.remarks
                .push(format!("{}: not known here, without effect", flag.names[0]));
        }
        Ok(())
    }

    /// Applies the lines of an option file. Errors in it are only logged.
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

    /// Sets one of Edax's levels, of which there are more than here.
    fn set_level(&mut self, level: u32) {
        self.forget_strength();
        self.solves_exactly = level == HIGHEST_EDAX_LEVEL;
        if level > HIGHEST_LEVEL {
            let remark = format!("level {level}: the engine plays at level {HIGHEST_LEVEL}");
            self.remarks.push(remark);
        }
        limits::set_strength(level, &mut self.options);
    }

    fn set_depth(&mut self, depth: u32) {
        self.forget_strength();
        self.options.strength = Strength::Depth(depth.max(1));
    }

    fn set_game_time(&mut self, time: Duration) {
        self.forget_strength();
        self.game_time = Some(time);
    }

    fn set_move_time(&mut self, time: Duration) {
        self.forget_strength();
        self.options.move_time = Some(time);
    }

    /// Level, depth, game time and move time replace each other.
    fn forget_strength(&mut self) {
        self.solves_exactly = false;
        self.game_time = None;
        self.options.move_time = None;
        self.options.strength = Strength::Unset;
    }

    /// The style of search tables.
    pub(super) fn style(&self) -> Style {
        Style {
            width: self.width,
            pass: self.pass,
        }
    }

    /// Gives both sides the time for a game.
    pub(super) fn apply_clock(&self, session: &mut Session) {
        session.clock.set(match self.game_time {
            None => TimeControl::Unlimited,
            Some(main) => TimeControl::Absolute { main },
        });
    }
}

/// Splits a line of the console or of an option file, `[set] NAME [=] VALUE`, into name and
/// value. Dashes before the name are dropped.
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
        assert!(settings.solves_exactly);
        // Without the handicap of our lowest levels.
        set(&mut settings, "level 0").unwrap();
        assert_eq!(settings.options.strength, Strength::Depth(1));
    }

    #[test]
    fn a_level_set_before_the_dialogue_has_no_handicap() {
        let mut options = Options::new(1);
        options.set_level(2);
        let settings = Settings::new(&options);
        assert_eq!(settings.options.strength, Strength::Depth(2));
        options.set_level(7);
        let settings = Settings::new(&options);
        assert_eq!(settings.options.strength, Strength::FullLevel);
    }

    #[test]
    fn numbers_out_of_range_count_as_the_nearest() {
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
