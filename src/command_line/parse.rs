//! Parses the command line.

use std::ffi::{OsStr, OsString};
use std::mem;
use std::path::{Path, PathBuf};

#[cfg(feature = "config")]
use super::configuration;
use super::edax;
use super::launch::{Base, GlobalFlags, HASH_BITS, Launch, OWN_FLAGS, Request, global_flag};
use super::names::{named_option, named_protocol, own_flag};
use super::program::{option_flag, tools};
use crate::flags::{UsageError, Word, Words, nearest};
use crate::protocol::PROTOCOLS;
use crate::session::options::OPTIONS;
use crate::tools::{Body, Row};

/// A parsed command line.
pub struct CommandLine {
    /// The flags for every dialogue and tool.
    pub global: GlobalFlags,
    /// What to do.
    pub invocation: Invocation,
}

/// What the command line asks for.
pub enum Invocation {
    /// The help of the program.
    Help(Length),
    /// The help of a tool.
    ToolHelp(&'static Row, Length),
    /// Version, CPU level and kernels.
    Version,
    /// A dialogue.
    Speak(Box<Launch>),
    /// A tool with its own arguments.
    Tool(&'static Row, Vec<String>),
}

/// The length of a help text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// One line for each flag.
    Short,
    /// The full documentation.
    Long,
}

/// Parses the name of the program and its arguments, and reads the configuration file that
/// they name.
pub fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    seed: u64,
) -> Result<CommandLine, UsageError> {
    parse_at(None, arguments, seed)
}

/// The same at a place where a person types: if this configuration file exists, it is read
/// for the front end at a terminal, unless the command line names another.
pub fn parse_at(
    usual: Option<&Path>,
    arguments: impl IntoIterator<Item = OsString>,
    seed: u64,
) -> Result<CommandLine, UsageError> {
    let mut words = arguments.into_iter();
    let program = words.next().unwrap_or_default();
    let words: Vec<OsString> = words.collect();
    let parsed = parse_over(&Base::new(seed), &program, words.clone())?;
    let base = match &parsed.invocation {
        Invocation::Speak(launch) => configured(launch, usual, seed)?,
        _ => None,
    };
    // Flags override the file, wherever they stand.
    let Some((file, base)) = base else {
        return Ok(parsed);
    };
    let mut parsed = parse_over(&base, &program, words)?;
    if let Invocation::Speak(launch) = &mut parsed.invocation {
        launch.config = Some(file);
    }
    Ok(parsed)
}

/// The configuration file for this dialogue, if there is one, and its options.
#[cfg(feature = "config")]
fn configured(
    launch: &Launch,
    usual: Option<&Path>,
    seed: u64,
) -> Result<Option<(PathBuf, Base)>, UsageError> {
    let is_for_person = launch.protocol.is_none() && launch.console.is_none();
    let base = match (&launch.config, usual) {
        (Some(named), _) => Some((named.clone(), configuration::read(named, seed)?)),
        (None, Some(usual)) if is_for_person => {
            configuration::read_usual(usual, seed)?.map(|base| (usual.to_path_buf(), base))
        }
        (None, _) => None,
    };
    Ok(base)
}

#[cfg(not(feature = "config"))]
fn configured(_: &Launch, _: Option<&Path>, _: u64) -> Result<Option<(PathBuf, Base)>, UsageError> {
    Ok(None)
}

/// Parses a command line that changes these options.
fn parse_over(
    base: &Base,
    program: &OsStr,
    words: Vec<OsString>,
) -> Result<CommandLine, UsageError> {
    let texts: Vec<String> = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    if edax::is_meant(program, &texts) {
        return Ok(command_line(edax::parse(texts, base)?));
    }
    let mut launch = Launch::new(base);
    let mut words = Words::new(words);
    let mut is_first = true;
    while let Some(word) = words.next(is_flag)? {
        match word {
            Word::Operand(name) => {
                if let Some(tool) = named_tool(&name) {
                    if launch.config.is_some() {
                        let dialogue = "a dialogue, since tools have flags of their own";
                        return Err(UsageError::Conflict("--config", dialogue));
                    }
                    if !is_first {
                        return Err(UsageError::Conflict(tool.name, "before everything else"));
                    }
                    return Ok(CommandLine {
                        global: launch.global,
                        invocation: tool_with(tool, words.rest()?)?,
                    });
                }
                if name == "help" {
                    return Ok(CommandLine {
                        global: launch.global,
                        invocation: help_on(words.rest()?)?,
                    });
                }
                launch.choose(named_protocol(&name).ok_or_else(|| unknown(name))?)?;
                is_first = false;
            }
            Word::Flag(name) => {
                let global = global_flag(&name);
                if let Some(flag) = global
                    && !is_first
                {
                    return Err(misplaced(flag));
                }
                set(&name, &mut words, &mut launch)?;
                is_first &= global.is_some();
            }
        }
        if launch.request.is_some() {
            break;
        }
    }
    Ok(command_line(launch))
}

