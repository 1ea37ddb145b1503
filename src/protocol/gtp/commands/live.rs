//! Searches that tell what they think while they think: `analyze` and its
//! relatives.

use std::time::Duration;

use super::Call;
use super::play::{PASS, say_best};
use super::wish::Wish;
use crate::board::{Color, Move, Position};
use crate::protocol::gtp::live::Live;
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::protocol::gtp::{End, Later};
use crate::search::analysis::Scope;
use crate::session::Task;

pub(super) fn analyze(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_analysis(call, false)
}

pub(super) fn lz_analyze(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_analysis(call, true)
}

fn start_analysis(call: &mut Call<'_>, has_whole_numbers: bool) -> Result<Reply, Failure> {
    let wish = Wish::read(call.args, has_whole_numbers)?;
    let position = *call.session.game().position();
    let color = side(call, &wish);
    let (start, scope, live) = match call.session.game().turn_of(color)? {
        Some(start) => {
            let scope = Scope {
                moves: wish.choices(color, start.moves()),
                lines: wish.most_moves,
            };
            if scope.moves.is_empty() {
                return Err(Failure::Fixed("no move to consider"));
            }
            (start, scope, Live::new(wish.form, start.moves().len()))
        }
        None if position.is_over() => return Ok(Reply::done()),
        None => {
            let start = after_pass(&position, color);
            let scope = Scope {
                moves: start.moves(),
                lines: 1,
            };
            (start, scope, Live::of_pass(wish.form))
        }
    };
    call.session.start(Task::Analysis(scope), start);
    Ok(Reply::Later(Later::live(End::Told, live)))
}

/// The position in which the other side moves after this colour's forced pass.
fn after_pass(position: &Position, color: Color) -> Position {
    if position.to_move() == color {
        position.pass()
    } else {
        *position
    }
}

pub(super) fn genmove_analyze(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_move(call, false)
}

pub(super) fn lz_genmove_analyze(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_move(call, true)
}

fn start_move(call: &mut Call<'_>, has_whole_numbers: bool) -> Result<Reply, Failure> {
    let wish = wish_for_move(call, has_whole_numbers)?;
    let color = side(call, &wish);
    if let Some(later) = start_choice(call, &wish, Task::Move, End::Play(color))? {
        return Ok(later);
    }
    call.session
        .play_generated(color, Move::Pass, None, Duration::ZERO)?;
    Ok(play_pass())
}

pub(super) fn search_analyze(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_search(call, Task::Move, End::Report(say_best))
}

pub(super) fn search_analyze_cancellable(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_search(call, Task::TentativeMove, End::Cancellable)
}

fn start_search(call: &mut Call<'_>, task: Task, end: End) -> Result<Reply, Failure> {
    let wish = wish_for_move(call, false)?;
    let later = start_choice(call, &wish, task, end)?;
    Ok(later.unwrap_or_else(play_pass))
}

/// The move is the one that `genmove` would choose, among all.
fn wish_for_move(call: &Call<'_>, has_whole_numbers: bool) -> Result<Wish, Failure> {
    let wish = Wish::read(call.args, has_whole_numbers)?;
    if wish.has_limits() {
        let why = "avoid and allow are for analysis only";
        return Err(Failure::Because("syntax error", why.to_string()));
    }
    Ok(wish)
}

/// Starts the search for a move; nothing if it is a pass.
fn start_choice(
    call: &mut Call<'_>,
    wish: &Wish,
    task: Task,
    end: End,
) -> Result<Option<Reply>, Failure> {
    let start = call.session.game().turn_of(side(call, wish))?;
    Ok(start.map(|start| {
        call.session.start(task, start);
        let live = Live::new(wish.form, start.moves().len());
        Reply::Later(Later::live(end, live))
    }))
}

/// In the form of a reply that tells what it thinks.
fn play_pass() -> Reply {
    format!("\nplay {PASS}").into()
}

/// Whose move it is.
fn side(call: &Call<'_>, wish: &Wish) -> Color {
    wish.color
        .unwrap_or(call.session.game().position().to_move())
}
