//! Moves: played by the controller, or chosen by a search.

use super::Call;
use crate::board::{Color, Move};
use crate::protocol::gtp::args;
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::protocol::gtp::{End, Later, best_move};
use crate::search::report::{Report, Source};
use crate::session::Task;

/// A pass in a reply, which clients compare.
pub(super) const PASS: &str = "pass";

/// Reply with the move, without playing it.
pub(super) const SAY_BEST: End = End::Say(|report, _| best_move(report));

pub(super) fn play(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let (color, played) = call.args.parse(args::color_and_move)?;
    call.session.play(color, played)?;
    Ok(Reply::done())
}

pub(super) fn play_sequence(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let moves = call.args.parse(args::list(args::color_and_move))?;
    call.session.play_all(&moves)?;
    Ok(Reply::done())
}

pub(super) fn genmove(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let color = call.args.parse(args::color)?;
    match call.session.game().turn_of(color)? {
        Some(position) => {
            call.session.start(Task::Move, position);
            Ok(Reply::Later(Later::at_end(End::Play(color))))
        }
        None => {
            play_forced_pass(call, color)?;
            Ok(PASS.into())
        }
    }
}

/// Plays a forced pass as a generated move.
pub(super) fn play_forced_pass(call: &mut Call<'_>, color: Color) -> Result<(), Failure> {
    let pass = Report::unvalued(Source::Forced, Move::Pass);
    Ok(call.session.play_generated(color, pass)?)
}

pub(super) fn reg_genmove(call: &mut Call<'_>) -> Result<Reply, Failure> {
    choose(call, Task::ReproducibleMove, SAY_BEST)
}

pub(super) fn search(call: &mut Call<'_>) -> Result<Reply, Failure> {
    choose(call, Task::Move, SAY_BEST)
}

pub(super) fn search_cancellable(call: &mut Call<'_>) -> Result<Reply, Failure> {
    choose(call, Task::CancellableMove, End::Cancellable)
}

/// Searches for a move without playing it.
fn choose(call: &mut Call<'_>, task: Task, end: End) -> Result<Reply, Failure> {
    let color: Color = call.args.parse(args::color)?;
    match call.session.game().turn_of(color)? {
        Some(position) => {
            call.session.start(task, position);
            Ok(Reply::Later(Later::at_end(end)))
        }
        None => Ok(PASS.into()),
    }
}

pub(super) fn undo(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    take_back(call, 1)
}

pub(super) fn gg_undo(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let count = call.args.parse_if_any(args::number)?.unwrap_or(1);
    take_back(call, count)
}

fn take_back(call: &mut Call<'_>, count: u64) -> Result<Reply, Failure> {
    if call.session.undo(count) {
        Ok(Reply::done())
    } else {
        Err(Failure::Fixed("cannot undo"))
    }
}
