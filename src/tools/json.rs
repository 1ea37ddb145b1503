//! JSON lines: one record per line, with its fields in a fixed order.

use std::time::Duration;

use serde::Serialize;

/// A record as a line, without the line break.
pub(super) fn line(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("records hold only plain values")
}

/// The last line of a list: `{"total":...}`.
pub(super) fn total_line(total: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Line<T> {
        total: T,
    }
    line(&Line { total })
}

/// Seconds, to the microsecond.
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}
