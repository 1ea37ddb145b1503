//! The speed of the kernels in the code for this CPU.

use std::io::Write;

use crate::search::kernel_speeds;
use crate::tools::ToolError;

pub(super) fn run(output: &mut dyn Write) -> Result<(), ToolError> {
    for line in kernel_speeds() {
        writeln!(output, "{line}")?;
    }
    Ok(())
}
