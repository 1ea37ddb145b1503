//! Parses command lines.

use std::ffi::OsString;

use lexopt::Arg;

use super::description::Count;
use super::error::UsageError;
use super::field::Field;
use super::nearest::nearest;
use super::syntax::{Flag, Syntax};
use super::value::Kind;

/// The squares of a board, which are more than the letters of any flag.
const SQUARES: usize = 64;

/// A word of a command line.
pub(crate) enum Word {
    /// The name of a flag, dashes included.
    Flag(String),
    /// Anything else.
    Operand(String),
}

/// Splits a command line into flags, values and operands: `--flag=value` is two words, and
/// nothing after `--` is a flag.
pub(crate) struct Words {
    parser: lexopt::Parser,
    /// Whether words that look like flags are flags: until `--`.
    takes_flags: bool,
}

impl Words {
    /// The words after the name of the program or of the tool.
    pub(crate) fn new<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Words {
        Words {
            parser: lexopt::Parser::from_args(words),
            takes_flags: true,
        }
    }

    /// The next word. A word of one dash and several letters is a flag if it is known,
    /// and otherwise several flags of one letter each. A word that is too long for a flag is
    /// none: many boards start with a dash.
    pub(crate) fn next(
        &mut self,
        is_known: impl Fn(&str) -> bool,
    ) -> Result<Option<Word>, UsageError> {
        if let Some(mut raw) = self.parser.try_raw_args().filter(|_| self.takes_flags) {
            let is_one_flag = |word: &str| !word.starts_with("--") && is_known(word);
            let word = raw
                .peek()
                .and_then(|word| word.to_str())
                .unwrap_or_default();
            self.takes_flags = word != "--";
            let name = word.split('=').next().unwrap_or_default();
            let is_board = name.chars().count() >= SQUARES;
            if is_one_flag(word) || is_board {
                let word = word.to_string();
                raw.next();
                return Ok(Some(match is_board {
                    true => Word::Operand(word),
                    false => Word::Flag(word),
                }));
            }
        }
        let word = match self.parser.next() {
            Ok(None) => return Ok(None),
            Ok(Some(Arg::Short(letter))) => Word::Flag(format!("-{letter}")),
            Ok(Some(Arg::Long(name))) => Word::Flag(format!("--{name}")),
            Ok(Some(Arg::Value(word))) => Word::Operand(unicode(word)?),
            Err(error) => return Err(tokenizer_error(error)),
        };
        Ok(Some(word))
    }

    /// The word after this one, if there is one, unparsed.
    pub(crate) fn peek(&mut self) -> Option<String> {
        let raw = self.parser.try_raw_args()?;
        Some(raw.peek()?.to_string_lossy().into_owned())
    }

    /// All remaining words, unparsed.
    pub(crate) fn rest(mut self) -> Result<Vec<String>, UsageError> {
        let rest = self.parser.raw_args().map_err(tokenizer_error)?;
        rest.map(unicode).collect()
    }

    /// Checks that the last flag has no value.
    pub(crate) fn no_value(&mut self, flag: &str) -> Result<(), UsageError> {
        match self.parser.optional_value() {
            None => Ok(()),
            Some(value) => Err(UsageError::UnwantedValue(flag.into(), unicode(value)?)),
        }
    }

    /// Stores the value of the last flag, or returns what is wrong with it.
    pub(crate) fn set<T>(
        &mut self,
        flag: &str,
        field: &dyn Field<T>,
        to: &mut T,
    ) -> Result<(), UsageError> {
        let kind = field.kind();
        let value = if kind == Kind::Switch {
            self.no_value(flag)?;
            String::new()
        } else {
            match self.parser.value() {
                Ok(value) => unicode(value)?,
                Err(_) => return Err(UsageError::MissingValue(flag.into(), kind)),
            }
        };
        store(flag, value, field, to)
    }
}

fn store<T>(
    subject: &str,
    value: String,
    field: &dyn Field<T>,
    to: &mut T,
) -> Result<(), UsageError> {
    field
        .set(to, &value)
        .map_err(|reason| UsageError::BadValue {
            subject: subject.to_string(),
            value,
            reason,
        })
}

fn unicode(word: OsString) -> Result<String, UsageError> {
    word.into_string()
        .map_err(|word| UsageError::NotUnicode(word.to_string_lossy().into_owned()))
}

/// An error of the tokenizer: an unwanted value, or a word that is not Unicode.
fn tokenizer_error(error: lexopt::Error) -> UsageError {
    match error {
        lexopt::Error::UnexpectedValue { option, value } => {
            UsageError::UnwantedValue(option, value.to_string_lossy().into_owned())
        }
        other => UsageError::NotUnicode(other.to_string()),
    }
}

/// A parsed command line.
pub(crate) struct Parsed<T: 'static> {
    /// The arguments, with defaults for those that were not given.
    pub arguments: T,
    /// The flags that were given.
    pub given: Vec<&'static Flag<T>>,
}

impl<T: Default> Syntax<T> {
    /// Parses the words after the command.
    pub(crate) fn parse(&self, words: &[String]) -> Result<Parsed<T>, UsageError> {
        let mut arguments = T::default();
        let mut given = Vec::new();
        let mut operands = Vec::new();
        let mut words = Words::new(words);
        let find = |name: &str| self.flags().find(|flag| flag.is_named(name));
        while let Some(word) = words.next(|name| find(name).is_some())? {
            match word {
                Word::Operand(word) => operands.push(word),
                Word::Flag(name) => {
                    let flag = find(&name).ok_or_else(|| self.unknown(&name))?;
                    words.set(&name, flag.field, &mut arguments)?;
                    given.push(flag);
                }
            }
        }
        self.set_operands(operands, &mut arguments)?;
        Ok(Parsed { arguments, given })
    }

