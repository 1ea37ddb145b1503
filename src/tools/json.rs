//! JSON lines: a record each, in an order of fields that does not change.

use std::time::Duration;

use serde::Serialize;

/// A record on a line, without its end.
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
