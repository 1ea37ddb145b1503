//! The command line of Edax, for clients that start this program in its place.

use std::ffi::OsStr;
use std::path::Path;

use super::launch::{Base, Launch, Request};
use super::names::{named_option, named_protocol, own_flag};
use super::program::tools;
use crate::files::read_text;
use crate::flags::{Flag, UsageError, nearest};
use crate::protocol::edax::settings::{self, GROUPS, Settings};

/// The file with options that Edax reads from the working folder.
const OPTION_FILE: &str = "edax.ini";

/// Whether a program with this name, or these words behind it, is started as Edax: by a
/// name such as `edax` or `lEdax-x64`, by the word `edax`, or by a flag that only Edax has.
pub(super) fn is_meant(program: &OsStr, words: &[String]) -> bool {
    const NAMES: [&str; 4] = ["edax", "ledax", "medax", "wedax"];
    let name = Path::new(program).file_name().unwrap_or_default();
    let name = name.to_string_lossy().to_lowercase();
    if NAMES.iter().any(|start| name.starts_with(start)) {
        return true;
    }
    let is_tool = |word: &String| word == "help" || tools().any(|row| row.name == word);
    match words.iter().find(|word| !word.starts_with('-')) {
        Some(first) if is_tool(first) => false,
        _ => words.iter().any(|word| is_of_edax_alone(word)),
    }
}

fn is_of_edax_alone(word: &str) -> bool {
    // Who types one of these wants to know about this program.
    const QUESTIONS: [&str; 2] = ["v", "version"];
    let name = word.trim_start_matches('-');
    let is_known_here = own_flag(word).is_some() || named_option(word).is_some();
    let is_flag = word.starts_with('-') && !is_known_here && !QUESTIONS.contains(&name);
    name == "edax" || is_flag && settings::find(name).is_some()
}

/// Reads the words behind the program's name as Edax does: dashes in front of a name do
/// not count, and the last setting wins.
pub(super) fn parse(words: Vec<String>, base: &Base) -> Result<Launch, UsageError> {
    let mut launch = Launch::new(base);
    let mut settings = Settings::new(&base.options);
    let file = Path::new(OPTION_FILE);
    if file.is_file()
        && let Ok(text) = read_text(file)
    {
        settings.read_options(&text);
    }
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let name = word.trim_start_matches('-');
        if let Some(flag) = settings::find(name) {
            let value = value(&word, flag, &mut words)?;
            let result = settings.set(flag, &value);
            result.map_err(|reason| bad_value(&word, value, reason))?;
            read_option_file(&mut settings);
        } else if matches!(name, "help" | "?") {
            launch.request = Some(Request::Help);
        } else if let Some(protocol) = named_protocol(&word) {
            // As in Edax, the last one counts.
            launch.protocol = Some(protocol);
        } else if let Some(flag) = own_flag(&word) {
            let value = value(&word, flag, &mut words)?;
            let result = flag.field.set(&mut launch, &value);
            result.map_err(|reason| bad_value(&word, value, reason))?;
        } else if let Some(row) = named_option(&word) {
            let value = words
                .next()
                .ok_or_else(|| UsageError::MissingValue(word.clone(), row.kind()))?;
            let result = row.set(&mut settings.options, &value);
            result.map_err(|_| bad_value(&word, value, format!("expected {}", row.kind())))?;
        } else {
            return Err(unknown(word));
        }
    }
    launch.options = settings.options.clone();
    launch.remarks.append(&mut settings.remarks);
    launch.console = launch
        .protocol
        .is_none_or(|row| row.name == "edax")
        .then_some(settings);
    Ok(launch)
}

/// The value of a flag: the next word, if it takes one.
fn value<T>(
    word: &str,
    flag: &Flag<T>,
    words: &mut impl Iterator<Item = String>,
) -> Result<String, UsageError> {
    if flag.variable.is_empty() {
        return Ok(String::new());
    }
    let missing = || UsageError::MissingValue(word.to_string(), flag.field.kind());
    words.next().ok_or_else(missing)
}

fn bad_value(word: &str, value: String, reason: String) -> UsageError {
    UsageError::BadValue {
        subject: word.to_string(),
        value,
        reason,
    }
}

fn read_option_file(settings: &mut Settings) {
    let Some(path) = settings.option_file.take() else {
        return;
    };
    match read_text(&path) {
        Ok(text) => settings.read_options(&text),
        // Edax reads on without it.
        Err(error) => {
            let remark = format!("{}: {error}", path.display());
            settings.remarks.push(remark);
        }
    }
}

fn unknown(word: String) -> UsageError {
    let names = GROUPS.iter().flat_map(|group| group.flags);
    let names = names.flat_map(|flag| flag.names).copied();
    let meant = nearest(word.trim_start_matches('-'), names);
    let meant = meant.map(|name| format!("-{name}"));
    UsageError::UnknownFlag(word, meant)
}
