//! The types of values of Edax's options, and sizes as Edax counts them.

use std::time::Duration;

use crate::flags::{Kind, ValueKind};
use crate::session::options::HashSize;

/// Edax's words for on and off.
pub(super) struct OnOff;

impl ValueKind for OnOff {
    type Value = bool;

    fn kind(&self) -> Kind {
        Kind::Text("on or off")
    }

    fn parse(&self, text: &str) -> Result<bool, String> {
        match text.to_ascii_lowercase().as_str() {
            "on" | "true" | "yes" | "1" => Ok(true),
            "off" | "false" | "no" | "0" => Ok(false),
            _ => Err(format!("expected {}", self.kind())),
        }
    }

    fn format(&self, is_on: &bool) -> String {
        if *is_on { "on" } else { "off" }.to_string()
    }
}

/// Seconds, `M:SS` or `H:MM:SS`, with decimals.
pub(super) struct Time;

impl ValueKind for Time {
    type Value = Duration;

    fn kind(&self) -> Kind {
        Kind::Text("seconds, M:SS or H:MM:SS")
    }

    fn parse(&self, text: &str) -> Result<Duration, String> {
        const TOO_MANY_SECONDS: f64 = 1e9;
        let expected = || format!("expected {}", self.kind());
        let part = |part: &str| part.parse().ok().filter(|part: &f64| *part >= 0.0);
        let parts: Option<Vec<f64>> = text.split(':').map(part).collect();
        let parts = parts
            .filter(|parts| parts.len() <= 3)
            .ok_or_else(expected)?;
        let seconds = parts.iter().fold(0.0, |sum, part| 60.0 * sum + part);
        match seconds < TOO_MANY_SECONDS {
            true => Ok(Duration::from_secs_f64(seconds)),
            false => Err(expected()),
        }
    }

    fn format(&self, time: &Duration) -> String {
        time.as_secs_f64().to_string()
    }
}

/// The nearest number in a range.
pub(super) fn nearest(number: u32, range: &impl ValueKind) -> u32 {
    let Kind::Number(least, greatest) = range.kind() else {
        return number;
    };
    u64::from(number).clamp(least, greatest) as u32
}

/// The size in megabytes of a transposition table with `2^bits` entries, or the nearest
/// size that is possible.
pub(crate) fn hash_mb(bits: u32) -> u32 {
    // An entry takes 16 bytes.
    const BITS_OF_A_MEGABYTE: u32 = 16;
    let megabytes = 1_u32.checked_shl(bits.saturating_sub(BITS_OF_A_MEGABYTE));
    nearest(megabytes.unwrap_or(u32::MAX), &HashSize).min(HashSize::greatest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_may_have_minutes_and_hours() {
        for (text, milliseconds) in [("0.5", 500), ("1:30", 90_000), ("1:00:02.25", 3_602_250)] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(Time.parse(text), Ok(time), "{text}");
        }
        for text in ["", "-1", "1:", "1:2:3:4", "nan", "1e10"] {
            assert!(Time.parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_size_of_a_table_is_the_nearest_possible() {
        assert_eq!(hash_mb(22), 64);
        assert_eq!(hash_mb(0), 1);
        assert_eq!(hash_mb(99), HashSize::greatest().min(1 << 16));
    }
}
