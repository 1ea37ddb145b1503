//! `obverse match`: engines against engines, any that speak GTP or NBoard's
//! protocol and those built in.
//!
//! The way of a game: the [`schedule`] says who plays what; a thread of [`hall`]
//! has the [`player`]s, and the [`referee`] lets them play under the [`terms`];
//! it becomes a [`record`], which the [`journal`] keeps, the [`standings`] count
//! and the [`board`] shows, with what [`statistics`] make of it; all of them become
//! a [`report`].

mod arguments;
mod board;
mod hall;
mod journal;
mod player;
mod record;
mod referee;
pub(super) mod report;
mod schedule;
mod standings;
mod statistics;
mod table;
mod terms;

use std::io::Write;
use std::sync::mpsc;
use std::thread;

use super::interrupt::Interrupt;
use super::{Row, ToolError};
use arguments::Arguments;
use board::Board;
use hall::{Finished, Hall};
use journal::Journal;
use record::Record;
use report::Report;
use standings::Standings;

pub(super) const ROW: Row = Row {
    name: "match",
    args: "--engine SPEC --engine SPEC [--OPTION VALUE ...]",
    summary: "plays engines against engines, and says how sure it is who is stronger",
    help: HELP,
    run,
};

const HELP: &str = r#"
Players:
  --engine 'name=rhino cmd="/usr/games/gtp-rhino -l 3"'
                  a program; beside name and cmd: protocol=gtp|nboard, dir=FOLDER,
                  env=NAME=VALUE, init="a line to send", restart=on|off (a new
                  process for each game, default: off)
  --engine 'name=ns5 builtin algorithm=negascout depth=5'
                  one of ours, with any options of a dialogue; one thread
  --engines FILE  a TOML file with a table [[engine]] of the same keys for each

Games:
  --games N       for each pairing, made even (default: 100)
  --format F      pair, round-robin (default) or gauntlet, the first against all
  --openings FILE games or positions in any format of files; 2,000 of eight plies
                  come with the program. Each is played with both colours
  --seed N        the order of the openings, and chance (default: 1)
  --slice K/N     only the K-th of N equal parts, in whole pairs
  --concurrency N how many games at once (default: 1)

Limits (default: none):
  --move-time S   seconds for each move
  --time S        seconds for all moves of a game
  --increment S   seconds more after each move, with --time
  --depth N       plies to look ahead
  --nodes N       positions to look at for a move
  --tolerance S   how much later than allowed a move may come (default: 0.1)
  --patience S    how long to wait for an answer that no clock limits (default: 120)

Results:
  --out FILE.jsonl a line for each game; FILE.ggf and FILE.sgf have the games
  --resume        goes on with that file
  --html FILE.html a page with tables, plots and games to replay, written at the end;
                  `obverse report` makes one of a FILE.jsonl
  --sprt elo0=0,elo1=10,alpha=0.05,beta=0.05
                  stops as soon as it is known which difference it rather is

A player who makes an illegal move, ends, hangs, talks nonsense or takes too long
has lost that game; the reason is kept, and its program started again.

Exit status: 0 all was played or the SPRT is decided, 3 stopped early by Ctrl-C,
2 the command line or a file is bad, 1 an engine does not start or a file cannot
be written.
"#;

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::parse(words)?;
    let names: Vec<String> = arguments
        .players
        .iter()
        .map(|spec| spec.name.clone())
        .collect();
    let mut earlier = Earlier {
        is_played: vec![false; arguments.schedule.last_game() as usize],
        standings: Standings::new(names.len(), arguments.schedule.pairings()),
        report: arguments.report(&names)?,
    };
    let journal = earlier.open(&arguments, &names)?;
    let interrupt = Interrupt::install();
    let mut hall = Hall::new(&arguments, &names, &interrupt, &earlier.is_played)?;
    let mut desk = Desk {
        board: Board::new(&arguments, &names, earlier.count()),
        standings: earlier.standings,
        report: earlier.report,
        journal,
    };
    if arguments.schedule.repeats_openings() {
        let text = "there are fewer openings than pairs: they are played again";
        desk.board.say(output, text)?;
    }
    if desk.is_decided() {
        interrupt.ask();
    }
    thread::scope(|scope| {
        let (sender, finished) = mpsc::sync_channel(MOST_WAITING);
        for worker in hall.workers() {
            let sender = sender.clone();
            scope.spawn(move || worker.work(&sender));
        }
        drop(sender);
        let mut result = Ok(());
        for game in finished {
            // Games that still come after a failure or the answer are not kept: they
            // could make the answer doubtful again.
            if result.is_ok() && !desk.is_decided() {
                result = desk.take(&game, output);
            }
            if result.is_err() || desk.is_decided() {
                interrupt.ask();
            }
        }
        result
    })?;
    desk.close(output)?;
    match desk.board.missing() {
        missing if missing > 0 && !desk.is_decided() => {
            Err(ToolError::StoppedEarly(farewell(missing, &arguments)))
        }
        _ => Ok(()),
    }
}

