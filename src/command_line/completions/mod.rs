//! Completions for shells: table [`SHELLS`].

mod bash;
mod fish;
mod values;
mod zsh;

use crate::flags::Description;
use crate::tools;

/// A row of [`SHELLS`].
pub(super) struct Row {
    /// The name of the shell.
    pub(super) name: &'static str,
    /// Writes the script for this command line and these tools.
    pub(super) write: fn(&Description, &[&tools::Row]) -> String,
}

/// Every supported shell.
pub(super) static SHELLS: &[Row] = &[bash::ROW, zsh::ROW, fish::ROW];
