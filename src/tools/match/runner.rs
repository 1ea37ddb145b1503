//! The workers that play the games. Each has its own players.

use std::iter;
use std::time::Duration;

use super::arguments::Arguments;
use super::journal::Entry;
use super::player::{self, Forfeit, Player, PlayerError, Reason};
use super::record::{Outcome, Record};
use super::referee::{self, Played};
use super::schedule::Fixture;
use crate::board::{Color, Move};
use crate::formats::{self, EarlyEnd, GameRecord, ggf, sgf};
use crate::tools::ToolError;
use crate::tools::interrupt::Interrupt;
use crate::tools::json;

/// A finished game: its record, and the entries for the journal.
pub(super) struct Finished<'m> {
    pub(super) fixture: Fixture<'m>,
    pub(super) record: Record,
    /// The player who forfeited it, and why.
    pub(super) forfeit: Option<(usize, Forfeit)>,
    pub(super) entry: Entry,
}

/// The data that the workers share, and the players started so far.
pub(super) struct Runner<'m> {
    shared: Shared<'m>,
    first: Vec<Slot<'m>>,
}

struct Shared<'m> {
    arguments: &'m Arguments,
    names: &'m [String],
    interrupt: &'m Interrupt,
    is_played: &'m [bool],
}

impl Shared<'_> {
    /// A player that was started before cannot be started once more.
    fn not_started(&self, player: usize, problem: &str) -> ToolError {
        let advice = match self.arguments.concurrency {
            1 => "",
            _ => "; a smaller --concurrency takes fewer processes",
        };
        ToolError::Failed(format!("{}: {problem}{advice}", self.names[player]))
    }
}

/// A player, if it is running.
type Slot<'m> = Option<Box<dyn Player + 'm>>;

pub(super) struct Worker<'h, 'm> {
    shared: &'h Shared<'m>,
    slots: Vec<Slot<'m>>,
}

impl<'m> Runner<'m> {
    /// Starts each player once, so that a player that cannot be started is reported
    /// immediately. Starts none if there are no games left to play.
    pub(super) fn new(
        arguments: &'m Arguments,
        names: &'m [String],
        interrupt: &'m Interrupt,
        is_played: &'m [bool],
    ) -> Result<Runner<'m>, ToolError> {
        let start = |spec: &'m player::Spec| match player::build(spec, &arguments.limits, interrupt)
        {
            Ok(player) => Ok(Some(player)),
            Err(PlayerError::Interrupted) => {
                let text = "match: stopped early, no game was played";
                Err(ToolError::StoppedEarly(text.to_string()))
            }
            Err(problem) => Err(ToolError::Failed(format!("{}: {problem}", spec.name))),
        };
        let played = is_played.iter().filter(|&&is_played| is_played).count() as u64;
        let wanted = match played < arguments.schedule.games() {
            true => arguments.players.as_slice(),
            false => &[],
        };
        let first: Result<Vec<Slot<'m>>, ToolError> = wanted.iter().map(start).collect();
        Ok(Runner {
            first: first?,
            shared: Shared {
                arguments,
                names,
                interrupt,
                is_played,
            },
        })
    }

    /// The games left to play.
    pub(super) fn fixtures(&self) -> impl Iterator<Item = Fixture<'m>> + use<'m> {
        let schedule = &self.shared.arguments.schedule;
        let numbered = (1..).zip(self.shared.is_played);
        let left = numbered
            .filter(|&(number, &is_played)| !is_played && schedule.contains(number))
            .map(|(number, _)| number);
        left.map(|number| schedule.fixture(number))
    }

    /// One worker for each concurrent game; the first gets the players that are
    /// already running.
    pub(super) fn workers(&mut self) -> Vec<Worker<'_, 'm>> {
        let players = self.first.len();
        let mut first = std::mem::take(&mut self.first);
        let shared = &self.shared;
        (0..shared.arguments.concurrency)
            .map(|_| {
                let mut slots = std::mem::take(&mut first);
                slots.resize_with(players, || None);
                Worker { shared, slots }
            })
            .collect()
    }
}

