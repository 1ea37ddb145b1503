//! Reads any bytes as an opening book: as a whole file, as the content of a file with
//! correct checksums, and as a book of another program. A book that is accepted must be legal
//! and survive a round trip.
//!
//! `cargo fuzz run -s none book` needs no nightly compiler.
#![no_main]

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use libfuzzer_sys::fuzz_target;
use obverse::board::{Bitboard, Move};
use obverse::search::engine::book::{Book, foreign};

const HEAD: &[u8] = b"OBVBOOK\n\x01\0\0\0";
const POSITION_BYTES: usize = 17;
const MOVE_BYTES: usize = 3;

fuzz_target!(|bytes: &[u8]| {
    inspect(bytes);
    if let Some((&positions, content)) = bytes.split_first() {
        inspect(&file(positions.into(), content));
        inspect(&block(positions.into(), content));
    }
    for format in foreign::FORMATS {
        match format.read(bytes) {
            Ok(mut book) => {
                book.propagate_values();
                assert!(format.read(&format.write(&book)).is_ok());
                check(book);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

/// A file of version 3 with one block, which claims to have this number of positions.
fn block(positions: u64, content: &[u8]) -> Vec<u8> {
    let first = content.get(..16).unwrap_or(&[0; 16]);
    let index = [first, &68u64.to_le_bytes(), &crc(content).to_le_bytes()].concat();
    let mut file = b"OBVBOOK\n\x03\0\0\0".to_vec();
    file.extend(positions.clamp(1, 128).to_le_bytes());
    file.extend((68 + content.len() as u64).to_le_bytes());
    file.extend(1u32.to_le_bytes());
    file.extend(crc(&index).to_le_bytes());
    file.extend(crc(&file).to_le_bytes());
    [&file, &index, content].concat()
}

fn crc(bytes: &[u8]) -> u32 {
    let mut checksum = Crc::new();
    checksum.update(bytes);
    checksum.sum()
}

/// A file with a header for this number of positions; the content supplies the moves.
fn file(positions: usize, content: &[u8]) -> Vec<u8> {
    let moves = content.len().saturating_sub(positions * POSITION_BYTES) / MOVE_BYTES;
    let mut rest = Vec::new();
    for count in [positions, moves] {
        rest.extend((count as u32).to_le_bytes());
    }
    let used = content
        .len()
        .min(positions * POSITION_BYTES + moves * MOVE_BYTES);
    let mut packer = DeflateEncoder::new(rest, Compression::none());
    packer.write_all(&content[..used]).expect("memory suffices");
    let rest = packer.finish().expect("memory suffices");
    [HEAD, &crc(&rest).to_le_bytes(), &rest].concat()
}

fn inspect(file: &[u8]) {
    match Book::read(file) {
        Ok(book) => check(book),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check(mut book: Book) {
    assert_eq!(Book::read(&book.write()), Ok(book.clone()));
    assert_eq!(book.positions().count(), book.len());
    for (position, moves) in book.positions() {
        let squares: Bitboard = moves.iter().map(|known| known.square).collect();
        assert_eq!(squares & position.moves(), squares);
        assert_eq!(book.moves(&position), moves);
        for known in moves {
            let mut after = position;
            for action in book.line(&position, known.square) {
                assert!(action != Move::Pass || after.must_pass());
                after = after.after(action);
            }
        }
    }
    book.propagate_values();
    let settled = book.clone();
    book.propagate_values();
    assert_eq!(book, settled);
}
