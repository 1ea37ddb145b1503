//! Where the code for a CPU level gets its network from: from the program.

use super::NET;
use super::architecture::Row;
use super::head_bytes;
use super::net::Net;

/// Takes the rows, and the heads as bytes.
pub fn use_weights(rows: &'static [u8], heads: &[u8]) {
    NET.get_or_init(|| Net {
        rows: Row::of_bytes(rows).into(),
        heads: head_bytes::heads(&mut &*heads).expect("the program wrote all of them"),
    });
}

pub(super) fn first_net() -> Net {
    unreachable!("the program passes the weights before it has anything done")
}
