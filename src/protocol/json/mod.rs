//! Queries and answers in JSON, one object a line: for programs that want the values of
//! many positions.
//!
//! Unlike in the other protocols, several queries are searched at once, and they are
//! answered in the order in which they finish. [`query`] reads lines, the [`service`] searches,
//! and [`answer`] writes.

mod answer;
mod query;
mod service;

use super::{Dialogue, Row};

pub(super) const ROW: Row = Row {
    name: "json",
    summary: "JSON objects, one a line: values of many positions at once, for scripts and sites",
    openings: &["{..."],
    is_opened_by: |line| line.starts_with('{'),
    dialogue: Dialogue::Concurrent(service::serve),
};
