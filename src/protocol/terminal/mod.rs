//! The front end for a person, used when standard input and output are a terminal.
//!
//! ```
//! use obverse::protocol::{Driver, terminal};
//! use obverse::session::options::Options;
//!
//! let driver = Driver::new(Options::new(1), || false);
//! let mut screen = Vec::new();
//! terminal::talk_plainly(driver, &b"quit\n"[..], &mut screen)?;
//! assert!(screen.starts_with(b"Obverse "));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The driver and the session are the same as in a pipe. Three parts, unknown to the driver,
//! connect them to the terminal:
//!
//! - [`editor`] is the input: a line editor with the keys, history and completion of a
//!   shell. It edits a line whenever the driver or, during a search, the thread that reads
//!   ahead requests one. A line typed during a search waits, as in a pipe, and Ctrl-C becomes
//!   GTP's comment `# interrupt`, which stops searches and has no reply; [`interrupts`] keeps it
//!   behind the line before it.
//! - [`screen`] is the output: what the driver writes appears above the line being edited.
//!   It also shows the progress of a search.
//! - [`dialogue`] is the protocol: GTP, preceded by the short forms of [`forms`], with a
//!   board after each move.
//!
//! On a terminal without cursor movement, such as that of Emacs, there is no editor: lines
//! are read as they are, and the prompt is written after each answer.

mod dialogue;
mod drawing;
mod editor;
mod forms;
mod grading;
mod helper;
mod interrupts;
mod kept;
mod paths;
mod play;
mod screen;
mod state;
mod style;
mod words;

use std::io::{self, IsTerminal, Read, Write};
use std::sync::Arc;

use super::driver::Driver;
use crate::session::options::{
    self, ALGORITHM, BOOK_USE, DEPTH, LEVEL, Options, RATING, Strength, TIES,
};
use dialogue::Terminal;
pub use forms::{Form, SHORT_FORMS};
use interrupts::Interrupts;
use kept::Keeper;
use screen::{Screen, ScreenWriter};
use style::Style;

/// The options whose defaults at a terminal differ from those in a pipe.
pub static DEFAULTS: &[(&options::Row, &str)] = &[
    // The casual level.
    (&LEVEL, "1"),
    // A person wants a different game each time.
    (&TIES, "random"),
    (&BOOK_USE, "on"),
];

/// The default of an option at a terminal.
fn default_of(row: &options::Row) -> String {
    let own = DEFAULTS.iter().find(|(other, _)| *other == row);
    own.map_or_else(|| row.default(), |(_, value)| value.to_string())
}

/// The line that stops a search and has no reply.
const INTERRUPT: &str = "# interrupt";

/// Whether standard input and output are a terminal.
pub fn is_here() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Runs the dialogue at the terminal.
pub fn talk(mut driver: Driver) -> io::Result<()> {
    let style = Style::from_environment();
    let shows_remarks = io::stderr().is_terminal();
    // The editor handles Ctrl-C as a key. Between two lines, or without an editor, it is a
    // signal. If the signal cannot be caught, it ends the program, as in a pipe.
    let interrupts = Arc::new(Interrupts::new(driver.sender()));
    let signalled = Arc::clone(&interrupts);
    let _ = ctrlc::set_handler(move || signalled.interrupt());
    let screen = Screen::new(style);
    let editor = style::can_move_the_cursor().then(|| editor::start(&screen, &interrupts).ok());
    let Some(typed) = editor.flatten() else {
        let screen = Screen::new(style.without_colors());
        let terminal = Terminal::new(screen, shows_remarks, Keeper::open());
        return talk_in_lines(driver, terminal, io::stdin(), io::stdout());
    };
    let mut writer = ScreenWriter(Arc::clone(&screen));
    let mut terminal = Terminal::new(screen, shows_remarks, Keeper::open());
    let greeting = terminal.greeting(driver.session_mut().options());
    writer.write_all(greeting.as_bytes())?;
    driver.speak(&mut terminal, typed, writer)
}

/// The same dialogue in plain text, with remarks among the output, for tests and
/// documents.
pub fn talk_plainly(
    driver: Driver,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let terminal = Terminal::new(Screen::new(Style::PLAIN), true, Keeper::default());
    talk_in_lines(driver, terminal, input, output)
}

fn talk_in_lines(
    mut driver: Driver,
    mut terminal: Terminal,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let greeting = terminal.greeting(driver.session_mut().options());
    write!(output, "{greeting}{}", terminal.prompt())?;
    output.flush()?;
    driver.speak(&mut terminal, input, output)
}

/// The option that says how strong the engine is.
fn strength(options: &Options) -> &'static options::Row {
    if ALGORITHM.get(options) != ALGORITHM.default() {
        return &ALGORITHM;
    }
    match options.strength {
        Strength::Depth(_) => &DEPTH,
        Strength::Rating(_) => &RATING,
        Strength::Level | Strength::FullLevel | Strength::Unset => &LEVEL,
    }
}

/// Whether the line ends the dialogue.
fn is_quit(line: &str) -> bool {
    let words: Vec<&str> = line
        .split('#')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    match words[..] {
        ["quit" | "exit" | "q"] => true,
        [id, "quit"] => id.parse::<u32>().is_ok(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_is_the_casual_one() {
        assert_eq!(default_of(&LEVEL), options::CASUAL_LEVEL.to_string());
    }

    #[test]
    fn knows_the_last_line() {
        for line in ["quit", " quit ", "7 quit", "quit # now", "exit", "q"] {
            assert!(is_quit(line), "{line}");
        }
        for line in [
            "",
            "quit now",
            "# quit",
            "a quit",
            "echo quit",
            "7 q",
            "q 7",
        ] {
            assert!(!is_quit(line), "{line}");
        }
    }
}
