//! Reads any bytes as an opening book: as a whole file, and as the content of a file with
//! a correct checksum. A book that is accepted must be legal and survive a round trip.
//!
//! `cargo fuzz run -s none book` needs no nightly compiler.
#![no_main]

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use libfuzzer_sys::fuzz_target;
use obverse::board::{Bitboard, Move};
use obverse::search::engine::book::Book;

const HEAD: &[u8] = b"OBVBOOK\n\x01\0\0\0";
const POSITION_BYTES: usize = 17;
const MOVE_BYTES: usize = 3;

fuzz_target!(|bytes: &[u8]| {
    inspect(bytes);
    if let Some((&positions, content)) = bytes.split_first() {
        inspect(&file(positions.into(), content));
    }
});

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
    let mut checksum = Crc::new();
    checksum.update(&rest);
    [HEAD, &checksum.sum().to_le_bytes(), &rest].concat()
}

fn inspect(file: &[u8]) {
    let mut book = match Book::read(file) {
        Ok(book) => book,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
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
