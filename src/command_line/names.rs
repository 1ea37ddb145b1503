//! What a word of the command line names.

use super::launch::{GROUPS, Launch};
use crate::flags::Flag;
use crate::protocol;
use crate::session::options;

/// The program's own flag with this spelling.
pub(super) fn own_flag(word: &str) -> Option<&'static Flag<Launch>> {
    let mut flags = GROUPS.iter().flat_map(|group| group.flags);
    flags.find(|flag| flag.names.contains(&word))
}

/// Accepts `gtp`, `-gtp` and `--gtp`.
pub(super) fn named_protocol(word: &str) -> Option<&'static protocol::Row> {
    let name = word.strip_prefix('-').unwrap_or(word);
    protocol::find(name.strip_prefix('-').unwrap_or(name))
}

/// Accepts `--move-time` and `--move_time`.
pub(super) fn named_option(name: &str) -> Option<&'static options::Row> {
    options::find(&name.strip_prefix("--")?.replace('-', "_")).ok()
}
