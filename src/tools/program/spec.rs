//! The specification of a program: the value of `--engine`, or a table in a TOML file.
//! Both are lists of keys and values with the same meaning.

use std::path::{Path, PathBuf};

use super::shell_words;

/// How to start a program, and which protocol it speaks.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// The executable and its arguments.
    pub(crate) words: Vec<String>,
    pub(crate) protocol: Protocol,
    /// The working directory.
    pub(crate) dir: Option<PathBuf>,
    /// Environment variables, in addition to our own.
    pub(crate) env: Vec<(String, String)>,
    /// Lines to send after the greeting.
    pub(crate) init: Vec<String>,
    /// Whether each game gets a new process.
    pub(crate) restarts: bool,
}

/// The protocols of programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Protocol {
    #[default]
    Gtp,
    NBoard,
    Edax,
    Uci,
    Ugi,
}

impl Protocol {
    /// The word in a specification.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Edax => "edax",
            Protocol::Uci => "uci",
            Protocol::Ugi => "ugi",
        }
    }
}

/// What a tool accepts in a specification.
pub(crate) struct Accepted {
    pub(crate) protocols: &'static [Protocol],
    /// The keys, as an error message lists them.
    pub(crate) keys: &'static str,
    /// The keys of which one must be there.
    pub(crate) needed: &'static str,
}

/// Keys and their values; a flag has no value.
pub(crate) type Settings = Vec<(String, Option<String>)>;

/// Splits the value of `--engine`.
pub(crate) fn read_words(text: &str) -> Result<Settings, String> {
    let words = shell_words::split(text).ok_or("a quote is not closed")?;
    let setting = |word: String| match word.split_once('=') {
        Some((key, value)) => (key.to_string(), Some(value.to_string())),
        None => (word, None),
    };
    Ok(words.into_iter().map(setting).collect())
}

/// Settings apart from the name that users see.
pub(crate) struct Named {
    pub(crate) name: Option<String>,
    pub(crate) rest: Settings,
}

impl Named {
    pub(crate) fn new(settings: Settings) -> Result<Named, String> {
        let mut name = None;
        let (names, rest): (Settings, Settings) =
            settings.into_iter().partition(|(key, _)| key == "name");
        for (_, value) in names {
            name = Some(value.ok_or("name: expected text")?);
        }
        Ok(Named { name, rest })
    }

    /// The name, or this one if there is none.
    pub(crate) fn name_or(name: Option<String>, default: String) -> Result<String, String> {
        let name = name.unwrap_or(default);
        let is_valid = !name.trim().is_empty() && !name.contains(char::is_control);
        match is_valid {
            true => Ok(name),
            false => Err("name: expected one line of text".to_string()),
        }
    }
}

impl Program {
    /// The program with these settings.
    pub(crate) fn new(settings: Settings, accepted: &Accepted) -> Result<Program, String> {
        let mut program = Program::default();
        for (key, value) in settings {
            let expected = |what: &str| format!("{key}: expected {what}");
            let value = value.ok_or_else(|| match key.as_str() {
                "cmd" | "protocol" | "dir" | "env" | "init" | "restart" => expected("a value"),
                _ => expected(accepted.keys),
            })?;
            match key.as_str() {
                "cmd" => {
                    let words = shell_words::split(&value).filter(|words| !words.is_empty());
                    program.words = words.ok_or_else(|| expected("a command line"))?;
                }
                "protocol" => program.protocol = accepted.protocol(&value)?,
                "dir" => program.dir = Some(value.into()),
                "env" => {
                    let pair = value.split_once('=').filter(|(name, _)| !name.is_empty());
                    let (name, value) = pair.ok_or_else(|| expected("NAME=VALUE"))?;
                    program.env.push((name.to_string(), value.to_string()));
                }
                "init" => program.init.push(value),
                "restart" => {
                    program.restarts = match value.as_str() {
                        "on" | "true" => true,
                        "off" | "false" => false,
                        _ => return Err(expected("on, off")),
                    }
                }
                _ => return Err(expected(accepted.keys)),
            }
        }
        match program.words.is_empty() {
            true => Err(format!("expected {}", accepted.needed)),
            false => Ok(program),
        }
    }

    /// The name of the executable without its folder.
    pub(crate) fn file_name(&self) -> String {
        let file = &self.words[0];
        let name = Path::new(file).file_name().unwrap_or(file.as_ref());
        name.to_string_lossy().into_owned()
    }
}

impl Accepted {
    fn protocol(&self, word: &str) -> Result<Protocol, String> {
        let mut protocols = self.protocols.iter().copied();
        protocols
            .find(|protocol| protocol.name() == word)
            .ok_or_else(|| {
                let names = self.protocols.iter().map(|protocol| protocol.name());
                let names: Vec<&str> = names.collect();
                format!("protocol: expected {}", names.join(", "))
            })
    }
}
