//! Untyped descriptions of flags and operands, for help, documents and completions.

use super::value::Kind;

/// How many arguments an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// One.
    One,
    /// One or none.
    Optional,
    /// One or more.
    Some,
    /// Any number.
    Any,
}

/// Something that can describe its command line.
pub(crate) trait Describe: Sync {
    /// The description.
    fn describe(&self) -> Description;
}

/// A command line.
pub(crate) struct Description {
    /// See [`Syntax::command`](super::Syntax::command).
    pub command: &'static str,
    /// See [`Syntax::usage`](super::Syntax::usage).
    pub usage: &'static [&'static str],
    /// The arguments that are not flags.
    pub operands: Vec<OperandDescription>,
    /// The flags in groups, each with its heading.
    pub groups: Vec<(&'static str, Vec<FlagDescription>)>,
}

/// An argument that is not a flag.
pub(crate) struct OperandDescription {
    /// Its name in the usage line.
    pub name: &'static str,
    /// How many there may be.
    pub count: Count,
    /// What it is.
    pub summary: &'static str,
    /// The values that it takes.
    pub kind: Kind,
}

/// A flag.
pub(crate) struct FlagDescription {
    /// Its spellings.
    pub names: Vec<String>,
    /// The placeholder of its value; empty if it takes none.
    pub variable: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// More paragraphs, or nothing.
    pub details: &'static str,
    /// The values that it takes.
    pub kind: Kind,
    /// Its default, if it has one.
    pub default: Option<String>,
}

impl Description {
    /// The usage lines, one for each form.
    pub(crate) fn usage_lines(&self) -> impl Iterator<Item = String> {
        self.usage.iter().map(|arguments| {
            let words = ["obverse", self.command, arguments];
            let words = words.into_iter().filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(" ")
        })
    }

    /// All flags.
    pub(crate) fn flags(&self) -> impl Iterator<Item = &FlagDescription> {
        self.groups.iter().flat_map(|(_, flags)| flags)
    }
}

impl FlagDescription {
    /// All spellings with the value: `-l, --level N`.
    pub(crate) fn usage(&self) -> String {
        format!("{} {}", self.names.join(", "), self.variable)
            .trim_end()
            .to_string()
    }
}
