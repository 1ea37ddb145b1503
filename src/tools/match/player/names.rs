//! Names for players whom the user has not named: from what distinguishes them.

use super::spec::{Kind, Spec};
use crate::tools::program::Settings;

/// Gives another name to each nameless player that shares its name with another player.
pub(super) fn make_distinct(specs: &mut [Spec]) {
    let renamed: Vec<Option<String>> = specs.iter().map(|spec| distinct(spec, specs)).collect();
    for (spec, name) in specs.iter_mut().zip(renamed) {
        spec.name = name.unwrap_or_else(|| spec.name.clone());
    }
}

/// The name of a player if its usual one is not unique: the program, and the settings in which
/// it differs from nameless players of the same name.
fn distinct(spec: &Spec, specs: &[Spec]) -> Option<String> {
    let settings = spec.nameless.as_ref()?;
    let same: Vec<&Spec> = specs
        .iter()
        .filter(|other| other.name == spec.name)
        .collect();
    if same.len() < 2 {
        return None;
    }
    let others: Vec<&Settings> = same
        .iter()
        .filter_map(|other| other.nameless.as_ref())
        .filter(|other| *other != settings)
        .collect();
    let differs = |setting: &(String, Option<String>)| {
        others.is_empty() || others.iter().any(|other| !other.contains(setting))
    };
    let mut name = base(spec, &same);
    for setting in settings {
        let (key, value) = setting;
        if differs(setting) && !["algorithm", "cmd"].contains(&key.as_str()) {
            name += &format!(" {key} {}", value.as_deref().unwrap_or_default());
        }
    }
    Some(name)
}

/// The algorithm, or the command line if those differ: with the path of the program only if
/// that differs, too.
fn base(spec: &Spec, same: &[&Spec]) -> String {
    let words = |spec: &Spec| match &spec.kind {
        Kind::Program(program) => program.words.clone(),
        Kind::Builtin(_) => Vec::new(),
    };
    let own = words(spec);
    let Some((path, args)) = own.split_first() else {
        let settings = spec.nameless.iter().flatten();
        let has_algorithm = settings.into_iter().any(|(key, _)| key == "algorithm");
        return match has_algorithm {
            true => spec.name.clone(),
            false => "builtin".to_string(),
        };
    };
    let others = || {
        same.iter()
            .map(|other| words(other))
            .filter(|other| *other != own)
    };
    let first = match others().any(|other| other.first() != Some(path)) {
        true => path,
        false => &spec.name,
    };
    let mut words = vec![first.as_str()];
    if others().next().is_some() {
        words.extend(args.iter().map(String::as_str));
    }
    words.join(" ")
}
