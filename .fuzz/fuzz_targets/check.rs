//! What must hold for every reader of games and every input.

use obverse::board::Move;
use obverse::formats::{self, Context, GameRecord, ReadError, Row, Rows, Squares};

/// A game that is accepted must be legal and survive a round trip. The place of an error
/// must be within the file.
pub fn reader(name: &str, file: &[u8]) {
    let format = formats::find(name).expect("it is in the table");
    for rows in [Rows::FromTop, Rows::FromBottom] {
        let context = Context {
            rows,
            ..Context::default()
        };
        for game in (format.read)(file, &context) {
            match game {
                Ok(game) => {
                    let writer = writer_of(&game, format);
                    inspect(&game, writer, Squares::Letters(rows), rows);
                    inspect(&game, writer, Squares::Plain, rows);
                }
                Err(error) => locate(file, error),
            }
        }
    }
}

/// A line that holds a position is written as OBF.
fn writer_of(game: &GameRecord, format: &'static Row) -> &'static Row {
    match game.scores.is_empty() {
        true => format,
        false => formats::find("obf").expect("it is in the table"),
    }
}

fn inspect(game: &GameRecord, format: &Row, squares: Squares, rows: Rows) {
    let mut position = game.start;
    for ply in &game.moves {
        assert_eq!(ply.color, position.to_move());
        position = match ply.action {
            Move::Place(square) => position.try_play(square).expect("moves are legal"),
            Move::Pass => {
                assert!(position.must_pass());
                position.pass()
            }
        };
    }
    let Some(written) = write(game, format, squares) else {
        return;
    };
    let context = Context {
        rows,
        ..Context::default()
    };
    let mut games = (format.read)(&written, &context);
    let again = games.next().expect("a game").expect("a valid game");
    assert!(games.next().is_none());
    assert_eq!(again.start, game.start);
    assert!(again.actions().eq(game.actions()));
    assert_eq!(write(&again, format, squares), Some(written.clone()));
}

/// `None` if the format cannot hold the game.
fn write(game: &GameRecord, format: &Row, squares: Squares) -> Option<Vec<u8>> {
    let mut file = (format.write)(squares);
    file.add(game).ok()?;
    Some(file.finish().main)
}

fn locate(file: &[u8], error: ReadError) {
    assert!(!error.to_string().is_empty());
    if let Some(place) = error.place() {
        let line = file.split(|&byte| byte == b'\n').nth(place.line - 1);
        let line = line.expect("an error is in the file");
        assert!((1..=line.len() + 1).contains(&place.column));
    }
}
