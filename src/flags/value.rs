//! The types of values, each with its parser.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

/// The values that a flag or an option takes, as help texts and the menus of GUIs show them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// None: naming the flag is enough.
    Switch,
    /// A whole number in this range.
    Number(u64, u64),
    /// A number from 0 to this maximum; decimals are allowed.
    Decimal(u32),
    /// One of these words.
    Choice(Vec<&'static str>),
    /// The name of a file, or whatever else this text describes.
    File(&'static str),
    /// Text in this form.
    Text(&'static str),
}

impl Kind {
    /// The values, if a help text should list them.
    pub fn values(&self) -> Option<String> {
        match self {
            Kind::Number(_, u64::MAX) | Kind::Switch | Kind::File(_) | Kind::Text(_) => None,
            kind => Some(kind.to_string()),
        }
    }
}

/// The expected values, in the words of an error message.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Switch => f.write_str("no value"),
            Kind::Number(least, greatest) => write!(f, "{least} to {greatest}"),
            Kind::Decimal(greatest) => write!(f, "0 to {greatest}"),
            Kind::Choice(words) => f.write_str(&words.join(", ")),
            Kind::File(text) | Kind::Text(text) => f.write_str(text),
        }
    }
}

/// A type of values that can be written as text.
pub(crate) trait ValueKind: Sync {
    /// The type.
    type Value;

    /// The values that it takes.
    fn kind(&self) -> Kind;

    /// Parses a value. On failure, the error is the reason, such as `expected 0 to 30`.
    fn parse(&self, text: &str) -> Result<Self::Value, String>;

    /// The text that [`ValueKind::parse`] turns into this value.
    fn format(&self, value: &Self::Value) -> String;
}

fn expected<T>(kind: &impl ValueKind, value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| format!("expected {}", kind.kind()))
}

/// A whole number in a range.
pub(crate) struct Whole<N> {
    least: u64,
    greatest: u64,
    number: PhantomData<fn() -> N>,
}

impl<N> Whole<N> {
    /// The numbers of this range.
    pub(crate) const fn new(least: u64, greatest: u64) -> Whole<N> {
        Whole {
            least,
            greatest,
            number: PhantomData,
        }
    }
}

impl<N: TryFrom<u64> + fmt::Display> ValueKind for Whole<N> {
    type Value = N;

    fn kind(&self) -> Kind {
        Kind::Number(self.least, self.greatest)
    }

    fn parse(&self, text: &str) -> Result<N, String> {
        let range = self.least..=self.greatest;
        // The standard parser would accept a plus sign.
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_plain);
        let number = number.filter(|number| range.contains(number));
        expected(self, number.and_then(|number| N::try_from(number).ok()))
    }

    fn format(&self, number: &N) -> String {
        number.to_string()
    }
}

/// A number from 0 to a maximum; decimals are allowed.
pub(crate) struct Decimal<N> {
    greatest: u32,
    number: PhantomData<fn() -> N>,
}

impl<N> Decimal<N> {
    /// The numbers up to this one.
    pub(crate) const fn up_to(greatest: u32) -> Decimal<N> {
        Decimal {
            greatest,
            number: PhantomData,
        }
    }
}

impl<N: FromStr + fmt::Display> ValueKind for Decimal<N> {
    type Value = N;

    fn kind(&self) -> Kind {
        Kind::Decimal(self.greatest)
    }

    fn parse(&self, text: &str) -> Result<N, String> {
        let range = 0.0..=f64::from(self.greatest);
        let is_allowed = text
            .parse()
            .is_ok_and(|number: f64| range.contains(&number));
        // Minus zero is in the range, so the sign is removed.
        let number = text.trim_start_matches('-').parse().ok();
        expected(self, number.filter(|_| is_allowed))
    }

    fn format(&self, number: &N) -> String {
        number.to_string()
    }
}

/// A time limit in seconds; 0 means no limit.
pub(crate) struct Seconds;

impl Seconds {
    const LONGEST: u32 = 1_000_000;
    const RANGE: Decimal<f64> = Decimal::up_to(Seconds::LONGEST);

    /// Longer than anyone waits.
    #[cfg(feature = "tools")]
    pub(crate) const NO_LIMIT: Duration = Duration::from_secs(Seconds::LONGEST as u64);
}

impl ValueKind for Seconds {
    type Value = Option<Duration>;

    fn kind(&self) -> Kind {
        Seconds::RANGE.kind()
    }

