//! Thinking on the opponent's time: where, how long, and what it must not
//! change.

use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use obverse::board::{Move, Position, Square};
use obverse::score::Score;
use obverse::search::analysis::{Analysis, Scope};
use obverse::search::control::{Control, Stopped};
use obverse::search::{Report, Request, Searcher, Watcher};

use crate::engine::{Engine, WATCHDOG};

/// Expects that both sides always play their first move, and tells where it
/// ponders.
struct Ponderer {
    places: Sender<Position>,
    is_broken: bool,
}

fn first_move(position: &Position) -> Square {
    position.moves().first().expect("there is a move")
}

impl Searcher for Ponderer {
    fn best_move(&mut self, request: &Request, _: &Control, _: Watcher<'_>) -> Report {
        let best = first_move(&request.position);
        let after = request.position.play(best);
        Report {
            best,
            score: None,
            depth: 2,
            nodes: 2,
            line: vec![Move::Place(best), Move::Place(first_move(&after))],
            is_from_book: false,
        }
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Vec<(Square, Score)>, Stopped> {
        Ok(Vec::new())
    }

    fn analyze(&mut self, _: &Request, _: &Scope, _: &Control, _: &mut dyn FnMut(Analysis)) {}

    fn ponder(&mut self, request: &Request, control: &Control) {
        let _ = self.places.send(request.position);
        assert!(!self.is_broken, "a bug, on purpose");
        control.wait_for_stop();
    }
}

fn ponderer(is_broken: bool) -> (Engine, Receiver<Position>) {
    let (places, seen) = mpsc::channel();
    let searcher = Ponderer { places, is_broken };
    let engine = Engine::start(Some(Box::new(searcher)), WATCHDOG);
    (engine, seen)
}

fn ask(engine: &Engine, line: &str) -> String {
    engine.send(format!("{line}\n").as_bytes());
    let reply = engine.take_line().expect("a reply");
    assert_eq!(engine.take_line().expect("its end"), b"");
    String::from_utf8(reply).expect("text")
}

/// Long enough for a search to start that must not.
const A_WHILE: Duration = Duration::from_millis(50);

#[test]
fn it_ponders_the_expected_position_until_a_line_comes() {
    let (engine, seen) = ponderer(false);
    ask(&engine, "kata-set-param ponder on");
    assert!(seen.recv_timeout(A_WHILE).is_err(), "nothing was played");
    assert_eq!(ask(&engine, "genmove b"), "= D3");
    let ours = Position::START.play(first_move(&Position::START));
    let expected = ours.play(first_move(&ours));
    assert_eq!(seen.recv_timeout(WATCHDOG), Ok(expected));
    // A line that changes nothing ends it for a moment, an empty one, too.
    for line in ["name\n", "\n", "# a remark\n", "play w a1\n"] {
        engine.send(line.as_bytes());
        assert_eq!(seen.recv_timeout(WATCHDOG), Ok(expected), "{line}");
    }
    for reply in ["= Obverse", "", "? illegal move", ""] {
        assert_eq!(engine.take_line().expect("a reply"), reply.as_bytes());
    }
    assert_eq!(ask(&engine, "play w c3"), "=");
    assert!(seen.recv_timeout(A_WHILE).is_err(), "it is our turn");
    assert_eq!(ask(&engine, "undo"), "=");
    assert_eq!(seen.recv_timeout(WATCHDOG), Ok(expected));
    ask(&engine, "kata-set-param ponder off");
    assert!(seen.recv_timeout(A_WHILE).is_err(), "nobody wants it");
    engine.finish().expect("it ends");
}

#[test]
fn the_end_of_the_input_ends_it() {
    let (engine, seen) = ponderer(false);
    ask(&engine, "kata-set-param ponder on");
    ask(&engine, "genmove b");
    assert!(seen.recv_timeout(WATCHDOG).is_ok());
    assert_eq!(engine.finish(), Ok(Vec::new()));
}

/// Nobody has asked for it, so nobody hears of its failure.
#[test]
fn a_failure_is_silent() {
    let (engine, seen) = ponderer(true);
    ask(&engine, "kata-set-param ponder on");
    ask(&engine, "genmove b");
    assert!(seen.recv_timeout(WATCHDOG).is_ok());
    assert_eq!(ask(&engine, "play w c3"), "=");
    assert_eq!(ask(&engine, "reg_genmove b"), "= C4");
    assert_eq!(engine.finish(), Ok(Vec::new()));
}
