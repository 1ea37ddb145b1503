//! A row of the table of options.

use std::fmt;

use super::values::Options;
use crate::flags::{Kind, Setting, Stored, Whole};

/// An option: its name, its documentation, and the place of its value.
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
    /// Proof that the option has an effect. Hidden, since only a test needs it.
    #[doc(hidden)]
    pub effect: Effect,
}

/// GTP commands, the last of which gets a different reply with this value of the option
/// than with the default. A test runs them for every row, so an option that nothing reads
/// is noticed.
pub struct Effect {
    /// The value.
    pub value: &'static str,
    /// A command on each line.
    pub commands: &'static str,
}

impl Row {
    /// An unfinished row for a number from 1 to 9. Hidden, since only a test needs it, to
    /// show that a row without an effect is noticed.
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

    /// The value at the start.
    pub fn default(&self) -> String {
        match self.varying_default {
            Some(words) => words.to_string(),
            None => self.get(&Options::new(0)),
        }
    }

    /// Sets it. A bad value changes nothing.
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
    /// No option has this name; these do.
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
