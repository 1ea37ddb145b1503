//! A second solver, which checks the answers of the engine.
//!
//! It shares the rules of the game with the engine and nothing else: it has no evaluation, no
//! selective pruning and no stability cutoffs, orders moves by mobility and parity alone, and
//! has a table of its own that holds whole boards, so that no two can be confused. It is
//! therefore several times slower, but a mistake of the engine is not repeated here.
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::control::{Control, Limits};
//! use obverse::search::verifier::Verifier;
//!
//! // White plays on the last empty square, and wins by 12 discs.
//! let squares = format!("{}{}-", "O".repeat(30), "X".repeat(33));
//! let position: Position = format!("{squares} O").parse()?;
//! let control = Control::new(Limits::default());
//! let mut verifier = Verifier::new(1);
//! assert_eq!(verifier.is_at_least(&position, 12, &control), Ok(true));
//! assert_eq!(verifier.is_at_least(&position, 14, &control), Ok(false));
//! # Ok::<(), obverse::board::notation::ParseError>(())
//! ```

use super::control::{Control, Meter, Stopped};
#[cfg(not(per_cpu))]
use super::dispatch::Dispatched;
use super::dispatch::message::{Message, Task};
use crate::board::{Bitboard, Board, Position, Square};

/// The name that the program and the code for a CPU level have for it.
pub(super) const NAME: &str = "verifier";

/// Checks answers, by the code for this CPU.
#[cfg(not(per_cpu))]
pub struct Verifier(Place);

#[cfg(not(per_cpu))]
enum Place {
    /// The code of this crate.
    Here(Core),
    /// That for this CPU.
    There(Dispatched),
}

#[cfg(not(per_cpu))]
impl Verifier {
    /// A verifier whose table has at most this many megabytes.
    pub fn new(hash_mb: usize) -> Verifier {
        Verifier(match Dispatched::new(NAME) {
            Some(mut dispatched) => {
                dispatched.run_at_once(Task::Resize, &[&hash_mb]);
                Place::There(dispatched)
            }
            None => {
                let mut core = Core::default();
                core.resize(hash_mb);
                Place::Here(core)
            }
        })
    }

    /// Whether the side to move can win by at least this many discs (lose by at most so
    /// many, if negative).
    pub fn is_at_least(
        &mut self,
        position: &Position,
        discs: i32,
        control: &Control,
    ) -> Result<bool, Stopped> {
        match &mut self.0 {
            Place::Here(core) => core.is_at_least(position, discs, control),
            Place::There(dispatched) => {
                let arguments: [&dyn Message; 2] = [position, &discs];
                dispatched.run(Task::IsAtLeast, &arguments, control, &mut |_| {})
            }
        }
    }
}

/// The second solver, and what it keeps from one answer to the next.
#[derive(Default)]
pub(super) struct Core {
    /// For each bucket, the board with the most empty squares so far, and the last one.
    buckets: Vec<[Slot; 2]>,
    /// The size of the table may grow up to this many buckets.
    max_buckets: usize,
}

/// What is known about a board.
#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    lower: i8,
    upper: i8,
    /// The best move so far.
    best: Option<Square>,
}

impl Slot {
    /// Without a disc it is no board of a game.
    const EMPTY: Slot = Slot {
        board: Board {
            mover: Bitboard::EMPTY,
            opponent: Bitboard::EMPTY,
        },
        lower: -64,
        upper: 64,
        best: None,
    };
}

/// Boards with fewer empty squares are not stored, and their moves are ordered by parity alone.
const MIN_STORED: u32 = 7;

/// Below every result.
const MINUS_INFINITY: i32 = -100;

/// No board here has more moves.
const MAX_MOVES: usize = 34;

const QUADRANTS: [Bitboard; 4] = [
    Bitboard::from_bits(0x0000_0000_0f0f_0f0f),
    Bitboard::from_bits(0x0000_0000_f0f0_f0f0),
    Bitboard::from_bits(0x0f0f_0f0f_0000_0000),
    Bitboard::from_bits(0xf0f0_f0f0_0000_0000),
];

impl Core {
    /// Limits the size of the table.
    pub(super) fn resize(&mut self, hash_mb: usize) {
        self.buckets = Vec::new();
        self.max_buckets = hash_mb.saturating_mul(1 << 20) / size_of::<[Slot; 2]>();
    }

    /// Makes the table large enough for a board, since filling a large one takes longer than
    /// solving most boards.
    fn grow(&mut self, empties: u32) {
        let wanted = 1 << empties.min(40);
        let mut count = wanted.min(self.max_buckets).max(1).ilog2();
        if self.buckets.len() >= 1 << count {
            return;
        }
        self.buckets = Vec::new();
        // Without so much memory, with less.
        while count > 0 && self.buckets.try_reserve_exact(1 << count).is_err() {
            count -= 1;
            self.max_buckets = 1 << count;
        }
        self.buckets.resize(1 << count, [Slot::EMPTY; 2]);
    }

    /// The work of [`Verifier::is_at_least`].
    pub(super) fn is_at_least(
        &mut self,
        position: &Position,
        discs: i32,
        control: &Control,
    ) -> Result<bool, Stopped> {
        self.grow(position.empty().len());
        let mut meter = control.meter();
        // Every number beyond 64 is alike.
        let discs = discs.clamp(-65, 65);
        let bound = self.solve(position.board(), discs - 1, &mut meter);
        meter.publish();
        Ok(bound? >= discs)
    }

