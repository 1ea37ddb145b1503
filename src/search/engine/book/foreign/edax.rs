//! Edax's books, `.dat`.
//!
//! | bytes of the header | |
//! |------:|------|
//! |  0–7  | `XADEKOOB` |
//! |  8–9  | version and release of Edax: 4 and 6 |
//! | 10–17 | date and time, which Edax only shows |
//! | 18–37 | five settings, 4 bytes each: level, number of empty squares to which the book grows, error of the midgame and of the endgame, verbosity |
//! | 38–41 | number of positions |
//!
//! | bytes of a position | |
//! |------:|------|
//! |  0–15 | discs of the side to move, discs of the other side |
//! | 16–31 | lines of the book that are won, drawn and lost, and all of them |
//! | 32–37 | value, lower and upper bound, 2 bytes each |
//! | 38–39 | number of links, and level |
//!
//! Then follow the links and the leaf: value and square, a byte each. A link is a move to a
//! position of the book, and the leaf is the best of the other moves. If the side to move must
//! pass, the pass is a link; this program stores no such positions.

use std::collections::HashMap;

use super::lines::{After, Leaves, Node, Summary, nodes};
use super::reader::{Reader, level};
use super::{ForeignError, Format, NO_MOVE};
use crate::search::engine::book::{Book, BookMove, Certainty, Discs, canonical_discs, position};

pub(super) const FORMAT: Format = Format {
    program: "Edax",
    extension: "dat",
    summary: "For each position, the moves to other positions of the book and the best of the \
              other moves; writing omits further moves. A position has one level.",
    magic: MAGIC,
    read,
    write,
};

const MAGIC: &[u8] = b"XADEKOOB";
const VERSION: u8 = 4;
const RELEASE: u8 = 6;
const COUNT_PLACE: usize = 38;

/// Edax's own settings for the errors of its searches, in discs.
const MIDGAME_ERROR: i16 = 2;
const ENDGAME_ERROR: i16 = 1;

const PASS: u8 = 64;

/// The value of no move.
const NO_VALUE: i8 = -127;

fn read(file: &[u8]) -> Result<Book, ForeignError> {
    if let Some(version) = file.get(MAGIC.len()).filter(|&&version| version != VERSION) {
        return Err(ForeignError(format!(
            "a book of Edax {version}; this program reads those of Edax {VERSION}"
        )));
    }
    let mut reader = Reader::new(file, COUNT_PLACE)?;
    let mut book = Book::default();
    let mut moves = Vec::new();
    while reader.next()? {
        let position = reader.position()?;
        reader.bytes::<16>()?;
        let [value, lower, upper] =
            [reader.bytes()?, reader.bytes()?, reader.bytes()?].map(i16::from_le_bytes);
        let [links, level] = reader.bytes()?;
        moves.clear();
        for _ in 0..links {
            let [value, square] = reader.bytes()?;
            if square != PASS {
                moves.push(reader.known(&position, square, value as i8, level)?);
            }
        }
        let [leaf, square] = reader.bytes()?;
        if square < PASS {
            let mut leaf = reader.known(&position, square, leaf as i8, level)?;
            if links == 0 && [lower, upper] == [value; 2] {
                leaf.certainty = Certainty::Exact;
            }
            moves.push(leaf);
        }
        book.insert(&position, &moves);
    }
    Ok(book)
}

fn write(book: &Book) -> Vec<u8> {
    let (nodes, summaries) = nodes(book, Leaves::Best);
    let mut records = Vec::new();
    let mut passes: HashMap<Discs, Summary> = HashMap::new();
    let mut highest = 0;
    let mut fewest_empty = 60;
    for node in &nodes {
        let [mover, opponent] = node.discs;
        fewest_empty = fewest_empty.min((mover | opponent).count_zeros());
        highest = highest.max(add_position(&mut records, node));
        for (known, &(after, is_known)) in node.moves.iter().zip(&node.after) {
            if let (After::Pass(turn), true) = (after, is_known) {
                let before = position(node.discs).play(known.square);
                let summary = summaries[&canonical_discs(&turn)].flipped();
                passes.insert(canonical_discs(&before), summary);
            }
        }
    }
    let mut passes: Vec<(Discs, Summary)> = passes.into_iter().collect();
    passes.sort_unstable_by_key(|&(discs, _)| discs);
    for &(discs, summary) in &passes {
        let link = [summary.value as u8, PASS];
        add_record(&mut records, discs, summary, highest, &[link], NO_LEAF);
    }
    let mut file = MAGIC.to_vec();
    file.extend([VERSION, RELEASE]);
    file.extend([0; 8]);
    let settings = [
        highest.into(),
        fewest_empty as i32 + 1,
        MIDGAME_ERROR.into(),
        ENDGAME_ERROR.into(),
        1,
    ];
    file.extend(settings.into_iter().flat_map(i32::to_le_bytes));
    file.extend(((nodes.len() + passes.len()) as u32).to_le_bytes());
    file.extend(records);
    file
}

const NO_LEAF: [u8; 2] = [NO_VALUE as u8, NO_MOVE];

/// Adds a position, and returns its level.
fn add_position(records: &mut Vec<u8>, node: &Node<'_>) -> u8 {
    let links = |is_link: bool| {
        let moves = node.moves.iter().zip(&node.after);
        moves
            .filter(move |&(_, &(_, is_known))| is_known == is_link)
            .map(|(known, _)| known)
    };
    let bytes = |known: &BookMove| [known.value as u8, known.square.index() as u8];
    let leaf = links(false).rev().max_by_key(|known| known.value);
    let certainty = leaf.or(links(true).max_by_key(|known| known.certainty));
    let level = certainty.map_or(0, |known| level(known.certainty));
    let to_others: Vec<[u8; 2]> = links(true).map(bytes).collect();
    let leaf = leaf.map_or(NO_LEAF, bytes);
    add_record(records, node.discs, node.summary, level, &to_others, leaf);
    level
}

fn add_record(
    records: &mut Vec<u8>,
    discs: Discs,
    summary: Summary,
    level: u8,
    links: &[[u8; 2]],
    leaf: [u8; 2],
) {
    let value = i16::from(summary.value);
    let error = if summary.is_exact { 0 } else { MIDGAME_ERROR };
    let Summary {
        wins,
        draws,
        losses,
        lines,
        ..
    } = summary;
    records.extend(discs.into_iter().flat_map(u64::to_le_bytes));
    records.extend(
        [wins, draws, losses, lines]
            .into_iter()
            .flat_map(u32::to_le_bytes),
    );
    let values = [value, value - error, value + error];
    records.extend(values.into_iter().flat_map(i16::to_le_bytes));
    records.extend([links.len() as u8, level]);
    records.extend(links.as_flattened());
    records.extend(leaf);
}
