//! The weights that are built into the program.

use super::net::Net;

/// Written by `obverse train`.
static FILE: &[u8] = include_bytes!("weights.net");

pub(super) fn net() -> Net {
    Net::read(FILE).expect("a test reads it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_sound_and_small() {
        assert!(Net::read(FILE).is_ok());
        assert!(FILE.len() < 5 << 20);
    }
}
