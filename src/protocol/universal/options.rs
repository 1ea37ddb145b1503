//! The options under the names that chess GUIs know, and all others under ours.

use crate::protocol::text::GREATEST_SPIN;
use crate::session::Session;
use crate::session::options::{self, Kind, OPTIONS};

/// Names that GUIs look for, and ours.
const ALIASES: &[(&str, &str)] = &[("Hash", "hash_mb"), ("Threads", "threads")];

/// In UCI the client says when to think on the opponent's time.
const HIDDEN: &str = "ponder";

const MULTI_PV: &str = "MultiPV";
const VARIANT: &str = "UCI_Variant";
const FLIPELLO: &str = "flipello";
const PONDER: &str = "Ponder";
const CLEAR_HASH: &str = "Clear Hash";

/// More lines than moves make no sense.
const MOST_LINES: Kind = Kind::Number(1, 60);

/// Every option with its type and its present value.
pub(super) fn list(session: &Session, lines: usize, is_of_chess: bool) -> Vec<String> {
    let mut list = Vec::new();
    if is_of_chess {
        list.push(format!(
            "{VARIANT} type combo default {FLIPELLO} var {FLIPELLO}"
        ));
        list.push(format!("{PONDER} type check default false"));
    }
    list.push(format!(
        "{MULTI_PV} {}",
        form(&MOST_LINES, &lines.to_string())
    ));
    list.push(format!("{CLEAR_HASH} type button"));
    for row in OPTIONS.iter().filter(|row| row.name != HIDDEN) {
        let alias = ALIASES.iter().find(|(_, name)| *name == row.name);
        let name = alias.map_or(row.name, |(alias, _)| alias);
        let value = (row.get)(session.options());
        list.push(format!("{name} {}", form(&row.kind, &value)));
    }
    list.iter()
        .map(|option| format!("option name {option}"))
        .collect()
}

fn form(kind: &Kind, value: &str) -> String {
    match kind {
        Kind::Number(least, greatest @ 0..=GREATEST_SPIN) => {
            format!("type spin default {value} min {least} max {greatest}")
        }
        Kind::Number(..) | Kind::Decimal(_) | Kind::Book => format!("type string default {value}"),
        Kind::Choice(words) => {
            format!("type combo default {value} var {}", words().join(" var "))
        }
    }
}

/// Sets what `name NAME value VALUE` says; capital letters do not matter in the
/// name. Some clients set every option to what it is already: that must not count
/// as somebody's wish for a level or a depth.
pub(super) fn set(words: &str, session: &mut Session, lines: &mut usize) -> Result<(), String> {
    let pair = words
        .strip_prefix("name ")
        .ok_or("setoption: expected name")?;
    let (name, value) = pair.split_once(" value ").unwrap_or((pair, ""));
    let (name, value) = (name.trim(), value.trim());
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    if is(CLEAR_HASH) {
        session.clear_cache();
    } else if is(MULTI_PV) {
        let number = MOST_LINES.parse(value).map(|value| value.number());
        *lines = number.map_err(|problem| format!("{MULTI_PV}: {problem}"))? as usize;
    } else if is(VARIANT) {
        let problem = || format!("{VARIANT}: expected {FLIPELLO}");
        (value == FLIPELLO).then_some(()).ok_or_else(problem)?;
    } else if !is(PONDER) {
        let alias = ALIASES.iter().find(|(alias, _)| is(alias));
        let row = match alias {
            Some((_, name)) => options::find(name),
            None => OPTIONS.iter().find(|row| is(row.name)),
        };
        if row.is_some_and(|row| (row.get)(session.options()) == value) {
            return Ok(());
        }
        let name = row.map_or(name, |row| row.name);
        let is_set = session.set_option(name, value);
        is_set.map_err(|error| error.to_string())?;
    }
    Ok(())
}
