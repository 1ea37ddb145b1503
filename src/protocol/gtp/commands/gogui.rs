//! The commands that GoGui needs. It starts a second copy of the engine as its referee,
//! which receives the whole game again after every change.

use super::Call;
use super::state::names;
use crate::board::{Color, Move, Square};
use crate::protocol::gtp::reply::{Failure, Reply};

pub(super) fn board_size(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok("8".into())
}

pub(super) fn board(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let position = call.session.game().position();
    let letter = |square: Square| match position.color_at(square) {
        Some(Color::Black) => "X".to_string(),
        Some(Color::White) => "O".to_string(),
        None => ".".to_string(),
    };
    Ok(rows(letter).into())
}

/// A table with one word for each square. GoGui draws row 1 at the bottom, so row 8 comes
/// first.
pub(super) fn rows(word: impl Fn(Square) -> String) -> String {
    let row = |row: u8| {
        (0..8)
            .map(|column| word(Square::at(column, row)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let rows: Vec<String> = (0..8).rev().map(row).collect();
    format!("\n{}", rows.join("\n"))
}

pub(super) fn board_gfx(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(match call.session.game().last_move() {
        Some((_, Move::Place(square))) => format!("MARK {square}").into(),
        _ => Reply::done(),
    })
}

pub(super) fn side_to_move(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(call.session.game().position().to_move().to_string().into())
}

/// An empty reply tells GoGui that the game is over.
pub(super) fn legal_moves(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    let position = call.session.game().position();
    Ok(if position.must_pass() {
        "pass".into()
    } else {
        names(position.moves()).into()
    })
}

/// Discs are flipped and never captured.
pub(super) fn captured_count(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok("0 0".into())
}

/// GoGui only checks whether the command exists.
pub(super) fn rules_setup(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(Reply::done())
}

/// GoGui only checks whether the command exists.
pub(super) fn interrupt(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(Reply::done())
}

const ANALYZE_COMMANDS: &str = "\
param/Options/obverse-param
gfx/Best Moves/obverse-best_moves
pspairs/Move Values/all_move_values
dboard/Winning Chances/obverse-winning_chances
var/Expected Line/obverse-expected_line
sboard/Mobility/obverse-mobility
sboard/Stable Discs/obverse-stable_discs
plist/Legal Moves/all_legal %c
string/Explain Last Move/gomill-explain_last_move
string/Show Board/showboard
string/Move History/grhino-show_history
string/Opening/opening
string/Estimated Score/estimate_score
string/Final Score/final_score
string/Engine/gomill-describe_engine
none/Clear Cache/clear_cache";

pub(super) fn analyze_commands(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(ANALYZE_COMMANDS.into())
}
