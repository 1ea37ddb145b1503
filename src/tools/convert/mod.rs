//! `obverse convert`: games from files of one format to a file of another.

mod arguments;
mod target;

use std::io::{self, Write};

use super::source::Source;
use super::{Row, ToolError};
use crate::formats::{GameRecord, Writer};
use target::Target;

pub(super) const ROW: Row = Row {
    name: "convert",
    args: "IN ... OUT [--from FORMAT] [--to FORMAT] [--gogui-rows] [--plain-squares]",
    summary: "writes the games of files in another format",
    help: HELP,
    run,
};

const HELP: &str = "
  IN              files with games; - is the standard input
  OUT             where to write all of them; - is the standard output
  --from FORMAT   the format of IN, if neither its content nor its name tells
  --to FORMAT     the format of OUT, if its name does not tell
  --gogui-rows    count the rows of SGF from the bottom, as GoGui does, in files
                  that do not say that they are of Othello, and in OUT
  --plain-squares name squares as f5 in OUT if it is SGF, as Edax does

The formats, with how their names end: ggf (.ggf), obf (.obf), sgf (.sgf),
transcript (.txt), wthor (.wtb, with the names in .jou and .trn beside it).

Each move is checked by the rules. A game that is broken, or that OUT has no place
for, is named on the standard error stream, by its number in the file, and left
out. OUT is written whole or not at all, and never over one of the files IN.

Exit status: 0 all games are written, 1 some are left out and the others written,
or there was none, or it could not be written, 2 the command line is bad, or a file.
";

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::parse(words)?;
    let target = Target::new(&arguments)?;
    let mut conversion = Conversion {
        file: (target.format().write)(arguments.squares),
        games: 0,
        left_out: 0,
    };
    for input in &arguments.inputs {
        let source = Source::read(input, arguments.reading)?;
        target.spare(source.paths_beside())?;
        conversion.take(&source)?;
    }
    if conversion.games == conversion.left_out {
        let text = "there is no game to write: nothing is written";
        return Err(ToolError::Failed(text.to_string()));
    }
    target.write(&conversion.file.finish(), output)?;
    match (conversion.left_out, conversion.games) {
        (0, _) => Ok(()),
        (some, all) => Err(ToolError::Failed(format!("{some} of {all} games left out"))),
    }
}

struct Conversion {
    file: Box<dyn Writer>,
    games: usize,
    left_out: usize,
}

impl Conversion {
    fn take(&mut self, source: &Source) -> io::Result<()> {
        for (number, game) in (1..).zip(source.games()) {
            self.games += 1;
            let added = game
                .map_err(|error| error.to_string())
                .and_then(|game| self.add(game));
            if let Err(problem) = added {
                self.left_out += 1;
                let name = source.name();
                writeln!(io::stderr(), "obverse: {name}: game {number}: {problem}")?;
            }
        }
        Ok(())
    }

    fn add(&mut self, mut game: GameRecord) -> Result<(), String> {
        game.result = game.outcome();
        self.file.add(&game).map_err(|unfit| unfit.to_string())
    }
}
