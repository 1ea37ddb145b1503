//! The games that a resumed match has already played.

use serde::Serialize;

use super::arguments::Arguments;
use super::journal::{Journal, Owner};
use super::record::Record;
use super::report::Report;
use super::schedule::Fixture;
use super::standings::Standings;
use crate::tools::ToolError;
use crate::tools::json;

/// What to do if a file is not of the match that is to be resumed.
const AS_BEFORE: &str = "resume with the flags of the first run, or choose another --out";

pub(super) struct EarlierGames<'m> {
    arguments: &'m Arguments,
    names: &'m [String],
    pub(super) is_played: Vec<bool>,
    pub(super) standings: Standings,
    pub(super) report: Option<Report>,
}

impl<'m> EarlierGames<'m> {
    /// Opens the files of the match and counts the games in them.
    pub(super) fn open(
        arguments: &'m Arguments,
        names: &'m [String],
    ) -> Result<(EarlierGames<'m>, Option<Journal>), ToolError> {
        let mut earlier = EarlierGames {
            arguments,
            names,
            is_played: vec![false; arguments.schedule.last_game() as usize],
            standings: Standings::new(names.len(), arguments.schedule.pairings()),
            report: arguments.report(names)?,
        };
        let journal = match &arguments.out {
            Some(path) if arguments.resumes => Some(Journal::resume(path, &mut earlier)?),
            Some(path) => Some(Journal::create(path, &mut earlier)?),
            None => None,
        };
        Ok((earlier, journal))
    }

    pub(super) fn count(&self) -> u64 {
        self.is_played
            .iter()
            .filter(|&&is_played| is_played)
            .count() as u64
    }
}

impl Owner for EarlierGames<'_> {
    fn names(&self) -> &[String] {
        self.names
    }

    fn inputs(&self) -> &[String] {
        &self.arguments.inputs
    }

    fn take(&mut self, record: Record) -> Result<(), String> {
        let (schedule, names) = (&self.arguments.schedule, self.names);
        let number = record.game;
        if !schedule.contains(number) {
            return Err(format!(
                "there is no game {number} in this match; {AS_BEFORE}"
            ));
        }
        let fixture = schedule.fixture(number);
        let is_same = names[fixture.black] == record.black
            && names[fixture.white] == record.white
            && fixture.opening.to_string() == record.opening;
        if !is_same {
            return Err(format!(
                "game {number} does not belong to this match: {} played {} after {}; {AS_BEFORE}",
                record.black, record.white, record.opening
            ));
        }
        if std::mem::replace(&mut self.is_played[number as usize - 1], true) {
            return Err(format!("game {number} occurs twice"));
        }
        self.standings.add(&fixture, record.result);
        match &mut self.report {
            Some(report) => report.add(&record),
            None => Ok(()),
        }
    }

    fn writes(&self, start: &[u8]) -> bool {
        let Some(rest) = start.strip_prefix(HEAD) else {
            return HEAD.starts_with(start);
        };
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == rest.len() {
            return true;
        }
        let number = std::str::from_utf8(&rest[..digits]).ok();
        let number = number.and_then(|number| number.parse().ok());
        let schedule = &self.arguments.schedule;
        number
            .filter(|&number| schedule.contains(number))
            .is_some_and(|number| {
                let whole = head(&schedule.fixture(number), self.names);
                let shared = start.len().min(whole.len());
                start[..shared] == whole.as_bytes()[..shared]
            })
    }
}

/// How every record begins.
const HEAD: &[u8] = b"{\"game\":";

/// How the record of this game begins.
fn head(fixture: &Fixture<'_>, names: &[String]) -> String {
    /// The first fields of a record.
    #[derive(Serialize)]
    struct Head<'a> {
        game: u64,
        pair: u64,
        opening: String,
        black: &'a str,
        white: &'a str,
    }

    let mut head = json::line(&Head {
        game: fixture.game,
        pair: fixture.pair,
        opening: fixture.opening.to_string(),
        black: &names[fixture.black],
        white: &names[fixture.white],
    });
    // Other fields follow.
    head.pop();
    head + ","
}
