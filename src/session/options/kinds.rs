//! The ranges of values that options share with the flags of tools.

use std::sync::LazyLock;
use std::thread;

use crate::flags::{Kind, ValueKind, Whole};
use crate::search::engine::book::Source;
use crate::search::engine::levels;
use crate::system::memory::Memory;

/// The greatest depth: apart from passes, a game has no more plies.
pub(crate) const DEEPEST: u32 = 60;

/// The highest level.
pub(crate) const HIGHEST_LEVEL: u32 = levels::HIGHEST;

const MOST_THREADS: u32 = 256;

/// The levels of the engine.
pub(crate) const LEVELS: Whole<u32> = Whole::new(0, HIGHEST_LEVEL as u64);

/// The level that plays with people unless they choose another: a casual player can beat it.
pub const CASUAL_LEVEL: u32 = 1;

/// The ratings of the levels.
pub(crate) const RATINGS: Whole<u32> =
    Whole::new(levels::LOWEST_RATING as u64, levels::HIGHEST_RATING as u64);

/// How many threads may run.
pub(crate) const THREAD_COUNTS: Whole<u32> = Whole::new(1, MOST_THREADS as u64);

/// The size of a transposition table in megabytes: not more than this machine has.
pub(crate) struct HashSize;

impl HashSize {
    const RANGE: Whole<u32> = Whole::new(1, 1 << 16);

    fn within(megabytes: u32, greatest: u32) -> Result<u32, String> {
        match megabytes > greatest {
            true => Err(format!("this machine has only {greatest} MB of memory")),
            false => Ok(megabytes),
        }
    }

    /// The greatest size on this machine.
    pub(crate) fn greatest() -> u32 {
        let memory = Memory::now().map_or(u64::MAX, |memory| memory.total >> 20);
        memory.clamp(1, u64::from(u32::MAX)) as u32
    }
}

impl ValueKind for HashSize {
    type Value = u32;

    fn kind(&self) -> Kind {
        Self::RANGE.kind()
    }

    fn parse(&self, text: &str) -> Result<u32, String> {
        Self::within(Self::RANGE.parse(text)?, Self::greatest())
    }

    fn format(&self, megabytes: &u32) -> String {
        megabytes.to_string()
    }
}

/// The seeds of the random number generator.
pub(crate) const SEEDS: Whole<u64> = Whole::new(0, u64::MAX);

/// How many threads this machine can run at once.
pub(crate) fn cores() -> u32 {
    // The help calls this for every option, and on Linux each call reads several files.
    static CORES: LazyLock<u32> = LazyLock::new(|| {
        let cores = thread::available_parallelism().map_or(1, |count| count.get());
        cores.min(MOST_THREADS as usize) as u32
    });
    *CORES
}

/// An opening book: the embedded one, or a file, which is read when the option is set.
pub(crate) struct BookName;

impl ValueKind for BookName {
    type Value = Source;

    fn kind(&self) -> Kind {
        Kind::File("embedded or a file of `obverse book`")
    }

    fn parse(&self, text: &str) -> Result<Source, String> {
        Source::find(text)
    }

    fn format(&self, source: &Source) -> String {
        source.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_is_larger_than_the_memory() {
        assert_eq!(HashSize::within(100, 100), Ok(100));
        let problem = Err("this machine has only 100 MB of memory".to_string());
        assert_eq!(HashSize::within(101, 100), problem);
        let greatest = HashSize::greatest();
        if greatest < 1 << 16 {
            assert!(HashSize.parse(&greatest.to_string()).is_ok());
            assert!(HashSize.parse(&(greatest + 1).to_string()).is_err());
        }
    }

    #[test]
    fn the_help_names_the_embedded_book() {
        let text = BookName.kind().to_string();
        assert!(text.starts_with(Source::EMBEDDED));
        assert_eq!(BookName.format(&Source::Embedded), Source::EMBEDDED);
    }
}