impl<'m> Worker<'_, 'm> {
    /// Plays a game; `None` if the user interrupts.
    pub(super) fn work(&mut self, fixture: Fixture<'m>) -> Option<Result<Finished<'m>, ToolError>> {
        let played = self.play(&fixture)?;
        Some(played.map(|played| self.finish(fixture, played)))
    }

    fn play(&mut self, fixture: &Fixture<'m>) -> Option<Result<Played, ToolError>> {
        let numbers = [fixture.black, fixture.white];
        let opening = fixture.opening.game();
        for (color, number) in [Color::Black, Color::White].into_iter().zip(numbers) {
            match self.ensure_started(number) {
                Ok(()) => {}
                Err(PlayerError::Interrupted) => return None,
                Err(PlayerError::NotStarted(problem)) => {
                    return Some(Err(self.shared.not_started(number, &problem)));
                }
                Err(PlayerError::Forfeit(forfeit)) => {
                    return Some(Ok(Played {
                        game: opening,
                        times: Vec::new(),
                        used: [Duration::ZERO; 2],
                        forfeit: Some((color, forfeit)),
                    }));
                }
            }
        }
        let slots = self.slots.get_disjoint_mut(numbers);
        let Ok([Some(black), Some(white)]) = slots else {
            unreachable!("both players were just started");
        };
        let players: [&mut dyn Player; 2] = [black.as_mut(), white.as_mut()];
        let limits = &self.shared.arguments.limits;
        let played = referee::play(fixture.game, opening, players, limits).ok()?;
        for (color, number) in [Color::Black, Color::White].into_iter().zip(numbers) {
            let has_forfeited = matches!(played.forfeit, Some((guilty, _)) if guilty == color);
            if has_forfeited || self.shared.arguments.players[number].restarts() {
                self.slots[number] = None;
            }
        }
        Some(Ok(played))
    }

    fn ensure_started(&mut self, number: usize) -> Result<(), PlayerError> {
        let Shared {
            arguments,
            interrupt,
            ..
        } = self.shared;
        if self.slots[number].is_none() {
            let spec = &arguments.players[number];
            self.slots[number] = Some(player::build(spec, &arguments.limits, interrupt)?);
        }
        Ok(())
    }

    fn finish(&self, fixture: Fixture<'m>, played: Played) -> Finished<'m> {
        let names = self.shared.names;
        let names = [names[fixture.black].as_str(), names[fixture.white].as_str()];
        let record = Record::new(&fixture, names, &played);
        let entry = match self.shared.arguments.out {
            Some(_) => self.entry(&record, &played),
            None => Entry::default(),
        };
        let forfeit = played.forfeit.map(|(color, forfeit)| match color {
            Color::Black => (fixture.black, forfeit),
            Color::White => (fixture.white, forfeit),
        });
        Finished {
            fixture,
            record,
            forfeit,
            entry,
        }
    }

    fn entry(&self, record: &Record, played: &Played) -> Entry {
        let clock = self.shared.arguments.limits.clock;
        let game = GameRecord {
            black: Some(record.black.clone()),
            white: Some(record.white.clone()),
            clock: clock.map(|clock| ggf::clock(clock.parts())),
            result: Some(recorded_result(record)),
            ..timed_game(played)
        };
        Entry {
            record: json::line(record) + "\n",
            ggf: ggf::write(&game) + "\n",
            sgf: sgf::write(&game),
        }
    }
}

/// The game with the times of its moves: zero in the opening, and none for passes.
fn timed_game(played: &Played) -> GameRecord {
    let mut game = GameRecord::from(&played.game);
    let opening = game.moves.len() - played.times.len();
    let times = iter::repeat_n(&Duration::ZERO, opening).chain(&played.times);
    for (ply, &time) in game.moves.iter_mut().zip(times) {
        ply.time = (ply.action != Move::Pass).then_some(time);
    }
    game
}

/// The result in game files, where a forfeit counts as a win by 64 discs.
fn recorded_result(record: &Record) -> formats::Outcome {
    let lead = match record.result {
        Outcome::Lead(lead) => lead,
        Outcome::Forfeit(Color::Black) => 64,
        Outcome::Forfeit(Color::White) => -64,
    };
    formats::Outcome {
        early: match record.reason {
            Reason::Normal => None,
            Reason::Time => Some(EarlyEnd::Timeout),
            _ => Some(EarlyEnd::Forfeit),
        },
        ..formats::Outcome::from_lead(lead)
    }
}