    fn parse(&self, text: &str) -> Result<Option<Duration>, String> {
        // A limit that rounds to zero is still a limit.
        let shortest = Duration::from_nanos(1);
        let seconds = Seconds::RANGE.parse(text)?;
        Ok((seconds > 0.0).then(|| Duration::from_secs_f64(seconds).max(shortest)))
    }

    fn format(&self, limit: &Option<Duration>) -> String {
        limit.unwrap_or_default().as_secs_f64().to_string()
    }
}

/// `on` or `off`.
pub(crate) struct OnOff;

impl OnOff {
    const WORDS: OneOf<bool> = OneOf {
        all: || vec![false, true],
        name: |&is_on| if is_on { "on" } else { "off" },
    };
}

impl ValueKind for OnOff {
    type Value = bool;

    fn kind(&self) -> Kind {
        OnOff::WORDS.kind()
    }

    fn parse(&self, text: &str) -> Result<bool, String> {
        OnOff::WORDS.parse(text)
    }

    fn format(&self, is_on: &bool) -> String {
        OnOff::WORDS.format(is_on)
    }
}

/// A word from a list, such as the names of a table's rows.
pub(crate) struct OneOf<V> {
    /// The values that the words stand for.
    pub all: fn() -> Vec<V>,
    /// The word for one of them.
    pub name: fn(&V) -> &'static str,
}

impl<V> ValueKind for OneOf<V> {
    type Value = V;

    fn kind(&self) -> Kind {
        Kind::Choice((self.all)().iter().map(self.name).collect())
    }

    fn parse(&self, text: &str) -> Result<V, String> {
        let mut all = (self.all)().into_iter();
        expected(self, all.find(|value| (self.name)(value) == text))
    }

    fn format(&self, value: &V) -> String {
        (self.name)(value).to_string()
    }
}

/// The name of a file, which is not opened here.
pub(crate) struct File;

impl ValueKind for File {
    type Value = String;

    fn kind(&self) -> Kind {
        Kind::File("the name of a file")
    }

    fn parse(&self, text: &str) -> Result<String, String> {
        expected(self, Some(text.to_string()).filter(|text| !text.is_empty()))
    }

    fn format(&self, name: &String) -> String {
        name.clone()
    }
}

/// Text in the form that these words describe. It is not checked here.
pub(crate) struct Text(pub &'static str);

impl ValueKind for Text {
    type Value = String;

    fn kind(&self) -> Kind {
        Kind::Text(self.0)
    }

    fn parse(&self, text: &str) -> Result<String, String> {
        Ok(text.to_string())
    }

    fn format(&self, text: &String) -> String {
        text.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        assert_eq!(Whole::<u32>::new(1, 60).parse("60"), Ok(60));
        assert_eq!(Whole::<u64>::new(0, u64::MAX).parse("007"), Ok(7));
        let decimal = Decimal::<f64>::up_to(10);
        assert_eq!(decimal.parse(".5"), Ok(0.5));
        assert_eq!(decimal.parse("-0").map(f64::is_sign_positive), Ok(true));
        assert_eq!(Decimal::<f32>::up_to(1).format(&0.003), "0.003");
        assert_eq!(Seconds.parse("0"), Ok(None));
        assert_eq!(Seconds.parse("2.5"), Ok(Some(Duration::from_millis(2500))));
        assert_eq!(Seconds.parse("1e-12"), Ok(Some(Duration::from_nanos(1))));
        assert_eq!(Seconds.format(&None), "0");
        assert_eq!(OnOff.parse("on"), Ok(true));
        assert_eq!(OnOff.format(&false), "off");
    }

    #[test]
    fn other_texts_are_refused_with_what_was_expected() {
        for text in [
            "",
            "0",
            "61",
            "+5",
            "-1",
            "5.0",
            "x",
            "99999999999999999999",
        ] {
            let refused = Whole::<u32>::new(1, 60).parse(text);
            assert_eq!(refused, Err("expected 1 to 60".to_string()), "{text}");
        }
        // The part of a range that the type cannot hold is refused.
        assert!(Whole::<u32>::new(0, u64::MAX).parse("4294967296").is_err());
        for text in ["", "-1", "10.1", "nan", "inf", "x"] {
            let refused = Decimal::<f64>::up_to(10).parse(text);
            assert_eq!(refused, Err("expected 0 to 10".to_string()), "{text}");
        }
        for text in ["", "ON", "true", "1"] {
            let refused = OnOff.parse(text);
            assert_eq!(refused, Err("expected off, on".to_string()), "{text}");
        }
        assert!(File.parse("").is_err());
    }
}
