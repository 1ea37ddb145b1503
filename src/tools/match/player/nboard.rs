//! A program that speaks NBoard's protocol.
//!
//! Both sides ignore unknown lines. The whole game is sent once, and then every move. That
//! includes the program's own moves, because it does not play the moves that it announces.
//! A program replies to `ping` once it has processed everything sent before.

use std::time::{Duration, Instant};

use super::process::Process;
use super::{GameStart, Player, PlayerError, Reason, Turn};
use crate::board::{Color, Move};
use crate::formats::{GameRecord, ggf};
use crate::tools::interrupt::Interrupt;
use crate::tools::r#match::limits::MatchLimits;
use crate::tools::program::Program;

/// NBoard always sets a depth, and some programs do not play without one. The key `init` can
/// set a different one.
const DEFAULT_DEPTH: u32 = 12;

pub(super) struct NBoard<'m> {
    process: Process<'m>,
    limits: &'m MatchLimits,
    /// The number of the last ping.
    pings: u64,
}

impl<'m> NBoard<'m> {
    pub(super) fn start(
        name: &str,
        program: &Program,
        limits: &'m MatchLimits,
        interrupt: &'m Interrupt,
    ) -> Result<NBoard<'m>, PlayerError> {
        let mut process = Process::start(name, program, interrupt)?;
        if limits.nodes.is_some() {
            let text = "it has no command to limit nodes: set the limit in cmd or init";
            return Err(process.forfeit(Reason::Refused, text));
        }
        process.send("nboard 2")?;
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH);
        process.send(&format!("set depth {depth}"))?;
        for line in &program.init {
            process.send(line)?;
        }
        let mut nboard = NBoard {
            process,
            limits,
            pings: 0,
        };
        nboard.ping()?;
        Ok(nboard)
    }

    /// Waits until the program has processed everything sent so far.
    fn ping(&mut self) -> Result<(), PlayerError> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}", self.pings))?;
        let deadline = Instant::now() + self.limits.patience;
        while self.process.read(deadline)?.trim() != pong {}
        Ok(())
    }
}

impl Player for NBoard<'_> {
    fn start_game(&mut self, start: &GameStart<'_>) -> Result<(), PlayerError> {
        let mut game = GameRecord::from(start.game);
        game.clock = self.limits.clock.map(|clock| ggf::clock(clock.parts()));
        self.process
            .send(&format!("set game {}", ggf::write(&game)))?;
        self.ping()
    }

    fn observe(&mut self, _: Color, played: Move, time: Duration) -> Result<(), PlayerError> {
        let word = match played {
            Move::Place(square) => square.to_string(),
            Move::Pass => "PA".to_string(),
        };
        let seconds = time.as_secs_f64();
        self.process.send(&format!("move {word}//{seconds:.2}"))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, PlayerError> {
        self.ping()?;
        self.process.send("go")?;
        let deadline = Instant::now() + self.limits.longest_wait(turn.left);
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
