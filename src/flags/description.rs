//! Rows of tables without their types: what help, documents and completions show.

use super::value::Kind;

/// How many arguments stand for an operand.
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

/// Something that can say what its command line looks like.
pub(crate) trait Describe: Sync {
    /// Says it.
    fn describe(&self) -> Description;
}

/// A command line.
pub(crate) struct Description {
    /// See [`Syntax::command`](super::Syntax::command).
    pub command: &'static str,
    /// See [`Syntax::usage`](super::Syntax::usage).
    pub usage: &'static [&'static str],
    /// The arguments that are no flags.
    pub operands: Vec<OperandDescription>,
    /// The flags in groups, each with its heading.
    pub groups: Vec<(&'static str, Vec<FlagDescription>)>,
}

/// An argument that is no flag.
pub(crate) struct OperandDescription {
    /// Its name in the usage line.
    pub name: &'static str,
    /// How many there may be.
    pub count: Count,
    /// What it is.
    pub summary: &'static str,
    /// What values it takes.
    pub kind: Kind,
}

/// A flag.
pub(crate) struct FlagDescription {
    /// Its spellings.
    pub names: Vec<String>,
    /// What stands for its value; empty if it takes none.
    pub variable: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    /// More paragraphs, or nothing.
    pub details: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Its default, if it has one.
    pub default: Option<String>,
}

impl Description {
    /// How it is typed, a line for each form.
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
