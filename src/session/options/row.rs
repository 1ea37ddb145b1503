//! A row of the table of options.

use std::fmt;

use super::values::Options;
use crate::flags::{Kind, Setting, Stored, Whole};

/// An option: its name, its documentation, and where its value is stored.
pub struct Row {
    /// The name on the command line, in every protocol and in the help.
    pub name: &'static str,
    /// The placeholder of the value in a usage line.
    pub variable: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// The rest of its documentation: paragraphs, with empty lines between them.
    pub details: &'static str,
    /// The default, in words, if it depends on the machine or on chance.
    pub varying_default: Option<&'static str>,
    /// Where the value is stored.
    pub(crate) field: &'static dyn Stored<Options>,
    /// A demonstration that the option has an effect. Hidden, because only a test needs it.
    #[doc(hidden)]
    pub effect: Effect,
}

/// GTP commands whose last reply differs between this value of the option and the default.
/// A test runs them for every row, to catch options that nothing reads.
pub struct Effect {
    /// The value.
    pub value: &'static str,
    /// A command on each line.
    pub commands: &'static str,
}

impl Row {
    /// A row for an option that nothing reads, a number from 1 to 9. Hidden, because it only
    /// tests that such a row is caught.
    #[doc(hidden)]
    pub fn trial(
        name: &'static str,
        effect: Effect,
        get: fn(&Options) -> u32,
        set: fn(&mut Options, u32),
    ) -> &'static Row {
        let kind = Whole::new(1, 9);
        Box::leak(Box::new(Row {
            name,
            variable: "N",
            summary: "a trial",
            details: "",
            varying_default: None,
            field: Box::leak(Box::new(Setting { kind, get, set })),
            effect,
        }))
    }

    /// The values that it takes.
    pub fn kind(&self) -> Kind {
        self.field.kind()
    }

    /// The current value, as it would be typed.
    pub fn get(&self, options: &Options) -> String {
        self.field.value(options)
    }

    /// The default.
    pub fn default(&self) -> String {
        match self.varying_default {
            Some(words) => words.to_string(),
            None => self.get(&Options::new(0)),
        }
    }

    /// Sets the value. A bad value changes nothing.
    pub fn set(&'static self, options: &mut Options, text: &str) -> Result<(), OptionError> {
        let is_set = self.field.set(options, text);
        is_set.map_err(|reason| OptionError::BadValue(self, reason))
    }
}

/// Names are unique.
impl PartialEq for Row {
    fn eq(&self, other: &Row) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionError {
    /// No option has that name. These are all the options.
    UnknownName(&'static [&'static Row]),
    /// The option cannot take the value, for this reason.
    BadValue(&'static Row, String),
}

impl std::error::Error for OptionError {}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::UnknownName(rows) => {
                let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
                write!(f, "unknown option: expected {}", names.join(", "))
            }
            OptionError::BadValue(row, reason) => write!(f, "{}: {reason}", row.name),
        }
    }
}
