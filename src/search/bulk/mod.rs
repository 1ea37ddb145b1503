//! Many positions at once, on several threads.
//!
//! Positions are two columns of bitboards, as programs for machine learning keep them: the
//! discs of the side to move and those of its opponent. Colours do not matter here. Each
//! function is told how many threads may share the work, and stops when its control does.
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::bulk::{self, Boards};
//! use obverse::search::control::{Control, Limits};
//!
//! let start = Position::START;
//! let own = vec![start.mover().bits(); 1000];
//! let opponent = vec![start.opponent().bits(); 1000];
//! let boards = Boards::new(&own, &opponent)?;
//! let control = Control::new(Limits::default());
//! let moves = bulk::moves(boards, 2, &control)?;
//! assert_eq!(moves, vec![start.moves().bits(); 1000]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod share;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use self::share::share;
use super::control::{Control, Stopped};
use super::engine::{Effort, Engine, EngineOptions};
use crate::board::{Bitboard, Color, Position, Square};

/// The number of a pass, in a column of moves.
pub const PASS: u8 = 64;

/// Positions in two columns.
#[derive(Clone, Copy, Debug)]
pub struct Boards<'a> {
    own: &'a [u64],
    opponent: &'a [u64],
}

/// Why two columns are not positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardsError {
    /// They differ in length.
    Lengths {
        /// The length of the first.
        own: usize,
        /// The length of the second.
        opponent: usize,
    },
    /// Both sides have a disc on the same square.
    Overlap {
        /// The index of the first such position.
        index: usize,
    },
}

impl fmt::Display for BoardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardsError::Lengths { own, opponent } => write!(
                f,
                "expected as many boards of the opponent as own ones, got {own} and {opponent}"
            ),
            BoardsError::Overlap { index } => write!(
                f,
                "position {index}: both sides have a disc on the same square"
            ),
        }
    }
}

impl std::error::Error for BoardsError {}

