//! The options: through KataGo's commands, GoGui's dialog and older commands.

use nom::character::complete::space1;
use nom::sequence::separated_pair;

use super::Call;
use crate::flags::Kind;
use crate::protocol::gtp::args;
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::session::options::{self, LEVEL, OPTIONS, RATING, SEED};

pub(super) fn list_params(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(OPTIONS
        .iter()
        .map(|row| row.name)
        .collect::<Vec<_>>()
        .join(" ")
        .into())
}

pub(super) fn get_param(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let name = call.args.parse(args::word)?;
    Ok(options::find(name)?.get(call.session.options()).into())
}

pub(super) fn set_param(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let (name, value) = call
        .args
        .parse(separated_pair(args::word, space1, args::word))?;
    set(call, options::find(name)?, value)
}

/// Without arguments, a list that GoGui turns into a dialog.
pub(super) fn param(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let pair = separated_pair(args::word, space1, args::word);
    if let Some((name, value)) = call.args.parse_if_any(pair)? {
        return set(call, options::find(name)?, value);
    }
    let line = |row: &&options::Row| {
        let kind = match row.kind() {
            Kind::Choice(words) => format!("list/{}", words.join("/")),
            _ => "string".to_string(),
        };
        format!("[{kind}] {} {}", row.name, row.get(call.session.options()))
    };
    Ok(OPTIONS
        .iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
        .into())
}

pub(super) fn level(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let level: u64 = call.args.parse(args::number)?;
    set(call, &LEVEL, &level.to_string())
}

pub(super) fn rating(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let rating: u64 = call.args.parse(args::number)?;
    set(call, &RATING, &rating.to_string())
}

pub(super) fn set_random_seed(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let seed = call.args.parse(args::word)?;
    set(call, &SEED, seed)
}

pub(super) fn get_random_seed(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(call.session.options().seed.to_string().into())
}

pub(super) fn clear_cache(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    call.session.clear_cache();
    Ok(Reply::done())
}

fn set(call: &mut Call<'_>, row: &'static options::Row, value: &str) -> Result<Reply, Failure> {
    call.session.set_option(row, value)?;
    Ok(Reply::done())
}
