//! The Go Text Protocol, version 2, as it is spoken about Othello.
//!
//! A line is split by [`mod@line`], its command found in the table of
//! [`commands`], its arguments parsed by [`args`], and the reply formatted by
//! [`reply`]. A search that tells what it thinks does so through [`live`].
//! `protocol.md` is the contract.

mod args;
mod commands;
mod line;
mod live;
mod reply;

use std::time::Instant;

use super::{Flow, Line, Output, Protocol, Row};
use crate::board::{Color, Move, Square};
use crate::score::Score;
use crate::search::Report;
use crate::search::analysis::Analysis;
use crate::session::{Answer, Finished, Session};
use args::Args;
use commands::Call;
pub use commands::{COMMANDS, Command};
use line::{Id, Input};
use live::Live;
use reply::{Failure, Reply};

pub(super) const ROW: Row = Row {
    name: "gtp",
    summary: "Go Text Protocol, version 2: Quarry, GoGui, Sabaki, match scripts",
    opening: None,
    build: || Box::new(Gtp::default()),
};

/// What the protocol has to remember between lines.
#[derive(Default)]
pub(super) struct Gtp {
    komi: f64,
    owed: Option<Owed>,
}

/// The reply that follows when the search has finished.
struct Owed {
    id: Option<Id>,
    later: Later,
}

/// A reply that a search was started for.
#[derive(Debug)]
struct Later {
    end: End,
    /// If the search tells what it thinks.
    live: Option<Live>,
}

impl Later {
    /// A reply at the end of the search.
    fn silent(end: End) -> Later {
        Later { end, live: None }
    }

    /// A reply that begins at once and tells of the search.
    fn live(end: End, live: Live) -> Later {
        Later {
            end,
            live: Some(live),
        }
    }
}

/// What to do with the end of a search.
#[derive(Clone, Copy, Debug)]
enum End {
    /// Play the move and say it.
    Play(Color),
    /// Only say something of it.
    Report(fn(&Report) -> String),
    /// Say the move, unless a line came in before.
    Cancellable,
    /// Say something of the values of the moves.
    Values(fn(&[(Square, Score)], &Session) -> String),
    /// Nothing: all was told. Any line ends such a search.
    Told,
}

impl Protocol for Gtp {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        let bytes = match line {
            Line::Whole(bytes) => bytes,
            Line::TooLong(beginning) => {
                if !line::is_comment(beginning) {
                    let clean = line::clean(beginning);
                    let id = line::split(&clean).and_then(|input| input.id);
                    reply::fail(&Failure::Fixed("line too long"), id, &mut output.replies);
                }
                return Flow::Continue;
            }
        };
        let clean = line::clean(bytes);
        let Some(Input { id, name, rest }) = line::split(&clean) else {
            return Flow::Continue;
        };
        let Some(command) = commands::find(name) else {
            reply::fail(&Failure::Fixed("unknown command"), id, &mut output.replies);
            return Flow::Continue;
        };
        let mut call = Call {
            session,
            komi: &mut self.komi,
            remarks: &mut output.remarks,
            args: Args(rest),
        };
        match (command.run)(&mut call) {
            Ok(Reply::Say(text)) => reply::say(&text, id, &mut output.replies),
            Ok(Reply::Later(later)) => {
                if later.live.is_some() {
                    reply::begin(id, &mut output.replies);
                }
                self.owed = Some(Owed { id, later });
            }
            Ok(Reply::Quit) => {
                reply::say(b"", id, &mut output.replies);
                return Flow::Quit;
            }
            Err(failure) => {
                let failure = failure.with_usage(command.name, command.args);
                reply::fail(&failure, id, &mut output.replies)
            }
        }
        Flow::Continue
    }

    fn finished(&mut self, finished: Finished, session: &mut Session, output: &mut Output) {
        let Owed { id, mut later } = self.owed.take().expect("a search was started for a reply");
        let answer = session.finish(finished);
        // The last thing that is told of a search for a move is its answer.
        if let (Ok(Answer::Move(report, _)), Some(live)) = (&answer, &mut later.live) {
            live.hear(report.into());
        }
        let replies = &mut output.replies;
        let text = answer
            .map_err(|_| SEARCH_FAILED)
            .and_then(|answer| conclude(answer, later.end, session));
        match (later.live, text) {
            (Some(mut live), text) => {
                live.tell_rest(session.unit(), replies);
                // A reply that has begun can only succeed.
                if let Some(best) = text.ok().filter(|best| !best.is_empty()) {
                    reply::line(&format!("play {best}"), replies);
                }
                reply::end(replies);
            }
            (None, Ok(text)) => reply::say(text.as_bytes(), id, replies),
            (None, Err(failure)) => reply::fail(&failure, id, replies),
        }
    }

    fn progress(&mut self, analysis: Analysis) {
        log::debug!("{analysis:?}");
        if let Some(Owed { later, .. }) = &mut self.owed
            && let Some(live) = &mut later.live
        {
            live.hear(analysis);
        }
    }

    fn tell(&mut self, session: &Session, output: &mut Output) -> Option<Instant> {
        let live = self.owed.as_mut()?.later.live.as_mut()?;
        live.tell(session.unit(), &mut output.replies)
    }

    fn is_interruptible(&self) -> bool {
        let end = self.owed.as_ref().map(|owed| owed.later.end);
        matches!(end, Some(End::Told | End::Cancellable))
    }

    fn ends_searches(&self, line: &Line) -> bool {
        match line {
            Line::Whole(bytes) => line::ends_searches(bytes),
            Line::TooLong(_) => false,
        }
    }
}

const SEARCH_FAILED: Failure = Failure::Fixed("search failed");

/// What there is to say at the end of a search.
fn conclude(answer: Answer, end: End, session: &mut Session) -> Result<String, Failure> {
    Ok(match (answer, end) {
        (Answer::Move(report, time), End::Play(color)) => {
            let best = report.best;
            session
                .play_generated(color, Move::Place(best), Some(report), time)
                .map_err(|_| SEARCH_FAILED)?;
            best.to_string()
        }
        (Answer::Move(report, _), End::Report(text)) => text(&report),
        (Answer::Move(report, _), _) => report.best.to_string(),
        (Answer::Values(values), End::Values(text)) => text(&values, session),
        (Answer::Stopped, End::Cancellable) => "cancelled".to_string(),
        (Answer::Stopped, _) => return Err(Failure::Fixed("search stopped")),
        (Answer::Values(_) | Answer::Told, _) => String::new(),
    })
}
