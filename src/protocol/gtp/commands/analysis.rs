//! What the engine thinks.

use super::Call;
use crate::board::Move;
use crate::protocol::gtp::Later;
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::session::Task;

pub(super) fn all_move_values(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let position = *call.session.game().position();
    if position.moves().is_empty() {
        return Ok(Reply::done());
    }
    call.session.start(Task::Values, position);
    Ok(Reply::Later(Later::Values))
}

pub(super) fn explain_last_move(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let thought = call
        .session
        .thought()
        .ok_or(Failure::Fixed("no move was generated"))?;
    let (depth, nodes) = thought
        .report
        .as_ref()
        .map_or((0, 0), |report| (report.depth, report.nodes));
    let score = thought.report.as_ref().and_then(|report| report.score);
    let line = match &thought.report {
        Some(report) => report.line.iter().map(Move::to_string).collect(),
        None => vec![thought.played.to_string()],
    };
    Ok(format!(
        "algorithm {} depth {depth} score {} nodes {nodes} time {:.3} pv {}",
        thought.algorithm,
        score.map_or("-".to_string(), |score| score.to_string()),
        thought.time.as_secs_f64(),
        line.join(" "),
    )
    .into())
}
