//! The values of moves and positions, and how the last move was found.

use super::Call;
use super::state::score;
use crate::board::{Color, Move};
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::protocol::gtp::{End, Later};
use crate::protocol::text::decimal;
use crate::search::report::{Line, Report, Source};
use crate::session::{Session, Task};

pub(super) fn all_move_values(call: &mut Call<'_>) -> Result<Reply, Failure> {
    value_moves(call, |report, _| {
        let row = |line: &Line| format!("{} {}", line.moves[0], score_text(line));
        report.lines.iter().map(row).collect::<Vec<_>>().join("\n")
    })
}

/// The score as a number; 0 for a move without a value.
pub(super) fn score_text(line: &Line) -> String {
    line.score()
        .map_or("0".to_string(), |score| score.to_string())
}

/// Replies with a text about the values of all moves, or with nothing if there are none.
pub(super) fn value_moves(
    call: &mut Call<'_>,
    text: fn(&Report, &Session) -> String,
) -> Result<Reply, Failure> {
    call.args.none()?;
    let position = *call.session.game().position();
    if position.moves().is_empty() {
        return Ok(Reply::done());
    }
    call.session.start(Task::MoveValues, position);
    Ok(Reply::Later(Later::at_end(End::Say(text))))
}

pub(super) fn estimate_score(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    if let Some(score) = score(call.session.game()) {
        return Ok(score.into());
    }
    let position = *call.session.game().position();
    call.session.start(Task::MoveValues, position);
    Ok(Reply::Later(Later::at_end(End::Say(expected_score))))
}

/// The expected result, written like a final score, with a decimal if it is an estimate.
fn expected_score(report: &Report, session: &Session) -> String {
    let Some(best) = report.best().value else {
        return "0".to_string();
    };
    let decimals = if best.score.discs().is_some() { 0 } else { 1 };
    let lead = best.lead();
    let side = session.game().position().to_move();
    let winner = if lead > 0.0 { side } else { !side };
    match (decimal(lead.abs(), decimals).as_str(), winner) {
        ("0.0", _) => "0".to_string(),
        (discs, Color::Black) => format!("B+{discs}"),
        (discs, Color::White) => format!("W+{discs}"),
    }
}

pub(super) fn explain_last_move(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let generated = call.session.last_generated();
    let generated = generated.ok_or(Failure::Fixed("no move was generated"))?;
    let report = &generated.report;
    let source = match report.source {
        Source::Book => " source book",
        _ => "",
    };
    let score = report.best().score();
    let pv: Vec<String> = report.pv().iter().map(Move::to_string).collect();
    Ok(format!(
        "algorithm {}{source} depth {} score {} nodes {} time {:.3} pv {}",
        generated.algorithm,
        report.best().depth,
        score.map_or("-".to_string(), |score| score.to_string()),
        report.nodes,
        report.time.as_secs_f64(),
        pv.join(" "),
    )
    .into())
}
