//! A game against the engine: `cargo run --release --example game`.
//!
//! You are black. Type a move such as `f5` on each line.

use std::io::{self, BufRead, Write};

use obverse::board::{Color, Game, Move, Position};
use obverse::search::control::{Control, Limits};
use obverse::search::engine::{Effort, Engine, EngineOptions};

fn main() -> io::Result<()> {
    play(io::stdin().lock(), io::stdout().lock())
}

/// Plays until the end of the game or of the input.
pub(crate) fn play(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut engine = Engine::new();
    let mut game = Game::default();
    let mut lines = input.lines();
    while !game.position().is_over() {
        let color = game.position().to_move();
        let played = if game.position().must_pass() {
            Move::Pass
        } else if color == Color::White {
            choose(&mut engine, game.position())
        } else {
            show(game.position(), &mut output)?;
            let Some(line) = lines.next().transpose()? else {
                return Ok(());
            };
            match line.trim().parse() {
                Ok(typed) => typed,
                Err(error) => {
                    writeln!(output, "{error}")?;
                    continue;
                }
            }
        };
        match game.play(color, played) {
            Ok(()) => writeln!(output, "{color} plays {played}")?,
            Err(error) => writeln!(output, "{played}: {error}")?,
        }
    }
    show(game.position(), &mut output)?;
    let lead = game.result().expect("the game is over");
    writeln!(output, "black leads by {lead} discs")
}

fn choose(engine: &mut Engine, position: &Position) -> Move {
    let report = engine.solve(
        position,
        Effort::Level(6),
        EngineOptions::default(),
        &Control::new(Limits::default()),
        &mut |_| {},
    );
    report.best_move().expect("the game is not over")
}

fn show(position: &Position, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "  a b c d e f g h")?;
    let squares: Vec<char> = position.to_string().chars().take(64).collect();
    for (number, row) in (1..).zip(squares.chunks(8)) {
        let row: Vec<String> = row.iter().map(char::to_string).collect();
        writeln!(output, "{number} {}", row.join(" "))?;
    }
    Ok(())
}
