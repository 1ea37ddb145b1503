//! The command line of a tool: its flags and its other arguments, as a table.

use super::description::{Count, Describe, Description, FlagDescription, OperandDescription};
use super::field::Field;

/// A flag, which sets something in a `T`.
pub(crate) struct Flag<T: 'static> {
    /// Its spellings, including dashes; the usual one comes first.
    pub names: &'static [&'static str],
    /// The placeholder of its value in a usage line; empty if it takes none.
    pub variable: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// The rest of its documentation: paragraphs, with empty lines between them.
    pub details: &'static str,
    /// The default in words, if the value would not explain itself.
    pub default: Option<&'static str>,
    /// Where the value is stored.
    pub field: &'static dyn Field<T>,
}

impl<T> Flag<T> {
    /// A flag whose documentation is one line. Its default, if it has one, is the value in
    /// a new `T`.
    pub(crate) const fn new(
        names: &'static [&'static str],
        variable: &'static str,
        summary: &'static str,
        field: &'static dyn Field<T>,
    ) -> Flag<T> {
        Flag {
            names,
            variable,
            summary,
            details: "",
            default: None,
            field,
        }
    }

    /// The same flag with more documentation.
    pub(crate) const fn details(self, details: &'static str) -> Flag<T> {
        Flag { details, ..self }
    }

    /// The same flag with its default in words.
    pub(crate) const fn default(self, words: &'static str) -> Flag<T> {
        Flag {
            default: Some(words),
            ..self
        }
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        self.names.contains(&name)
    }
}

/// Names are unique.
impl<T> PartialEq for Flag<T> {
    fn eq(&self, other: &Flag<T>) -> bool {
        self.names == other.names
    }
}

/// An argument that is not a flag.
pub(crate) struct Operand<T: 'static> {
    /// Its placeholder in a usage line.
    pub name: &'static str,
    /// How many there may be.
    pub count: Count,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it is stored. Set once for each argument.
    pub field: &'static dyn Field<T>,
}

/// Flags that belong together.
pub(crate) struct Group<T: 'static> {
    /// The heading in a list of flags.
    pub title: &'static str,
    /// The flags.
    pub flags: &'static [Flag<T>],
}

/// Everything that a command line can contain, and where it is stored.
pub(crate) struct Syntax<T: 'static> {
    /// The words between the name of the program and the arguments: `book grow`.
    pub command: &'static str,
    /// The arguments as usage lines show them, one line for each form.
    pub usage: &'static [&'static str],
    /// The arguments that are not flags, in their order.
    pub operands: &'static [Operand<T>],
    /// The flags, which can stand anywhere.
    pub groups: &'static [Group<T>],
}

impl<T> Syntax<T> {
    /// All flags.
    pub(super) fn flags(&self) -> impl Iterator<Item = &'static Flag<T>> {
        self.groups.iter().flat_map(|group| group.flags)
    }
}

impl<T: Default> Describe for Syntax<T> {
    fn describe(&self) -> Description {
        let mut start = T::default();
        let groups = self.groups.iter().map(|group| {
            let flags = group.flags.iter();
            (
                group.title,
                flags.map(|flag| flag.describe(&mut start)).collect(),
            )
        });
        let operands = self.operands.iter().map(|operand| OperandDescription {
            name: operand.name,
            count: operand.count,
            summary: operand.summary,
            kind: operand.field.kind(),
        });
        Description {
            command: self.command,
            usage: self.usage,
            operands: operands.collect(),
            groups: groups.collect(),
        }
    }
}

impl<T> Flag<T> {
    /// Describes the flag. Its default is its value in `start`.
    pub(crate) fn describe(&self, start: &mut T) -> FlagDescription {
        let default = self.default.map(str::to_string);
        FlagDescription {
            names: self.names.iter().map(|name| name.to_string()).collect(),
            variable: self.variable,
            summary: self.summary,
            details: self.details,
            kind: self.field.kind(),
            default: default.or_else(|| self.field.get(start)),
        }
    }
}
