//! Egaroucid's books, `.egbk3`.
//!
//! After `DICUORAGE`, the version (1 byte, 3) and the number of positions (4 bytes), each
//! position takes 25 bytes:
//!
//! | bytes | |
//! |------:|------|
//! |  0–15 | discs of the side to move, discs of the other side |
//! | 16–17 | value and level |
//! | 18–21 | lines of the book that pass through the position |
//! | 22–24 | the leaf, the best of the moves to positions that are not in the book: value, square and level |
//!
//! The value of a move is that of the position after it, or, if that is a pass, of the one
//! after the pass.

use std::collections::HashMap;

use super::lines::{After, Leaves, nodes};
use super::reader::{Reader, certainty, level};
use super::{ForeignError, Format, HIGHEST_LEVEL, NO_MOVE};
use crate::board::{Position, Square};
use crate::search::engine::book::{Book, BookMove, Certainty, Discs, canonical_discs, position};

pub(super) const FORMAT: Format = Format {
    program: "Egaroucid",
    extension: "egbk3",
    summary: "Positions with one value each; the value of a move is that of the position after \
              it. So a book that is written also has the positions after its last moves.",
    magic: MAGIC,
    read,
    write,
};

const MAGIC: &[u8] = b"DICUORAGE";
const VERSION: u8 = 3;
const COUNT_PLACE: usize = MAGIC.len() + 1;

const NO_VALUE: i8 = -126;
const UNKNOWN_MOVE: u8 = 125;
const NO_LEVEL: u8 = -1i8 as u8;

/// If the best known move of a position is worse than the position by more discs than this,
/// Egaroucid plays none of them, since the best move is unknown.
const MOST_LOST: i16 = 8;

/// What the file says of a position.
struct Record {
    value: i8,
    certainty: Certainty,
    leaf: Option<BookMove>,
    /// Whether the moves to positions that are not in the book were searched.
    is_expanded: bool,
}

fn read(file: &[u8]) -> Result<Book, ForeignError> {
    if let Some(version) = file.get(MAGIC.len()).filter(|&&version| version != VERSION) {
        return Err(ForeignError(format!(
            "a book of version {version}; this program reads version {VERSION}"
        )));
    }
    let mut reader = Reader::new(file, COUNT_PLACE)?;
    let mut records: HashMap<Discs, Record> = HashMap::new();
    while reader.next()? {
        let position = reader.position()?;
        let [value, level] = reader.bytes()?;
        reader.bytes::<4>()?;
        let [leaf, square, leaf_level] = reader.bytes()?;
        let value = value as i8;
        if value == NO_VALUE {
            continue;
        }
        if !(-64..=64).contains(&value) {
            return Err(reader.error(&format!("expected a value from -64 to 64, got {value}")));
        }
        // The leaf of a position that has been changed since need not be legal any more.
        let is_leaf = leaf as i8 != NO_VALUE
            && Square::new(square).is_some_and(|square| position.moves().contains(square));
        let leaf = match is_leaf {
            true => Some(reader.known(&position, square, leaf as i8, known_level(leaf_level))?),
            false => None,
        };
        let record = Record {
            value,
            certainty: certainty(known_level(level)),
            leaf: leaf.map(|leaf| leaf.in_canonical_view(&position)),
            is_expanded: leaf_level != NO_LEVEL,
        };
        records.insert(canonical_discs(&position), record);
    }
    let mut book = Book::default();
    for (&discs, record) in &records {
        let position = position(discs);
        let moves = moves(&position, record, &records);
        let best = moves.iter().map(|known| i16::from(known.value)).max();
        let is_complete = moves.len() == position.moves().len() as usize;
        // The last position of a line may have moves to positions of other lines. Its value is
        // that of a search, so a worse move is not its best one.
        let tolerance = if record.is_expanded { MOST_LOST } else { 0 };
        let least = i16::from(record.value) - tolerance;
        if is_complete || best.is_some_and(|best| best >= least) {
            book.insert(&position, &moves);
        }
    }
    Ok(book)
}

