//! Solves a position: `cargo run --release --example solve`. To solve another one, append
//! its 64 squares and the side to move: `-- 'XX-OOO--…O X'`.

use std::error::Error;
use std::io::{self, Write};

use obverse::board::{Move, Position};
use obverse::search::control::{Control, Limits};
use obverse::search::engine::{Effort, Engine, EngineOptions};

/// A position with 12 empty squares.
const BOARD: &str = "-XX-OOO-X-XOOO-XXOOXO-XXXOOXXXXXXOOOOOOOXOXOXO-XXXXXXX--XXXXX--- X";

fn main() -> Result<(), Box<dyn Error>> {
    let board = std::env::args().nth(1);
    let position = board.as_deref().unwrap_or(BOARD).parse()?;
    solve(&position, io::stdout().lock())?;
    Ok(())
}

/// Writes the result under best play, and the moves that lead to it.
pub(crate) fn solve(position: &Position, mut output: impl Write) -> io::Result<()> {
    let report = Engine::new().solve(
        position,
        Effort::End,
        EngineOptions::default(),
        &Control::new(Limits::default()),
        &mut |_| {},
    );
    assert!(report.is_exact(), "nothing limits the search");
    let moves: Vec<String> = report.pv().iter().map(Move::to_string).collect();
    writeln!(output, "{position}")?;
    writeln!(output, "result: {:+} discs", report.discs())?;
    writeln!(output, "best play: {}", moves.join(" "))?;
    writeln!(output, "{} nodes in {:.1?}", report.nodes, report.time)
}
