//! Where the program gets its network from: it is embedded unless a file replaces it.

use std::io;
use std::path::Path;
use std::sync::Once;

use super::architecture::Row;
use super::net::Net;
use super::{NET, embedded, net};
use crate::cpu::seam::Code;
use crate::files::read_named;

/// The longest file that is read.
const LONGEST_FILE: u64 = 64 << 20;

impl Net {
    /// Reads a file that the tool `train` has written. If its content is invalid, the error
    /// contains a [`WeightsError`](super::WeightsError).
    pub fn open(path: &Path) -> io::Result<Net> {
        Net::read(&read_named(path, "weights", LONGEST_FILE)?).map_err(io::Error::other)
    }
}

/// The network unless [`use_net`] replaces it.
pub(super) fn first_net() -> Net {
    embedded::net()
}

/// Replaces the embedded network.
///
/// # Panics
///
/// If the network has been used, or an algorithm has searched, already.
pub fn use_net(net: Net) {
    assert!(NET.set(net).is_ok(), "the network is in use already");
}

/// Makes the network in use known to the code for this CPU, too.
pub(crate) fn pass_on(code: &Code) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| (code.use_weights)(Row::bytes_of(&net().rows), &net().head_bytes()));
}
