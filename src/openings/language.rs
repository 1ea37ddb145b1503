//! The languages of the names.

use std::str::FromStr;
use std::{error, fmt};

/// A language in which openings have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// `en`
    English,
    /// `fr`
    French,
    /// `ja`
    Japanese,
}

impl Language {
    /// All languages, in the order of the table.
    pub const ALL: [Language; 3] = [Language::English, Language::French, Language::Japanese];

    /// Its code in ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::Japanese => "ja",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that is not the code of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a language: en, fr or ja")
    }
}

impl error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Language, UnknownLanguage> {
        Language::ALL
            .into_iter()
            .find(|language| text.eq_ignore_ascii_case(language.code()))
            .ok_or(UnknownLanguage)
    }
}
