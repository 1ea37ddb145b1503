//! The short forms that play moves, take them back and step through them.

use super::super::play::Play;
use super::{Call, FollowUp, FormResult, Refusal, number};
use crate::board::notation::{ParseErrorKind, transcript};
use crate::board::{Color, Game, Move, Square};
use crate::session::Session;

const GAME_OVER: &str = "the game is over; new starts another one, undo takes back a move";

/// Plays the moves on a line, such as `d3`, `f5d6c3` or `play f5 d6`; `None` if the line does
/// not start with a move.
pub(in super::super) fn place(call: &mut Call<'_>, line: &str) -> Option<FormResult> {
    let verbs = ["play ", "move "];
    let after_verb = verbs.iter().find_map(|verb| line.strip_prefix(verb));
    let moves = after_verb.unwrap_or(line).trim_start();
    starts_with_move(moves).then(|| place_all(call, moves))
}

fn starts_with_move(text: &str) -> bool {
    let word = text.split(' ').next().unwrap_or_default();
    let start = text.get(..2).unwrap_or_default();
    word.parse::<Move>().is_ok() || start.parse::<Square>().is_ok()
}

fn place_all(call: &mut Call<'_>, text: &str) -> FormResult {
    let game = call.session.game();
    require_running(call.play, game)?;
    let moves = parse(game, text)?;
    let mut person = None;
    for action in moves {
        let color = call.session.game().player_of(action);
        call.session
            .play(color, action)
            .map_err(|error| error.to_string())?;
        person = person.or((action != Move::Pass).then_some(color));
    }
    call.play.person = person.or(call.play.person);
    call.play.is_in_progress = true;
    play_forced_pass(call.session, call.text);
    let position = call.session.game().position();
    let is_engines_turn = Some(position.to_move()) != call.play.person && !position.is_over();
    Ok(match call.play.engine_replies && is_engines_turn {
        true => FollowUp::Think,
        false => FollowUp::Nothing,
    })
}

/// The moves in a text, all of which must be legal one after the other.
fn parse(game: &Game, text: &str) -> Result<Vec<Move>, String> {
    let position = game.position();
    transcript::parse(position, text).map_err(|error| match error.kind() {
        ParseErrorKind::Illegal(action) => {
            let legal = text.chars().take(error.character() - 1).collect::<String>();
            let before = transcript::parse(position, &legal).unwrap_or_default();
            illegal(game.clone(), &before, action)
        }
        _ => format!("{text}: expected moves only, such as f5 or f5 d6"),
    })
}

/// The message for a move that is illegal after others.
fn illegal(mut game: Game, before: &[Move], action: Move) -> String {
    let mut after = String::new();
    for &earlier in before {
        let is_legal = game.play(game.player_of(earlier), earlier);
        debug_assert!(is_legal.is_ok(), "it was checked");
        after += &format!(" {earlier}");
    }
    if !after.is_empty() {
        after.insert_str(0, " after");
    }
    if game.position().is_over() {
        return format!("illegal move: {action}{after}; the game is over");
    }
    let color = game.player_of(action);
    let legal = game.moves_of(color).into_iter();
    let legal: String = legal.map(|square| format!(" {square}")).collect();
    format!("illegal move: {action}{after}; {color} has{legal}")
}

/// Plays a forced pass, so that nobody has to type it.
pub(in super::super) fn play_forced_pass(session: &mut Session, text: &mut String) {
    let position = session.game().position();
    if position.must_pass() {
        let color = position.to_move();
        *text += &format!("{color} has no move and passes\n");
        let is_legal = session.play(color, Move::Pass);
        debug_assert!(is_legal.is_ok(), "a forced pass is legal");
    }
}

fn require_running(play: &Play, game: &Game) -> Result<(), Refusal> {
    match play.is_over(game) {
        true => Err(GAME_OVER.to_string().into()),
        false => Ok(()),
    }
}

pub(super) fn go(call: &mut Call<'_>) -> FormResult {
    require_running(call.play, call.session.game())?;
    play_forced_pass(call.session, call.text);
    Ok(FollowUp::Think)
}

