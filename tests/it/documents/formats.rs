//! What each file format can hold, found by writing games and reading them back.

use std::time::Duration;

use obverse::board::{Color, Move, Position};
use obverse::formats::{Context, EarlyEnd, FORMATS, GameRecord, Outcome, Ply, Row, Squares};

use super::tables::table;

/// A part of a game record that a file may store.
struct Field {
    name: &'static str,
    set: fn(&mut GameRecord),
    /// The content of the field as text, so that two records can be compared.
    get: fn(&GameRecord) -> String,
}

#[rustfmt::skip]
static FIELDS: &[Field] = &[
    Field { name: "start position", set: |game| game.start = other_start(), get: |game| format!("{:?}", game.start) },
    Field { name: "moves", set: |game| game.moves = moves(), get: |game| format!("{:?}", game.actions().collect::<Vec<_>>()) },
    Field { name: "players", set: |game| game.black = Some("Ann".into()), get: |game| format!("{:?}", game.black) },
    Field { name: "event", set: |game| game.event = Some("Open".into()), get: |game| format!("{:?}", game.event) },
    Field { name: "date", set: |game| game.date = Some("1995-05-07".into()), get: |game| format!("{:?}", game.date) },
    Field { name: "clock", set: |game| game.clock = Some("15:00".into()), get: |game| format!("{:?}", game.clock) },
    Field { name: "result", set: |game| game.result = Some(Outcome::from_lead(12)), get: |game| format!("{:?}", game.result) },
    Field { name: "resignation and the like", set: |game| game.result = Some(RESIGNED), get: |game| format!("{:?}", game.result.and_then(|result| result.early)) },
    Field { name: "value of a move", set: |game| game.moves = with(|ply| ply.value = Some(1.5)), get: |game| each(game, |ply| format!("{:?}", ply.value)) },
    Field { name: "time of a move", set: |game| game.moves = with(|ply| ply.time = Some(Duration::from_millis(1250))), get: |game| each(game, |ply| format!("{:?}", ply.time)) },
    Field { name: "comment on a move", set: |game| game.moves = with(|ply| ply.comment = Some("good".into())), get: |game| each(game, |ply| format!("{:?}", ply.comment)) },
    Field { name: "comment on the game", set: |game| game.comment = Some("good".into()), get: |game| format!("{:?}", game.comment) },
    Field { name: "scores of possible moves", set: |game| game.scores = vec![(first_move(), 4)], get: |game| format!("{:?}", game.scores) },
];

const RESIGNED: Outcome = Outcome {
    lead: 12.0,
    early: Some(EarlyEnd::Resignation),
};

fn first_move() -> Move {
    "F5".parse().expect("it is a square")
}

fn moves() -> Vec<Ply> {
    let second = "D6".parse().expect("it is a square");
    vec![
        Ply::new(Color::Black, first_move()),
        Ply::new(Color::White, second),
    ]
}

fn with(say: fn(&mut Ply)) -> Vec<Ply> {
    let mut moves = moves();
    moves.iter_mut().for_each(say);
    moves
}

fn each(game: &GameRecord, get: fn(&Ply) -> String) -> String {
    game.moves.iter().map(get).collect::<Vec<_>>().join(" ")
}

fn other_start() -> Position {
    Position::START.after(first_move())
}

/// A row for each field, a column for each format.
pub(super) fn capabilities() -> String {
    let formats: Vec<String> = FORMATS
        .iter()
        .map(|row| format!("[`{}`](#{})", row.name, row.name))
        .collect();
    let mut head = vec![""];
    head.extend(formats.iter().map(String::as_str));
    let rows = FIELDS.iter().map(|field| {
        let mut row = vec![field.name.to_string()];
        row.extend(
            FORMATS
                .iter()
                .map(|format| holds(format, field).to_string()),
        );
        row
    });
    table(&head, rows)
}

fn holds(format: &Row, field: &Field) -> &'static str {
    let mut plain = GameRecord::new(Position::START);
    // Some formats cannot hold a game without a result.
    plain.result = Some(Outcome::from_lead(2));
    let mut game = plain.clone();
    (field.set)(&mut game);
    let Some(read) = read_back(format, &game) else {
        return "no";
    };
    if !game.moves.is_empty() {
        plain.moves = moves();
    }
    let unsaid = read_back(format, &plain).expect("a plain game fits");
    match (field.get)(&read) {
        found if found == (field.get)(&game) => "yes",
        found if found != (field.get)(&unsaid) => "in part",
        _ => "no",
    }
}

/// The game after it was written and read; `None` if the format cannot hold it.
fn read_back(format: &Row, game: &GameRecord) -> Option<GameRecord> {
    let mut file = (format.write)(Squares::default());
    file.add(game).ok()?;
    let files = file.finish();
    let context = Context {
        companions: files.companions,
        ..Context::default()
    };
    let mut games = (format.read)(&files.main, &context);
    Some(games.next()?.expect("what was written can be read"))
}
