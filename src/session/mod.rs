//! What game are we in, and who is thinking about it?
//!
//! A [`Session`] is one game, one searcher with its options, and the thread it
//! searches on. It knows no protocol. It is owned by one
//! thread; a search that it starts reports through the `notify` function it was
//! given, and comes home with [`finish`](Session::finish).

pub mod options;
mod worker;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{Color, Game, IllegalMove, Move, Position, Square};
use crate::score::Score;
use crate::search::analysis::{Goal, Scope, Unit};
use crate::search::clock::Clock;
use crate::search::control::{Control, Limits};
use crate::search::dice::Dice;
use crate::search::{Report, Request, Searcher, Ties};
use options::{OptionError, Options, SEED};
pub use worker::{Event, Finished, Outcome};
use worker::{Job, Worker};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A move to play, from a book if there is one.
    Move,
    /// The same, but worth nothing if it is interrupted.
    TentativeMove,
    /// A move that is always the same in the same position, whatever is in a book.
    RepeatableMove,
    /// The same, but worth nothing if it is interrupted.
    Opinion,
    /// The value of every legal move, whatever it costs.
    Values,
    /// What is known of these moves, again and again until it is interrupted.
    Analysis(Scope),
    /// The same until the goal is reached, or the limits of a move; the clock does
    /// not count.
    Survey(Scope, Goal),
    /// Nothing that is told: what is learnt now makes a later search quicker.
    Ponder,
}

/// Why the last move was chosen.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// What was played.
    pub played: Move,
    /// What the search found, if there was one.
    pub report: Option<Report>,
    /// How long it took.
    pub time: Duration,
    /// What was on the board after it.
    after: Position,
}

/// The searcher died in a search. The next search gets a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchFailed;

/// What a finished search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move to play, and the time it took.
    Move(Report, Duration),
    /// The values of the legal moves, best first.
    Values(Vec<(Square, Score)>),
    /// Nothing but what it told as it went on.
    Told,
    /// It was stopped before it had found what was asked for.
    Stopped,
}

/// One game, its options and its search.
pub struct Session {
    game: Game,
    options: Options,
    /// Both players' time.
    pub clock: Clock,
    /// How many games were begun under this seed.
    games_begun: u64,
    thought: Option<Thought>,
    searcher: Option<Keeper>,
    running: Option<Running>,
    /// See [`Session::was_interrupted`].
    was_interrupted: bool,
    worker: Worker,
    /// See [`Session::unit`].
    unit: Unit,
}

/// A searcher between searches, with its tables.
struct Keeper {
    /// The algorithm's name; `None` stands for whatever the options say.
    algorithm: Option<&'static str>,
    searcher: Box<dyn Searcher>,
}

struct Running {
    task: Task,
    control: Arc<Control>,
    is_interrupted: bool,
    started: Instant,
    algorithm: Option<&'static str>,
}

impl Session {
    /// A session at the start of a game; `notify` is called on the search
    /// thread.
    pub fn new(options: Options, notify: impl Fn(Event) + Send + Sync + 'static) -> Session {
        Session {
            game: Game::default(),
            options,
            clock: Clock::default(),
            games_begun: 0,
            thought: None,
            searcher: None,
            running: None,
            was_interrupted: false,
            worker: Worker::new(Arc::new(notify)),
            unit: Unit::Percent,
        }
    }

