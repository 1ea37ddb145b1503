//! Searches that write `info` lines while they run: `analyze` and related commands.

use super::Call;
use super::analyze_args::AnalyzeArgs;
use super::play::{PASS, SAY_BEST, play_forced_pass};
use crate::board::{Color, Position};
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
    let args = AnalyzeArgs::parse(call.args, has_whole_numbers)?;
    let color = side(call, &args);
    let position = match call.session.game().turn_of(color)? {
        Some(position) => position,
        None if call.session.game().position().is_over() => return Ok(Reply::done()),
        None => before_pass(call.session.game().position(), color),
    };
    let scope = Scope {
        moves: args.choices(color, position.moves()),
        lines: args.most_moves,
    };
    if scope.moves.is_empty() && !position.must_pass() {
        return Err(Failure::Fixed("no move to consider"));
    }
    call.session.start(Task::Analysis(scope), position);
    let info = args.info(&position);
    Ok(Reply::Later(Later::with_info(End::Nothing, info)))
}

/// The position in which this colour must pass, whoever is to move now.
fn before_pass(position: &Position, color: Color) -> Position {
    if position.to_move() == color {
        *position
    } else {
        position.pass()
    }
}

pub(super) fn genmove_analyze(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_move(call, false)
}

pub(super) fn lz_genmove_analyze(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_move(call, true)
}

fn start_move(call: &mut Call<'_>, has_whole_numbers: bool) -> Result<Reply, Failure> {
    let args = args_for_move(call, has_whole_numbers)?;
    let color = side(call, &args);
    if let Some(later) = start_choice(call, &args, Task::Move, End::Play(color))? {
        return Ok(later);
    }
    play_forced_pass(call, color)?;
    Ok(play_pass())
}

pub(super) fn search_analyze(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_search(call, Task::Move, SAY_BEST)
}

pub(super) fn search_analyze_cancellable(call: &mut Call<'_>) -> Result<Reply, Failure> {
    start_search(call, Task::CancellableMove, End::Cancellable)
}

fn start_search(call: &mut Call<'_>, task: Task, end: End) -> Result<Reply, Failure> {
    let args = args_for_move(call, false)?;
    let later = start_choice(call, &args, task, end)?;
    Ok(later.unwrap_or_else(play_pass))
}

/// The arguments of a search for a move, which cannot be restricted to some moves.
fn args_for_move(call: &Call<'_>, has_whole_numbers: bool) -> Result<AnalyzeArgs, Failure> {
    let args = AnalyzeArgs::parse(call.args, has_whole_numbers)?;
    if args.has_limits() {
        let why = "avoid and allow apply only to analysis";
        return Err(Failure::Because("syntax error", why.to_string()));
    }
    Ok(args)
}

/// Starts the search for a move; `None` if the colour must pass.
fn start_choice(
    call: &mut Call<'_>,
    args: &AnalyzeArgs,
    task: Task,
    end: End,
) -> Result<Option<Reply>, Failure> {
    let position = call.session.game().turn_of(side(call, args))?;
    Ok(position.map(|position| {
        call.session.start(task, position);
        Reply::Later(Later::with_info(end, args.info(&position)))
    }))
}

/// The reply `play pass`, in the form of a reply with `info` lines.
fn play_pass() -> Reply {
    format!("\nplay {PASS}").into()
}

/// The colour in the arguments, or the side to move.
fn side(call: &Call<'_>, args: &AnalyzeArgs) -> Color {
    args.color
        .unwrap_or(call.session.game().position().to_move())
}
