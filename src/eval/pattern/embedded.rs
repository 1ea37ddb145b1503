//! The weights that are built into the program.
//!
//! `weights.net` is compressed, and unpacking it takes longer than many a search. So the build
//! script (`build/`) unpacks it, and the program has the rows as they are used: the system
//! loads the pages that are touched, and all processes share them.

use super::architecture::{ROWS, Row};
use super::head_bytes;
use super::net::Net;

static EMBEDDED_ROWS: [Row; ROWS] = Row::all(include_bytes!(concat!(env!("OUT_DIR"), "/rows")));
static EMBEDDED_HEADS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/heads"));

pub(super) fn net() -> Net {
    let heads =
        head_bytes::heads(&mut &*EMBEDDED_HEADS).expect("the build script wrote all of them");
    Net {
        rows: (&EMBEDDED_ROWS[..]).into(),
        heads,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_script_has_unpacked_the_file() {
        // Written by `obverse train`.
        let file = include_bytes!("weights.net");
        assert!(Net::read(file) == Ok(net()));
        assert!(file.len() < 5 << 20);
    }
}
