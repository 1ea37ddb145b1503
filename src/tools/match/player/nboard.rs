//! A program that speaks NBoard's protocol.
//!
//! Both sides ignore lines they do not know. The game is sent once, then every move,
//! including the program's own, since it does not play the moves it announces. The
//! reply to `ping` says that everything before has been processed.

use std::time::{Duration, Instant};

use super::process::Process;
use super::spec::Program;
use super::{Beginning, Player, Reason, Trouble, Turn};
use crate::board::{Color, Move};
use crate::formats::{GameRecord, ggf};
use crate::tools::interrupt::Interrupt;
use crate::tools::r#match::terms::Terms;

/// NBoard always sets a depth, and some programs do not play without one. The key
/// `init` can set another.
const USUAL_DEPTH: u32 = 12;

pub(super) struct NBoard<'m> {
    process: Process<'m>,
    terms: &'m Terms,
    /// The number of the last ping.
    pings: u64,
}

impl<'m> NBoard<'m> {
    pub(super) fn start(
        name: &str,
        program: &Program,
        terms: &'m Terms,
        interrupt: &'m Interrupt,
    ) -> Result<NBoard<'m>, Trouble> {
        let mut process = Process::start(name, program, interrupt)?;
        if terms.nodes.is_some() {
            let text = "it has no command for the limit nodes: set it in cmd or init";
            return Err(process.forfeit(Reason::Refused, text));
        }
        process.send("nboard 2")?;
        let depth = terms.depth.unwrap_or(USUAL_DEPTH);
        process.send(&format!("set depth {depth}"))?;
        for line in &program.init {
            process.send(line)?;
        }
        let mut nboard = NBoard {
            process,
            terms,
            pings: 0,
        };
        nboard.ping()?;
        Ok(nboard)
    }

    /// Waits until the program has processed everything sent so far.
    fn ping(&mut self) -> Result<(), Trouble> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}", self.pings))?;
        let deadline = Instant::now() + self.terms.patience;
        while self.process.read(deadline)?.trim() != pong {}
        Ok(())
    }
}

impl Player for NBoard<'_> {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        let mut game = GameRecord::from(beginning.game);
        game.clock = self.terms.clock.map(|clock| ggf::clock(clock.parts()));
        self.process
            .send(&format!("set game {}", ggf::write(&game)))?;
        self.ping()
    }

    fn observe(&mut self, _: Color, played: Move, time: Duration) -> Result<(), Trouble> {
        let word = match played {
            Move::Place(square) => square.to_string(),
            Move::Pass => "PA".to_string(),
        };
        let seconds = time.as_secs_f64();
        self.process.send(&format!("move {word}//{seconds:.2}"))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Trouble> {
        self.ping()?;
        self.process.send("go")?;
        let deadline = Instant::now() + self.terms.longest_wait(turn.left);
        loop {
            let line = self.process.read(deadline)?;
            if let Some(answer) = line.trim().strip_prefix("===") {
                let word = answer.trim().split(['/', ' ', '\t']).next();
                return word.and_then(|word| word.parse().ok()).ok_or_else(|| {
                    let text = format!("go: {:?} is not a move", line.trim());
                    self.process.forfeit(Reason::Garbage, text)
                });
            }
        }
    }
}
