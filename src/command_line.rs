//! From the words of the command line to what to do.
//!
//! Options of ours are `--name value`. The spellings of other engines are
//! understood too, so that scripts written for them work unchanged; what they
//! ask for and we do not have is accepted and has no effect.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use crate::eval::EVALUATORS;
use crate::flags::Kind;
use crate::protocol::{self, PROTOCOLS};
use crate::search::ALGORITHMS;
use crate::session::options::{self, BOOK_USE, LEVEL, OPTIONS, OptionError, Options, THREADS};
use crate::tools::{self, TOOLS};

/// What the command line says.
pub struct CommandLine {
    /// The file whose weights are used instead of those in the program.
    pub weights: Option<PathBuf>,
    /// What to do.
    pub invocation: Invocation,
}

/// What the command line asks for.
pub enum Invocation {
    /// The help text.
    Help,
    /// The help text of a tool.
    ToolHelp(&'static tools::Row),
    /// Version, CPU features and kernels.
    Version,
    /// A dialogue.
    Speak(Box<Launch>),
    /// A tool with its own arguments.
    Tool(&'static tools::Row, Vec<String>),
}

/// How to begin a dialogue.
pub struct Launch {
    /// The protocol; if there is none, the client's first line decides.
    pub protocol: Option<&'static protocol::Row>,
    /// The options, as the command line has set them.
    pub options: Options,
    /// The names of those that it has set.
    pub chosen: Vec<&'static options::Row>,
    /// Where to write every line that comes in or goes out.
    pub log_file: Option<PathBuf>,
}

/// What is wrong with a command line.
#[derive(Debug, PartialEq, Eq)]
pub enum UsageError {
    /// Nothing of this name is known.
    Unknown(String),
    /// The word needs another one after it.
    NoValue(String),
    /// The word after it does not fit, and why.
    BadValue(String, String),
    /// A word that is not Unicode.
    Unreadable,
}

impl std::error::Error for UsageError {}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::Unknown(word) => write!(f, "unknown argument: {word}"),
            UsageError::NoValue(word) => write!(f, "{word} needs a value"),
            UsageError::BadValue(word, problem) => write!(f, "{word}: {problem}"),
            UsageError::Unreadable => f.write_str("an argument is not Unicode text"),
        }?;
        f.write_str(" (try --help)")
    }
}

/// A spelling of another engine.
struct Foreign {
    spellings: &'static [&'static str],
    value: ForeignValue,
}

