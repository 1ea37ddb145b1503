//! The positions to train on, and those for validation.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use flate2::Crc;

use crate::board::hash::hash;
use crate::tools::ToolError;
use crate::tools::file_arguments::{self, value_error};
use crate::tools::positions::{self, Record};

/// One game in this many is held out for validation. Games are not split, because the
/// positions of one game are too similar. The first position of a game decides, so that
/// duplicate games are on the same side, and the weights that a training run starts from
/// were not trained on its validation games.
const VALIDATION_ONE_IN: u64 = 20;

/// Positions with fewer empty squares are numerous, but a search rarely evaluates them, so
/// only one in eight is used for training. More would make the evaluation of other
/// positions worse, because all positions share the rows.
const LATE: u32 = 12;
const LATE_ONE_IN: usize = 8;

/// The extension of the files of positions in a folder.
const EXTENSION: &str = "pos";

pub(super) struct Data {
    pub(super) training: Vec<Record>,
    pub(super) validation: Vec<Record>,
    /// The checksum of all positions, in order.
    pub(super) checksum: u32,
}

impl Data {
    /// Reads the positions in these files.
    pub(super) fn read(files: &[PathBuf]) -> Result<Data, ToolError> {
        let mut splitter = Splitter::new();
        for file in files {
            read_file(file, &mut splitter)?;
        }
        let data = splitter.data();
        match data.training.is_empty() || data.validation.is_empty() {
            true => Err(ToolError::Value(
                "train: there are too few games".to_string(),
            )),
            false => Ok(data),
        }
    }

    /// Like `read`, for positions in memory.
    #[cfg(test)]
    pub(super) fn of(records: &[Record]) -> Data {
        let mut splitter = Splitter::new();
        for record in records {
            splitter.add(*record);
        }
        splitter.data()
    }
}

/// Splits games into those to train on and those for validation.
struct Splitter {
    training: Vec<Record>,
    validation: Vec<Record>,
    checksum: Crc,
    is_validation: bool,
    late: usize,
}

impl Splitter {
    fn new() -> Splitter {
        Splitter {
            training: Vec::new(),
            validation: Vec::new(),
            checksum: Crc::new(),
            is_validation: false,
            late: 0,
        }
    }

    fn add(&mut self, record: Record) {
        self.checksum.update(&record.pack());
        if record.is_first {
            // The very first game is always held out, so that even a few games include
            // validation positions.
            self.is_validation = self.validation.is_empty()
                || hash(record.mover, record.opponent).is_multiple_of(VALIDATION_ONE_IN);
        }
        if self.is_validation {
            self.validation.push(record);
        } else if record.position().empty().len() >= LATE {
            self.training.push(record);
        } else {
            if self.late.is_multiple_of(LATE_ONE_IN) {
                self.training.push(record);
            }
            self.late += 1;
        }
    }

    fn data(self) -> Data {
        Data {
            training: self.training,
            validation: self.validation,
            checksum: self.checksum.sum(),
        }
    }
}

/// The named files, and those in the named folders. No file may be named twice, because its
/// games would count twice.
pub(super) fn files(paths: &[String]) -> Result<Vec<PathBuf>, ToolError> {
    let (mut files, mut known) = (Vec::new(), HashSet::new());
    for path in paths {
        for file in files_of(Path::new(path))? {
            let place = fs::canonicalize(&file).map_err(|error| value_error(&file, error))?;
            if !known.insert(place) {
                return Err(value_error(&file, "named twice"));
            }
            files.push(file);
        }
    }
    Ok(files)
}

fn files_of(path: &Path) -> Result<Vec<PathBuf>, ToolError> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let entries = fs::read_dir(path).map_err(|error| value_error(path, error))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == EXTENSION)
        })
        .collect();
    files.sort();
    match files.is_empty() {
        true => Err(value_error(
            path,
            format!("there are no .{EXTENSION} files in it"),
        )),
        false => Ok(files),
    }
}

fn read_file(path: &Path, splitter: &mut Splitter) -> Result<(), ToolError> {
    let records = positions::read(file_arguments::open(path)?)
        .and_then(|records| records.collect::<Result<Vec<Record>, _>>())
        .map_err(|problem| value_error(path, problem))?;
    // Games are stored in the order in which threads finished them, on which training must
    // not depend.
    let mut games: Vec<_> = records.chunk_by(|_, next| !next.is_first).collect();
    games.sort_unstable_by(|a, b| a.iter().map(Record::pack).cmp(b.iter().map(Record::pack)));
    for record in games.into_iter().flatten() {
        splitter.add(*record);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    /// A game from the first move to the last.
    fn game() -> Vec<Record> {
        let mut game = Vec::new();
        let mut position = Position::START;
        while !position.is_over() {
            match position.moves().into_iter().next() {
                Some(square) => {
                    game.push(Record {
                        mover: position.mover(),
                        opponent: position.opponent(),
                        value: 0,
                        result: 0,
                        is_exact: false,
                        is_first: game.is_empty(),
                    });
                    position = position.play(square);
                }
                None => position = position.pass(),
            }
        }
        game
    }

    /// Games with the same end, each of which starts a move later than the one before.
    fn games() -> Vec<Vec<Record>> {
        let game = game();
        let mut games: Vec<_> = (0..40).map(|first| game[first..].to_vec()).collect();
        for game in &mut games {
            game[0].is_first = true;
        }
        games
    }

    #[test]
    fn equal_games_are_on_the_same_side() {
        let games = games();
        let validation = |games: &[Vec<Record>]| Data::of(&games.concat()).validation;
        let once = validation(&games);
        let first = games[0].len();
        assert!(once.len() > first && once[..first] == games[0]);
        // This must hold whatever comes before the game, except that the very first game is
        // always held out.
        let others = once[first..].to_vec();
        let again = [vec![games[1].clone()], games.clone(), games[1..].to_vec()].concat();
        let expected = [games[1].clone(), others.clone(), others].concat();
        assert!(validation(&again) == expected);
    }

    #[test]
    fn few_late_positions_are_trained_on() {
        let is_late = |record: &&Record| record.position().empty().len() < LATE;
        let records = games().concat();
        let late = |records: &[Record]| records.iter().filter(is_late).count();
        let data = Data::of(&records);
        let late = late(&records) - late(&data.validation);
        let early = records.len() - data.validation.len() - late;
        assert!(late > 100 && early > 100);
        assert_eq!(data.training.len(), early + late.div_ceil(LATE_ONE_IN));
    }
}
