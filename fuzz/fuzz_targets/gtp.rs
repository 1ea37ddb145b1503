//! Reads any bytes as lines of GTP. Each line gets one well-formed reply or none, and a
//! failing command changes nothing that other commands can show.
//!
//! `cargo fuzz run -s none gtp` needs no nightly compiler.
#![no_main]

use std::sync::mpsc::{self, Receiver};

use libfuzzer_sys::fuzz_target;
use obverse::protocol::{self, Line, Output, Protocol};
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

struct Engine {
    gtp: Box<dyn Protocol>,
    session: Session,
    events: Receiver<Event>,
}

impl Engine {
    fn new() -> Engine {
        let (sender, events) = mpsc::channel();
        let mut session = Session::new(Options::new(1), move |event| {
            let _ = sender.send(event);
        });
        session.install(Box::new(First));
        Engine {
            gtp: (protocol::find("gtp").expect("it is in the table").build)(),
            session,
            events,
        }
    }

    fn answer(&mut self, line: &[u8]) -> Vec<u8> {
        let mut output = Output::default();
        self.gtp
            .line(&Line::Whole(line.to_vec()), &mut self.session, &mut output);
        while self.session.is_searching() {
            // As if the next line had already arrived.
            let next = Line::Whole(b"name".to_vec());
            if self.gtp.is_stopped_by(Some(&next)) {
                self.session.interrupt();
            }
            match self.events.recv().expect("a search ends") {
                Event::Finished(finished) => {
                    let answer = self.session.finish(finished);
                    self.tell(&mut output);
                    self.gtp.finished(answer, &mut self.session, &mut output);
                }
                Event::Progress(report) => {
                    self.session.add_report(report);
                    self.tell(&mut output);
                }
            }
        }
        output.replies
    }

    fn tell(&mut self, output: &mut Output) {
        if let Some(report) = self.session.progress_mut().take() {
            self.gtp.tell(report, output);
        }
    }

    fn state(&mut self) -> Vec<Vec<u8>> {
        [
            "showboard",
            "move_history",
            "obverse-param",
            "get_komi",
            "gg-undo 1000000000000",
        ]
        .map(|question| self.answer(question.as_bytes()))
        .to_vec()
    }
}

fuzz_target!(|input: &[u8]| {
    // Never touch the files of the user.
    if input.windows(3).any(|window| window == b"sgf") {
        return;
    }
    let mut engine = Engine::new();
    for line in input.split(|&byte| byte == b'\n') {
        let before = engine.state();
        let reply = engine.answer(line);
        if reply.is_empty() {
            continue;
        }
        assert!(matches!(reply[0], b'=' | b'?'));
        assert!(reply.ends_with(b"\n\n"));
        let body = &reply[..reply.len() - 2];
        assert!(!body.windows(2).any(|pair| pair == b"\n\n"));
        assert!(!body.contains(&b'\r') && !body.contains(&b'\t'));
        if reply[0] == b'?' {
            assert!(!body.contains(&b'\n'));
            assert_eq!(engine.state(), before);
        }
    }
});
