//! Progress bars, and the width of the terminal.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use crate::text::{plain, plain_lines};

/// The width of standard output, if it is a terminal.
pub(super) fn width() -> Option<usize> {
    let terminal = Term::stdout();
    let (_, columns) = terminal.size_checked().filter(|_| terminal.is_term())?;
    (columns > 0).then_some(columns.into())
}

/// A progress bar on standard error, if that is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// How often the elapsed time is refreshed.
    const TICK: Duration = Duration::from_millis(100);

    /// The maximum number of redraws per second.
    const REDRAWS_PER_SECOND: u8 = 20;

    /// A bar with this many steps; the message is on the same line.
    pub(super) fn new(steps: usize) -> Progress {
        Progress::start(
            steps as u64,
            "{elapsed} [{bar:10}] {pos}/{len} {prefix}{wide_msg}",
        )
    }

    /// Sets the number of steps that were done before the start.
    pub(super) fn start_at(&self, done: usize) {
        self.0.set_position(done as u64);
        self.0.reset_eta();
    }

    /// A bar with a table as its message, which is shown above it. `done` steps were done
    /// before the start.
    pub(super) fn below_table(steps: u64, done: u64) -> Progress {
        let template = "{msg}\n{elapsed} [{bar:20}] {pos}/{len} {per_sec}, {eta} left";
        let progress = Progress::start(steps, template);
        progress.start_at(done as usize);
        progress
    }

    fn start(steps: u64, template: &str) -> Progress {
        let style = ProgressStyle::with_template(template)
            .expect("the template is well-formed")
            .progress_chars("=> ");
        let terminal = Term::buffered_stderr();
        let target = match terminal.is_term() {
            true => ProgressDrawTarget::term_like_with_hz(
                Box::new(CursorAtLineStart(terminal)),
                Progress::REDRAWS_PER_SECOND,
            ),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(steps), target).with_style(style);
        if !bar.is_hidden() {
            // Now, because the thread that does it from here on may take a while to start.
            bar.tick();
            // If the system refuses this thread, too, that would panic.
            let trial = thread::Builder::new().spawn(|| {});
            if trial.is_ok_and(|trial| trial.join().is_ok()) {
                bar.enable_steady_tick(Progress::TICK);
            }
        }
        Progress(bar)
    }

    /// Whether standard error is not a terminal, so that nothing is shown.
    pub(super) fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// Sets the message, which is computed only if the bar is visible.
    pub(super) fn set_message(&self, message: impl FnOnce() -> String) {
        if !self.is_hidden() {
            self.0.set_message(plain_lines(&message()).into_owned());
        }
    }

    /// Sets a text before the message, which is computed only if the bar is visible.
    pub(super) fn set_prefix(&self, prefix: impl FnOnce() -> String) {
        if !self.is_hidden() {
            self.0.set_prefix(plain(&prefix()).into_owned());
        }
    }

    /// Sets the expected number of steps.
    pub(super) fn set_steps(&self, steps: u64) {
        self.0.set_length(steps);
    }

    /// Counts a step.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// Writes a line above the bar.
    pub(super) fn line(&self, output: &mut dyn Write, text: &str) -> io::Result<()> {
        self.0.suspend(|| {
            writeln!(output, "{text}")?;
            output.flush()
        })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A terminal whose cursor returns to the start of the last line that was drawn.
///
/// A bar fills the whole line. If the cursor stayed at the right edge, the `^C` that the
/// terminal echoes would start a new line, and the bar would clear that one instead of its
/// own.
#[derive(Debug)]
struct CursorAtLineStart(Term);

impl TermLike for CursorAtLineStart {
    /// Called at the end of each redraw.
    fn flush(&self) -> io::Result<()> {
        self.0.write_str("\r")?;
        self.0.flush()
    }

    fn width(&self) -> u16 {
        TermLike::width(&self.0)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, letters: usize) -> io::Result<()> {
        self.0.move_cursor_right(letters)
    }

    fn move_cursor_left(&self, letters: usize) -> io::Result<()> {
        self.0.move_cursor_left(letters)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }
}
