//! Games in files.

use super::Call;
use crate::protocol::gtp::reply::{Failure, Reply};

pub(super) fn loadsgf(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(Reply::done())
}

pub(super) fn printsgf(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(Reply::done())
}
