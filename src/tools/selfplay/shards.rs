//! A folder of shards, and the games that they hold.
//!
//! A shard is a file with a range of games, in the order in which they were finished. Only
//! the positions are written; the first position of a game identifies it.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::starts::Starts;
use crate::board::Bitboard;
use crate::files::{check_unprotected, open_named};
use crate::tools::ToolError;
use crate::tools::file_arguments::value_error;
use crate::tools::positions::{MAGIC, RawRecords, Record};
use crate::tools::slice::Slice;

pub(super) struct Shards {
    folder: PathBuf,
    /// Games in a shard.
    games_each: u64,
    /// For each shard of an earlier run to which no game has been added yet, the offset of
    /// its last game in bytes.
    last_games: HashMap<u64, u64>,
    /// Held while games are added; `None` if folders cannot be locked on this system.
    _lock: Option<File>,
}

const FOREIGN_GAME: &str =
    "it holds a game that does not match --seed, --random-plies, --shard or --slice";

/// The discs of a start position, which identify it.
type Discs = (Bitboard, Bitboard);

impl Shards {
    /// Opens the folder or creates it. Existing games are an error unless the run is
    /// resumed.
    pub(super) fn open(
        folder: &str,
        games_each: u64,
        is_resumed: bool,
    ) -> Result<Shards, ToolError> {
        let fail = |error: io::Error| value_error(folder, error);
        fs::create_dir_all(folder).map_err(fail)?;
        let shards = Shards {
            folder: folder.into(),
            games_each,
            last_games: HashMap::new(),
            _lock: lock(folder)?,
        };
        if !is_resumed && !shards.numbers().map_err(fail)?.is_empty() {
            let problem = "there are games already (use --resume to continue)";
            return Err(value_error(folder, problem));
        }
        Ok(shards)
    }

    /// Appends a game to its shard. The first game appended to a shard of an earlier run
    /// replaces the last one there.
    pub(super) fn append(&mut self, game: u64, records: &[Record]) -> Result<(), ToolError> {
        let shard = game / self.games_each;
        let path = self.path(shard);
        let write = |last_game: Option<u64>| -> io::Result<()> {
            let mut options = OpenOptions::new();
            let mut file = options
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)?;
            check_unprotected(&file.metadata()?)?;
            if let Some(length) = last_game {
                file.set_len(length)?;
            }
            let mut bytes = Vec::new();
            if file.seek(SeekFrom::End(0))? == 0 {
                bytes.extend(MAGIC);
            }
            bytes.extend(records.iter().flat_map(Record::pack));
            file.write_all(&bytes)
        };
        let fail = |error| ToolError::Failed(format!("{}: {error}", path.display()));
        write(self.last_games.remove(&shard)).map_err(fail)
    }

    /// The numbers of the games in the folder. The last game of each shard does not count,
    /// because it is incomplete if the earlier run was killed.
    pub(super) fn resume(
        &mut self,
        starts: &Starts,
        slice: Slice,
    ) -> Result<HashSet<u64>, ToolError> {
        let mut games = HashSet::new();
        for shard in self.numbers()? {
            let path = self.path(shard);
            let file = open_named(&path, "positions").map_err(|error| value_error(&path, error))?;
            let content = Content::of(file).map_err(|problem| value_error(&path, problem))?;
            let mut known = self.starts(shard, starts, slice);
            for start in content.games {
                let game = known.get_mut(&start).and_then(Vec::pop);
                games.insert(game.ok_or_else(|| value_error(&path, FOREIGN_GAME))?);
            }
            self.last_games.insert(shard, content.length as u64);
        }
        Ok(games)
    }

    /// The games that belong to a shard, by start position. Games with the same start
    /// position are identical, so it does not matter which of them a shard holds. Each list
    /// ends with the lowest number, because that game is played first.
    fn starts(&self, shard: u64, starts: &Starts, slice: Slice) -> HashMap<Discs, Vec<u64>> {
        let mut known: HashMap<Discs, Vec<u64>> = HashMap::new();
        let first = shard * self.games_each;
        let numbers = first..first.saturating_add(self.games_each);
        for game in numbers.rev().filter(|&game| slice.contains(game)) {
            let start = starts.start(game);
            let discs = (start.mover(), start.opponent());
            known.entry(discs).or_default().push(game);
        }
        known
    }

    fn path(&self, shard: u64) -> PathBuf {
        self.folder.join(format!("games-{shard:05}.pos"))
    }

    /// The numbers of the shards in the folder.
    fn numbers(&self) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let number = name.and_then(|name| name.strip_prefix("games-")?.strip_suffix(".pos"));
            let number = number.and_then(|number| number.parse().ok());
            // Other files are ignored, such as those with a differently formatted number or
            // one that is too large.
            numbers.extend(number.filter(|&number| {
                self.path(number) == path && self.games_each.checked_mul(number).is_some()
            }));
        }
        Ok(numbers)
    }
}

/// Keeps other processes from adding games to the folder, because they would play the same
/// ones.
fn lock(folder: &str) -> Result<Option<File>, ToolError> {
    let Ok(file) = File::open(folder) else {
        return Ok(None);
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            Err(value_error(folder, "another process is adding games to it"))
        }
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// The content of a shard without its last game.
#[derive(Default)]
struct Content {
    /// The start positions of the games.
    games: Vec<Discs>,
    /// The length of these games in the file, in bytes.
    length: usize,
}

impl Content {
    fn of(file: File) -> Result<Content, String> {
        let unreadable = |error: io::Error| error.to_string();
        let mut records = match RawRecords::new(file).map_err(unreadable)? {
            Ok(records) => records,
            Err(head) if MAGIC.starts_with(&head) => return Ok(Content::default()),
            Err(_) => return Err("not a file of positions".to_string()),
        };
        let mut content = Content {
            games: Vec::new(),
            length: MAGIC.len(),
        };
        let mut index = 0;
        while let Some(bytes) = records.next().map_err(unreadable)? {
            let record = Record::unpack(&bytes)
                .map_err(|problem| format!("position {}: {problem}", index + 1))?;
            if record.is_first {
                content.games.push((record.mover, record.opponent));
                content.length = MAGIC.len() + index * Record::BYTES;
            }
            index += 1;
        }
        content.games.pop();
        Ok(content)
    }
}
