//! The names of players and of tournaments, each in a file of its own.

use std::collections::HashMap;

use super::HEADER;
use crate::formats::Unfit;
use crate::formats::text::{latin1, line};

/// How many bytes the name of a player takes.
pub(super) const PLAYER: usize = 20;
/// How many bytes the name of a tournament takes.
pub(super) const TOURNAMENT: usize = 26;

/// The names of a file, each with so many bytes; none where there is nothing.
pub(super) fn read(file: &[u8], width: usize) -> Vec<Option<String>> {
    let names = file.get(HEADER..).unwrap_or_default().chunks_exact(width);
    let text = |name: &[u8]| {
        let end = name.iter().position(|&byte| byte == 0);
        line(&latin1(&name[..end.unwrap_or(width)]))
    };
    names.map(text).collect()
}

/// Names in the order in which they were first seen.
#[derive(Default)]
pub(super) struct Names {
    numbers: HashMap<Vec<u8>, u16>,
    /// Each with all its bytes.
    bytes: Vec<u8>,
}

impl Names {
    /// The number of a name, which is new or has one already.
    pub(super) fn number(&mut self, name: Option<&str>, width: usize) -> Result<u16, Unfit> {
        // The last byte is a zero, as readers expect.
        let mut bytes: Vec<u8> = name
            .unwrap_or_default()
            .chars()
            .take(width - 1)
            .map(|letter| u8::try_from(letter).unwrap_or(b'?'))
            .collect();
        bytes.resize(width, 0);
        if let Some(&number) = self.numbers.get(&bytes) {
            return Ok(number);
        }
        let number = u16::try_from(self.numbers.len()).map_err(|_| Unfit::Names)?;
        self.bytes.extend_from_slice(&bytes);
        self.numbers.insert(bytes, number);
        Ok(number)
    }

    /// The file, after these bytes about when it was made.
    pub(super) fn file(self, made: [u8; 4]) -> Vec<u8> {
        let count = self.numbers.len() as u16;
        let mut file = vec![0; HEADER];
        file[..4].copy_from_slice(&made);
        file[8..10].copy_from_slice(&count.to_le_bytes());
        file.extend(self.bytes);
        file
    }
}
