//! A page that shows the tree of a book.

use std::path::Path;

use super::tree::Tree;
use crate::tools::ToolError;
use crate::tools::file_arguments;
use crate::tools::json::line;
use crate::tools::page::{BOARD, ELEMENTS, Escaped, GAME_STYLE, Module, Page, RULES, fill, module};

const BODY: &str = include_str!("page.html");
const STYLE: &str = include_str!("tree.css");

/// The modules of the page.
const MODULES: [Module; 4] = [RULES, ELEMENTS, BOARD, module!("tree.js")];

/// Writes the page. The title names the book.
pub(super) fn write(path: &Path, book: &str, tree: &Tree) -> Result<(), ToolError> {
    let title = format!("Book {book}");
    let page = Page {
        body: fill(BODY, &[("title", Escaped(&title).to_string())]),
        title: &title,
        styles: &[GAME_STYLE, STYLE],
        records: &[line(tree)],
        modules: &MODULES,
    };
    file_arguments::write(path, page.write().as_bytes())
}

#[cfg(test)]
#[test]
fn the_modules_can_be_joined() {
    crate::tools::page::assert_joinable(&MODULES);
}
