//! placeholder
use super::{Row, ToolError};
use std::io::Write;
pub(super) const ROW: Row = Row {
    name: "bench",
    args: "[SECTION ...]",
    summary: "x",
    run,
};
fn run(_: &[String], _: &mut dyn Write) -> Result<(), ToolError> {
    Ok(())
}
