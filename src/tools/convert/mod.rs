//! `obverse convert`: converts games from one file format to another.

mod arguments;
mod target;

use std::io::{self, Write};

use super::source::Source;
use super::{Body, Row, ToolError};
use crate::formats::{GameRecord, Writer};
use target::Target;

pub(super) const ROW: Row = Row {
    name: "convert",
    summary: "converts game records from one file format to another",
    details: "The formats and their file extensions: ggf (.ggf), obf (.obf), sgf (.sgf), \
              transcript (.txt), and wthor (.wtb, with the names of players and tournaments in \
              .jou and .trn files next to it).\n\nEvery move is checked against the rules. A game \
              that is invalid, or that the format of OUT cannot represent, is reported on standard \
              error with its number in the file, and skipped. OUT is written completely or not at \
              all, and never replaces an input file.",
    exit_statuses: &[
        (0, "every game was written"),
        (
            1,
            "games were skipped, none was found, or OUT could not be written",
        ),
        (2, "the command line or a file is wrong"),
    ],
    body: Body::Files(&arguments::SYNTAX, run),
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::SYNTAX.parse(words)?.arguments;
    let target = Target::new(&arguments)?;
    let mut conversion = Conversion {
        file: (target.format().write)(arguments.squares()),
        games: 0,
        skipped: 0,
    };
    for input in &arguments.inputs {
        let source = Source::read(input, arguments.reading)?;
        target.refuse_overwriting(source.companion_paths())?;
        conversion.take(&source)?;
    }
    if conversion.games == conversion.skipped {
        let text = "convert: there are no games to write; nothing was written";
        return Err(ToolError::Failed(text.to_string()));
    }
    target.write(&conversion.file.finish(), output)?;
    match (conversion.skipped, conversion.games) {
        (0, _) => Ok(()),
        (some, all) => Err(ToolError::Failed(format!(
            "convert: {some} of {all} games skipped"
        ))),
    }
}

struct Conversion {
    file: Box<dyn Writer>,
    games: usize,
    skipped: usize,
}

impl Conversion {
    fn take(&mut self, source: &Source) -> io::Result<()> {
        for (number, game) in (1..).zip(source.games()) {
            self.games += 1;
            let added = game
                .map_err(|error| error.to_string())
                .and_then(|game| self.add(game));
            if let Err(problem) = added {
                self.skipped += 1;
                source.skip(number, problem)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, mut game: GameRecord) -> Result<(), String> {
        game.result = game.outcome();
        self.file.add(&game).map_err(|error| error.to_string())
    }
}
