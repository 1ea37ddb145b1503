//! The specification of a player: the value of `--engine`, or a table in a TOML file.
//! Both are lists of keys and values with the same meaning.

use std::path::{Path, PathBuf};

use super::shell_words;
use crate::session::options::{self, Options};

/// A player that has not been started yet.
pub(crate) struct Spec {
    pub(crate) name: String,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// One of the built-in algorithms.
    Builtin(Options),
    /// A program that speaks a protocol.
    Program(Program),
}

/// How to start a program, and which protocol it speaks.
#[derive(Debug, Default)]
pub(super) struct Program {
    /// The executable and its arguments.
    pub(super) words: Vec<String>,
    pub(super) protocol: Protocol,
    /// The working directory.
    pub(super) dir: Option<PathBuf>,
    /// Environment variables, in addition to our own.
    pub(super) env: Vec<(String, String)>,
    /// Lines to send after the greeting.
    pub(super) init: Vec<String>,
    /// Whether each game gets a new process.
    pub(super) restarts: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Protocol {
    #[default]
    Gtp,
    NBoard,
}

impl Spec {
    /// Whether each game gets a new process.
    pub(crate) fn restarts(&self) -> bool {
        matches!(&self.kind, Kind::Program(program) if program.restarts)
    }
}

/// Keys and their values; `builtin` needs no value.
pub(super) type Settings = Vec<(String, Option<String>)>;

const KEYS: &str = "name, cmd, protocol, dir, env, init, restart, or builtin and its options";

/// Parses the value of `--engine`.
pub(super) fn parse(text: &str, seed: u64) -> Result<Spec, String> {
    let words = shell_words::split(text).ok_or("a quote is not closed")?;
    let setting = |word: String| match word.split_once('=') {
        Some((key, value)) => (key.to_string(), Some(value.to_string())),
        None => (word, None),
    };
    build(words.into_iter().map(setting).collect(), seed)
}

/// The player with these settings. Its random choices depend on the seed of the match,
/// unless it has its own.
pub(super) fn build(settings: Settings, seed: u64) -> Result<Spec, String> {
    let mut name = None;
    let (names, rest): (Settings, Settings) =
        settings.into_iter().partition(|(key, _)| key == "name");
    for (_, value) in names {
        name = Some(value.ok_or("name: expected text")?);
    }
    let is_builtin = |(key, value): &(String, Option<String>)| {
        key == "builtin" && matches!(value.as_deref(), None | Some("true"))
    };
    let (flags, rest): (Settings, Settings) = rest.into_iter().partition(is_builtin);
    let (kind, default_name) = match flags.is_empty() {
        true => program(rest)?,
        false => builtin(rest, seed)?,
    };
    let name = name.unwrap_or(default_name);
    let is_valid = !name.trim().is_empty() && !name.contains(char::is_control);
    match is_valid {
        true => Ok(Spec { name, kind }),
        false => Err("name: expected one line of text".to_string()),
    }
}

/// A built-in player. It uses one thread by default, so that its moves depend only on its
/// options.
fn builtin(settings: Settings, seed: u64) -> Result<(Kind, String), String> {
    let mut options = Options::new(seed);
    options.search.threads = 1;
    for (key, value) in settings {
        let row = options::find(&key).map_err(|error| format!("{key}: {error}"))?;
        let is_set = row.set(&mut options, value.as_deref().unwrap_or_default());
        is_set.map_err(|error| error.to_string())?;
    }
    let name = options.algorithm.name.to_string();
    Ok((Kind::Builtin(options), name))
}

fn program(settings: Settings) -> Result<(Kind, String), String> {
    let mut program = Program::default();
    for (key, value) in settings {
        let expected = |what: &str| format!("{key}: expected {what}");
        let value = value.ok_or_else(|| match key.as_str() {
            "cmd" | "protocol" | "dir" | "env" | "init" | "restart" => expected("a value"),
            _ => expected(KEYS),
        })?;
        match key.as_str() {
            "cmd" => {
                let words = shell_words::split(&value).filter(|words| !words.is_empty());
                program.words = words.ok_or_else(|| expected("a command line"))?;
            }
            "protocol" => {
                program.protocol = match value.as_str() {
                    "gtp" => Protocol::Gtp,
                    "nboard" => Protocol::NBoard,
                    _ => return Err(expected("gtp, nboard")),
                }
            }
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
            _ => return Err(expected(KEYS)),
        }
    }
    let file = program.words.first().ok_or("expected cmd or builtin")?;
    let name = Path::new(file).file_name().unwrap_or(file.as_ref());
    let name = name.to_string_lossy().into_owned();
    Ok((Kind::Program(program), name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::control::Limits;

    fn program_of(text: &str) -> Program {
        match parse(text, 1).map(|spec| spec.kind) {
            Ok(Kind::Program(program)) => program,
            Ok(Kind::Builtin(_)) => panic!("{text}: a built-in one"),
            Err(problem) => panic!("{text}: {problem}"),
        }
    }

    #[test]
    fn programs_have_a_command_line_and_more() {
        let text = r#"name="a b" cmd="'/x y/z' -l 3" env=A=1=2 env=B= init="komi 0" init=x
                      protocol=nboard dir=/tmp restart=on"#;
        assert_eq!(parse(text, 1).map(|spec| spec.name), Ok("a b".to_string()));
        let program = program_of(text);
        assert_eq!(program.words, ["/x y/z", "-l", "3"]);
        assert_eq!(program.protocol, Protocol::NBoard);
        assert_eq!(program.dir, Some(PathBuf::from("/tmp")));
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(program.env, [pair("A", "1=2"), pair("B", "")]);
        assert_eq!(program.init, ["komi 0", "x"]);
        assert!(program.restarts && !program_of("cmd=x").restarts);
        let name = parse("cmd=/usr/games/gtp-rhino", 1).map(|spec| spec.name);
        assert_eq!(name, Ok("gtp-rhino".to_string()));
    }

    #[test]
    fn built_in_players_have_our_options_and_one_thread() {
        let options = |text: &str| match parse(text, 7).map(|spec| spec.kind) {
            Ok(Kind::Builtin(options)) => options,
            _ => panic!("{text}"),
        };
        let plain = options("builtin");
        assert_eq!(
            (plain.settings(&Limits::default()).threads, plain.seed),
            (1, 7)
        );
        let set = options("name=x threads=3 builtin=true algorithm=negascout depth=4 seed=9");
        assert_eq!(
            (
                set.settings(&Limits::default()).threads,
                set.depth(),
                set.seed
            ),
            (3, 4, 9)
        );
        assert_eq!(set.algorithm.name, "negascout");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (text, problem) in [
            ("", "expected cmd or builtin"),
            ("name=x", "expected cmd or builtin"),
            ("cmd='x", "a quote is not closed"),
            ("cmd=", "cmd: expected a command line"),
            ("cmd", "cmd: expected a value"),
            ("cmd=x protocol=ugi", "protocol: expected gtp, nboard"),
            ("cmd=x restart=maybe", "restart: expected on, off"),
            ("cmd=x env=A", "env: expected NAME=VALUE"),
            ("cmd=x name=' '", "name: expected one line of text"),
            ("builtin depth=0", "depth: expected 1 to 60"),
            ("builtin depth", "depth: expected 1 to 60"),
        ] {
            let refused = parse(text, 1).map(|spec| spec.name);
            assert_eq!(refused, Err(problem.to_string()), "{text}");
        }
        for (text, start) in [
            ("cmd=x depth=3", "depth: expected name, cmd, "),
            ("-l 3", "-l: expected name, cmd, "),
            ("builtin cmd=x", "cmd: unknown option: expected algorithm, "),
        ] {
            let problem = parse(text, 1).map(|spec| spec.name).unwrap_err();
            assert!(problem.starts_with(start), "{text}: {problem}");
        }
    }
}
