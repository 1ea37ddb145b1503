//! The Go Text Protocol, version 2, for Othello.
//!
//! ```
//! use obverse::protocol::gtp::COMMANDS;
//!
//! let play = COMMANDS.iter().find(|command| command.name == "play");
//! assert_eq!(play.map(|play| play.args), Some("COLOR MOVE"));
//! ```
//!
//! [`mod@line`] splits a line, the table of [`commands`] has the handler of its command,
//! [`args`] parses the arguments, and [`reply`] formats the reply. [`info`] writes the
//! `info` lines of a running search. `protocol.md` specifies the protocol.

mod args;
mod commands;
mod info;
mod line;
mod reply;

use super::{Dialogue, Flow, Line, Output, Protocol, Row};
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
    openings: &[],
    is_opened_by: |_| false,
    dialogue: Dialogue::InTurn(|| Box::new(Gtp::default())),
};

/// The state of the dialogue.
#[derive(Default)]
pub(super) struct Gtp {
    komi: f64,
    pending: Option<PendingReply>,
}

/// A reply that is due at the end of the search.
struct PendingReply {
    id: Option<Id>,
    later: Later,
}

/// The reply to a command that has started a search.
#[derive(Debug)]
struct Later {
    end: End,
    /// The format of the `info` lines during the search, if there are any.
    info: Option<InfoFormat>,
}

impl Later {
    /// A single reply at the end of the search.
    fn at_end(end: End) -> Later {
        Later { end, info: None }
    }

    /// A reply that starts immediately and has `info` lines during the search.
    fn with_info(end: End, info: InfoFormat) -> Later {
        Later {
            end,
            info: Some(info),
        }
    }
}

/// What the reply contains at the end of the search.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The move, which is also played.
    Play(Color),
    /// A text about the report.
    Say(fn(&Report, &Session) -> String),
    /// The move, or `cancelled` if a line arrived before the end.
    Cancellable,
    /// Nothing after the `info` lines. Any line stops such a search.
    Nothing,
}

impl Gtp {
    /// Whether the running search has `info` lines.
    #[cfg(feature = "terminal")]
    pub(super) fn has_info_lines(&self) -> bool {
        self.pending
            .as_ref()
            .is_some_and(|pending| pending.later.info.is_some())
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
                    reply::failure(&Failure::Fixed("line too long"), id, &mut output.replies);
                }
                return Flow::Continue;
            }
        };
        let clean = line::clean(bytes);
        let Some(Input { id, name, rest }) = line::split(&clean) else {
            return Flow::Continue;
        };
        let Some(command) = commands::find(name) else {
            reply::failure(&Failure::Fixed("unknown command"), id, &mut output.replies);
            return Flow::Continue;
        };
        let mut call = Call {
            session,
            komi: &mut self.komi,
            remarks: &mut output.remarks,
            args: Args(rest),
        };
        match (command.run)(&mut call) {
            Ok(Reply::Say(text)) => reply::success(&text, id, &mut output.replies),
            Ok(Reply::Later(later)) => {
                if later.info.is_some() {
                    reply::start(id, &mut output.replies);
                }
                self.pending = Some(PendingReply { id, later });
            }
            Ok(Reply::Quit) => {
                reply::success(b"", id, &mut output.replies);
                return Flow::Quit;
            }
            Err(failure) => {
                let failure = failure.with_usage(command.name, command.args);
                reply::failure(&failure, id, &mut output.replies)
            }
        }
        Flow::Continue
    }

    fn pace(&self) -> Option<Pace> {
        self.pending.as_ref()?.later.info?.pace()
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        let info = self.pending.as_ref().and_then(|pending| pending.later.info);
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
        let PendingReply { id, later } = self
            .pending
            .take()
            .expect("a search was started for a reply");
        let text = answer
            .map_err(|SearchFailed| SEARCH_FAILED)
            .and_then(|answer| conclude(answer, later.end, session));
        let replies = &mut output.replies;
        match (later.info, text) {
            (Some(info), text) => {
                // The driver drops the last report of a cancelled search.
                if let Some(report) = session.progress_mut().take() {
                    reply::line(&info.line(report), replies);
                }
                // A reply that has started can no longer fail.
                if let Some(best) = text.ok().filter(|best| !best.is_empty()) {
                    reply::line(&format!("play {best}"), replies);
                }
                reply::end(replies);
            }
            (None, Ok(text)) => reply::success(text.as_bytes(), id, replies),
            (None, Err(failure)) => reply::failure(&failure, id, replies),
        }
    }

    fn is_stopped_by(&self, _: Option<&Line>) -> bool {
        let end = self.pending.as_ref().map(|pending| pending.later.end);
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

/// The text of the reply at the end of a search.
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
