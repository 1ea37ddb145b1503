//! Kinds of values that several tools take.

use std::time::Duration;

use crate::flags::{Decimal, Kind, OneOf, ValueKind};
use crate::formats::{self, FORMATS};

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