/// The number of moves that `hint` shows by default. They fit on a small screen, and few
/// positions have more good moves.
const DEFAULT_HINTS: usize = 5;

pub(super) fn hint(call: &mut Call<'_>) -> FormResult {
    let count = match call.rest {
        "" => DEFAULT_HINTS,
        text => number(text).ok_or(Refusal::Usage)?,
    };
    let position = call.session.game().position();
    if position.is_over() {
        return Err(GAME_OVER.to_string().into());
    }
    if position.must_pass() {
        return Err(format!("{} can only pass", position.to_move()).into());
    }
    Ok(FollowUp::Compare(count))
}

pub(super) fn grades(_: &mut Call<'_>) -> FormResult {
    Ok(FollowUp::Grade)
}

pub(super) fn resign(call: &mut Call<'_>) -> FormResult {
    let game = call.session.game();
    require_running(call.play, game)?;
    let loser = call.play.person.unwrap_or(game.position().to_move());
    call.play.resign(loser, game);
    *call.text += &format!("{loser} resigns, {} wins\n", !loser);
    Ok(FollowUp::Nothing)
}

pub(super) fn undo(call: &mut Call<'_>) -> FormResult {
    let to_own_turn = to_own_turn(call.session.game(), call.play);
    take_back(call, to_own_turn)
}

pub(super) fn back(call: &mut Call<'_>) -> FormResult {
    take_back(call, 1)
}

/// Takes back as many moves as were asked for, or else this many.
fn take_back(call: &mut Call<'_>, default: u64) -> FormResult {
    let before = call.session.game().clone();
    let count = match call.rest {
        "" => default,
        "all" => before.steps(),
        text => number(text).ok_or(Refusal::Usage)? as u64,
    };
    if count == 0 || !call.session.undo(count) {
        return Err(match before.steps() {
            0 => "there is no move to take back".to_string(),
            1 => "there is only one move to take back".to_string(),
            steps => format!("there are only {steps} moves to take back"),
        }
        .into());
    }
    call.play.step_back(before, call.session.game());
    Ok(FollowUp::Nothing)
}

/// How many moves to take back until it is the person's turn again; 1 if the person has not
/// moved yet, or if the engine does not reply to moves.
fn to_own_turn(game: &Game, play: &Play) -> u64 {
    let mut before = game.clone();
    let mut count = 0;
    while play.engine_replies && before.undo(1) {
        count += 1;
        if is_own_turn(&before, play) {
            return count;
        }
    }
    1
}

fn is_own_turn(game: &Game, play: &Play) -> bool {
    let position = game.position();
    Some(position.to_move()) == play.person && !position.moves().is_empty()
}

pub(super) fn redo(call: &mut Call<'_>) -> FormResult {
    let mut game = call.session.game().clone();
    let ahead = call.play.ahead(&game);
    let is_alone = !call.play.engine_replies || call.play.person.is_none();
    let is_end = |&(color, action): &(Color, Move)| {
        let is_legal = game.play(color, action);
        debug_assert!(is_legal.is_ok(), "it was played before");
        is_alone || is_own_turn(&game, call.play)
    };
    let until_own_turn = ahead.iter().position(is_end).map(|index| index + 1);
    step(call, &ahead, until_own_turn.unwrap_or(ahead.len()))
}

pub(super) fn forward(call: &mut Call<'_>) -> FormResult {
    let ahead = call.play.ahead(call.session.game());
    step(call, &ahead, 1)
}

/// Plays as many of the moves ahead as were asked for, or else this many.
fn step(call: &mut Call<'_>, ahead: &[(Color, Move)], default: usize) -> FormResult {
    let count = match call.rest {
        "" => default,
        "all" => ahead.len(),
        text => number(text).ok_or(Refusal::Usage)?,
    };
    if ahead.is_empty() {
        return Err(match call.session.game().steps() {
            0 => "no move was taken back".to_string(),
            _ => "this is the last position; back goes to the one before, back all to the first"
                .to_string(),
        }
        .into());
    }
    let played = &ahead[..count.min(ahead.len())];
    call.session
        .play_all(played)
        .map_err(|error| error.to_string())?;
    call.play.step_forward(call.session.game());
    Ok(FollowUp::Nothing)
}
