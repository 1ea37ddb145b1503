//! Pondering: on which position, for how long, and without side effects.

use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use obverse::board::{Position, Square};

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::positions::random_game;
use crate::support::searchers::{FakeSearcher, report};

fn first_move(position: &Position) -> Square {
    position.moves().first().expect("there is a move")
}

/// An engine whose searcher expects both sides to play their first legal move, and the
/// positions on which it ponders. If it is broken, it panics while pondering.
fn ponderer(is_broken: bool) -> (Engine, Receiver<Position>) {
    let (positions, pondered) = mpsc::channel();
    let searcher = FakeSearcher::default()
        .best_move(|request| {
            let best = first_move(&request.position);
            let after = request.position.play(best);
            report(&[best, first_move(&after)])
        })
        .ponder(move |request, control| {
            let _ = positions.send(request.position);
            assert!(!is_broken, "a bug, on purpose");
            control.wait_for_stop();
        });
    (Engine::start(Some(Box::new(searcher)), TIMEOUT), pondered)
}

/// The nodes that it takes to solve the position after the expected reply to a shallow move,
/// if there was time to ponder before.
fn nodes_after_reply(algorithm: &str, ponder: &str) -> u64 {
    let engine = Engine::start(None, TIMEOUT);
    for (name, value) in [
        ("algorithm", algorithm),
        ("light", "engine"),
        ("heavy", "engine"),
        ("hash_mb", "16"),
        ("depth", "2"),
        ("ponder", ponder),
    ] {
        ask(&engine, &format!("kata-set-param {name} {value}"));
    }
    let game = random_game(3);
    let start = game.iter().find(|position| position.empty().len() == 18);
    let start = start.expect("it goes on");
    ask(&engine, &format!("grhino-setup_board {start}"));
    let explained = |color| {
        ask(&engine, &format!("genmove {color}"));
        let words = ask(&engine, "gomill-explain_last_move");
        let words: Vec<String> = words.split(' ').map(str::to_string).collect();
        let after = |name| words.iter().position(|word| word == name).expect(name) + 1;
        let nodes = words[after("nodes")].parse::<u64>().expect("a number");
        (nodes, words[after("pv") + 1].clone())
    };
    let [own, other] = [start.to_move(), !start.to_move()];
    let (_, reply) = explained(own);
    thread::sleep(Duration::from_millis(500));
    ask(&engine, &format!("play {other} {reply}"));
    ask(&engine, "kata-set-param depth 60");
    let (nodes, _) = explained(own);
    engine.finish().expect("it ends");
    nodes
}

/// It ponders with the algorithm that would choose its next move.
#[test]
fn a_hybrid_ponders() {
    for algorithm in ["engine", "hybrid"] {
        let [without, with] = ["off", "on"].map(|ponder| nodes_after_reply(algorithm, ponder));
        assert!(with < without / 2, "{algorithm}: {with} {without}");
    }
}

fn ask(engine: &Engine, line: &str) -> String {
    engine.send(format!("{line}\n").as_bytes());
    let reply = engine.take_line().expect("a reply");
    assert_eq!(engine.take_line().expect("its end"), b"");
    assert!(
        reply.starts_with(b"=") || line.starts_with("play"),
        "{line}: {}",
        String::from_utf8_lossy(&reply)
    );
    String::from_utf8(reply).expect("text")
}

/// Long enough to notice a search that should not have started.
const A_WHILE: Duration = Duration::from_millis(50);

#[test]
fn the_expected_position_is_pondered_until_a_line_arrives() {
    let (engine, pondered) = ponderer(false);
    ask(&engine, "kata-set-param ponder on");
    assert!(
        pondered.recv_timeout(A_WHILE).is_err(),
        "nothing was played"
    );
    assert_eq!(ask(&engine, "genmove b"), "= D3");
    let ours = Position::START.play(first_move(&Position::START));
    let expected = ours.play(first_move(&ours));
    assert_eq!(pondered.recv_timeout(TIMEOUT), Ok(expected));
    // A line that changes nothing, even an empty one, interrupts it only for a moment.
    for line in ["name\n", "\n", "# a remark\n", "play w a1\n"] {
        engine.send(line.as_bytes());
        assert_eq!(pondered.recv_timeout(TIMEOUT), Ok(expected), "{line}");
    }
    for reply in ["= Obverse", "", "? illegal move", ""] {
        assert_eq!(engine.take_line().expect("a reply"), reply.as_bytes());
    }
    assert_eq!(ask(&engine, "play w c3"), "=");
    assert!(pondered.recv_timeout(A_WHILE).is_err(), "it is our turn");
    assert_eq!(ask(&engine, "undo"), "=");
    assert_eq!(pondered.recv_timeout(TIMEOUT), Ok(expected));
    ask(&engine, "kata-set-param ponder off");
    assert!(pondered.recv_timeout(A_WHILE).is_err(), "pondering is off");
    engine.finish().expect("it ends");
}

#[test]
fn the_end_of_the_input_ends_pondering() {
    let (engine, pondered) = ponderer(false);
    ask(&engine, "kata-set-param ponder on");
    ask(&engine, "genmove b");
    assert!(pondered.recv_timeout(TIMEOUT).is_ok());
    assert_eq!(engine.finish(), Ok(Vec::new()));
}

/// No command requested the search, so its failure is not reported.
#[test]
fn a_failure_while_pondering_is_silent() {
    let (engine, pondered) = ponderer(true);
    ask(&engine, "kata-set-param ponder on");
    ask(&engine, "genmove b");
    assert!(pondered.recv_timeout(TIMEOUT).is_ok());
    assert_eq!(ask(&engine, "play w c3"), "=");
    assert_eq!(ask(&engine, "reg_genmove b"), "= C4");
    assert_eq!(engine.finish(), Ok(Vec::new()));
}
