//! `obverse book show`: the moves of a position in a book.

use std::cmp::Reverse;
use std::io::Write;

use super::{find, level};
use crate::board::notation::transcript;
use crate::board::{Game, Move, Position};
use crate::flags::{Count, File, Given, Operand, Syntax, Text};
use crate::search::engine::book::Source;
use crate::tools::file_arguments::value_error;
use crate::tools::{Body, Row, ToolError};

pub(super) const ROW: Row = Row {
    name: "show",
    summary: "shows the moves that a book has in a position, best first",
    details: "",
    exit_statuses: &[],
    body: Body::Arguments(&SYNTAX, run),
};

#[derive(Default)]
struct Arguments {
    file: String,
    moves: String,
}

const SYNTAX: Syntax<Arguments> = Syntax {
    command: "book show",
    usage: &["FILE [MOVES]"],
    operands: &[
        Operand {
            name: "FILE",
            count: Count::One,
            summary: "the book",
            field: &Given {
                kind: File,
                set: |arguments: &mut Arguments, file| arguments.file = file,
            },
        },
        Operand {
            name: "MOVES",
            count: Count::Any,
            summary: "moves from the start, such as f5d6; by default none",
            field: &Given {
                kind: Text("moves such as f5d6"),
                set: |arguments: &mut Arguments, moves| arguments.moves += &moves,
            },
        },
    ],
    groups: &[],
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = SYNTAX.parse(words)?.arguments;
    let source = find(&arguments.file)?;
    let position = position(&arguments.moves)?;
    output.write_all(table(&source, &arguments.file, &position)?.as_bytes())?;
    Ok(output.flush()?)
}

/// The position after these moves and, if the side to move must pass, after the pass.
fn position(moves: &str) -> Result<Position, ToolError> {
    let moves =
        transcript::parse(&Position::START, moves).map_err(|error| value_error("MOVES", error))?;
    let mut game = Game::default();
    for played in moves {
        let is_legal = game.play(game.player_of(played), played).is_ok();
        debug_assert!(is_legal, "the parser has checked it");
    }
    let turn = game.position().turn();
    turn.ok_or_else(|| value_error("MOVES", "the game is over after these moves"))
}

/// The moves, best first.
fn table(source: &Source, file: &str, position: &Position) -> Result<String, ToolError> {
    let moves = source.try_moves(position);
    let mut moves = moves.map_err(|error| value_error(file, error))?;
    if moves.is_empty() {
        let problem = "MOVES: the position after these moves is not in the book";
        return Err(ToolError::Failed(problem.to_string()));
    }
    moves.sort_by_key(|known| Reverse(known.value));
    let mut table = columns("move", "value", "level", "line");
    for known in moves {
        let line = source.line(position, known.square);
        let line: Vec<String> = line.iter().map(Move::to_string).collect();
        table += &columns(
            &known.square.to_string(),
            &format!("{:+}", known.value),
            &level(known.certainty),
            &line.join(" "),
        );
    }
    Ok(table)
}

fn columns(played: &str, value: &str, level: &str, line: &str) -> String {
    format!("{played:>4} {value:>5} {level:>5} {line}\n")
}
