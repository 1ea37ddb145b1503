//! The colours and characters that a terminal can show.

use std::env;

use crate::system;

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// Whether text may have colours.
    pub(super) has_colors: bool,
    /// Whether characters beyond ASCII may be used.
    pub(super) has_unicode: bool,
}

impl Style {
    /// Plain ASCII.
    pub(super) const PLAIN: Style = Style {
        has_colors: false,
        has_unicode: false,
    };

    /// The style that the environment variables ask for.
    pub(super) fn from_environment() -> Style {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
        Style {
            has_colors: !is_set("NO_COLOR"),
            has_unicode: is_unicode || system::IS_TERMINAL_UNICODE,
        }
    }

    /// This style without colours.
    pub(super) fn without_colors(self) -> Style {
        Style {
            has_colors: false,
            ..self
        }
    }

    /// Whether discs are drawn as circles. Without colours a filled circle would look black
    /// on one screen and white on another.
    pub(super) fn has_discs(self) -> bool {
        self.has_colors && self.has_unicode
    }

    /// Less important text, in a grey half-way between black and white: on a light screen, the
    /// attribute `faint` cannot be distinguished from normal text.
    pub(super) fn faint(self, text: &str) -> String {
        self.painted("38;5;244", text)
    }

    /// Important text.
    pub(super) fn strong(self, text: &str) -> String {
        self.painted("1", text)
    }

    /// Text with the attributes of this code (SGR).
    pub(super) fn painted(self, code: &str, text: &str) -> String {
        match self.has_colors && !text.is_empty() {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_string(),
        }
    }
}

/// Whether the terminal supports cursor movement.
pub(super) fn can_move_the_cursor() -> bool {
    const LINES_ONLY: [&str; 3] = ["dumb", "cons25", "emacs"];
    let terminal = env::var("TERM").unwrap_or_default();
    !LINES_ONLY.contains(&terminal.as_str())
}