enum ForeignValue {
    /// No value follows.
    None,
    /// A number that has no effect.
    Number,
    /// `on` or `off` for this option of ours, or without effect.
    Switch(Option<&'static options::Row>),
    /// No value follows; this option of ours gets this value.
    Sets(&'static options::Row, &'static str),
    /// A number for this option of ours; one outside its range counts as the
    /// nearest that is allowed.
    Ours(&'static options::Row),
}

#[rustfmt::skip]
static FOREIGN: &[Foreign] = &[
    Foreign { spellings: &["-q", "-quiet", "--quiet"], value: ForeignValue::None },
    Foreign { spellings: &["-nobook", "--nobook"], value: ForeignValue::Sets(&BOOK_USE, "off") },
    Foreign { spellings: &["-book-usage"], value: ForeignValue::Switch(Some(&BOOK_USE)) },
    Foreign { spellings: &["-ponder"], value: ForeignValue::Switch(None) },
    Foreign { spellings: &["-l", "-level", "--level"], value: ForeignValue::Ours(&LEVEL) },
    Foreign {
        spellings: &["-t", "-thread", "-threads", "-n", "-n-tasks"],
        value: ForeignValue::Ours(&THREADS),
    },
    Foreign { spellings: &["-hash", "-h"], value: ForeignValue::Number },
];

/// Reads the words after the program's name.
pub fn parse(
    words: impl IntoIterator<Item = OsString>,
    seed: u64,
) -> Result<CommandLine, UsageError> {
    let words: Result<Vec<String>, _> = words.into_iter().map(OsString::into_string).collect();
    let (weights, words) = take_weights(words.map_err(|_| UsageError::Unreadable)?)?;
    let mut flags = words.iter().take_while(|word| *word != "--");
    if flags.any(|word| word.split('=').next() == Some(WEIGHTS)) {
        let problem = "it must stand before everything else";
        return Err(UsageError::BadValue(WEIGHTS.into(), problem.into()));
    }
    let invocation = parse_invocation(words, seed)?;
    Ok(CommandLine {
        weights,
        invocation,
    })
}

const WEIGHTS: &str = "--weights";

/// `--weights FILE` may stand before anything else, since it is for all of it.
fn take_weights(mut words: Vec<String>) -> Result<(Option<PathBuf>, Vec<String>), UsageError> {
    let attached = words.first().and_then(|first| first.strip_prefix(WEIGHTS));
    let (file, taken) = match (attached, words.get(1)) {
        (Some(""), Some(file)) => (file.into(), 2),
        (Some(""), None) => return Err(UsageError::NoValue(WEIGHTS.to_string())),
        (Some(value), _) if value.starts_with('=') => (value[1..].into(), 1),
        _ => return Ok((None, words)),
    };
    Ok((Some(file), words.split_off(taken)))
}

fn parse_invocation(words: Vec<String>, seed: u64) -> Result<Invocation, UsageError> {
    if let Some(tool) = words.first().and_then(|word| tools::find(word)) {
        let asks_for_help = words[1..]
            .iter()
            .any(|word| word == "--help" || word == "-h");
        return Ok(match asks_for_help {
            true => Invocation::ToolHelp(tool),
            false => Invocation::Tool(tool, words[1..].to_vec()),
        });
    }
    let mut launch = Launch {
        protocol: None,
        options: Options::new(seed),
        chosen: Vec::new(),
        log_file: None,
    };
    let mut rest = words.into_iter().peekable();
    while let Some(word) = rest.next() {
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) if word.starts_with("--") => (name, Some(value.to_string())),
            _ => (word.as_str(), None),
        };
        // One engine's `-h` is help, another's is a number of hash bits.
        let number_follows = rest
            .peek()
            .is_some_and(|next| next.starts_with(|letter: char| letter.is_ascii_digit()));
        match name {
            _ if attached.is_some() => {}
            "--help" | "-help" | "help" => return Ok(Invocation::Help),
            "-h" if !number_follows => return Ok(Invocation::Help),
            "--version" | "-version" | "-V" => return Ok(Invocation::Version),
            _ => {}
        }
        let mut value = || {
            attached
                .clone()
                .or_else(|| rest.next())
                .ok_or(UsageError::NoValue(name.to_string()))
        };
        if name == "--log-file" {
            launch.log_file = Some(value()?.into());
        } else if let Some(foreign) = foreign(name)
            && (attached.is_none() || foreign.takes_value())
        {
            foreign.apply(name, &mut value, &mut launch.options)?;
            launch.chosen.extend(foreign.option());
        } else if let Some(option) = own_option(name) {
            let value = value()?;
            let is_set = option.set(&mut launch.options, &value);
            is_set.map_err(|error| match error {
                OptionError::UnknownName(_) => UsageError::Unknown(name.to_string()),
                OptionError::BadValue(_, problem) => bad_value(name, problem),
            })?;
            launch.chosen.push(option);
        } else if let Some(protocol) = named_protocol(&word) {
            launch.protocol = Some(protocol);
        } else {
            return Err(UsageError::Unknown(word));
        }
    }
    Ok(Invocation::Speak(launch.into()))
}

fn foreign(name: &str) -> Option<&'static Foreign> {
    FOREIGN
        .iter()
        .find(|foreign| foreign.spellings.contains(&name))
}

/// `gtp`, `-gtp` and `--gtp` are the same.
fn named_protocol(word: &str) -> Option<&'static protocol::Row> {
    let name = word.strip_prefix('-').unwrap_or(word);
    protocol::find(name.strip_prefix('-').unwrap_or(name))
}

/// `--move-time` and `--move_time` are the same.
fn own_option(name: &str) -> Option<&'static options::Row> {
    options::find(&name.strip_prefix("--")?.replace('-', "_")).ok()
}

fn bad_value(name: &str, problem: impl Into<String>) -> UsageError {
    UsageError::BadValue(name.to_string(), problem.into())
}

