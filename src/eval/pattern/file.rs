//! Weights in a file.
//!
//! After the [header](crate::files::sealed): the sizes of the network (10 bytes), so that
//! weights of another architecture are rejected; then the weights, compressed by
//! [`packing`](super::packing).

use std::{error, fmt};

use super::architecture::{DIMENSIONS, HIDDEN, STAGES};
use super::net::{Net, canonical_rows};
use super::packing::firsts;
#[cfg(feature = "tools")]
use crate::files::sealed::checksum;
use crate::files::sealed::{Kind, SealError};

const KIND: Kind = Kind {
    name: "a file with weights",
    magic: *b"OBVNET\r\n",
    version: 4,
    version_without_length: 3,
};

/// Why a file does not contain weights for this network. Its text says what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightsError(WeightsErrorKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WeightsErrorKind {
    /// The header or the checksum is wrong.
    Seal(SealError),
    /// The weights are for a network with layers of other sizes.
    Sizes,
    /// The content cannot be decompressed.
    Packing,
    /// The weights are so large that a value could overflow.
    Limits,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            WeightsErrorKind::Seal(error) => error.fmt(f),
            WeightsErrorKind::Sizes => {
                f.write_str("weights for a network with layers of other sizes")
            }
            WeightsErrorKind::Packing => f.write_str("weights that cannot be decompressed"),
            WeightsErrorKind::Limits => f.write_str("weights that are too large"),
        }
    }
}

impl error::Error for WeightsError {}

impl From<WeightsErrorKind> for WeightsError {
    fn from(problem: WeightsErrorKind) -> WeightsError {
        WeightsError(problem)
    }
}

impl Net {
    /// Reads a network from the bytes of a file that the tool `train` has written.
    pub fn read(file: &[u8]) -> Result<Net, WeightsError> {
        let content = KIND.open(file).map_err(WeightsErrorKind::Seal)?;
        let canonical = canonical_rows();
        let packed = content.strip_prefix(&sizes(&canonical));
        let packed = packed.ok_or(WeightsErrorKind::Sizes)?;
        let net = Net::unpack(packed, &canonical).map_err(|_| WeightsErrorKind::Packing)?;
        match net.is_within_limits() {
            true => Ok(net),
            false => Err(WeightsErrorKind::Limits.into()),
        }
    }

    /// The bytes of a file for this network.
    pub fn write(&self) -> Vec<u8> {
        KIND.seal(&self.content())
    }

    /// Identifies, in checkpoints of a training run, the weights that it started from: the
    /// checksum of the file as older versions of the program would write it.
    #[cfg(feature = "tools")]
    pub(crate) fn checksum(&self) -> u32 {
        checksum(&KIND.seal_without_length(&self.content()))
    }

    fn content(&self) -> Vec<u8> {
        let canonical = canonical_rows();
        let mut content = sizes(&canonical).to_vec();
        content.extend(self.pack(&canonical));
        content
    }
}

/// The width of the rows, the number of neurons in the hidden layer and the number of
/// stages, 2 bytes each; the number of rows, 4 bytes.
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

    /// Equivalent rows have the same weights; most of them are 0.
    fn net() -> Net {
        let canonical = canonical_rows();
        let mut rows = vec![Row::ZERO; ROWS];
        for (row, &first) in canonical
            .iter()
            .enumerate()
            .filter(|(_, first)| *first % 97 == 0)
        {
            rows[row] = Row::new(std::array::from_fn(|dimension| {
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

    /// Files of version 3, which were written before headers had a length.
    #[test]
    fn older_files_are_read() {
        let blank = include_bytes!("../../../tests/files/blank-3.net");
        assert_eq!(Net::read(blank), Ok(Net::blank()));
        let content = KIND.open(blank).expect("it is sound");
        assert_eq!(KIND.seal_without_length(content), blank);
    }

    /// A manipulated file can have a correct checksum.
    #[test]
    fn a_correct_checksum_is_not_trusted() {
        let read = |content: &[u8]| Net::read(&KIND.seal(content));
        let good = net().content();
        assert!(read(&good).is_ok());
        let mut sizes = good.clone();
        sizes[0] ^= 1;
        assert_eq!(read(&sizes), Err(WeightsErrorKind::Sizes.into()));
        let cut = &good[..good.len() - 20];
        assert_eq!(read(cut), Err(WeightsErrorKind::Packing.into()));
        for place in (10..good.len()).step_by(good.len() / 50) {
            let mut content = good.clone();
            content[place] ^= 0x55;
            // The weights may be wrong, but reading them does not panic.
            let _ = read(&content);
        }
        let mut net = net();
        net.heads[0].skip[0] = i16::MIN;
        assert_eq!(
            Net::read(&net.write()),
            Err(WeightsErrorKind::Limits.into())
        );
    }
}
