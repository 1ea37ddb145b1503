//! What the engine thinks.

use super::Call;
use super::state::score;
use crate::board::Move;
use crate::board::{Color, Square};
use crate::protocol::gtp::live::decimal;
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::protocol::gtp::{End, Later};
use crate::score::Score;
use crate::session::{Session, Task};

pub(super) fn all_move_values(call: &mut Call<'_>) -> Result<Reply, Failure> {
    value_moves(call, |values, _| {
        let row = |(square, score): &(_, Score)| format!("{square} {score}");
        values.iter().map(row).collect::<Vec<_>>().join("\n")
    })
}

/// Says something of the values of the moves, or nothing if there is no move.
pub(super) fn value_moves(
    call: &mut Call<'_>,
    text: fn(&[(Square, Score)], &Session) -> String,
) -> Result<Reply, Failure> {
    call.args.none()?;
    let position = *call.session.game().position();
    if position.moves().is_empty() {
        return Ok(Reply::done());
    }
    call.session.start(Task::Values, position);
    Ok(Reply::Later(Later::silent(End::Values(text))))
}

pub(super) fn estimate_score(call: &mut Call<'_>) -> Result<Reply, Failure> {
    if let Some(score) = score(call.session.game()) {
        call.args.none()?;
        return Ok(score.into());
    }
    let position = *call.session.game().position();
    if !position.must_pass() {
        return value_moves(call, |values, session| {
            lead_after_best(values, session, session.game().position().to_move())
        });
    }
    call.args.none()?;
    call.session.start(Task::Values, position.pass());
    Ok(Reply::Later(Later::silent(End::Values(
        |values, session| lead_after_best(values, session, !session.game().position().to_move()),
    ))))
}

/// As final scores are written, with a decimal if it is not known.
fn lead_after_best(values: &[(Square, Score)], session: &Session, mover: Color) -> String {
    let Some(&(_, best)) = values.first() else {
        return String::new();
    };
    let decimals = if best.discs().is_some() { 0 } else { 1 };
    let lead = session.unit().lead(best);
    let winner = if lead > 0.0 { mover } else { !mover };
    match (decimal(lead.abs(), decimals).as_str(), winner) {
        ("0.0", _) => "0".to_string(),
        (discs, Color::Black) => format!("B+{discs}"),
        (discs, Color::White) => format!("W+{discs}"),
    }
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
