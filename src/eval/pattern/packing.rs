//! Weights in few bytes.
//!
//! Of rows that mean the same only the first one is kept. Weights are close to 0
//! on either side: so the sign goes into the lowest bit. The heads come stage by
//! stage.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::layer::{Layer, Weights};
use super::net::{DIMENSIONS, HIDDEN, Head, Net, ROWS, Row, STAGES};

impl Net {
    /// All weights, compressed; `canonical` tells which rows mean the same.
    pub(super) fn pack(&self, canonical: &[u32]) -> Vec<u8> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        let mut put = |bytes: &[u8]| packer.write_all(bytes).expect("there is memory");
        for row in firsts(canonical) {
            put(&self.rows[row].0.map(fold));
        }
        for head in &self.heads {
            for row in head.hidden.rows() {
                put(&row.bytes.map(fold));
                put(&[row.shift]);
            }
            for weight in head.last.iter().chain(&head.direct) {
                put(&weight.to_le_bytes());
            }
            for weight in head.hidden_bias.iter().chain([&head.bias]) {
                put(&weight.to_le_bytes());
            }
        }
        packer.finish().expect("there is memory")
    }

    /// See [`Net::pack`].
    pub(super) fn unpack(packed: &[u8], canonical: &[u32]) -> io::Result<Net> {
        let mut source = DeflateDecoder::new(packed);
        let mut rows = vec![Row([0; DIMENSIONS]); ROWS];
        for row in firsts(canonical) {
            rows[row] = Row(bytes(&mut source)?.map(unfold));
        }
        for (row, &first) in canonical.iter().enumerate() {
            rows[row] = rows[first as usize];
        }
        let heads: Result<Vec<Head>, _> = (0..STAGES).map(|_| head(&mut source)).collect();
        match source.read(&mut [0])? {
            0 => Ok(Net {
                rows: rows.into(),
                heads: heads?.into(),
            }),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

/// 0, -1, 1, -2, 2 ... become 0, 1, 2, 3, 4 ...
fn fold(weight: i8) -> u8 {
    (weight << 1 ^ weight >> 7) as u8
}

/// The inverse of [`fold`].
fn unfold(folded: u8) -> i8 {
    (folded >> 1) as i8 ^ -((folded & 1) as i8)
}

/// The first of each group of rows that mean the same.
pub(super) fn firsts(canonical: &[u32]) -> impl Iterator<Item = usize> {
    let rows = canonical.iter().enumerate();
    rows.filter(|&(row, &first)| row == first as usize)
        .map(|(row, _)| row)
}

fn head(source: &mut impl Read) -> io::Result<Head> {
    let mut hidden = [Weights::ZERO; HIDDEN];
    for row in &mut hidden {
        row.bytes = bytes(source)?.map(unfold);
        [row.shift] = bytes(source)?;
    }
    let mut last = [0; HIDDEN];
    let mut direct = [0; DIMENSIONS];
    for weight in last.iter_mut().chain(&mut direct) {
        *weight = i16::from_le_bytes(bytes(source)?);
    }
    let mut hidden_bias = [0; HIDDEN];
    let mut bias = 0;
    for weight in hidden_bias.iter_mut().chain([&mut bias]) {
        *weight = i32::from_le_bytes(bytes(source)?);
    }
    Ok(Head {
        hidden: Layer::of(&hidden),
        hidden_bias,
        last,
        direct,
        bias,
    })
}

fn bytes<const N: usize>(source: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_can_be_undone() {
        assert_eq!([0, -1, 1, -2, 2].map(fold), [0, 1, 2, 3, 4]);
        assert!((i8::MIN..=i8::MAX).all(|weight| unfold(fold(weight)) == weight));
    }
}
