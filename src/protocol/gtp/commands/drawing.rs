//! Drawings on GoGui's board: commands that `gogui-analyze_commands` lists.

use super::Call;
use super::gogui::rows;
use super::play::PASS;
use super::values::{score_text, value_moves};
use crate::board::stability;
use crate::board::{Color, Move};
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::protocol::gtp::{End, Later};
use crate::protocol::text::decimal;
use crate::search::report::Line;
use crate::session::Task;

/// Circles around the best moves, and the value of each move as a label.
pub(super) fn best_moves(call: &mut Call<'_>) -> Result<Reply, Failure> {
    value_moves(call, |report, _| {
        let best = report.best().score();
        let circles = report.lines.iter().filter(|line| line.score() == best);
        let circles: String = circles.map(|line| format!(" {}", line.moves[0])).collect();
        let labels = report.lines.iter();
        let label = |line: &Line| format!(" {} {}", line.moves[0], score_text(line));
        let labels: String = labels.map(label).collect();
        format!("CIRCLE{circles}\nLABEL{labels}")
    })
}

/// The principal variation of the search of `reg_genmove`, which is reproducible.
pub(super) fn expected_line(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let position = *call.session.game().position();
    if position.is_over() {
        return Ok(Reply::done());
    }
    if position.must_pass() {
        return Ok(PASS.into());
    }
    call.session.start(Task::ReproducibleMove, position);
    Ok(Reply::Later(Later::at_end(End::Say(|report, _| {
        let moves: Vec<String> = report.pv().iter().map(Move::to_string).collect();
        moves.join(" ")
    }))))
}

/// From 1 (black is certain to win) to -1 (white is), which GoGui draws as large black or
/// white squares.
pub(super) fn winning_chances(call: &mut Call<'_>) -> Result<Reply, Failure> {
    if call.session.game().position().moves().is_empty() {
        call.args.none()?;
        return Ok(rows(|_| decimal(0.0, 2)).into());
    }
    value_moves(call, |report, session| {
        let side = match session.game().position().to_move() {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        rows(|square| {
            let is_of_square = |line: &&Line| line.moves[0] == Move::Place(square);
            let value = report.lines.iter().find(is_of_square);
            let value = value.and_then(|line| line.value);
            let shown = value.map_or(0.0, |value| side * (2.0 * value.win_chance() - 1.0));
            decimal(shown, 2)
        })
    })
}

/// The number of replies to each legal move.
pub(super) fn mobility(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let position = call.session.game().position();
    let moves = position.moves();
    let word = |square| match moves.contains(square) {
        true => position.play(square).moves().len().to_string(),
        false => NOTHING.to_string(),
    };
    Ok(rows(word).into())
}

pub(super) fn stable_discs(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let position = call.session.game().position();
    let (black, white) = (position.discs(Color::Black), position.discs(Color::White));
    let stable = stability::stable_discs(black, white) | stability::stable_discs(white, black);
    let word = |square| {
        if stable.contains(square) {
            "S"
        } else {
            NOTHING
        }
        .to_string()
    };
    Ok(rows(word).into())
}

/// A word that GoGui leaves blank.
const NOTHING: &str = "\"\"";
