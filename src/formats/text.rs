//! Decodes the texts and numbers in files.

use std::time::Duration;

/// The largest number of discs or seconds that is accepted.
const GREATEST: f64 = 1e9;

/// Decodes UTF-8, or Latin-1 if it is not valid UTF-8.
pub(super) fn decode(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => latin1(bytes),
    }
}

pub(super) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// A text as one line, trimmed; `None` if nothing is left.
pub(super) fn line(text: &str) -> Option<String> {
    let plain = text.replace(char::is_control, " ");
    let line = plain.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

/// A number, rounded to thousandths so that it can be written exactly.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    (number.abs() <= GREATEST).then(|| (number * 1000.0).round() / 1000.0)
}

/// Seconds, rounded to thousandths.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let seconds = decimal(text).filter(|&seconds| seconds >= 0.0)?;
    Some(Duration::from_millis((seconds * 1000.0).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_to_the_thousandth() {
        for (text, number) in [
            ("1.5", Some(1.5)),
            (" +2 ", Some(2.0)),
            ("-0.12345", Some(-0.123)),
            ("inf", None),
            ("NaN", None),
            ("1e30", None),
            ("", None),
            ("1,5", None),
        ] {
            assert_eq!(decimal(text), number, "{text}");
        }
        assert_eq!(seconds("12.3456"), Some(Duration::from_millis(12346)));
        assert_eq!(seconds("-1"), None);
    }

    #[test]
    fn texts_are_read_as_utf_8_or_latin_1() {
        assert_eq!(decode(b"J\xf6rg"), "J\u{f6}rg");
        assert_eq!(decode("Jörg".as_bytes()), "J\u{f6}rg");
        assert_eq!(line(" a\tb\r\n").as_deref(), Some("a b"));
        assert_eq!(line(" \n"), None);
    }
}
