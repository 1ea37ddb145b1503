//! Colours and letters, as far as the terminal has them.

use std::env;

/// How to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// Whether words may have colours.
    pub(super) has_colors: bool,
    /// Whether discs may be drawn with more than the letters of ASCII.
    pub(super) has_unicode: bool,
}

impl Style {
    /// Letters only.
    pub(super) const PLAIN: Style = Style {
        has_colors: false,
        has_unicode: false,
    };

    /// What the environment says about the terminal, and about the taste of its
    /// user.
    pub(super) fn of_environment() -> Style {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
        Style {
            has_colors: !is_set("NO_COLOR"),
            // There it is the console that knows, and it knows all letters.
            has_unicode: is_unicode || cfg!(windows),
        }
    }

    /// The same in the colours that the terminal has anyway.
    pub(super) fn without_colors(self) -> Style {
        Style {
            has_colors: false,
            ..self
        }
    }

    /// Whether discs can be drawn: without colours a full circle would be black on
    /// one screen and white on another.
    pub(super) fn has_discs(self) -> bool {
        self.has_colors && self.has_unicode
    }

    /// What is less important: half-way between black and white, since what a terminal
    /// calls faint cannot be told from the rest on a light screen.
    pub(super) fn faint(self, text: &str) -> String {
        self.painted("38;5;244", text)
    }

    /// What is more important.
    pub(super) fn strong(self, text: &str) -> String {
        self.painted("1", text)
    }

    /// In the colours that a code of the terminal stands for.
    pub(super) fn painted(self, code: &str, text: &str) -> String {
        match self.has_colors && !text.is_empty() {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_string(),
        }
    }
}

/// Whether the terminal understands more than lines of letters.
pub(super) fn can_move_the_cursor() -> bool {
    const LINES_ONLY: [&str; 3] = ["dumb", "cons25", "emacs"];
    let terminal = env::var("TERM").unwrap_or_default();
    !LINES_ONLY.contains(&terminal.as_str())
}