impl<'a> Boards<'a> {
    /// The positions with these discs of the side to move and of its opponent.
    pub fn new(own: &'a [u64], opponent: &'a [u64]) -> Result<Boards<'a>, BoardsError> {
        if own.len() != opponent.len() {
            return Err(BoardsError::Lengths {
                own: own.len(),
                opponent: opponent.len(),
            });
        }
        match own
            .iter()
            .zip(opponent)
            .position(|(own, other)| own & other != 0)
        {
            Some(index) => Err(BoardsError::Overlap { index }),
            None => Ok(Boards { own, opponent }),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.own.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    fn position(&self, index: usize) -> Position {
        let [own, opponent] =
            [self.own, self.opponent].map(|side| Bitboard::from_bits(side[index]));
        Position::new(own, opponent, Color::Black).expect("no square has two discs")
    }
}

/// Why positions have no successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// There are more or fewer moves than positions.
    Lengths {
        /// The number of positions.
        boards: usize,
        /// The number of moves.
        moves: usize,
    },
    /// A move is not legal.
    Illegal {
        /// The index of the first such position.
        index: usize,
    },
    /// The control has stopped the work.
    Stopped,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Lengths { boards, moves } => {
                write!(
                    f,
                    "expected a move for each of {boards} positions, got {moves}"
                )
            }
            PlayError::Illegal { index } => write!(f, "position {index}: the move is not legal"),
            PlayError::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

/// How many positions make a job if each takes some nanoseconds, and if it takes a microsecond.
const MANY: usize = 1 << 13;
const SOME: usize = 1 << 8;

/// The legal moves of each position, as a bitboard. There are none if the side to move must pass
/// or the game is over.
pub fn moves(boards: Boards<'_>, threads: usize, control: &Control) -> Result<Vec<u64>, Stopped> {
    fill(boards, MANY, threads, control, || {
        |position: Position| position.moves().bits()
    })
}

/// The static evaluation of each position in discs, as [`Engine::evaluate`] gives it. The
/// numbers are multiples of 1/256, so `f32` holds them exactly.
pub fn evaluate(
    boards: Boards<'_>,
    threads: usize,
    control: &Control,
) -> Result<Vec<f32>, Stopped> {
    fill(boards, SOME, threads, control, || {
        |position: Position| Engine::evaluate(&position) as f32
    })
}

/// The exact value of each position for the side to move: the result in discs with best play,
/// in which the winner gets the empty squares. Each is solved by one thread, which has a
/// transposition table of its own and keeps it for the next position.
pub fn solve(boards: Boards<'_>, threads: usize, control: &Control) -> Result<Vec<i8>, Stopped> {
    let empties = |index: usize| 64 - (boards.own[index] | boards.opponent[index]).count_ones();
    let options = EngineOptions {
        threads: 1,
        hash_mb: megabytes(
            (0..boards.len()).map(empties).max().unwrap_or(0),
            threads.min(boards.len()),
        ),
    };
    let values = fill(boards, 1, threads, control, || {
        let mut engine = Engine::new();
        move |position: Position| {
            let report = engine.solve(&position, Effort::End, options, control, &mut |_| {});
            report.discs() as i8
        }
    })?;
    // The last values of searches that were stopped are not exact.
    control.meter().check()?;
    Ok(values)
}

/// The most that the tables of all threads may take together, in megabytes.
const ALL_TABLES: usize = 1 << 12;

/// The size of a thread's table for positions with at most this many empty squares. A search
/// uses only as much of it as it can fill.
fn megabytes(empties: u32, threads: usize) -> usize {
    let useful = 1 << empties.saturating_sub(16).min(7);
    useful.min(ALL_TABLES / threads.clamp(1, ALL_TABLES))
}

/// The positions after these moves, numbered from 0 (`a1`) to 63 (`h8`) or [`PASS`], with the
/// other side to move: its discs, and those of the side that has moved. A pass is legal if the
/// side to move has no other move and the game is not over.
pub fn play(
    boards: Boards<'_>,
    moves: &[u8],
    threads: usize,
    control: &Control,
) -> Result<(Vec<u64>, Vec<u64>), PlayError> {
    if moves.len() != boards.len() {
        return Err(PlayError::Lengths {
            boards: boards.len(),
            moves: moves.len(),
        });
    }
    let (mut own, mut opponent) = (vec![0; moves.len()], vec![0; moves.len()]);
    let first_illegal = AtomicUsize::new(usize::MAX);
    let columns = own.chunks_mut(MANY).zip(opponent.chunks_mut(MANY));
    let jobs = columns.enumerate();
    let worker = || {
        |(job, (own, opponent)): (usize, (&mut [u64], &mut [u64]))| {
            for ((index, own), opponent) in (MANY * job..).zip(own).zip(opponent) {
                match after(&boards.position(index), moves[index]) {
                    Some(position) => {
                        *own = position.mover().bits();
                        *opponent = position.opponent().bits();
                    }
                    None => {
                        first_illegal.fetch_min(index, Ordering::Relaxed);
                        return;
                    }
                }
            }
        }
    };
    share(jobs, threads, control, worker).map_err(|Stopped| PlayError::Stopped)?;
    match first_illegal.into_inner() {
        usize::MAX => Ok((own, opponent)),
        index => Err(PlayError::Illegal { index }),
    }
}

fn after(position: &Position, played: u8) -> Option<Position> {
    match Square::new(played) {
        Some(square) => position.try_play(square),
        None => (played == PASS && position.must_pass()).then(|| position.pass()),
    }
}

/// A column with what a worker makes of each position; `grain` positions make a job.
fn fill<T, W>(
    boards: Boards<'_>,
    grain: usize,
    threads: usize,
    control: &Control,
    worker: impl Fn() -> W + Sync,
) -> Result<Vec<T>, Stopped>
where
    T: Clone + Default + Send,
    W: FnMut(Position) -> T,
{
    let mut column = vec![T::default(); boards.len()];
    let jobs = column.chunks_mut(grain).enumerate();
    share(jobs, threads, control, || {
        let mut make = worker();
        move |(job, part): (usize, &mut [T])| {
            for (index, value) in (grain * job..).zip(part) {
                *value = make(boards.position(index));
            }
        }
    })?;
    Ok(column)
}
