//! A dialogue in one of the protocols, without a thread for the input and without real
//! searches.

use std::sync::mpsc::{self, Receiver};

use obverse::protocol::{self, Flow, Line, Output, Protocol};
use obverse::search::analysis::Scope;
use obverse::search::control::{Control, Stopped};
use obverse::search::report::{self, Report, Source};
use obverse::search::{OnReport, Request, Searcher};
use obverse::session::options::Options;
use obverse::session::{Event, Session};

/// Plays the first legal move, because only the dialogue is fuzzed.
struct First;

impl Searcher for First {
    fn best_move(&mut self, request: &Request, _: &Control, _: OnReport<'_>) -> Report {
        let first = request.position.moves().first();
        let best = first.expect("the side to move has a move");
        Report::unvalued(Source::Search, best.into())
    }

    fn move_values(&mut self, request: &Request, _: &Control) -> Result<Report, Stopped> {
        Ok(report(&Scope::all(request.position.moves())))
    }

    fn analyze(&mut self, _: &Request, scope: &Scope, _: &Control, _: OnReport<'_>) -> Report {
        report(scope)
    }
}

fn report(scope: &Scope) -> Report {
    let moves = scope.moves.into_iter().take(scope.lines);
    let lines = moves.map(|square| report::Line::new(vec![square.into()]));
    Report::new(Source::Search, lines.collect())
}

pub struct Dialogue {
    protocol: Box<dyn Protocol>,
    pub session: Session,
    events: Receiver<Event>,
}

impl Dialogue {
    pub fn new(protocol: &str) -> Dialogue {
        let (sender, events) = mpsc::channel();
        let mut session = Session::new(Options::new(1), move |event| {
            let _ = sender.send(event);
        });
        session.install(Box::new(First));
        Dialogue {
            protocol: match protocol::find(protocol)
                .expect("it is in the table")
                .dialogue
            {
                protocol::Dialogue::InTurn(build) => build(),
                protocol::Dialogue::Concurrent(_) => panic!("it has a main loop of its own"),
            },
            session,
            events,
        }
    }

    /// The answer to a line behind which another one waits.
    pub fn answer(&mut self, line: &[u8]) -> (Flow, Output) {
        let mut output = Output::default();
        let line = Line::Whole(line.to_vec());
        let flow = self.protocol.line(&line, &mut self.session, &mut output);
        self.finish_searches(&mut output);
        (flow, output)
    }

    /// What the protocol does when no line waits.
    pub fn idle(&mut self) -> Output {
        let mut output = Output::default();
        loop {
            self.protocol.idle(&mut self.session, &mut output);
            if !self.session.is_searching() {
                return output;
            }
            self.finish_searches(&mut output);
        }
    }

    fn finish_searches(&mut self, output: &mut Output) {
        while self.session.is_searching() {
            let next = Line::Whole(b"name".to_vec());
            if self.protocol.is_stopped_by(Some(&next)) {
                self.session.interrupt();
            }
            match self.events.recv().expect("a search ends") {
                Event::Finished(finished) => {
                    let answer = self.session.finish(finished);
                    self.tell(output);
                    self.protocol.finished(answer, &mut self.session, output);
                }
                Event::Progress(report) => {
                    self.session.add_report(report);
                    self.tell(output);
                }
            }
        }
    }

    fn tell(&mut self, output: &mut Output) {
        if let Some(report) = self.session.progress_mut().take() {
            self.protocol.tell(report, output);
        }
    }
}
