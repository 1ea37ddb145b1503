//! The eight symmetries of the board.
//!
//! The rules are the same in all eight views of a position. So a book stores only the
//! canonical view, training positions can be used in all views, and a search whose score
//! depends on the view has a bug.
//!
//! Exchanging the colours is deliberately not included, because it is not a symmetry of the
//! board.

mod group;
mod views;

pub use group::Symmetry;
pub(crate) use views::canonical;
