//! Time controls and the time left.

use nom::character::complete::space1;

use super::Call;
use crate::protocol::gtp::args::{self, Args};
use crate::protocol::gtp::reply::{Failure, Reply};
use crate::search::clock::TimeControl;

/// The standard command, which clients use for more than the standard describes:
///
/// - A period with stones is Canadian time.
/// - Without a period, the time is for the whole game.
/// - By the standard, a period without stones means no limit. Some controllers mean a time
///   for each move, or an increment; the time left that they send shows which.
pub(super) fn time_settings(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let form = (args::seconds, space1, args::seconds, space1, args::count);
    let (main, _, period, _, stones) = call.args.parse(form)?;
    call.session.clock.set(match (period.is_zero(), stones) {
        (true, _) if main.is_zero() => TimeControl::Unlimited,
        (true, _) => TimeControl::Absolute { main },
        (false, 0) => TimeControl::Unannounced {
            main,
            increment: period,
        },
        (false, _) => TimeControl::Canadian {
            main,
            period,
            stones,
        },
    });
    Ok(Reply::done())
}

pub(super) fn time_left(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let form = (args::color, space1, args::seconds, space1, args::count);
    let (color, _, time, _, stones) = call.args.parse(form)?;
    call.session
        .clock
        .set_time_left(color, time, Some(stones).filter(|&stones| stones > 0));
    Ok(Reply::done())
}

const SYSTEMS: &str = "none absolute byoyomi canadian fischer fischer-capped";

pub(super) fn list_time_settings(call: &mut Call<'_>) -> Result<Reply, Failure> {
    call.args.none()?;
    Ok(SYSTEMS.into())
}

pub(super) fn named_settings(call: &mut Call<'_>) -> Result<Reply, Failure> {
    let words = call.args.parse(args::list(args::word))?;
    let seconds = |text| Args::parse_word(text, args::seconds);
    let limit = |text| seconds(text).map(|time| Some(time).filter(|time| !time.is_zero()));
    let count = |text| Args::parse_word(text, args::count);
    call.session.clock.set(match words[..] {
        ["none"] => TimeControl::Unlimited,
        ["absolute", main] => TimeControl::Absolute {
            main: seconds(main)?,
        },
        ["byoyomi", main, period, periods] => {
            count(periods)?;
            TimeControl::Byoyomi {
                main: seconds(main)?,
                period: seconds(period)?,
            }
        }
        ["canadian", main, period, stones] => TimeControl::Canadian {
            main: seconds(main)?,
            period: seconds(period)?,
            stones: count(stones)?.max(1),
        },
        ["fischer", main, increment] => TimeControl::Fischer {
            main: seconds(main)?,
            increment: seconds(increment)?,
            cap: None,
            longest: None,
        },
        ["fischer-capped", main, increment, cap, longest] => TimeControl::Fischer {
            main: seconds(main)?,
            increment: seconds(increment)?,
            cap: limit(cap)?,
            longest: limit(longest)?,
        },
        _ => return Err(Failure::Syntax),
    });
    Ok(Reply::done())
}
