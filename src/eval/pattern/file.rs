//! Weights in a file.
//!
//! A head of 26 bytes, all numbers in little endian: 8 bytes that tell the kind
//! of the file, the version (4), a checksum of all that follows (4), the sizes of
//! the net (10). Then the weights, compressed: see [`packing`](super::packing).

use std::fmt;

use flate2::Crc;

use super::architecture::{DIMENSIONS, HIDDEN, STAGES};
use super::net::{Net, canonical_rows};
use super::packing::firsts;

const MAGIC: [u8; 8] = *b"OBVNET\r\n";
const VERSION: u32 = 3;

/// Why there are no weights in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It begins otherwise.
    NotWeights,
    /// It was written in another form.
    Version(u32),
    /// It has changed since it was written.
    Damaged,
    /// It was written for a net of another size.
    Sizes,
    /// With such weights a value could overflow.
    Limits,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => f.write_str("not a file with weights"),
            WeightsError::Version(version) => {
                write!(
                    f,
                    "weights of version {version}; this program reads {VERSION}"
                )
            }
            WeightsError::Damaged => f.write_str("the weights are damaged or cut off"),
            WeightsError::Sizes => f.write_str("weights of a net of another size"),
            WeightsError::Limits => f.write_str("weights beyond their limits"),
        }
    }
}

impl std::error::Error for WeightsError {}

impl Net {
    /// The net in a file of weights.
    pub fn read(file: &[u8]) -> Result<Net, WeightsError> {
        let rest = file.strip_prefix(&MAGIC).ok_or(WeightsError::NotWeights)?;
        let (version, rest) = number(rest)?;
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let (expected, rest) = number(rest)?;
        if expected != checksum(rest) {
            return Err(WeightsError::Damaged);
        }
        let canonical = canonical_rows();
        let sizes = sizes(&canonical);
        let packed = rest.strip_prefix(&sizes).ok_or(WeightsError::Sizes)?;
        let net = Net::unpack(packed, &canonical).map_err(|_| WeightsError::Damaged)?;
        match net.is_within_limits() {
            true => Ok(net),
            false => Err(WeightsError::Limits),
        }
    }

    /// The file of weights for a net.
    pub fn write(&self) -> Vec<u8> {
        let canonical = canonical_rows();
        let mut rest = sizes(&canonical).to_vec();
        rest.extend(self.pack(&canonical));
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(checksum(&rest).to_le_bytes());
        file.extend(rest);
        file
    }
}

fn number(file: &[u8]) -> Result<(u32, &[u8]), WeightsError> {
    let (bytes, rest) = file.split_first_chunk().ok_or(WeightsError::Damaged)?;
    Ok((u32::from_le_bytes(*bytes), rest))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut checksum = Crc::new();
    checksum.update(bytes);
    checksum.sum()
}

/// The numbers of dimensions, of the layer between and of stages (2 bytes each),
/// and of rows (4).
fn sizes(canonical: &[u32]) -> [u8; 10] {
    let mut sizes = [0; 10];
    for (place, size) in [DIMENSIONS, HIDDEN, STAGES].into_iter().enumerate() {
        sizes[2 * place..][..2].copy_from_slice(&(size as u16).to_le_bytes());
    }
    let rows = firsts(canonical).count() as u32;
    sizes[6..].copy_from_slice(&rows.to_le_bytes());
    sizes
}

#[cfg(test)]
mod tests {
    use super::super::architecture::{ROWS, Row};
    use super::super::hidden_layer::{HiddenLayer, Neuron};
    use super::super::net::Head;
    use super::*;

    /// The same weights in rows that mean the same, and most of them 0.
    fn net() -> Net {
        let canonical = canonical_rows();
        let mut rows = vec![Row([0; DIMENSIONS]); ROWS];
        for (row, &first) in canonical
            .iter()
            .enumerate()
            .filter(|(_, first)| *first % 97 == 0)
        {
            rows[row] = Row(std::array::from_fn(|dimension| {
                (first as i8).wrapping_mul(dimension as i8) % 97
            }));
        }
        let head = |stage: usize| Head {
            hidden: HiddenLayer::new(&std::array::from_fn(|hidden| Neuron {
                bytes: std::array::from_fn(|sum| ((stage * sum + hidden) % 128) as i8),
                shift: hidden as u8 % 8,
            })),
            hidden_bias: [-100_000; HIDDEN],
            output: [300; HIDDEN],
            skip: [stage as i16; DIMENSIONS],
            output_bias: 1 << stage.min(25),
        };
        Net {
            rows: rows.into(),
            heads: (0..STAGES).map(head).collect(),
        }
    }

    #[test]
    fn reads_what_it_wrote() {
        let net = net();
        assert_eq!(Net::read(&net.write()), Ok(net));
    }

    #[test]
    fn no_byte_may_change_or_be_missing() {
        let mut file = net().write();
        for place in 0..file.len() {
            assert!(Net::read(&file[..place]).is_err(), "cut at {place}");
            for change in [1, 0x80, 0xff] {
                file[place] ^= change;
                assert!(Net::read(&file).is_err(), "{place} {change}");
                file[place] ^= change;
            }
        }
        file.push(0);
        assert_eq!(Net::read(&file), Err(WeightsError::Damaged));
    }

    #[test]
    fn says_what_is_wrong() {
        let good = net().write();
        let changed = |place: usize| {
            let mut file = good.clone();
            file[place] ^= 4;
            Net::read(&file).expect_err("it is changed").to_string()
        };
        assert_eq!(changed(0), "not a file with weights");
        let version = "weights of version 7; this program reads 3";
        assert_eq!(changed(MAGIC.len()), version);
        assert_eq!(changed(100), "the weights are damaged or cut off");
        assert_eq!(Net::read(b"OBVNET\r\n\x03\0"), Err(WeightsError::Damaged));
    }

    /// Whoever makes a file on purpose also makes its checksum.
    #[test]
    fn a_right_checksum_is_not_trusted() {
        let checked = |mut file: Vec<u8>| {
            let checksum = checksum(&file[16..]);
            file[12..16].copy_from_slice(&checksum.to_le_bytes());
            Net::read(&file)
        };
        let good = net().write();
        assert!(checked(good.clone()).is_ok());
        let mut sizes = good.clone();
        sizes[16] ^= 1;
        assert_eq!(checked(sizes), Err(WeightsError::Sizes));
        let cut = good[..good.len() - 20].to_vec();
        assert_eq!(checked(cut), Err(WeightsError::Damaged));
        for place in (26..good.len()).step_by(good.len() / 50) {
            let mut file = good.clone();
            file[place] ^= 0x55;
            // Nobody can tell whether it is wrong; but nothing breaks.
            let _ = checked(file);
        }
        let mut net = net();
        net.heads[0].skip[0] = i16::MIN;
        assert_eq!(Net::read(&net.write()), Err(WeightsError::Limits));
    }
}
