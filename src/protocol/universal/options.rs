//! The options under the names that chess GUIs know, and all others under ours.

use crate::flags::{Kind, ValueKind, Whole};
use crate::protocol::text::GREATEST_SPIN;
use crate::session::Session;
use crate::session::options::{self, HASH_MB, OPTIONS, PONDER, THREADS};

/// Names that GUIs look for, and ours.
static ALIASES: &[(&str, &options::Row)] = &[("Hash", &HASH_MB), ("Threads", &THREADS)];

/// In UCI the client says when to think on the opponent's time.
static HIDDEN: &options::Row = &PONDER;

const MULTI_PV: &str = "MultiPV";
const VARIANT: &str = "UCI_Variant";
const FLIPELLO: &str = "flipello";
const PONDERING: &str = "Ponder";
const CLEAR_HASH: &str = "Clear Hash";

/// More lines than moves make no sense.
const LINES: Whole<usize> = Whole::new(1, 60);

/// Every option with its type and its present value.
pub(super) fn list(session: &Session, lines: usize, is_of_chess: bool) -> Vec<String> {
    let mut list = Vec::new();
    if is_of_chess {
        list.push(format!(
            "{VARIANT} type combo default {FLIPELLO} var {FLIPELLO}"
        ));
        list.push(format!("{PONDERING} type check default false"));
    }
    list.push(format!(
        "{MULTI_PV} {}",
        form(&LINES.kind(), &lines.to_string())
    ));
    list.push(format!("{CLEAR_HASH} type button"));
    for row in OPTIONS.iter().filter(|&&row| row != HIDDEN) {
        let alias = ALIASES.iter().find(|(_, aliased)| aliased == row);
        let name = alias.map_or(row.name, |(alias, _)| alias);
        let value = row.get(session.options());
        list.push(format!("{name} {}", form(&row.kind(), &value)));
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
        Kind::Choice(words) => {
            format!("type combo default {value} var {}", words.join(" var "))
        }
        _ => format!("type string default {value}"),
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
        let number = LINES.parse(value);
        *lines = number.map_err(|problem| format!("{MULTI_PV}: {problem}"))?;
    } else if is(VARIANT) {
        let problem = || format!("{VARIANT}: expected {FLIPELLO}");
        (value == FLIPELLO).then_some(()).ok_or_else(problem)?;
    } else if !is(PONDERING) {
        let alias = ALIASES.iter().find(|(alias, _)| is(alias));
        let row = match alias {
            Some((_, row)) => Ok(*row),
            None => options::find(&name.to_ascii_lowercase()),
        };
        let row = row.map_err(|error| error.to_string())?;
        if row.get(session.options()) == value {
            return Ok(());
        }
        let is_set = session.set_option(row, value);
        is_set.map_err(|error| error.to_string())?;
    }
    Ok(())
}