    /// The error for too few or too many arguments, or for arguments that exclude each other.
    pub(crate) fn bad_arguments(&self) -> UsageError {
        UsageError::BadArguments(self.command, self.usage)
    }

    fn unknown(&self, name: &str) -> UsageError {
        let names = self.flags().flat_map(|flag| flag.names).copied();
        UsageError::UnknownFlag(name.to_string(), nearest(name, names).map(str::to_string))
    }

    /// Distributes the words: one to each operand that needs one, and the rest from left to
    /// right.
    fn set_operands(&self, words: Vec<String>, to: &mut T) -> Result<(), UsageError> {
        let is_needed = |count| matches!(count, Count::One | Count::Some);
        let takes_more = |count| matches!(count, Count::Some | Count::Any);
        let counts = || self.operands.iter().map(|operand| operand.count);
        let needed = counts().filter(|&count| is_needed(count)).count();
        let is_too_many = words.len() > self.operands.len() && !counts().any(takes_more);
        let spare = words.len().checked_sub(needed).filter(|_| !is_too_many);
        let mut spare = spare.ok_or_else(|| self.bad_arguments())?;
        let mut words = words.into_iter();
        for operand in self.operands {
            let more = match operand.count {
                Count::One => 0,
                Count::Optional => spare.min(1),
                Count::Some | Count::Any => spare,
            };
            spare -= more;
            let share = usize::from(is_needed(operand.count)) + more;
            for word in words.by_ref().take(share) {
                store(operand.name, word, operand.field, to)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::syntax::{Group, Operand};
    use super::super::value::{File, Whole};
    use super::super::{Given, Setting, Switch};
    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Copy {
        from: Vec<String>,
        to: String,
        times: u32,
        is_quiet: bool,
    }

    const COPY: Syntax<Copy> = Syntax {
        command: "copy",
        usage: &["FROM ... TO [FLAG ...]"],
        operands: &[
            Operand {
                name: "FROM",
                count: Count::Some,
                summary: "",
                field: &Given {
                    kind: File,
                    set: |copy: &mut Copy, file| copy.from.push(file),
                },
            },
            Operand {
                name: "TO",
                count: Count::One,
                summary: "",
                field: &Given {
                    kind: File,
                    set: |copy: &mut Copy, file| copy.to = file,
                },
            },
        ],
        groups: &[Group {
            title: "Flags",
            flags: &[
                Flag::new(
                    &["--times", "-times"],
                    "N",
                    "",
                    &Setting {
                        kind: Whole::<u32>::new(0, 9),
                        get: |copy: &Copy| copy.times,
                        set: |copy, times| copy.times = times,
                    },
                ),
                Flag::new(
                    &["--quiet", "-q"],
                    "",
                    "",
                    &Switch(|copy: &mut Copy| copy.is_quiet = true),
                ),
            ],
        }],
    };

    fn parse(line: &str) -> Result<Copy, String> {
        let words: Vec<String> = line.split(' ').map(str::to_string).collect();
        let parsed = COPY.parse(&words).map(|parsed| parsed.arguments);
        parsed.map_err(|error| error.to_string())
    }

    #[test]
    fn flags_can_stand_anywhere() {
        for line in [
            "--times 3 -q a b -- -q",
            "a -times 3 b --quiet -- -q",
            "-q --times=3 -- a b -q",
        ] {
            let expected = Copy {
                from: vec!["a".to_string(), "b".to_string()],
                to: "-q".to_string(),
                times: 3,
                is_quiet: true,
            };
            assert_eq!(parse(line), Ok(expected), "{line}");
        }
        let words = ["a".to_string(), "-q".to_string(), "b".to_string()];
        let parsed = COPY.parse(&words).expect("it is right");
        assert!(parsed.given == [&COPY.groups[0].flags[1]]);
    }

    #[test]
    fn boards_are_no_flags() {
        for board in ["-".repeat(63) + "X O", "-".repeat(30) + &"XO".repeat(17)] {
            let words = ["-q".to_string(), board.clone(), "b".to_string()];
            let parsed = COPY.parse(&words).expect("it is right").arguments;
            assert!(parsed.is_quiet && parsed.from == [board]);
        }
        let long = "x".repeat(90);
        for (word, problem) in [
            (
                format!("--quiet={long}"),
                "--quiet: expected no value, got ",
            ),
            (format!("--out={long}"), "--out: unknown flag, "),
        ] {
            let found = parse(&word).expect_err("it is wrong");
            assert!(found.starts_with(problem), "{found}");
        }
    }

    #[test]
    fn wrong_arguments_are_refused() {
        for (line, problem) in [
            ("a", "copy: expected FROM ... TO [FLAG ...]"),
            ("a b --times", "--times: expected a value (0 to 9)"),
            ("a b --times 10", "--times: expected 0 to 9, got 10"),
            ("a b --times=", "--times: expected 0 to 9, got \"\""),
            ("a b --quiet=yes", "--quiet: expected no value, got yes"),
            (
                "a b --tims 3",
                "--tims: unknown flag, did you mean --times?",
            ),
            (
                "a b --fast",
                "--fast: unknown flag, expected one listed by --help",
            ),
            ("a b -x", "-x: unknown flag, expected one listed by --help"),
        ] {
            assert_eq!(parse(line), Err(problem.to_string()), "{line}");
        }
    }
}