    /// A bound that is above `alpha` if the value is, and otherwise not.
    fn solve(&mut self, board: Board, alpha: i32, meter: &mut Meter<'_>) -> Result<i32, Stopped> {
        if board.empty().len() < MIN_STORED {
            return Ok(solve_few(board, alpha, meter.count()));
        }
        meter.tick()?;
        let moves = board.moves();
        if moves.is_empty() {
            return match board.forced_pass() {
                Some((passed, _)) => Ok(-self.solve(passed, -alpha - 1, meter)?),
                None => Ok(board.result()),
            };
        }
        let known = self.probe(board);
        if i32::from(known.lower) > alpha {
            return Ok(known.lower.into());
        }
        if i32::from(known.upper) <= alpha {
            return Ok(known.upper.into());
        }
        let mut children = [(0, Slot::EMPTY.board, None); MAX_MOVES];
        let mut count = 0;
        for square in moves {
            let child = board.play(square);
            let stored = self.probe(child);
            if -i32::from(stored.upper) > alpha {
                return Ok(-i32::from(stored.upper));
            }
            let is_best = known.best == Some(square);
            children[count] = (order(board, child, square, is_best), child, Some(square));
            count += 1;
        }
        let children = &mut children[..count];
        children.sort_unstable_by_key(|&(order, _, square)| (order, square));
        let (mut highest, mut best) = (MINUS_INFINITY, None);
        for &(_, child, square) in children.iter() {
            let bound = -self.solve(child, -alpha - 1, meter)?;
            if bound > highest {
                (highest, best) = (bound, square);
            }
            if highest > alpha {
                break;
            }
        }
        self.store(board, alpha, highest, best);
        Ok(highest)
    }

    fn bucket(&self, board: Board) -> usize {
        board.hash() as usize & (self.buckets.len() - 1)
    }

    fn probe(&self, board: Board) -> Slot {
        let bucket = &self.buckets[self.bucket(board)];
        let found = bucket.iter().find(|slot| slot.board == board);
        found.copied().unwrap_or(Slot {
            board,
            ..Slot::EMPTY
        })
    }

    fn store(&mut self, board: Board, alpha: i32, bound: i32, best: Option<Square>) {
        let mut slot = self.probe(board);
        slot.best = best;
        match bound > alpha {
            true => slot.lower = slot.lower.max(bound as i8),
            false => slot.upper = slot.upper.min(bound as i8),
        }
        let bucket = self.bucket(board);
        let [deep, last] = &mut self.buckets[bucket];
        let is_deep =
            deep.board == Slot::EMPTY.board || deep.board.empty().len() <= board.empty().len();
        *if is_deep { deep } else { last } = slot;
    }
}

/// The order of moves, lowest first: that of the table, then those that leave the opponent
/// the fewest replies, and those into a quadrant with an odd number of empty squares.
fn order(board: Board, child: Board, square: Square, is_best: bool) -> i32 {
    if is_best {
        return i32::MIN;
    }
    let replies = child.moves();
    let mut order = 4 * (replies.len() + (replies & Bitboard::CORNERS).len()) as i32;
    order += 2 * child.potential_moves().len() as i32;
    if is_odd(board.empty(), square) {
        order -= 2;
    }
    if Bitboard::CORNERS.contains(square) {
        order -= 8;
    }
    order
}

/// Whether the quadrant of a square has an odd number of empty squares.
fn is_odd(empty: Bitboard, square: Square) -> bool {
    let mut quadrants = QUADRANTS.iter();
    let quadrant = quadrants.find(|quadrant| quadrant.contains(square));
    quadrant.is_some_and(|&quadrant| (quadrant & empty).len() % 2 == 1)
}

/// The same as [`Core::solve`] for few empty squares.
fn solve_few(board: Board, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let moves = board.moves();
    if moves.is_empty() {
        return match board.forced_pass() {
            Some((passed, _)) => -solve_few(passed, -alpha - 1, nodes),
            None => board.result(),
        };
    }
    let empty = board.empty();
    let odd = QUADRANTS
        .iter()
        .filter(|&&quadrant| (quadrant & empty).len() % 2 == 1)
        .fold(Bitboard::EMPTY, |odd, &quadrant| odd | quadrant);
    let mut highest = MINUS_INFINITY;
    for square in [moves & odd, moves & !odd].into_iter().flatten() {
        highest = highest.max(-solve_few(board.play(square), -alpha - 1, nodes));
        if highest > alpha {
            break;
        }
    }
    highest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::sample;
    use crate::search::control::Limits;

    /// The value by plain negamax.
    fn value(board: Board) -> i32 {
        let moves = board.moves();
        if moves.is_empty() {
            return board
                .forced_pass()
                .map_or_else(|| board.result(), |(passed, _)| -value(passed));
        }
        let values = moves.into_iter().map(|square| -value(board.play(square)));
        values.max().expect("it has a move")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// With a small table, so that boards replace each other.
        #[test]
        fn it_agrees_with_plain_negamax(choices in sample::choices()) {
            let mut core = Core::default();
            core.resize(0);
            let control = Control::new(Limits::default());
            let mut position = Position::START;
            for action in sample::game(Position::START, &choices) {
                position = position.after(action);
                if position.empty().len() > 8 {
                    continue;
                }
                let value = value(position.board());
                for discs in [value - 2, value, value + 1, value + 2] {
                    let is_at_least = core.is_at_least(&position, discs, &control);
                    prop_assert_eq!(is_at_least, Ok(value >= discs), "{} {}", position, discs);
                }
            }
        }
    }

    #[test]
    fn it_stops_when_it_must() {
        let control = Control::new(Limits {
            nodes: Some(1000),
            ..Limits::default()
        });
        let mut core = Core::default();
        core.resize(1);
        let result = core.is_at_least(&Position::START, 0, &control);
        assert_eq!(result, Err(Stopped));
        assert!(control.spent() < 3000);
    }
}
