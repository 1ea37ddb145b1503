//! The heads as bytes, stage by stage.

use std::io::{self, Read};

use super::architecture::{DIMENSIONS, HIDDEN, STAGES};
use super::hidden_layer::{HiddenLayer, Neuron};
use super::net::{Head, Net};

impl Net {
    /// All heads.
    pub(crate) fn head_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for head in &self.heads {
            for neuron in head.hidden.neurons() {
                bytes.extend(neuron.bytes.map(zigzag));
                bytes.push(neuron.shift);
            }
            for weight in head.output.iter().chain(&head.skip) {
                bytes.extend(weight.to_le_bytes());
            }
            for bias in head.hidden_bias.iter().chain([&head.output_bias]) {
                bytes.extend(bias.to_le_bytes());
            }
        }
        bytes
    }
}

/// 0, -1, 1, -2, 2 ... become 0, 1, 2, 3, 4 ...
pub(super) fn zigzag(weight: i8) -> u8 {
    (weight << 1 ^ weight >> 7) as u8
}

/// The inverse of [`zigzag`].
pub(super) fn unzigzag(byte: u8) -> i8 {
    (byte >> 1) as i8 ^ -((byte & 1) as i8)
}

/// The inverse of [`Net::head_bytes`].
pub(crate) fn heads(source: &mut impl Read) -> io::Result<Box<[Head]>> {
    (0..STAGES).map(|_| head(source)).collect()
}

fn head(source: &mut impl Read) -> io::Result<Head> {
    let mut neurons = [Neuron::ZERO; HIDDEN];
    for neuron in &mut neurons {
        neuron.bytes = bytes(source)?.map(unzigzag);
        [neuron.shift] = bytes(source)?;
    }
    let mut output = [0; HIDDEN];
    let mut skip = [0; DIMENSIONS];
    for weight in output.iter_mut().chain(&mut skip) {
        *weight = i16::from_le_bytes(bytes(source)?);
    }
    let mut hidden_bias = [0; HIDDEN];
    let mut output_bias = 0;
    for bias in hidden_bias.iter_mut().chain([&mut output_bias]) {
        *bias = i32::from_le_bytes(bytes(source)?);
    }
    Ok(Head {
        hidden: HiddenLayer::new(&neurons),
        hidden_bias,
        output,
        skip,
        output_bias,
    })
}

/// The next bytes of a source.
pub(super) fn bytes<const N: usize>(source: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zigzag_can_be_undone() {
        assert_eq!([0, -1, 1, -2, 2].map(zigzag), [0, 1, 2, 3, 4]);
        assert!((i8::MIN..=i8::MAX).all(|weight| unzigzag(zigzag(weight)) == weight));
    }
}
