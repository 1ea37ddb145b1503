//! Queries about the position and the game.

use super::Call;
use crate::board::{Bitboard, Color, Game, Move, Position, Square};
use crate::formats::Outcome;
use crate::openings::{self, Language, Name};
use crate::protocol::gtp::args;
use crate::protocol::gtp::reply::{Failure, Reply};

const CANNOT_SCORE: Failure = Failure::Fixed("cannot score");

pub(super) fn final_score(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    score(call.session.game())
        .map(Reply::from)
        .ok_or(CANNOT_SCORE)
}

/// The result in the notation of GTP and SGF. Clients compare the strings.
pub(super) fn score(game: &Game) -> Option<String> {
    let lead = game.result()?;
    Some(Outcome::from_lead(lead).to_string())
}

pub(super) fn final_result(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let lead = call.session.game().result().ok_or(CANNOT_SCORE)?;
    let (black, white) = ((64 + lead) / 2, (64 - lead) / 2);
    let verdict = match lead {
        0 => "Draw.".to_string(),
        lead if lead > 0 => format!("Black wins by {lead}."),
        lead => format!("White wins by {}.", -lead),
    };
    Ok(format!("{verdict} Final score is B {black} and W {white}.").into())
}

/// The names of squares, in upper case, since GoGui compares them.
pub(super) fn names(squares: Bitboard) -> String {
    squares
        .into_iter()
        .map(|square| square.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

pub(super) fn showboard(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(picture(call.session.game().position()).into())
}

fn picture(position: &Position) -> String {
    let moves = position.moves();
    let letter = |square: Square| match position.color_at(square) {
        Some(Color::Black) => " X",
        Some(Color::White) => " O",
        None if moves.contains(square) => " *",
        None => " .",
    };
    let mut text = String::from("\n  A B C D E F G H\n");
    for row in 0..8 {
        text += &(row + 1).to_string();
        text.extend((0..8).map(|column| letter(Square::at(column, row))));
        text.push('\n');
    }
    let turn = match position.to_move() {
        _ if position.is_over() => "The game is over".to_string(),
        color if moves.is_empty() => format!("{color} must pass"),
        color => format!("{color} to move, legal moves marked *"),
    };
    let count = |color| position.discs(color).len();
    text + &format!(
        "{turn}\nX black {}  O white {}",
        count(Color::Black),
        count(Color::White)
    )
}

pub(super) fn is_legal(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let (color, played) = call.args.parse(args::color_and_move)?;
    let is_legal = match (call.session.game().turn_of(color), played) {
        (Ok(Some(position)), Move::Place(square)) => position.moves().contains(square),
        (Ok(None), Move::Pass) => true,
        _ => false,
    };
    Ok(u8::from(is_legal).to_string().into())
}

pub(super) fn all_legal(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let color = call.args.parse(args::color)?;
    Ok(names(call.session.game().moves_of(color)).into())
}

pub(super) fn color(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let square = call.args.parse(args::square)?;
    let color = call.session.game().position().color_at(square);
    Ok(color
        .map_or("empty".to_string(), |color| color.to_string())
        .into())
}

pub(super) fn list_stones(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let color = call.args.parse(args::color)?;
    Ok(names(call.session.game().position().discs(color)).into())
}

pub(super) fn last_move(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let last = call.session.game().last_move();
    let (color, played) = last.ok_or(Failure::Fixed("no previous move known"))?;
    Ok(format!("{color} {played}").into())
}

pub(super) fn move_history(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let moves = call.session.game().moves();
    let mut lines: Vec<String> = moves
        .map(|(color, played)| format!("{color} {played}"))
        .collect();
    lines.reverse();
    Ok(lines.join("\n").into())
}

pub(super) fn show_history(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let moves = call.session.game().moves();
    Ok(moves
        .map(|(_, played)| played.to_string())
        .collect::<Vec<_>>()
        .join(" ")
        .into())
}

/// With a language, only the name. Without one, a line for each language, with the move that
/// led to the named position, and the move that left the known lines.
pub(super) fn opening(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let language = call.args.parse_if_any(args::value::<Language>)?;
    let recognised = openings::recognise(call.session.game());
    if let Some(language) = language {
        let name = recognised.name(language);
        return Ok(name.map_or("", |name| name.text).into());
    }
    let line = |language: Language| {
        let Name { text, ply } = recognised.name(language)?;
        Some(format!("{language} {ply} {text}"))
    };
    let names = Language::ALL.into_iter().filter_map(line);
    let left = recognised.left_at.map(|ply| format!("left {ply}"));
    Ok(names.chain(left).collect::<Vec<_>>().join("\n").into())
}
