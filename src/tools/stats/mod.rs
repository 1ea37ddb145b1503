//! `obverse stats`: what a collection of games has in it.
//!
//! Files are read one after another, and each game is added to a [`tally`] and then forgotten.
//! [`lists`] selects what the tables contain, which are written as [`text`], as [`json`] lines or
//! on a [`page`].

mod arguments;
mod json;
mod lists;
mod page;
mod results;
mod tally;
mod text;
mod tree;

use std::io::{self, Write};
use std::path::Path;

use super::source::{MOST_NAMED, Source};
use super::terminal::Progress;
use super::{Body, Row, ToolError, file_arguments};
use crate::text::complain;
use arguments::Arguments;
use tally::Tally;

pub(super) const ROW: Row = Row {
    name: "stats",
    summary: "counts the results of recorded games by year, opening, player and tournament",
    details: "The opening of a game is its last named position. Scores are in percent, with a draw \
              as half a win; disc differences give the empty squares to the winner. A game without \
              a result counts as unfinished, and one that was resigned, lost on time or ended early \
              in another way has a winner but no disc difference.\n\nGames are read one by one, so \
              collections may be large. An invalid game is reported on standard error with its \
              number in the file, and skipped; of many in one file, only the first are named.",
    exit_statuses: &[
        (0, "every game was counted"),
        (
            1,
            "games were skipped, none was found, or the web page could not be written",
        ),
        (2, "the command line or a file is wrong"),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// The games of all files.
#[derive(Default)]
struct Collection {
    files: usize,
    tally: Tally,
    invalid: u64,
}

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::SYNTAX.parse(words)?.arguments;
    refuse_repeated_files(&arguments.files)?;
    if let Some(path) = &arguments.html {
        file_arguments::check_output(path, &arguments.files)?;
    }
    let collection = Collection::read(&arguments)?;
    if collection.tally.all.games == 0 {
        let text = "stats: there are no games to count";
        return Err(ToolError::Failed(text.to_string()));
    }
    if let Some(path) = &arguments.html {
        page::write(path, &arguments, &collection)?;
    }
    let text = match arguments.is_json {
        true => json::lines(&arguments, &collection),
        false => text::tables(&arguments, &collection),
    };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    match collection.invalid {
        0 => Ok(()),
        some => Err(ToolError::Failed(format!(
            "stats: {some} of {} games skipped",
            some + collection.read_games(&arguments)
        ))),
    }
}

/// A file that is named twice, as by `*.wtb 2004.wtb`, would be counted twice.
fn refuse_repeated_files(names: &[String]) -> Result<(), ToolError> {
    for (place, name) in names.iter().enumerate() {
        let is_same = |other: &String| {
            let [other, name] = [other, name].map(Path::new);
            other == name
                || file_arguments::is_input(other, name)
                || file_arguments::is_input(name, other)
        };
        if names[..place].iter().any(is_same) {
            return Err(file_arguments::value_error(name, "it is named twice"));
        }
    }
    Ok(())
}

impl Collection {
    fn read(arguments: &Arguments) -> Result<Collection, ToolError> {
        let mut collection = Collection::default();
        let progress = Progress::new(arguments.files.len());
        for name in &arguments.files {
            progress.set_message(|| name.clone());
            collection.add(&Source::read(name, arguments.reading)?, arguments)?;
            progress.step();
        }
        Ok(collection)
    }

    fn add(&mut self, source: &Source<'_>, arguments: &Arguments) -> io::Result<()> {
        let mut invalid = 0;
        for (number, game) in (1..).zip(source.games()) {
            match game {
                Ok(game) => self.tally.add(&game, arguments.is_distinct),
                Err(problem) => {
                    invalid += 1;
                    if invalid <= MOST_NAMED as u64 {
                        source.skip(number, problem)?;
                    }
                }
            }
        }
        if invalid > MOST_NAMED as u64 {
            let (name, more) = (source.name(), invalid - MOST_NAMED as u64);
            complain(&format!("{name}: {more} more games are invalid"))?;
        }
        self.files += 1;
        self.invalid += invalid;
        Ok(())
    }

    /// The number of valid games that were read.
    fn read_games(&self, arguments: &Arguments) -> u64 {
        let left_out = match arguments.is_distinct {
            true => self.tally.repeated,
            false => 0,
        };
        self.tally.all.games + left_out
    }
}