impl Foreign {
    /// The option of ours that it sets.
    fn option(&self) -> Option<&'static options::Row> {
        match self.value {
            ForeignValue::None | ForeignValue::Number => None,
            ForeignValue::Switch(option) => option,
            ForeignValue::Sets(option, _) | ForeignValue::Ours(option) => Some(option),
        }
    }

    fn takes_value(&self) -> bool {
        !matches!(self.value, ForeignValue::None | ForeignValue::Sets(..))
    }

    fn apply(
        &self,
        name: &str,
        value: &mut dyn FnMut() -> Result<String, UsageError>,
        options: &mut Options,
    ) -> Result<(), UsageError> {
        // A number too great for a machine is as good as the greatest.
        let number = |text: String| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true if !text.is_empty() => Ok(text.parse().unwrap_or(u64::MAX)),
            _ => Err(bad_value(name, "expected a whole number")),
        };
        let mut set = |option: &'static options::Row, value: &str| {
            let is_set = option.set(options, value);
            is_set.map_err(|error| bad_value(name, error.to_string()))
        };
        match self.value {
            ForeignValue::None => Ok(()),
            ForeignValue::Number => number(value()?).map(|_| ()),
            ForeignValue::Switch(option) => match value()?.as_str() {
                value @ ("on" | "off") => match option {
                    Some(option) => set(option, value),
                    None => Ok(()),
                },
                _ => Err(bad_value(name, "expected on, off")),
            },
            ForeignValue::Ours(option) => {
                let mut number = number(value()?)?;
                if let Kind::Number(least, greatest) = option.kind() {
                    number = number.clamp(least, greatest);
                }
                set(option, &number.to_string())
            }
            ForeignValue::Sets(option, value) => set(option, value),
        }
    }
}

/// What `--help` prints.
pub fn help() -> String {
    let mut text = String::from(HELP_HEAD);
    for protocol in PROTOCOLS {
        text += &format!("  {:<14}{}\n", protocol.name, protocol.summary);
    }
    text += "\nTools:\n";
    for tool in TOOLS {
        text += &format!("  {}\n{:16}{}\n", tool.usage(), "", tool.summary);
    }
    text += "  obverse TOOL --help tells more.\n";
    text += "\nOptions of a dialogue (also set there with kata-set-param):\n";
    for option in OPTIONS {
        text += &format!(
            "  {:<21}{}\n{:23}{} (default: {})\n",
            format!("--{}", option.name),
            option.summary,
            "",
            option.kind(),
            option.default()
        );
    }
    text += "\nAlgorithms:\n";
    for algorithm in ALGORITHMS {
        text += &format!("  {:<14}{}\n", algorithm.name, algorithm.summary);
    }
    text += "\nEvaluators:\n";
    for evaluator in EVALUATORS {
        text += &format!("  {:<14}{}\n", evaluator.name, evaluator.summary);
    }
    text + HELP_TAIL
}

const HELP_HEAD: &str = "\
Obverse, an Othello engine.

Usage: obverse [--weights FILE] [PROTOCOL] [--OPTION VALUE ...]
       obverse [--weights FILE] TOOL [ARGUMENT ...]

Without arguments it speaks GTP on standard input and output, or the protocol
that the first line opens; at a terminal it has a board and short forms, which
`help` there explains. Try:

  $ printf 'genmove black\\nshowboard\\n' | obverse

Protocols:
";

const HELP_TAIL: &str = "
  --log-file FILE
                append every line that comes in or goes out to a file, with times
  --weights FILE
                as the first words, also before a tool: use the weights that a
                file of `train` holds, instead of those in the program
  --version     the version, the CPU features and kernels of this build
  --help        this text

Spellings of other engines are understood: -gtp, -q; -l N and -level N for the
level; -t N, -threads N, -n N and -n-tasks N for the threads; -book-usage on|off
and -nobook for the book. Without effect are -hash N and -ponder on|off.

RUST_LOG=obverse=debug writes the same as --log-file to standard error.

Exit status: 0 all went well, 1 it could not be done or a check failed, 2 the
command line is wrong, or a file that it names; 3 a match stopped early, 4 this
CPU lacks what the program was built for, 130 ended by Ctrl-C.
";