/// So many games may wait to be counted; then the players have to.
const MOST_WAITING: usize = 64;

/// Where finished games are handed in.
struct Desk<'m> {
    journal: Option<Journal>,
    standings: Standings,
    report: Option<Report>,
    board: Board<'m>,
}

impl Desk<'_> {
    fn take(&mut self, game: &Finished<'_>, output: &mut dyn Write) -> Result<(), ToolError> {
        if let Some(journal) = &mut self.journal {
            journal.write(&game.entry)?;
        }
        self.standings.add(&game.fixture, game.record.result);
        if let Some(report) = &mut self.report {
            report.add(&game.record).map_err(ToolError::Failed)?;
        }
        self.board.show(output, game, &self.standings)
    }

    /// The page comes first: it must be there even if nobody reads the last words.
    fn close(&self, output: &mut dyn Write) -> Result<(), ToolError> {
        if let Some(report) = &self.report {
            report.write(&self.standings)?;
        }
        Ok(self.board.close(output, &self.standings)?)
    }

    fn is_decided(&self) -> bool {
        self.board.is_decided(&self.standings)
    }
}

fn farewell(missing: u64, arguments: &Arguments) -> String {
    let games = arguments.schedule.games();
    let advice = match arguments.out {
        Some(_) => " (--resume goes on)",
        None => "",
    };
    format!(
        "stopped early: {} of {games} games are played{advice}",
        games - missing
    )
}

/// What was played before, in a match that is taken up again.
struct Earlier {
    is_played: Vec<bool>,
    standings: Standings,
    report: Option<Report>,
}

impl Earlier {
    fn count(&self) -> u64 {
        self.is_played
            .iter()
            .filter(|&&is_played| is_played)
            .count() as u64
    }

    /// The files of the match, their games counted.
    fn open(
        &mut self,
        arguments: &Arguments,
        names: &[String],
    ) -> Result<Option<Journal>, ToolError> {
        let Some(path) = &arguments.out else {
            return Ok(None);
        };
        if !arguments.resumes {
            return Journal::create(path).map(Some);
        }
        let mut take = |record| self.take(&record, arguments, names);
        Journal::resume(path, &mut take).map(Some)
    }

    /// Counts a game, if it belongs to this match.
    fn take(
        &mut self,
        record: &Record,
        arguments: &Arguments,
        names: &[String],
    ) -> Result<(), String> {
        let schedule = &arguments.schedule;
        let number = record.game;
        if !schedule.contains(number) {
            return Err(format!("there is no game {number} in this match"));
        }
        let fixture = schedule.fixture(number);
        let is_same = names[fixture.black] == record.black
            && names[fixture.white] == record.white
            && fixture.opening.to_string() == record.opening;
        if !is_same {
            return Err(format!("game {number} is not of this match"));
        }
        if std::mem::replace(&mut self.is_played[number as usize - 1], true) {
            return Err(format!("game {number} stands there twice"));
        }
        self.standings.add(&fixture, record.result);
        match &mut self.report {
            Some(report) => report.add(record),
            None => Ok(()),
        }
    }
}
