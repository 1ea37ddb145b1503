//! The book that is built into the program.

use std::sync::OnceLock;

use super::Book;

/// Written by `obverse book grow`, with the arguments given in the changelog.
static FILE: &[u8] = include_bytes!("openings.book");

static BOOK: OnceLock<Book> = OnceLock::new();

/// The book of this program, unpacked when it is first used.
pub fn embedded() -> &'static Book {
    BOOK.get_or_init(|| Book::read(FILE).expect("a test has read it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn it_is_sound_and_small() {
        let book = Book::read(FILE).expect("it is sound");
        assert!(FILE.len() < 1 << 20);
        let mut propagated = book.clone();
        propagated.propagate_values();
        assert!(propagated == book, "its values have been propagated");
        assert!(book.contains(&Position::START));
        for (position, moves) in book.positions() {
            assert_eq!(moves.len(), position.moves().len() as usize);
        }
    }
}
