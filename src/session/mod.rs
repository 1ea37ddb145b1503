//! One game, one searcher with its options, and the thread that it searches on.
//!
//! A [`Session`] is independent of any protocol and owned by one thread. A search that it
//! starts sends its events through the `notify` function. The owner passes each report to
//! [`add_report`](Session::add_report), sends the client the reports that are due according
//! to [`progress`](Session::progress), and passes the end to [`finish`](Session::finish).
//!
//! ```
//! use std::sync::mpsc;
//!
//! use obverse::session::options::Options;
//! use obverse::session::{Answer, Event, Session, Task};
//!
//! let mut options = Options::new(1);
//! options.set_level(2);
//! let (events, inbox) = mpsc::channel();
//! let mut session = Session::new(options, move |event| drop(events.send(event)));
//! let position = *session.game().position();
//! session.start(Task::Move, position);
//! while session.is_searching() {
//!     match inbox.recv()? {
//!         Event::Progress(report) => session.add_report(report),
//!         Event::Finished(finished) => {
//!             if let Answer::Found(report) = session.finish(finished)? {
//!                 session.play_generated(position.to_move(), report)?;
//!             }
//!         }
//!     }
//! }
//! assert_eq!(session.game().moves().count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod models;
pub mod options;
mod progress;
mod task;
mod worker;

use std::fmt;
use std::sync::Arc;

use crate::board::{Color, Game, IllegalMove, Move, Position};
use crate::search::clock::Clock;
use crate::search::control::{Control, Limits};
use crate::search::report::Report;
use crate::search::rng::MoveSeed;
use crate::search::{Request, Searcher, Ties};
use options::{OptionError, Options, SEED};
pub use progress::{Pace, Progress};
pub use task::Task;
pub use worker::{Event, Finished, Outcome};
use worker::{Job, Worker};

/// A generated move and the report of its search.
#[derive(Clone, Debug)]
pub struct GeneratedMove {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The report of the search. Its best move was played.
    pub report: Report,
    /// The position after it.
    after: Position,
}

/// The searcher panicked during a search. The next search gets a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchFailed;

impl fmt::Display for SearchFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search has failed")
    }
}

impl std::error::Error for SearchFailed {}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The result of the task.
    Found(Report),
    /// No result: the search was stopped too early, or its result was discarded.
    Stopped,
}

/// One game, its options and its search.
pub struct Session {
    game: Game,
    options: Options,
    /// The clocks of both players.
    pub clock: Clock,
    /// The number of games started with this seed.
    games_started: u64,
    generated: Option<GeneratedMove>,
    searcher: Option<IdleSearcher>,
    running: Option<Running>,
    /// The progress of the most recent search.
    progress: Progress,
    /// See [`Session::was_interrupted`].
    was_interrupted: bool,
    worker: Worker,
}

/// A searcher between searches, with its tables.
struct IdleSearcher {
    /// The name of its algorithm; `None` if it was installed, and is used regardless of the
    /// algorithm.
    algorithm: Option<&'static str>,
    searcher: Box<dyn Searcher>,
}

struct Running {
    task: Task,
    control: Arc<Control>,
    is_interrupted: bool,
    algorithm: Option<&'static str>,
}

impl Session {
    /// A session at the start of a game. `notify` is called on the search thread.
    pub fn new(options: Options, notify: impl Fn(Event) + Send + Sync + 'static) -> Session {
        Session {
            game: Game::default(),
            options,
            clock: Clock::default(),
            games_started: 0,
            generated: None,
            searcher: None,
            running: None,
            progress: Progress::new(false),
            was_interrupted: false,
            worker: Worker::new(Arc::new(notify)),
        }
    }

    /// Installs a searcher, which is used regardless of the option `algorithm`.
    pub fn install(&mut self, searcher: Box<dyn Searcher>) {
        self.searcher = Some(IdleSearcher {
            algorithm: None,
            searcher,
        });
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Starts the next game. Resets the clocks, and keeps the options.
    pub fn start_game(&mut self) {
        self.replace_game(Game::default());
        self.games_started += 1;
        self.clock.restart();
    }

    /// Replaces the game with another one, such as one that was loaded.
    pub fn replace_game(&mut self, game: Game) {
        self.game = game;
        self.generated = None;
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The options, for setting typed values. Use [`Session::set_option`] to set the seed.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Sets an option from text. Setting the seed restarts the count of games.
    pub fn set_option(
        &mut self,
        row: &'static options::Row,
        value: &str,
    ) -> Result<(), OptionError> {
        row.set(&mut self.options, value)?;
        if *row == SEED {
            self.games_started = 0;
        }
        Ok(())
    }

    /// See [`Game::play`].
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        self.game.play(color, played)
    }

    /// Plays all the moves, or none if one is illegal.
    pub fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), IllegalMove> {
        let mut game = self.game.clone();
        for &(color, played) in moves {
            game.play(color, played)?;
        }
        self.game = game;
        Ok(())
    }

    /// See [`Game::undo`].
    pub fn undo(&mut self, count: u64) -> bool {
        self.game.undo(count)
    }

    /// The last generated move.
    pub fn last_generated(&self) -> Option<&GeneratedMove> {
        self.generated.as_ref()
    }

    /// Plays the best move of a report, as a generated move, and takes its time from the
    /// clock.
    pub fn play_generated(&mut self, color: Color, report: Report) -> Result<(), IllegalMove> {
        let played = report.best_move().expect("the game is not over");
        self.game.play(color, played)?;
        self.clock.spend(color, report.time);
        self.generated = Some(GeneratedMove {
            algorithm: self.options.algorithm.name,
            report,
            after: *self.game.position(),
        });
        Ok(())
    }