/// The moves to other positions of the book, and the leaf.
fn moves(position: &Position, record: &Record, records: &HashMap<Discs, Record>) -> Vec<BookMove> {
    let known = |square| {
        let after = position.play(square);
        let (discs, sign) = match After::of(&after) {
            After::Reply(turn) => (canonical_discs(&turn), -1),
            After::Pass(turn) => (canonical_discs(&turn), 1),
            After::End => (canonical_discs(&after), -1),
        };
        let found = records.get(&discs).map(|record| BookMove {
            square,
            value: record.value * sign,
            certainty: record.certainty,
        });
        found.or(record.leaf.filter(|leaf| leaf.square == square))
    };
    position.moves().into_iter().filter_map(known).collect()
}

/// Levels that are not known are negative.
fn known_level(level: u8) -> u8 {
    (level as i8).max(0) as u8
}

fn write(book: &Book) -> Vec<u8> {
    let (nodes, _) = nodes(book, Leaves::All);
    let mut leaves: HashMap<Discs, (Certainty, i8)> = HashMap::new();
    let mut records = Vec::new();
    for node in &nodes {
        let here = position(node.discs);
        for (known, &(after, is_known)) in node.moves.iter().zip(&node.after) {
            let (discs, value) = match after {
                After::Reply(turn) => (canonical_discs(&turn), -known.value),
                After::Pass(turn) => (canonical_discs(&turn), known.value),
                After::End => (canonical_discs(&here.play(known.square)), -known.value),
            };
            if !is_known {
                let leaf = leaves.entry(discs).or_insert((known.certainty, value));
                *leaf = (*leaf).max((known.certainty, value));
            }
        }
        let worst = node.moves.iter().map(|known| known.certainty).min();
        let is_complete = node.moves.len() == here.moves().len() as usize;
        let leaf = if is_complete { NO_MOVE } else { UNKNOWN_MOVE };
        let level = worst.map_or(0, level);
        add_record(
            &mut records,
            node.discs,
            node.summary.value,
            level,
            node.summary.lines,
            [NO_VALUE as u8, leaf, level],
        );
    }
    let mut leaves: Vec<_> = leaves.into_iter().collect();
    leaves.sort_unstable_by_key(|&(discs, _)| discs);
    for &(discs, (certainty, value)) in &leaves {
        let leaf = [NO_VALUE as u8, UNKNOWN_MOVE, NO_LEVEL];
        add_record(&mut records, discs, value, level(certainty), 1, leaf);
    }
    let count = (nodes.len() + leaves.len()) as u32;
    let head = [MAGIC, &[VERSION], &count.to_le_bytes()].concat();
    [head, records].concat()
}

fn add_record(
    records: &mut Vec<u8>,
    discs: Discs,
    value: i8,
    level: u8,
    lines: u32,
    leaf: [u8; 3],
) {
    records.extend(discs.into_iter().flat_map(u64::to_le_bytes));
    records.extend([value as u8, level.min(HIGHEST_LEVEL)]);
    records.extend(lines.to_le_bytes());
    records.extend(leaf);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::engine::book::{best, embedded};

    /// Such a position may have moves to positions of other lines, but the search that found its
    /// value knew all moves.
    #[test]
    fn positions_after_the_last_moves_are_not_worse_than_their_value() {
        let book = embedded();
        let read = read(&write(book)).expect("it is written right");
        let mut count = 0;
        for (&discs, moves) in &book.entries {
            for known in moves {
                let after = position(discs).play(known.square);
                let After::Reply(turn) = After::of(&after) else {
                    continue;
                };
                let discs = canonical_discs(&turn);
                if let Some(moves) = read.entries.get(&discs)
                    && !book.entries.contains_key(&discs)
                {
                    count += 1;
                    let best = best(moves).expect("a move");
                    assert!(best.value >= -known.value, "{turn}");
                }
            }
        }
        assert!(count > 100, "{count}");
    }
}
