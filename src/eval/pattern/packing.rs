//! Compression of the weights.
//!
//! Only the first of equivalent rows is kept. Small weights of either sign are the most
//! frequent, so bytes are zigzag-encoded before they are compressed. The heads follow the
//! rows, as in [`head_bytes`](super::head_bytes).

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::architecture::{ROWS, Row};
use super::head_bytes::{bytes, heads, unzigzag, zigzag};
use super::net::Net;

impl Net {
    /// All weights, compressed. `canonical` comes from
    /// [`canonical_rows`](super::net::canonical_rows).
    pub(super) fn pack(&self, canonical: &[u32]) -> Vec<u8> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        let mut put = |bytes: &[u8]| packer.write_all(bytes).expect("a vector takes everything");
        for row in firsts(canonical) {
            put(&self.rows[row].weights().map(zigzag));
        }
        put(&self.head_bytes());
        packer.finish().expect("a vector takes everything")
    }

    /// The inverse of [`Net::pack`].
    pub(super) fn unpack(packed: &[u8], canonical: &[u32]) -> io::Result<Net> {
        let mut source = DeflateDecoder::new(packed);
        let mut rows = vec![Row::ZERO; ROWS];
        for row in firsts(canonical) {
            rows[row] = Row::new(bytes(&mut source)?.map(unzigzag));
        }
        for (row, &first) in canonical.iter().enumerate() {
            rows[row] = rows[first as usize];
        }
        let heads = heads(&mut source)?;
        match source.read(&mut [0])? {
            0 => Ok(Net {
                rows: rows.into(),
                heads,
            }),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

/// The first of each group of equivalent rows.
pub(super) fn firsts(canonical: &[u32]) -> impl Iterator<Item = usize> {
    let rows = canonical.iter().enumerate();
    rows.filter(|&(row, &first)| row == first as usize)
        .map(|(row, _)| row)
}
