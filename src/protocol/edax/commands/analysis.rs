//! Commands that search without playing a move.

use super::files::read;
use super::{Call, Refused};
use crate::protocol::edax::review::Review;
use crate::protocol::edax::solve::Solving;
use crate::protocol::edax::warn;
use crate::system;

pub(super) fn hint(call: &mut Call<'_>) -> Result<(), Refused> {
    let lines = call.number_or(1)?.max(1);
    call.console.hint(lines, call.session, call.output);
    Ok(())
}

pub(super) fn analyze(call: &mut Call<'_>) -> Result<(), Refused> {
    let plies = call.number_or(usize::MAX)?;
    let review = Review::of(call.session.game(), plies);
    review.write_head(call.output);
    call.console
        .continue_review(review, call.session, call.output);
    Ok(())
}

pub(super) fn solve(call: &mut Call<'_>) -> Result<(), Refused> {
    // A second word would name a file for hard positions, which Edax writes.
    let names = call.file_name();
    let name = names.split(u8::is_ascii_whitespace).next();
    let path = system::path(name.unwrap_or_default());
    match read(&path) {
        Ok(text) => {
            let solving = Solving::new(&path, call.console.settings(), text);
            solving.write_head(call.output);
            call.console
                .continue_solving(solving, call.session, call.output);
        }
        Err(problem) => warn(&problem, call.output),
    }
    Ok(())
}
