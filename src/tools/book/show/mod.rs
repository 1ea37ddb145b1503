//! `obverse book show`: the moves of a position in a book, as a table or as the tree on a
//! [page].

mod page;
mod tree;

use std::cmp::Reverse;
use std::io::Write;
use std::path::PathBuf;

use super::{find, level, load};
use crate::board::notation::transcript;
use crate::board::{Game, Move, Position};
use crate::flags::{Count, File, Flag, Given, Group, Operand, Place, Syntax, Text, Whole};
use crate::search::engine::book::Source;
use crate::tools::file_arguments::{self, value_error};
use crate::tools::page::PageName;
use crate::tools::{Body, Row, ToolError, arguments};
use tree::Tree;

pub(super) const ROW: Row = Row {
    name: "show",
    summary: "shows the moves that a book has in a position, best first",
    details: "",
    exit_statuses: &[],
    body: Body::Arguments(&SYNTAX, run),
};

struct Arguments {
    file: String,
    moves: String,
    html: Option<PathBuf>,
    positions: usize,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            file: String::new(),
            moves: String::new(),
            html: None,
            positions: 5000,
        }
    }
}

const SYNTAX: Syntax<Arguments> = Syntax {
    command: "book show",
    usage: &["FILE [MOVES] [--html FILE.html [--positions N]]"],
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
    groups: &[Group {
        title: "Flags of show",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    arguments::html(
        "write a web page with the tree of the moves and a board, instead of a table",
        &Given {
            kind: PageName,
            set: |arguments: &mut Arguments, path| arguments.html = Some(path),
        },
    ),
    Flag::new(
        &["--positions"],
        "N",
        "show at most this many positions on the page, those first that grow would add first",
        &Place(Whole::new(1, 1_000_000), |arguments: &mut Arguments| {
            &mut arguments.positions
        }),
    ),
];

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = SYNTAX.parse(words)?.arguments;
    let position = position(&arguments.moves)?;
    if let Some(path) = &arguments.html {
        file_arguments::check_output(path, [&arguments.file])?;
        let book = load(&arguments.file)?;
        if !book.contains(&position) {
            return Err(unknown());
        }
        let tree = Tree::of(&book, &position, arguments.positions);
        return page::write(path, &arguments.file, &tree);
    }
    let source = find(&arguments.file)?;
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
        return Err(unknown());
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

fn unknown() -> ToolError {
    let problem = "MOVES: the position after these moves is not in the book";
    ToolError::Failed(problem.to_string())
}

fn columns(played: &str, value: &str, level: &str, line: &str) -> String {
    format!("{played:>4} {value:>5} {level:>5} {line}\n")
}
