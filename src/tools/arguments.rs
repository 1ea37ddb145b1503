//! Flags that several tools share, and the kinds of values that they take.
//!
//! A tool passes the field in which the value is stored and, where the meaning differs
//! between tools, a summary. It can add a description of the default and, if the flag has
//! none here, details.

use std::time::Duration;

use super::page::PageName;
use super::problems::{Numbers, Selection};
use super::slice::{Slice, Slices};
use super::source::Reading;
use crate::flags::{Decimal, Field, Flag, Given, Kind, OneOf, Place, Switch, ValueKind, Whole};
use crate::formats::{self, FORMATS, Rows};
use crate::session::options::HashSize;

/// Describes the default of `--threads` if it is [`cores`](crate::session::options::cores).
pub(super) const ONE_FOR_EACH_CORE: &str = "one for each core";

/// `--threads` of a tool whose threads all search the same position.
pub(super) const fn search_threads<T>(field: &'static Place<T, Whole<u32>>) -> Flag<T> {
    Flag::new(&["--threads"], "N", "search with this many threads", field)
        .details("With one thread, values and node counts are reproducible.")
}

/// `--threads` of a tool whose threads do independent work.
pub(super) const fn work_threads<T>(
    summary: &'static str,
    field: &'static Place<T, Whole<u32>>,
) -> Flag<T> {
    Flag::new(&["--threads"], "N", summary, field)
        .details("The results do not depend on this number.")
}

/// `--hash-mb`.
pub(super) const fn hash_mb<T>(field: &'static Place<T, HashSize>) -> Flag<T> {
    let summary = "size of the transposition table in megabytes";
    Flag::new(&["--hash-mb"], "MB", summary, field)
}

/// `--level`.
pub(super) const fn level<T>(summary: &'static str, field: &'static dyn Field<T>) -> Flag<T> {
    Flag::new(&["--level"], "N", summary, field)
}

/// `--seed`.
pub(super) const fn seed<T>(field: &'static Place<T, Whole<u64>>) -> Flag<T> {
    Flag::new(
        &["--seed"],
        "N",
        "seed of the random number generator",
        field,
    )
}

/// `--hours`.
pub(super) const fn hours<T>(field: &'static Given<T, Hours>) -> Flag<T> {
    let summary = "stop after this many hours; decimals are allowed";
    Flag::new(&["--hours"], "H", summary, field)
}

/// `--html`.
pub(super) const fn html<T>(summary: &'static str, field: &'static Given<T, PageName>) -> Flag<T> {
    Flag::new(&["--html"], "FILE.html", summary, field)
}

/// `--json`.
pub(super) const fn json<T>(field: &'static Switch<T>) -> Flag<T> {
    let summary = "write JSON lines instead of tables";
    Flag::new(&["--json"], "", summary, field)
}

/// `--only`.
pub(super) const fn only<T: AsMut<Selection>>(summary: &'static str) -> Flag<T> {
    Flag::new(
        &["--only"],
        "NUMBERS",
        summary,
        &Given {
            kind: Numbers,
            set: |arguments: &mut T, numbers| *arguments.as_mut() = numbers,
        },
    )
}

/// `--slice`.
pub(super) const fn slice<T: AsMut<Slice>>(summary: &'static str) -> Flag<T> {
    Flag::new(
        &["--slice"],
        "K/N",
        summary,
        &Given {
            kind: Slices,
            set: |arguments: &mut T, slice| *arguments.as_mut() = slice,
        },
    )
    .details(
        "Part K consists of every N-th item, starting with the K-th. Several machines can thus \
         share the work; their results together are those of a single run.",
    )
}

/// `--from`, the format of files.
pub(super) const fn from<T: AsMut<Reading>>() -> Flag<T> {
    Flag::new(
        &["--from"],
        "FORMAT",
        "read the files in this format",
        &Given {
            kind: FORMAT_NAMES,
            set: |arguments: &mut T, format| arguments.as_mut().format = Some(format),
        },
    )
    .details("By default, the format is detected from the content of a file or, failing that, from its name.")
}

/// `--gogui-rows`.
pub(super) const fn gogui_rows<T: AsMut<Reading>>() -> Flag<T> {
    Flag::new(
        &["--gogui-rows"],
        "",
        "count the rows of SGF from the bottom, as GoGui does",
        &Switch(|arguments: &mut T| arguments.as_mut().rows = Rows::FromBottom),
    )
}

/// A format of game records, by its name.
pub(super) const FORMAT_NAMES: OneOf<&'static formats::Row> = OneOf {
    all: || FORMATS.iter().collect(),
    name: |row| row.name,
};

/// A time in hours.
pub(super) struct Hours;

impl Hours {
    const RANGE: Decimal<f64> = Decimal::up_to(100_000);
}

impl ValueKind for Hours {
    type Value = Duration;

    fn kind(&self) -> Kind {
        Hours::RANGE.kind()
    }

    fn parse(&self, text: &str) -> Result<Duration, String> {
        let hours = Hours::RANGE.parse(text)?;
        Ok(Duration::from_secs_f64(hours * 3600.0))
    }

    fn format(&self, time: &Duration) -> String {
        (time.as_secs_f64() / 3600.0).to_string()
    }
}