/// A dialogue, or what is requested instead.
fn command_line(mut launch: Launch) -> CommandLine {
    CommandLine {
        global: mem::take(&mut launch.global),
        invocation: match launch.request {
            None => Invocation::Speak(launch.into()),
            Some(Request::Help) => Invocation::Help(Length::Long),
            Some(Request::ShortHelp) => Invocation::Help(Length::Short),
            Some(Request::Version) => Invocation::Version,
        },
    }
}

/// Applies a flag: one of the program's own, an option or a protocol.
fn set(name: &str, words: &mut Words, launch: &mut Launch) -> Result<(), UsageError> {
    // In some engines `-h` is help, in others it is the number of hash bits.
    let is_number = |word: String| word.starts_with(|letter: char| letter.is_ascii_digit());
    if name == "-h" && words.peek().is_some_and(is_number) {
        words.set(name, HASH_BITS.field, launch)
    } else if let Some(flag) = own_flag(name) {
        words.set(name, flag.field, launch)
    } else if let Some(row) = named_option(name) {
        launch.chosen.push(row);
        words.set(name, row.field, &mut launch.options)
    } else if let Some(protocol) = named_protocol(name) {
        words.no_value(name)?;
        launch.choose(protocol)
    } else {
        // The spellings of other engines are for their scripts only, and some have no
        // effect.
        let own = OWN_FLAGS.iter().map(|flag| flag.names[0].to_string());
        let options = OPTIONS.iter().map(|row| option_flag(row));
        let names: Vec<String> = options.chain(own).collect();
        let meant = nearest(&name.replace('_', "-"), names.iter().map(String::as_str));
        Err(UsageError::UnknownFlag(
            name.to_string(),
            meant.map(str::to_string),
        ))
    }
}

/// The help of the named tool, or of the program.
fn help_on(words: Vec<String>) -> Result<Invocation, UsageError> {
    match words.into_iter().next() {
        None => Ok(Invocation::Help(Length::Long)),
        Some(name) => match named_tool(&name) {
            Some(tool) => Ok(Invocation::ToolHelp(tool, Length::Long)),
            None => Err(unknown(name)),
        },
    }
}

fn named_tool(name: &str) -> Option<&'static Row> {
    tools().find(|row| row.name == name)
}

/// A tool with its arguments, or its help if they ask for that.
fn tool_with(tool: &'static Row, words: Vec<String>) -> Result<Invocation, UsageError> {
    let flags = || words.iter().take_while(|word| *word != "--");
    let flag_in = |word: &String| word.split('=').next().and_then(global_flag);
    if let Some(flag) = flags().find_map(flag_in) {
        return Err(misplaced(flag));
    }
    let length = if flags().any(|word| word == "--help") {
        Length::Long
    } else if flags().any(|word| word == "-h") {
        Length::Short
    } else {
        return Ok(Invocation::Tool(tool, words));
    };
    let row = match &tool.body {
        Body::Commands(rows) => rows
            .iter()
            .find(|row| words.first().is_some_and(|word| row.name == word)),
        Body::Arguments(..) | Body::Files(..) => None,
    };
    Ok(Invocation::ToolHelp(row.unwrap_or(tool), length))
}

/// Whether a word that starts with a single dash is one flag, not several of one letter.
fn is_flag(word: &str) -> bool {
    own_flag(word).is_some() || word.starts_with('-') && named_protocol(word).is_some()
}

fn misplaced(flag: &'static str) -> UsageError {
    UsageError::Conflict(flag, "before everything else")
}

fn unknown(word: String) -> UsageError {
    let protocols = PROTOCOLS.iter().map(|row| row.name);
    let meant = nearest(&word, protocols.chain(tools().map(|row| row.name)));
    let meant = meant.map(str::to_string);
    UsageError::UnknownWord(word, meant)
}
