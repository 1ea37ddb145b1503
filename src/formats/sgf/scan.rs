//! The main line of a tree, property by property.
//!
//! At each fork the main variation is the first one in the file. So the main line is
//! everything before the first closing parenthesis, and the reader needs no stack, however
//! deeply a tree is nested.

use crate::formats::error::{ErrorAt, ReadErrorKind};

/// A property that matters for a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    /// `GM`
    Game,
    /// `SZ`
    Size,
    /// `PB`
    BlackName,
    /// `PW`
    WhiteName,
    /// `EV`
    Event,
    /// `DT`
    Date,
    /// `RE`
    Result,
    /// `C`
    Comment,
    /// `V`
    Value,
    /// `AB`
    AddBlack,
    /// `AW`
    AddWhite,
    /// `AE`
    AddEmpty,
    /// `PL`
    Player,
    /// `B`
    Black,
    /// `W`
    White,
    /// Any other property.
    Other,
}

impl Property {
    /// Old versions of the format allow lower-case letters in a name, and ignore them:
    /// `GaMe` is `GM`.
    fn from_name(name: &[u8]) -> Property {
        let mut capitals = name.iter().copied().filter(u8::is_ascii_uppercase);
        match (capitals.next(), capitals.next(), capitals.next()) {
            (Some(b'G'), Some(b'M'), None) => Property::Game,
            (Some(b'S'), Some(b'Z'), None) => Property::Size,
            (Some(b'P'), Some(b'B'), None) => Property::BlackName,
            (Some(b'P'), Some(b'W'), None) => Property::WhiteName,
            (Some(b'E'), Some(b'V'), None) => Property::Event,
            (Some(b'D'), Some(b'T'), None) => Property::Date,
            (Some(b'R'), Some(b'E'), None) => Property::Result,
            (Some(b'C'), None, None) => Property::Comment,
            (Some(b'V'), None, None) => Property::Value,
            (Some(b'A'), Some(b'B'), None) => Property::AddBlack,
            (Some(b'A'), Some(b'W'), None) => Property::AddWhite,
            (Some(b'A'), Some(b'E'), None) => Property::AddEmpty,
            (Some(b'P'), Some(b'L'), None) => Property::Player,
            (Some(b'B'), None, None) => Property::Black,
            (Some(b'W'), None, None) => Property::White,
            _ => Property::Other,
        }
    }
}

/// A value of a property. If a property has several values, each is a separate item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    pub(super) property: Property,
    /// The text between the brackets, with its escapes.
    pub(super) text: &'a [u8],
    /// The offset of the text in the file.
    pub(super) offset: usize,
    /// The number of nodes before this one.
    pub(super) node: usize,
}

/// Iterates over the values of the main line, up to its end or the first error.
#[derive(Clone, Debug)]
pub(super) struct MainLine<'a> {
    file: &'a [u8],
    offset: usize,
    property: Option<Property>,
    nodes: usize,
}

impl<'a> MainLine<'a> {
    /// Skips to the first tree at or after `from`.
    pub(super) fn new(file: &'a [u8], from: usize) -> Result<MainLine<'a>, ErrorAt> {
        let starts_tree = |&offset: &usize| {
            file[offset] == b'(' && file[offset + 1..].trim_ascii_start().starts_with(b";")
        };
        let offset = (from..file.len()).find(starts_tree).ok_or(ErrorAt {
            offset: file.len(),
            kind: ReadErrorKind::NoGame,
        })?;
        Ok(MainLine {
            file,
            offset,
            property: None,
            nodes: 0,
        })
    }

    /// The offset of the next byte to be read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// The same line, as if the file ended at `end`.
    pub(super) fn until(self, end: usize) -> MainLine<'a> {
        MainLine {
            file: &self.file[..end],
            ..self
        }
    }

    /// The end of the tree that starts here, unless a bracket is missing.
    pub(super) fn end_of_tree(mut self) -> Option<usize> {
        let mut depth = 0;
        loop {
            match self.file.get(self.offset)? {
                b'[' => {
                    self.value().ok()?;
                    continue;
                }
                b'(' => depth += 1,
                b')' if depth == 1 => return Some(self.offset + 1),
                b')' => depth -= 1,
                _ => {}
            }
            self.offset += 1;
        }
    }

    fn next_value(&mut self) -> Result<Option<Value<'a>>, ErrorAt> {
        loop {
            let offset = self.offset;
            let fail = |kind| Err(ErrorAt { offset, kind });
            match (self.file.get(offset), self.property) {
                (None, _) => return fail(ReadErrorKind::Incomplete { missing: "')'" }),
                (Some(byte), _) if byte.is_ascii_whitespace() => self.offset += 1,
                (Some(b'['), Some(property)) => {
                    let text = self.value()?;
                    return Ok(Some(Value {
                        property,
                        text,
                        offset: offset + 1,
                        node: self.nodes,
                    }));
                }
                (Some(&byte @ (b';' | b'(')), _) => {
                    self.nodes += usize::from(byte == b';');
                    self.property = None;
                    self.offset += 1;
                }
                (Some(b')'), _) => return Ok(None),
                (Some(byte), _) if byte.is_ascii_alphabetic() => self.name()?,
                (Some(_), _) => return fail(ReadErrorKind::Syntax),
            }
        }
    }

    fn name(&mut self) -> Result<(), ErrorAt> {
        let rest = &self.file[self.offset..];
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric());
        let (name, rest) = rest.split_at(len.count());
        self.property = Some(Property::from_name(name));
        self.offset = self.file.len() - rest.trim_ascii_start().len();
        match self.file.get(self.offset) {
            Some(b'[') => Ok(()),
            byte => Err(ErrorAt {
                offset: self.offset,
                kind: match byte {
                    Some(_) => ReadErrorKind::NoValue,
                    None => ReadErrorKind::Incomplete { missing: "'['" },
                },
            }),
        }
    }

    /// The text from this bracket to the next closing bracket that is not escaped.
    fn value(&mut self) -> Result<&'a [u8], ErrorAt> {
        let text = &self.file[self.offset + 1..];
        let mut len = 0;
        loop {
            match text.get(len) {
                Some(b']') => break,
                Some(b'\\') => len += 2,
                Some(_) => len += 1,
                None => {
                    return Err(ErrorAt {
                        offset: self.file.len(),
                        kind: ReadErrorKind::Incomplete { missing: "']'" },
                    });
                }
            }
        }
        self.offset += len + 2;
        Ok(&text[..len])
    }
}

impl<'a> Iterator for MainLine<'a> {
    type Item = Result<Value<'a>, ErrorAt>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_value().transpose()
    }
}
