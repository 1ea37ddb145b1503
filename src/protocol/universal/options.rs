//! The options, under the names that chess GUIs know where there are such names.
//!
//! Some clients set every option to the value that they were shown, which must change
//! nothing. `level`, `rating` and `depth` need care, since the last one to be set counts:
//!
//! - While the level counts, `depth` is shown as 0. So any other depth is a request, even
//!   for the depth that corresponds to the level.
//! - While none has been set, setting the level to its current value changes nothing, nor does
//!   setting the rating to that of the level.

use crate::flags::{Kind, ValueKind, Whole};
use crate::protocol::text::GREATEST_SPIN;
use crate::session::Session;
use crate::session::options::{
    self, DEEPEST, DEPTH, HASH_MB, LEVEL, OPTIONS, Options, PONDER, RATING, Strength, THREADS,
};

/// The names that GUIs look for, with our options.
static ALIASES: &[(&str, &options::Row)] = &[("Hash", &HASH_MB), ("Threads", &THREADS)];

/// In UCI the client decides when to think on the opponent's time.
static HIDDEN: &options::Row = &PONDER;

const MULTI_PV: &str = "MultiPV";
const VARIANT: &str = "UCI_Variant";
const FLIPELLO: &str = "flipello";
const PONDERING: &str = "Ponder";
const CLEAR_HASH: &str = "Clear Hash";

/// No position has more moves than this.
const LINES: Whole<usize> = Whole::new(1, 60);

/// The range of the option `depth` here.
const DEPTHS: Whole<u32> = Whole::new(0, DEEPEST as u64);

/// The depth while the level counts.
const LEVEL_COUNTS: u32 = 0;

/// Every option with its type and its current value.
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
        let (kind, value) = match row {
            row if *row == &DEPTH => (DEPTHS.kind(), depth(session.options()).to_string()),
            row => (row.kind(), row.get(session.options())),
        };
        list.push(format!("{name} {}", form(&kind, &value)));
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

/// The depth that counts, as it is shown.
fn depth(options: &Options) -> u32 {
    match options.strength {
        Strength::Depth(depth) => depth,
        _ => LEVEL_COUNTS,
    }
}

/// Sets an option from `name NAME value VALUE`. The case of the name does not matter.
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
        if row == &DEPTH {
            set_depth(value, session)?;
        } else if !is_restated(row, value, session.options()) {
            let is_set = session.set_option(row, value);
            is_set.map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

fn set_depth(value: &str, session: &mut Session) -> Result<(), String> {
    let wanted = DEPTHS.parse(value);
    let wanted = wanted.map_err(|problem| format!("{}: {problem}", DEPTH.name))?;
    let options = session.options_mut();
    options.strength = match (options.strength, wanted) {
        (Strength::Depth(_), LEVEL_COUNTS) => Strength::Level,
        (other, LEVEL_COUNTS) => other,
        (_, depth) => Strength::Depth(depth),
    };
    Ok(())
}

/// Whether this sets the level to its current value, or the rating to that of the level.
fn is_restated(row: &options::Row, value: &str, options: &Options) -> bool {
    let is_implied = match options.strength {
        Strength::Unset => row == &LEVEL || row == &RATING,
        Strength::Level | Strength::FullLevel => row == &RATING,
        Strength::Rating(_) | Strength::Depth(_) => false,
    };
    is_implied && row.get(options) == value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        Session::new(Options::new(1), |_| {})
    }

    fn set(session: &mut Session, words: &str) -> Strength {
        super::set(words, session, &mut 1).expect(words);
        session.options().strength
    }

    /// Each option as a client would send it that sets what it was shown.
    fn restated(session: &Session) -> Vec<String> {
        let options = list(session, 1, true).into_iter();
        let words = options.filter_map(|option| {
            let (name, rest) = option.strip_prefix("option ")?.split_once(" type ")?;
            let (_, value) = rest.split_once(" default ")?;
            let value = value.split_once(" min ").map_or(value, |(value, _)| value);
            let value = value.split_once(" var ").map_or(value, |(value, _)| value);
            Some(format!("{name} value {value}"))
        });
        words.collect()
    }

    #[test]
    fn a_depth_counts_even_if_it_is_that_of_the_level() {
        let mut session = session();
        let shown = DEPTH.get(session.options());
        let set_to_shown = format!("name depth value {shown}");
        assert_eq!(set(&mut session, &set_to_shown), Strength::Depth(5));
        assert_eq!(set(&mut session, "name depth value 0"), Strength::Level);
        assert_eq!(set(&mut session, "name depth value 8"), Strength::Depth(8));
        assert_eq!(set(&mut session, "name level value 16"), Strength::Level);
        let error = super::set("name depth value 61", &mut session, &mut 1);
        assert_eq!(error, Err("depth: expected 0 to 60".to_string()));
    }

    #[test]
    fn what_was_shown_can_be_set() {
        for (words, strength) in [
            ("name seed value 7", Strength::Unset),
            ("name level value 3", Strength::Level),
            ("name rating value 1234", Strength::Rating(1234)),
            ("name depth value 5", Strength::Depth(5)),
        ] {
            let mut session = session();
            assert_eq!(set(&mut session, words), strength);
            let restated = restated(&session);
            assert!(restated.len() > OPTIONS.len(), "{restated:?}");
            let before = list(&session, 1, true);
            for words in restated {
                set(&mut session, &words);
            }
            assert_eq!(session.options().strength, strength);
            assert_eq!(list(&session, 1, true), before);
        }
    }
}
