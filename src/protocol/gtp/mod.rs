//! The Go Text Protocol, version 2, as it is spoken about Othello.
//!
//! A line is split by [`mod@line`], its command found in the table of
//! [`commands`], its arguments parsed by [`args`], and the reply formatted by
//! [`reply`]. What a client sees of a running search is written by [`info`].
//! `protocol.md` is the contract.

mod args;
mod commands;
mod info;
mod line;
mod reply;

use super::{Flow, Line, Output, Protocol, Row};
use crate::board::Color;
use crate::search::report::Report;
use crate::session::{Answer, Pace, SearchFailed, Session};
use args::Args;
use commands::Call;
pub use commands::{COMMANDS, Command};
use info::InfoFormat;
use line::{Id, Input};
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
    /// How the search is followed while it runs, if it is.
    info: Option<InfoFormat>,
}

impl Later {
    /// A reply at the end of the search.
    fn at_end(end: End) -> Later {
        Later { end, info: None }
    }

    /// A reply that begins at once and follows the search.
    fn followed(end: End, info: InfoFormat) -> Later {
        Later {
            end,
            info: Some(info),
        }
    }
}

/// What to do with the end of a search.
#[derive(Clone, Copy, Debug)]
enum End {
    /// Play the move and say it.
    Play(Color),
    /// Only say something of what was found.
    Say(fn(&Report, &Session) -> String),
    /// Say the move, unless a line came in before.
    Cancellable,
    /// Nothing: all was told. Any line ends such a search.
    Nothing,
}

impl Gtp {
    /// Whether the client follows the running search.
    #[cfg(feature = "terminal")]
    pub(super) fn is_followed(&self) -> bool {
        self.owed
            .as_ref()
            .is_some_and(|owed| owed.later.info.is_some())
    }
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
                if later.info.is_some() {
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

    fn pace(&self) -> Option<Pace> {
        self.owed.as_ref()?.later.info?.pace()
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        let info = self.owed.as_ref().and_then(|owed| owed.later.info);
        if let Some(info) = info {
            reply::line(&info.line(report), &mut output.replies);
        }
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        let Owed { id, later } = self.owed.take().expect("a search was started for a reply");
        let text = answer
            .map_err(|SearchFailed| SEARCH_FAILED)
            .and_then(|answer| conclude(answer, later.end, session));
        let replies = &mut output.replies;
        match (later.info, text) {
            (Some(info), text) => {
                // A search that was cancelled shows what it knew.
                if let Some(report) = session.progress_mut().take() {
                    reply::line(&info.line(report), replies);
                }
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

    fn is_interruptible(&self) -> bool {
        let end = self.owed.as_ref().map(|owed| owed.later.end);
        matches!(end, Some(End::Nothing | End::Cancellable))
    }

    fn stops_searches(&self, line: &Line) -> bool {
        match line {
            Line::Whole(bytes) => line::stops_searches(bytes),
            Line::TooLong(_) => false,
        }
    }
}

const SEARCH_FAILED: Failure = Failure::Fixed("search failed");

/// What there is to say at the end of a search.
fn conclude(answer: Answer, end: End, session: &mut Session) -> Result<String, Failure> {
    Ok(match (answer, end) {
        (Answer::Found(report), End::Play(color)) => {
            let best = best_move(&report);
            session
                .play_generated(color, report)
                .map_err(|_| SEARCH_FAILED)?;
            best
        }
        (Answer::Found(report), End::Say(text)) => text(&report, session),
        (Answer::Found(report), End::Cancellable) => best_move(&report),
        (_, End::Nothing) => String::new(),
        (Answer::Stopped, End::Cancellable) => "cancelled".to_string(),
        (Answer::Stopped, _) => return Err(Failure::Fixed("search stopped")),
    })
}

fn best_move(report: &Report) -> String {
    report
        .best_move()
        .map_or_else(String::new, |best| best.to_string())
}
