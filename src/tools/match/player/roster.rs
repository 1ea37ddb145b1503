//! The players of a match, with unique names.

use std::path::Path;

use toml::{Table, Value};

use super::names;
use super::spec::{self, Spec};
use crate::files::read_text;
use crate::tools::program::Settings;

/// A flag that adds players.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// The value of `--engine`.
    Words(String),
    /// The file of `--engines`.
    File(String),
}

/// The players, in the order of their sources.
pub(crate) fn read(sources: &[Source], seed: u64) -> Result<Vec<Spec>, String> {
    let mut specs: Vec<Spec> = Vec::new();
    for source in sources {
        match source {
            Source::Words(text) => {
                let spec = spec::parse(text, seed);
                specs.push(spec.map_err(|problem| format!("--engine {text}: {problem}"))?);
            }
            Source::File(path) => {
                let text =
                    read_text(Path::new(path)).map_err(|error| format!("{path}: {error}"))?;
                let found = from_toml(&text, seed);
                specs.extend(found.map_err(|problem| format!("{path}: {problem}"))?);
            }
        }
    }
    names::make_distinct(&mut specs);
    let is_second = |(index, spec): &(usize, &Spec)| {
        specs[..*index].iter().any(|other| other.name == spec.name)
    };
    match specs.iter().enumerate().find(is_second) {
        Some((_, Spec { name, .. })) => Err(format!(
            "two engines are named {name}; give one of them another name=NAME"
        )),
        None => Ok(specs),
    }
}

/// The tables `[[engine]]` of a file.
fn from_toml(text: &str, seed: u64) -> Result<Vec<Spec>, String> {
    let file: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| text[..span.start].lines().count().max(1));
        format!("line {line}: {}", error.message())
    })?;
    if let Some(key) = file.keys().find(|key| *key != "engine") {
        return Err(format!("{key}: expected tables [[engine]]"));
    }
    let tables = match file.get("engine") {
        Some(Value::Array(tables)) => tables.as_slice(),
        _ => return Err("expected tables [[engine]]".to_string()),
    };
    (1..)
        .zip(tables)
        .map(|(number, table)| {
            let settings = table.as_table().map(settings);
            let spec = settings
                .unwrap_or_else(|| Err("expected a table".to_string()))
                .and_then(|settings| spec::build(settings, seed));
            spec.map_err(|problem| format!("engine {number}: {problem}"))
        })
        .collect()
}

/// Converts a table to a list of settings. An array or the table `env` repeats its key.
fn settings(table: &Table) -> Result<Settings, String> {
    let mut settings = Settings::new();
    for (key, value) in table {
        let mut push = |value: &Value| {
            let text = plain(value).ok_or_else(|| format!("{key}: expected a plain value"))?;
            settings.push((key.clone(), Some(text)));
            Ok::<(), String>(())
        };
        match value {
            Value::Array(values) => values.iter().try_for_each(push)?,
            Value::Table(pairs) => {
                for (name, value) in pairs {
                    let value = plain(value).unwrap_or_default();
                    push(&Value::String(format!("{name}={value}")))?;
                }
            }
            value => push(value)?,
        }
    }
    Ok(settings)
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(is_so) => Some(is_so.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::spec::Kind;
    use super::*;

    #[test]
    fn a_file_says_the_same_as_words() {
        let text = "
            [[engine]]
            name = 'rhino'
            cmd = \"/usr/games/gtp-rhino -l 3\"
            env = { A = 1, B = 'x' }
            init = ['komi 0', 'showboard']
            restart = true
            [[engine]]
            builtin = true
            algorithm = 'mcts'
            exploration = 0.5
            depth = 2";
        let specs = from_toml(text, 1).map_err(|problem| panic!("{problem}"));
        let Ok([rhino, mcts]) = specs.as_deref() else {
            panic!("two engines");
        };
        assert_eq!((rhino.name.as_str(), mcts.name.as_str()), ("rhino", "mcts"));
        let (Kind::Program(program), Kind::Builtin(options)) = (&rhino.kind, &mcts.kind) else {
            panic!("a program and a built-in one");
        };
        assert_eq!(program.env.len() + program.init.len(), 4);
        assert!(program.restarts);
        assert_eq!(options.search.exploration, 0.5);
    }

    #[test]
    fn bad_files_are_refused_in_one_line() {
        for (text, problem) in [
            ("", "expected tables [[engine]]"),
            ("x = 1", "x: expected tables [[engine]]"),
            ("engine = 1", "expected tables [[engine]]"),
            ("engine = [1]", "engine 1: expected a table"),
            (
                "[[engine]]\nname = 'x'",
                "engine 1: expected cmd or builtin",
            ),
            (
                "[[engine]]\ncmd = [[1]]",
                "engine 1: cmd: expected a plain value",
            ),
        ] {
            let refused = from_toml(text, 1).map(|_| ());
            assert_eq!(refused, Err(problem.to_string()), "{text}");
        }
        let problem = from_toml("[[engine]]\ncmd = 'x\n", 1)
            .map(|_| ())
            .unwrap_err();
        assert!(
            problem.starts_with("line 2: ") && !problem.contains('\n'),
            "{problem}"
        );
    }

    #[test]
    fn names_are_distinct() {
        let names = |texts: &[&str]| {
            let sources: Vec<Source> = texts
                .iter()
                .map(|text| Source::Words(text.to_string()))
                .collect();
            let specs = read(&sources, 1);
            specs.map(|specs| specs.into_iter().map(|spec| spec.name).collect::<Vec<_>>())
        };
        for (texts, expected) in [
            (
                &["builtin level=1", "builtin level=2"][..],
                &["builtin level 1", "builtin level 2"][..],
            ),
            (
                &["builtin", "builtin threads=1 depth=3"],
                &["builtin", "builtin threads 1 depth 3"],
            ),
            (
                &[
                    "builtin threads=1 level=1",
                    "builtin threads=1 level=2",
                    "builtin algorithm=mcts",
                ],
                &["builtin level 1", "builtin level 2", "mcts"],
            ),
            (
                &[
                    "builtin algorithm=mcts playouts=9",
                    "builtin algorithm=mcts playouts=99",
                ],
                &["mcts playouts 9", "mcts playouts 99"],
            ),
            (
                &["cmd='/x/edax -l 1'", "cmd='/x/edax -l 2'"],
                &["edax -l 1", "edax -l 2"],
            ),
            (
                &[
                    "cmd='/x/edax -l 1'",
                    "cmd='/y/edax -l 1'",
                    "cmd='/y/edax -l 1' protocol=nboard",
                ],
                &[
                    "/x/edax -l 1",
                    "/y/edax -l 1",
                    "/y/edax -l 1 protocol nboard",
                ],
            ),
            (&["builtin", "builtin name=x"], &["engine", "x"]),
            (&["builtin", "builtin name=engine"], &["builtin", "engine"]),
        ] {
            let expected = expected.iter().map(|name| name.to_string()).collect();
            assert_eq!(names(texts), Ok(expected), "{texts:?}");
        }
        for texts in [["builtin", "builtin"], ["builtin name=x", "cmd=y name=x"]] {
            let problem = names(&texts).expect_err("they are the same");
            assert!(
                problem.contains("; give one of them another name=NAME"),
                "{problem}"
            );
        }
    }
}