    /// Uses this searcher, whatever the option `algorithm` says: dialogues with
    /// a scripted searcher are exact.
    pub fn install(&mut self, searcher: Box<dyn Searcher>) {
        self.searcher = Some(Keeper {
            algorithm: None,
            searcher,
        });
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Begins the next game: the clocks start again, the options stay.
    pub fn begin_game(&mut self) {
        self.replace_game(Game::default());
        self.games_begun += 1;
        self.clock.restart();
    }

    /// Goes on with this game instead.
    pub fn replace_game(&mut self, game: Game) {
        self.game = game;
        self.thought = None;
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The options, to set one whose value is typed. The seed is set by
    /// [`Session::set_option`].
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Sets an option to what a text says. Setting the seed starts counting the games
    /// anew.
    pub fn set_option(
        &mut self,
        row: &'static options::Row,
        value: &str,
    ) -> Result<(), OptionError> {
        row.set(&mut self.options, value)?;
        if *row == SEED {
            self.games_begun = 0;
        }
        Ok(())
    }

    /// See [`Game::play`].
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        self.game.play(color, played)
    }

    /// Plays all the moves or none.
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

    /// Why the last generated move was chosen.
    pub fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// Plays a generated move and remembers why.
    pub fn play_generated(
        &mut self,
        color: Color,
        played: Move,
        report: Option<Report>,
        time: Duration,
    ) -> Result<(), IllegalMove> {
        self.game.play(color, played)?;
        self.clock.spend(color, time);
        self.thought = Some(Thought {
            algorithm: self.options.algorithm.name,
            played,
            report,
            time,
            after: *self.game.position(),
        });
        Ok(())
    }

    /// Starts to think on the opponent's time, if that is wanted: after a
    /// generated move, until the next line comes.
    pub fn ponder(&mut self) {
        if let (true, Some(position)) = (self.options.ponder, self.expected_position()) {
            self.start(Task::Ponder, position);
        }
    }

    /// What we most likely think about next, as long as it is the opponent's
    /// turn after our move.
    fn expected_position(&self) -> Option<Position> {
        let thought = self.thought.as_ref()?;
        let position = self.game.position();
        let is_their_turn = *position == thought.after && !position.moves().is_empty();
        if !is_their_turn || self.game.last_move()?.0 == position.to_move() {
            return None;
        }
        let reply = thought
            .report
            .as_ref()
            .and_then(|report| report.line.get(1));
        let answered = reply.map(|&reply| position.after(reply));
        // Without a guess, or if they move again, all their moves.
        let ours = answered.filter(|after| !after.moves().is_empty());
        Some(ours.unwrap_or(*position))
    }

    /// Starts a search of a position in which the side to move has a move. Its
    /// end is an [`Event`]; until then nothing but
    /// [`interrupt`](Session::interrupt) may be called.
    pub fn start(&mut self, task: Task, position: Position) {
        self.start_under(&self.options.clone(), task, position);
    }

    /// The same under other options than those of the session.
    pub fn start_under(&mut self, options: &Options, task: Task, position: Position) {
        assert!(self.running.is_none(), "one search at a time");
        let mut keeper = self.searcher_at_hand();
        let limits = self.limits(options, task, &position);
        let control = Arc::new(Control::new(limits));
        self.running = Some(Running {
            task,
            control: Arc::clone(&control),
            is_interrupted: false,
            started: Instant::now(),
            algorithm: keeper.algorithm,
        });
        let request = self.request(options, task, position, &limits);
        self.unit = keeper.searcher.unit(&request);
        self.worker.run(Job {
            searcher: keeper.searcher,
            task,
            request,
            control,
        });
    }

    /// Ends the running search, if there is one, with the best so far.
    pub fn interrupt(&mut self) {
        if let Some(running) = &mut self.running {
            running.is_interrupted = true;
            running.control.stop();
        }
    }

    /// What the estimates of the last search that was started mean.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Whether the running search is one that nobody has asked for.
    pub fn is_pondering(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| running.task == Task::Ponder)
    }

    /// Whether the last search that came home was interrupted.
    pub fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Takes the searcher back and says what it found.
    pub fn finish(&mut self, finished: Finished) -> Result<Answer, SearchFailed> {
        let running = self
            .running
            .take()
            .expect("only a started search can finish");
        let (searcher, outcome) = finished.ok_or(SearchFailed)?;
        self.searcher = Some(Keeper {
            algorithm: running.algorithm,
            searcher,
        });
        self.was_interrupted = running.is_interrupted;
        let is_void =
            running.is_interrupted && matches!(running.task, Task::TentativeMove | Task::Opinion);
        Ok(match outcome {
            _ if is_void => Answer::Stopped,
            Outcome::Move(report) => Answer::Move(report, running.started.elapsed()),
            Outcome::Values(mut values) => {
                values.sort_by_key(|&(square, score)| (std::cmp::Reverse(score), square));
                Answer::Values(values)
            }
            Outcome::Told => Answer::Told,
            Outcome::Stopped => Answer::Stopped,
        })
    }

    /// Forgets what earlier searches found.
    pub fn clear_cache(&mut self) {
        if self
            .searcher
            .as_ref()
            .is_some_and(|keeper| keeper.algorithm.is_some())
        {
            self.searcher = None;
        }
    }

    fn searcher_at_hand(&mut self) -> Keeper {
        let wanted = self.options.algorithm;
        self.searcher
            .take()
            .filter(|keeper| keeper.algorithm.is_none_or(|name| name == wanted.name))
            .unwrap_or_else(|| Keeper {
                algorithm: Some(wanted.name),
                searcher: (wanted.build)(),
            })
    }

    fn limits(&self, options: &Options, task: Task, position: &Position) -> Limits {
        match task {
            Task::Values | Task::Analysis(_) | Task::Ponder => Limits::default(),
            Task::RepeatableMove | Task::Opinion | Task::Survey(..) => options.limits(None),
            Task::Move | Task::TentativeMove => {
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
        let mut settings = options.settings(limits);
        if !matches!(task, Task::Move | Task::TentativeMove) {
            settings.book = None;
        }
        let dice = match task {
            Task::Move
            | Task::TentativeMove
            | Task::Values
            | Task::Analysis(_)
            | Task::Survey(..)
            | Task::Ponder => Dice::new(options.seed, self.games_begun, &position),
            Task::RepeatableMove | Task::Opinion => {
                settings.ties = Ties::First;
                Dice::fixed(&position)
            }
        };
        Request {
            position,
            settings,
            dice,
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.interrupt();
    }
}
