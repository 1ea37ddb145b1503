//! The lines of the console that change to another protocol.

use super::Console;
use super::settings::Settings;
use crate::protocol::{self, Dialogue, Flow, Line, Output, Protocol};
use crate::search::report::Report;
use crate::session::{Answer, Pace, SearchFailed, Session};

/// Edax's console, until the client changes to another protocol.
pub(super) struct Edax {
    console: Console,
    /// The protocol that the client has changed to.
    other: Option<Box<dyn Protocol>>,
}

impl Edax {
    /// The settings are `None` if the client has not started us like Edax.
    pub(super) fn new(settings: Option<Settings>) -> Edax {
        Edax {
            console: Console::new(settings),
            other: None,
        }
    }

    fn current(&self) -> &dyn Protocol {
        match &self.other {
            Some(other) => other.as_ref(),
            None => &self.console,
        }
    }

    fn current_mut(&mut self) -> &mut dyn Protocol {
        match &mut self.other {
            Some(other) => other.as_mut(),
            None => &mut self.console,
        }
    }
}

impl Protocol for Edax {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        let text = line.text().unwrap_or_default();
        let is_console = self.other.is_none();
        let Some(build) = named_protocol(&text).filter(|_| is_console) else {
            return self.current_mut().line(line, session, output);
        };
        self.console.start(session);
        self.console.prompt(session, output);
        output.replies.push(b'\n');
        let other = self.other.insert(build());
        other.line(line, session, output);
        Flow::ChangeProtocol
    }

    fn idle(&mut self, session: &mut Session, output: &mut Output) {
        self.current_mut().idle(session, output);
    }

    fn input_ended(&mut self, session: &mut Session, output: &mut Output) {
        self.current_mut().input_ended(session, output);
    }

    fn pace(&self) -> Option<Pace> {
        self.current().pace()
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        self.current_mut().tell(report, output);
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        self.current_mut().finished(answer, session, output);
    }

    fn answer_during_search(
        &mut self,
        line: &Line,
        session: &Session,
        output: &mut Output,
    ) -> bool {
        self.current_mut()
            .answer_during_search(line, session, output)
    }

    fn is_stopped_by(&self, next: Option<&Line>) -> bool {
        self.current().is_stopped_by(next)
    }

    fn stops_searches(&self, line: &Line) -> bool {
        self.current().stops_searches(line)
    }
}

/// The protocol to which a line changes.
fn named_protocol(line: &str) -> Option<fn() -> Box<dyn Protocol>> {
    let name = match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        ["xboard", ..] => "xboard",
        ["nboard", ..] => "nboard",
        ["ENGINE-PROTOCOL", "init"] => "cassio",
        _ => return None,
    };
    match protocol::find(name)?.dialogue {
        Dialogue::InTurn(build) => Some(build),
        Dialogue::Concurrent(_) => None,
    }
}
