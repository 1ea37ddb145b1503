//! The files with the names of players and of tournaments.

use std::collections::HashMap;

use super::HEADER;
use crate::formats::WriteError;
use crate::formats::text::{latin1, line};

/// The length of a player's name in bytes.
pub(super) const PLAYER: usize = 20;
/// The length of a tournament's name in bytes.
pub(super) const TOURNAMENT: usize = 26;

/// The names of a file, each of `width` bytes; `None` for empty ones.
pub(super) fn read(file: &[u8], width: usize) -> Vec<Option<String>> {
    let names = file.get(HEADER..).unwrap_or_default().chunks_exact(width);
    let text = |name: &[u8]| {
        let end = name.iter().position(|&byte| byte == 0);
        line(&latin1(&name[..end.unwrap_or(width)]))
    };
    names.map(text).collect()
}

/// Names, numbered in the order of their first occurrence.
#[derive(Default)]
pub(super) struct Names {
    numbers: HashMap<Vec<u8>, u16>,
    /// The padded names.
    bytes: Vec<u8>,
}

impl Names {
    /// The number of a name. A new name gets the next one.
    pub(super) fn number(&mut self, name: Option<&str>, width: usize) -> Result<u16, WriteError> {
        // A name ends with a zero, so one byte less is available.
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
        let number = u16::try_from(self.numbers.len()).map_err(|_| WriteError::Names)?;
        self.bytes.extend_from_slice(&bytes);
        self.numbers.insert(bytes, number);
        Ok(number)
    }

    /// The content of the file, with this date in its header.
    pub(super) fn file(self, made: [u8; 4]) -> Vec<u8> {
        let count = self.numbers.len() as u16;
        let mut file = vec![0; HEADER];
        file[..4].copy_from_slice(&made);
        file[8..10].copy_from_slice(&count.to_le_bytes());
        file.extend(self.bytes);
        file
    }
}
