//! The specification of a player: the value of `--engine`, or a table in a TOML file.
//! Both are lists of keys and values with the same meaning.

use crate::session::options::{self, Options};
use crate::tools::program::{Accepted, Named, Program, Protocol, Settings, read_words};

/// A player that has not been started yet.
pub(crate) struct Spec {
    pub(crate) name: String,
    /// The settings that can be parts of a name; `None` if the user has chosen the name.
    pub(super) nameless: Option<Settings>,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// One of the built-in algorithms.
    Builtin(Options),
    /// A program that speaks a protocol.
    Program(Program),
}

impl Spec {
    /// Whether each game gets a new process.
    pub(crate) fn restarts(&self) -> bool {
        matches!(&self.kind, Kind::Program(program) if program.restarts)
    }
}

const ACCEPTED: Accepted = Accepted {
    protocols: &[Protocol::Gtp, Protocol::NBoard],
    keys: "name, cmd, protocol, dir, env, init, restart, or builtin and its options",
    needed: "cmd or builtin",
};

/// Parses the value of `--engine`.
pub(super) fn parse(text: &str, seed: u64) -> Result<Spec, String> {
    build(read_words(text)?, seed)
}

/// The player with these settings; `builtin` needs no value. Its random choices depend on
/// the seed of the match, unless it has its own.
pub(super) fn build(settings: Settings, seed: u64) -> Result<Spec, String> {
    let Named { name, rest } = Named::new(settings)?;
    let is_builtin = |(key, value): &(String, Option<String>)| {
        key == "builtin" && matches!(value.as_deref(), None | Some("true"))
    };
    let (flags, rest): (Settings, Settings) = rest.into_iter().partition(is_builtin);
    let nameless = name.is_none().then(|| rest.clone());
    let (kind, default_name) = match flags.is_empty() {
        true => program(rest)?,
        false => builtin(rest, seed)?,
    };
    let name = Named::name_or(name, default_name)?;
    Ok(Spec {
        name,
        nameless,
        kind,
    })
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
    let program = Program::new(settings, &ACCEPTED)?;
    let name = program.file_name();
    Ok((Kind::Program(program), name))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

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
        assert_eq!((plain.search.threads, plain.seed), (1, 7));
        let set = options("name=x threads=3 builtin=true algorithm=negascout depth=4 seed=9");
        assert_eq!((set.search.threads, set.depth(), set.seed), (3, 4, 9));
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
