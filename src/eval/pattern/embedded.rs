//! The weights that travel in the program.

use super::net::Net;

/// What `obverse train` wrote last; the changelog tells from which games.
static FILE: &[u8] = include_bytes!("weights.net");

pub(super) fn net() -> Net {
    Net::read(FILE).expect("a test has read it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_sound_and_small() {
        assert!(Net::read(FILE).is_ok());
        assert!(FILE.len() < 5 << 20);
    }
}
