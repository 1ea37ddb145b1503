//! What the engine thinks.

use super::Call;
use super::state::score;
use crate::board::{Color, Move, Position, Square};
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::protocol::gtp::{End, Later};
use crate::protocol::text::decimal;
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
    call.args.none()?;
    if let Some(score) = score(call.session.game()) {
        return Ok(score.into());
    }
    let start = choice(call.session);
    call.session.start(Task::Values, start);
    Ok(Reply::Later(Later::silent(End::Values(expected_score))))
}

/// The position of the next choice, after a forced pass if need be.
fn choice(session: &Session) -> Position {
    let position = *session.game().position();
    if position.must_pass() {
        position.pass()
    } else {
        position
    }
}

/// As final scores are written, with a decimal if it is an estimate.
fn expected_score(values: &[(Square, Score)], session: &Session) -> String {
    let best = values.first().map_or(Score::estimate(0), |&(_, best)| best);
    let decimals = if best.discs().is_some() { 0 } else { 1 };
    let lead = session.unit().lead(best);
    let side = choice(session).to_move();
    let winner = if lead > 0.0 { side } else { !side };
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
    let is_from_book = thought
        .report
        .as_ref()
        .is_some_and(|report| report.is_from_book);
    let source = if is_from_book { " source book" } else { "" };
    Ok(format!(
        "algorithm {}{source} depth {depth} score {} nodes {nodes} time {:.3} pv {}",
        thought.algorithm,
        score.map_or("-".to_string(), |score| score.to_string()),
        thought.time.as_secs_f64(),
        line.join(" "),
    )
    .into())
}
