//! The header of the program's own binary files: weights, books, checkpoints.
//!
//! | bytes | |
//! |------:|------|
//! |  0–7  | magic: what kind of file it is |
//! |  8–11 | version of the content |
//! | 12–19 | length of the content |
//! | 20–23 | CRC-32 of the content |
//!
//! Numbers are little-endian. The headers of older files have no length, and the checksum
//! in bytes 12–15; these files can still be read.
//!
//! The checksum detects damage, not manipulation, so readers must still validate the
//! content. Files of training positions have no such header, because games are appended to
//! them.

use std::{error, fmt};

use flate2::Crc;

/// A kind of sealed file.
#[derive(Debug)]
pub(crate) struct Kind {
    /// Its name in messages, with an article.
    pub name: &'static str,
    /// The first bytes.
    pub magic: [u8; 8],
    /// The version that is written.
    pub version: u32,
    /// The last version without a length in its header.
    pub version_without_length: u32,
}

/// Why a file cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SealError {
    /// The magic is wrong.
    WrongMagic {
        /// The kind of file that was expected.
        name: &'static str,
    },
    /// This program cannot read the version of the file.
    Version {
        /// The kind of file.
        name: &'static str,
        /// Its version.
        found: u32,
        /// The versions that can be read.
        readable: [u32; 2],
    },
    /// The length or the checksum is wrong.
    Damaged {
        /// The kind of file.
        name: &'static str,
    },
}

impl Kind {
    /// The file for this content.
    pub(crate) fn seal(&self, content: &[u8]) -> Vec<u8> {
        let mut file = self.magic.to_vec();
        file.extend(self.version.to_le_bytes());
        file.extend((content.len() as u64).to_le_bytes());
        file.extend(checksum(content).to_le_bytes());
        file.extend(content);
        file
    }

    /// The same with the header of [`Kind::version_without_length`].
    #[cfg(any(test, feature = "tools"))]
    pub(crate) fn seal_without_length(&self, content: &[u8]) -> Vec<u8> {
        let mut file = self.magic.to_vec();
        file.extend(self.version_without_length.to_le_bytes());
        file.extend(checksum(content).to_le_bytes());
        file.extend(content);
        file
    }

    /// The content of a file.
    pub(crate) fn open<'a>(&self, file: &'a [u8]) -> Result<&'a [u8], SealError> {
        let name = self.name;
        let rest = file.strip_prefix(&self.magic);
        let rest = rest.ok_or(SealError::WrongMagic { name })?;
        let damaged = SealError::Damaged { name };
        let (&version, rest) = rest.split_first_chunk().ok_or(damaged)?;
        let (length, rest) = match u32::from_le_bytes(version) {
            version if version == self.version => {
                let (&length, rest) = rest.split_first_chunk().ok_or(damaged)?;
                (Some(u64::from_le_bytes(length)), rest)
            }
            version if version == self.version_without_length => (None, rest),
            found => {
                return Err(SealError::Version {
                    name,
                    found,
                    readable: [self.version_without_length, self.version],
                });
            }
        };
        let (&expected, content) = rest.split_first_chunk().ok_or(damaged)?;
        let is_complete = length.is_none_or(|length| length == content.len() as u64);
        match is_complete && u32::from_le_bytes(expected) == checksum(content) {
            true => Ok(content),
            false => Err(damaged),
        }
    }
}

/// CRC-32, as in PNG and ZIP.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let mut checksum = Crc::new();
    checksum.update(bytes);
    checksum.sum()
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SealError::WrongMagic { name } => write!(f, "not {name}"),
            SealError::Version {
                name,
                found,
                readable: [first, last],
            } => write!(
                f,
                "{name} of version {found}; this program reads {first} to {last}"
            ),
            SealError::Damaged { name } => write!(f, "{name} that is damaged or truncated"),
        }
    }
}

impl error::Error for SealError {}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind {
        name: "a file for tests",
        magic: *b"OBVTEST\n",
        version: 2,
        version_without_length: 1,
    };

    #[test]
    fn opens_what_it_sealed() {
        for content in [&b""[..], b"some content"] {
            assert_eq!(KIND.open(&KIND.seal(content)), Ok(content));
            assert_eq!(KIND.open(&KIND.seal_without_length(content)), Ok(content));
        }
    }

    #[test]
    fn the_header_has_the_documented_layout() {
        let file = KIND.seal(b"123456789");
        let header = b"OBVTEST\n\x02\0\0\0\x09\0\0\0\0\0\0\0\x26\x39\xf4\xcb";
        assert_eq!(file, [&header[..], b"123456789"].concat());
    }

    #[test]
    fn no_byte_may_change_or_be_missing() {
        for mut file in [KIND.seal(b"content"), KIND.seal_without_length(b"content")] {
            for place in 0..file.len() {
                assert!(KIND.open(&file[..place]).is_err(), "cut at {place}");
                for change in [1, 0x80, 0xff] {
                    file[place] ^= change;
                    assert!(KIND.open(&file).is_err(), "{place} {change}");
                    file[place] ^= change;
                }
            }
            file.push(0);
            assert!(KIND.open(&file).is_err());
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let good = KIND.seal(b"content");
        for (place, problem) in [
            (0, "not a file for tests"),
            (
                8,
                "a file for tests of version 6; this program reads 1 to 2",
            ),
            (12, "a file for tests that is damaged or truncated"),
            (30, "a file for tests that is damaged or truncated"),
        ] {
            let mut file = good.clone();
            file[place] ^= 4;
            let error = KIND.open(&file).expect_err("it was changed");
            assert_eq!(error.to_string(), problem, "{place}");
        }
    }
}
