//! Configuration files: options in TOML, under the names that they have everywhere.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use super::launch::Base;
use crate::flags::{Kind, UsageError, nearest};
use crate::session::options::{self, OPTIONS, OptionError, Options};
#[cfg(feature = "terminal")]
use crate::system;

/// The longest file, in bytes. All options together take less than one KiB.
const LONGEST: u64 = 64 << 10;

/// The path of the file that is read at a terminal; `None` if the environment does not
/// determine a folder.
#[cfg(feature = "terminal")]
pub fn usual_file() -> Option<PathBuf> {
    let folder = system::config_folder(|name| std::env::var_os(name))?;
    Some(folder.join("obverse").join("config.toml"))
}

/// The options in a file that the user has named.
pub(super) fn read(path: &Path, seed: u64) -> Result<Base, UsageError> {
    let base = content(path).and_then(|text| parse(&text, path, seed));
    base.map_err(|problem| wrong(path, problem))
}

/// The options in a file that need not exist.
pub(super) fn read_usual(path: &Path, seed: u64) -> Result<Option<Base>, UsageError> {
    if is_missing(path) {
        return Ok(None);
    }
    let text = match is_special(path) {
        true => Err("expected a regular file".to_string()),
        false => content(path),
    };
    let base = text.and_then(|text| parse(&text, path, seed));
    base.map(Some).map_err(|problem| {
        let advice = "correct or remove this file, or name another with --config";
        wrong(path, format!("{problem}; {advice}"))
    })
}

/// The error that the file is wrong for this reason.
fn wrong(path: &Path, problem: String) -> UsageError {
    UsageError::BadFile(path.display().to_string(), problem)
}

fn is_missing(path: &Path) -> bool {
    let is_absent =
        |error: &io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    fs::metadata(path).is_err_and(|error| is_absent(&error))
}

/// Whether it is a pipe or a device, which the program could wait for.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The text of a file. It may be a pipe, such as one that a shell substitutes for a command,
/// but not an endless device.
fn content(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let mut read = || {
        // Some systems cannot open a folder and say only that access is denied.
        if fs::metadata(path)?.is_dir() {
            return Err(io::Error::other("expected a file, got a folder"));
        }
        File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)
    };
    read().map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LONGEST {
        return Err(format!("expected at most {} KiB", LONGEST >> 10));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        format!("line {line}: expected text in UTF-8")
    })
}

/// The options that a text sets, in the order of its lines. Names of files in it are relative
/// to its own folder.
fn parse(text: &str, path: &Path, seed: u64) -> Result<Base, String> {
    let at = |offset: usize, problem: &str| {
        let before = text.get(..offset).unwrap_or(text);
        let line = 1 + before.matches('\n').count();
        format!("line {line}: {problem}")
    };
    let table = DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        at(offset, &error.message().replace('\n', ", "))
    })?;
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    // Of level and depth, the one set last counts.
    entries.sort_by_key(|(key, _)| key.span().start);
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut base = Base::new(seed);
    for (key, value) in entries {
        let row = set(&mut base.options, key.get_ref(), value.get_ref(), folder);
        let row = row.map_err(|problem| at(key.span().start, &problem))?;
        base.chosen.push(row);
    }
    Ok(base)
}

/// Sets an option.
fn set(
    options: &mut Options,
    name: &str,
    value: &DeValue<'_>,
    folder: &Path,
) -> Result<&'static options::Row, String> {
    let Ok(row) = options::find(&name.replace('-', "_")) else {
        let hint = match nearest(name, OPTIONS.iter().map(|row| row.name)) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "expected one listed by --help".to_string(),
        };
        return Err(format!("{}: unknown option, {hint}", name.escape_debug()));
    };
    let text = text_of(value, row, folder).map_err(|problem| format!("{}: {problem}", row.name))?;
    match row.set(options, &text) {
        Ok(()) => Ok(row),
        Err(OptionError::BadValue(_, reason)) if reason.starts_with("expected ") => Err(format!(
            "{}: {reason}, got {}",
            row.name,
            text.escape_debug()
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// The value as it would be typed, if it has the right type.
fn text_of(value: &DeValue<'_>, row: &options::Row, folder: &Path) -> Result<String, String> {
    let kind = row.kind();
    match (&kind, value) {
        (Kind::Number(..) | Kind::Decimal(_), DeValue::Integer(number)) if number.radix() == 10 => {
            Ok(number.as_str().to_string())
        }
        (Kind::Decimal(_), DeValue::Float(number)) => Ok(number.as_str().to_string()),
        (Kind::Choice(words), DeValue::Boolean(is_on)) if words.contains(&"on") => {
            Ok(if *is_on { "on" } else { "off" }.to_string())
        }
        (Kind::File(_), DeValue::String(name)) if !name.is_empty() && *name != row.default() => {
            let path = folder.join(name.as_ref());
            let text = path.into_os_string().into_string();
            text.map_err(|_| "the name of its folder is not Unicode".to_string())
        }
        (Kind::Choice(_) | Kind::File(_) | Kind::Text(_), DeValue::String(text)) => {
            Ok(text.to_string())
        }
        (_, other) => Err(format!("{}, got {}", expected(&kind), type_of(other))),
    }
}

fn expected(kind: &Kind) -> String {
    match kind {
        Kind::Number(..) => format!("expected a whole number, {kind}"),
        Kind::Decimal(_) => format!("expected a number, {kind}"),
        Kind::Choice(words) if words.contains(&"on") => "expected true or false".to_string(),
        _ => format!("expected text in quotes ({kind})"),
    }
}

fn type_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text in quotes",
        DeValue::Integer(number) if number.radix() != 10 => "a number that is not decimal",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::options::Strength;

    fn parsed(text: &str) -> Result<Base, String> {
        parse(text, Path::new("folder/config.toml"), 7)
    }

    #[test]
    fn options_have_the_types_of_toml() {
        let text = "# comment\r\nlevel = 2_0\nponder = true\nbook_use = 'on'\n\
                    ties = \"random\"\nexploration = 0.5\nmove-time = 2\n\
                    seed = 18446744073709551615\n";
        let Base { options, chosen } = parsed(text).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!((options.level, options.seed), (20, u64::MAX));
        assert!(options.ponder && options.is_book_used);
        assert_eq!(options.search.exploration, 0.5);
        assert_eq!(options.move_time.map(|time| time.as_secs()), Some(2));
        assert_eq!(chosen.len(), 7);
    }

    #[test]
    fn the_last_of_level_and_depth_counts() {
        for (text, strength) in [
            ("level = 9\ndepth = 3", Strength::Depth(3)),
            ("depth = 3\nlevel = 9", Strength::Level),
        ] {
            assert_eq!(parsed(text).map(|base| base.options.strength), Ok(strength));
        }
    }

    #[test]
    fn every_default_can_be_written() {
        let quoted = |row: &options::Row| match row.kind() {
            Kind::Number(..) | Kind::Decimal(_) => row.default(),
            _ => format!("{:?}", row.default()),
        };
        for row in OPTIONS.iter().filter(|row| row.varying_default.is_none()) {
            let text = format!("{} = {}", row.name, quoted(row));
            assert!(parsed(&text).is_ok(), "{text}");
        }
    }
}
