//! What is shown to a person at a terminal, and to nobody else.

use std::io;
use std::time::Duration;

use console::Term;
use indicatif::{ProgressBar, ProgressStyle};

/// How many letters fit on a line of the standard output, if it is a terminal.
pub(super) fn width() -> Option<usize> {
    let terminal = Term::stdout();
    let (_, columns) = terminal.size_checked().filter(|_| terminal.is_term())?;
    (columns > 0).then_some(columns.into())
}

/// How far the work is: a bar on standard error, if that is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// How often the seconds are shown.
    const TICK: Duration = Duration::from_millis(100);

    /// No step of so many is done; news stand on the same line.
    pub(super) fn new(steps: usize) -> Progress {
        Progress::start(steps as u64, "{elapsed} [{bar:20}] {pos}/{len} {wide_msg}")
    }

    /// So many steps are done before the start; news are a table above.
    pub(super) fn below_table(steps: u64, done: u64) -> Progress {
        let template = "{msg}\n{elapsed} [{bar:20}] {pos}/{len} {per_sec}, {eta} left";
        let progress = Progress::start(steps, template);
        progress.0.set_position(done);
        progress.0.reset_eta();
        progress
    }

    fn start(steps: u64, template: &str) -> Progress {
        let style = ProgressStyle::with_template(template)
            .expect("the template is well-formed")
            .progress_chars("=> ");
        let bar = ProgressBar::new(steps).with_style(style);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Progress::TICK);
        }
        Progress(bar)
    }

    /// Whether nobody sees it.
    pub(super) fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// What is going on.
    pub(super) fn tell(&self, news: impl FnOnce() -> String) {
        if !self.is_hidden() {
            self.0.set_message(news());
        }
    }

    /// How many steps there are in all, as is known by now.
    pub(super) fn expect(&self, steps: u64) {
        self.0.set_length(steps);
    }

    /// One more step is done.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// Writes while the bar is out of the way.
    pub(super) fn above(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
