//! The book that travels in the program.

use std::sync::OnceLock;

use super::Book;

/// What `obverse book grow` wrote; the changelog tells how.
static FILE: &[u8] = include_bytes!("openings.book");

static BOOK: OnceLock<Book> = OnceLock::new();

/// The book of this program, unpacked when it is first asked for.
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
        let mut settled = book.clone();
        settled.settle();
        assert!(settled == book, "its values are settled");
        assert!(book.contains(&Position::START));
        for (position, moves) in book.positions() {
            assert_eq!(moves.len(), position.moves().len() as usize);
        }
    }
}