    /// Starts pondering if the option is on and the last move was generated.
    pub fn ponder(&mut self) {
        if let (true, Some(position)) = (self.options.ponder, self.expected_position()) {
            self.start(Task::Ponder, position);
        }
    }

    /// The position to ponder: the one after the expected reply. `None` unless we have just
    /// moved and it is the opponent's turn.
    fn expected_position(&self) -> Option<Position> {
        let generated = self.generated.as_ref()?;
        let position = self.game.position();
        let is_their_turn = *position == generated.after && !position.moves().is_empty();
        if !is_their_turn || self.game.last_move()?.0 == position.to_move() {
            return None;
        }
        let reply = generated.report.pv().get(1);
        let after_reply = reply.map(|&reply| position.after(reply));
        // Ponder all replies if none is expected, or if the expected one leaves us no move.
        let with_moves = after_reply.filter(|after| !after.moves().is_empty());
        Some(with_moves.unwrap_or(*position))
    }

    /// Starts a search of a position in which the game is not over. If the side to move
    /// must pass, the position after the pass is searched, and the pass is reported as the
    /// move. The search ends with an [`Event`]; until then only queries,
    /// [`add_report`](Session::add_report) and [`interrupt`](Session::interrupt) are
    /// allowed.
    pub fn start(&mut self, task: Task, position: Position) {
        self.start_under(&self.options.clone(), task, position);
    }

    /// Like [`start`](Session::start), but with these options instead of the session's.
    pub fn start_under(&mut self, options: &Options, task: Task, position: Position) {
        assert!(self.running.is_none(), "one search at a time");
        let start = position.turn().expect("the game is not over");
        let is_after_pass = position.must_pass();
        let task = match is_after_pass {
            true => task.after_pass(&start),
            false => task,
        };
        let idle = self.take_searcher();
        let limits = self.limits(options, task, &start);
        let control = Arc::new(Control::new(limits));
        self.progress = Progress::new(is_after_pass);
        self.running = Some(Running {
            task,
            control: Arc::clone(&control),
            is_interrupted: false,
            algorithm: idle.algorithm,
        });
        self.worker.run(Job {
            searcher: idle.searcher,
            task,
            request: self.request(options, task, start, &limits),
            control,
        });
    }

    /// Adds a report of the running search.
    pub fn add_report(&mut self, report: Report) {
        let report = self.progress.seen_from_start(report);
        self.progress.add(report);
    }

    /// The progress of the most recent search.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The progress of the most recent search, from which reports can be taken.
    pub fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    /// Stops the running search, if there is one.
    pub fn interrupt(&mut self) {
        if let Some(running) = &mut self.running {
            running.is_interrupted = true;
            running.control.stop();
        }
    }

    /// Whether the running search is pondering.
    pub fn is_pondering(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| running.task == Task::Ponder)
    }

    /// Whether the last search that finished was interrupted.
    pub fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Takes back the searcher and returns its result, which also becomes the last report of
    /// its [`progress`](Session::progress).
    pub fn finish(&mut self, finished: Finished) -> Result<Answer, SearchFailed> {
        let running = self
            .running
            .take()
            .expect("only a started search can finish");
        let (searcher, outcome) = finished.ok_or(SearchFailed)?;
        self.searcher = Some(IdleSearcher {
            algorithm: running.algorithm,
            searcher,
        });
        self.was_interrupted = running.is_interrupted;
        if let Some(limit) = running.control.hard_time() {
            self.clock.learn_delay(limit, self.progress.elapsed());
        }
        Ok(match outcome {
            Outcome::Found(report) if !running.is_discarded() => {
                let report = self.progress.seen_from_start(Report {
                    time: self.progress.elapsed(),
                    ..report
                });
                self.progress.add(report.clone());
                Answer::Found(report)
            }
            Outcome::Found(_) | Outcome::Stopped => Answer::Stopped,
        })
    }

    /// Discards what earlier searches have found.
    pub fn clear_cache(&mut self) {
        if self
            .searcher
            .as_ref()
            .is_some_and(|idle| idle.algorithm.is_some())
        {
            self.searcher = None;
        }
    }

    fn take_searcher(&mut self) -> IdleSearcher {
        let algorithm = self.options.algorithm;
        self.searcher
            .take()
            .filter(|idle| idle.algorithm.is_none_or(|name| name == algorithm.name))
            .unwrap_or_else(|| IdleSearcher {
                algorithm: Some(algorithm.name),
                searcher: (algorithm.build)(),
            })
    }

    fn limits(&self, options: &Options, task: Task, position: &Position) -> Limits {
        match task {
            Task::MoveValues | Task::Analysis(_) | Task::Ponder => Limits::default(),
            Task::ReproducibleMove | Task::Evaluation | Task::LimitedAnalysis(..) => {
                options.limits(None)
            }
            Task::Move | Task::CancellableMove => {
                let empty = position.empty().len();
                let budget = self.clock.budget(position.to_move(), empty);
                options.limits(budget)
            }
        }
    }

    fn request(
        &self,
        options: &Options,
        task: Task,
        position: Position,
        limits: &Limits,
    ) -> Request {
        let seed = match task.is_reproducible() {
            true => MoveSeed::fixed(&position),
            false => MoveSeed::new(options.seed, self.games_started, &position),
        };
        let mut settings = options.settings(limits, seed);
        if !task.is_for_game() {
            settings.book = None;
        }
        if task.is_reproducible() {
            settings.ties = Ties::First;
        }
        Request {
            position,
            settings,
            seed,
        }
    }
}

impl Running {
    /// Whether the result must be discarded.
    fn is_discarded(&self) -> bool {
        self.is_interrupted && self.task.is_cancellable()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.interrupt();
    }
}
