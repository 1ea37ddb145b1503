//! The Go Text Protocol, version 2, as it is spoken about Othello.
//!
//! A line is split by [`mod@line`], its command found in the table of
//! [`commands`], its arguments parsed by [`args`], and the reply formatted by
//! [`reply`]. `protocol.md` is the contract.

mod args;
mod commands;
mod line;
mod reply;

use super::{Flow, Line, Output, Protocol, Row};
use crate::board::{Color, Move};
use crate::score::Score;
use crate::search::Report;
use crate::session::{Answer, Finished, Session};
use args::Args;
use commands::Call;
pub use commands::{COMMANDS, Command};
use line::{Id, Input};
use reply::{Failure, Reply};

pub(super) const ROW: Row = Row {
    name: "gtp",
    summary: "Go Text Protocol 2: Quarry, GoGui, Sabaki, match scripts",
    build: || Box::new(Gtp::default()),
};

/// What the protocol has to remember between lines.
#[derive(Default)]
struct Gtp {
    komi: f64,
    owed: Option<Owed>,
}

/// The reply that follows when the search has finished.
struct Owed {
    id: Option<Id>,
    kind: Later,
}

/// What to do with the end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Later {
    /// Play the move and say it.
    Play(Color),
    /// Only say the move.
    Say,
    /// List the values of the moves.
    Values,
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
            Ok(Reply::Later(kind)) => self.owed = Some(Owed { id, kind }),
            Ok(Reply::Quit) => {
                reply::say(b"", id, &mut output.replies);
                return Flow::Quit;
            }
            Err(failure) => reply::fail(&failure.explain(command), id, &mut output.replies),
        }
        Flow::Continue
    }

    fn finished(&mut self, finished: Finished, session: &mut Session, output: &mut Output) {
        let Owed { id, kind } = self.owed.take().expect("a search was started for a reply");
        let answer = session.finish(finished);
        let text = match (answer, kind) {
            (Ok(Answer::Move(report, time)), Later::Play(color)) => {
                let best = report.best;
                session
                    .play_generated(color, Move::Place(best), Some(report), time)
                    .map(|()| best.to_string())
                    .map_err(|_| Failure::Fixed("search failed"))
            }
            (Ok(Answer::Move(report, _)), _) => Ok(report.best.to_string()),
            (Ok(Answer::Values(values)), _) => {
                let row = |(square, score): &(_, Score)| format!("{square} {score}");
                Ok(values.iter().map(row).collect::<Vec<_>>().join("\n"))
            }
            (Ok(Answer::Stopped), _) => Err(Failure::Fixed("search stopped")),
            (Err(_), _) => Err(Failure::Fixed("search failed")),
        };
        match text {
            Ok(text) => reply::say(text.as_bytes(), id, &mut output.replies),
            Err(failure) => reply::fail(&failure, id, &mut output.replies),
        }
    }

    fn progress(&mut self, report: &Report, _: &mut Output) {
        log::debug!("{report:?}");
    }

    fn ends_searches(&self, line: &Line) -> bool {
        match line {
            Line::Whole(bytes) => line::ends_searches(bytes),
            Line::TooLong(_) => false,
        }
    }
}
