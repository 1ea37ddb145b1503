//! Models of a search on several threads: whatever the order of their steps, every move is
//! searched once or abandoned after a cutoff, the result is right, and nobody waits for ever.
//!
//! They fail, for example, if `change` counts nothing or wakes one thread only, if `wait` falls
//! asleep without a second look at the count, if `next` does not count the helper or `LeaveOnDrop`
//! does not take it off, if `split` does not wait for helpers, if `add_score` sets no cutoff, if
//! `result` overlooks abandoned moves, or if a thread that panics does not stop the search.

use std::ptr;
use std::sync::{Mutex, PoisonError};

use super::worker::{PROBES_PER_POLL, SearchMove};
#[cfg(loom)]
use super::young_brothers_wait::LeaveOnDrop;
use super::{CloseOnDrop, ThreadPool, Worker};
use crate::board::{Position, Square};
use crate::search::control::{Control, Limits, Stopped};
use crate::search::engine::children::Children;
use crate::search::engine::evaluation::Node;
use crate::search::engine::score::{MIN_SCORE, NullWindow};
use crate::search::engine::threads::split_point::Best;
use crate::search::engine::transposition_table::TranspositionTable;
use crate::sync::atomic::Ordering::Relaxed;
use crate::sync::models::explore;
use crate::sync::thread::{self, JoinHandle};

/// The depth of the position that the first thread splits, and of those below.
const TOP: u32 = 20;
const BELOW: u32 = TOP - 1;

const WINDOW: NullWindow = NullWindow::above(0);

/// What the threads share. It is never freed, because threads must not borrow.
#[derive(Clone, Copy)]
struct Shared {
    control: &'static Control,
    table: &'static TranspositionTable,
    pool: &'static ThreadPool<'static>,
}

impl Shared {
    fn new() -> Shared {
        let control = Box::leak(Box::new(Control::new(Limits::default())));
        Shared {
            control,
            table: Box::leak(Box::new(TranspositionTable::new(1, 0))),
            pool: Box::leak(Box::new(ThreadPool::new(control))),
        }
    }

    fn worker(self, search_move: SearchMove) -> Worker<'static> {
        Worker::new(self.table, self.pool, search_move)
    }

    /// A thread that helps until the pool is closed.
    fn helper(self, search_move: SearchMove) -> JoinHandle<()> {
        thread::spawn(move || self.worker(search_move).help())
    }

    /// Has the first moves at the start of the game searched by this thread and helpers.
    fn search(
        self,
        helpers: usize,
        moves: usize,
        search_move: SearchMove,
    ) -> Result<Best, Stopped> {
        let helpers: Vec<_> = (0..helpers).map(|_| self.helper(search_move)).collect();
        let close = CloseOnDrop(self.pool);
        let node = Node::of(Position::START.board());
        let children = first_moves(&node, moves);
        let best = (MIN_SCORE, None);
        let mut worker = self.worker(search_move);
        let result = worker.split(node, children, best, WINDOW, TOP);
        drop(close);
        for helper in helpers {
            helper.join().expect("it does not panic");
        }
        result
    }

    /// Takes the moves that were searched, sorted: the depth and the place in the move order.
    fn searched(self) -> Vec<(u32, usize)> {
        let pool = ptr::from_ref(self.pool).addr();
        let mut all = SEARCHED.lock().unwrap_or_else(PoisonError::into_inner);
        let own = all.extract_if(.., |searched| searched.0 == pool);
        let mut own: Vec<_> = own.map(|(_, depth, place)| (depth, place)).collect();
        own.sort_unstable();
        own
    }
}

/// The moves that were searched and not yet looked at, with the addresses of the pools.
static SEARCHED: Mutex<Vec<(usize, u32, usize)>> = Mutex::new(Vec::new());

fn note(worker: &Worker<'_>, depth: u32, place: usize) {
    let pool = ptr::from_ref(worker.pool).addr();
    let mut all = SEARCHED.lock().unwrap_or_else(PoisonError::into_inner);
    all.push((pool, depth, place));
}

/// The first moves of a position, in the order in which they are searched.
fn first_moves(node: &Node, count: usize) -> Children {
    let moves = node.board.moves().into_iter().take(count);
    let mut children = Children::new();
    children.generate(node.board, moves.collect());
    children
}

/// The move in this place at the start of the game.
fn square(place: usize) -> Option<Square> {
    let children = first_moves(&Node::of(Position::START.board()), place);
    children.iter().last().map(|child| child.square)
}

/// The later the move, the better, but none is good enough.
fn fail_low(
    worker: &mut Worker<'_>,
    _: Node,
    _: NullWindow,
    depth: u32,
    place: usize,
) -> Result<i32, Stopped> {
    worker.enter()?;
    note(worker, depth, place);
    Ok(place as i32 - 10)
}

fn every_move_is_searched_once(helpers: usize, moves: usize) {
    let shared = Shared::new();
    let result = shared.search(helpers, moves, fail_low);
    assert_eq!(result, Ok((moves as i32 - 10, square(moves))));
    let once: Vec<_> = (1..=moves).map(|place| (TOP, place)).collect();
    assert_eq!(shared.searched(), once);
}

#[test]
fn two_threads_search_every_move_once() {
    explore(Some(3), || every_move_is_searched_once(1, 2));
}

#[test]
fn three_threads_search_every_move_once() {
    explore(Some(2), || every_move_is_searched_once(2, 2));
}

/// The second move is too good. The search of the others looks whether it must end.
fn fail_high(
    worker: &mut Worker<'_>,
    _: Node,
    _: NullWindow,
    depth: u32,
    place: usize,
) -> Result<i32, Stopped> {
    note(worker, depth, place);
    if place == 2 {
        return Ok(1);
    }
    for _ in 0..PROBES_PER_POLL {
        worker.enter_and_probe()?;
    }
    Ok(-1)
}

#[test]
fn a_cutoff_ends_the_search_of_the_other_moves() {
    explore(Some(3), || {
        let shared = Shared::new();
        let result = shared.search(1, 3, fail_high);
        assert_eq!(result, Ok((1, square(2))));
        let searched = shared.searched();
        let once = [1, 2, 3].map(|place| (TOP, place));
        assert!(searched == once || searched == once[..2], "{searched:?}");
    });
}

/// The thread that sees the cutoff takes no other move.
#[test]
fn no_move_is_searched_after_a_cutoff() {
    explore(None, || {
        let shared = Shared::new();
        let result = shared.search(0, 3, fail_high);
        assert_eq!(result, Ok((1, square(2))));
        assert_eq!(shared.searched(), [(TOP, 1), (TOP, 2)]);
    });
}

/// The thread that searches the first move shares that search, too. Each move below has this
/// score.
fn split_below<const SCORE: i32>(
    worker: &mut Worker<'_>,
    node: Node,
    window: NullWindow,
    depth: u32,
    place: usize,
) -> Result<i32, Stopped> {
    note(worker, depth, place);
    match (depth, place) {
        (TOP, 1) => {
            let children = first_moves(&node, 2);
            let none = (MIN_SCORE, None);
            let (score, _) = worker.split(node, children, none, window.flipped(), BELOW)?;
            Ok(-score)
        }
        (TOP, _) => Ok(-9),
        _ => Ok(SCORE),
    }
}

/// The position below fails low, so the first move fails high.
#[test]
fn threads_share_what_is_below_a_shared_position() {
    explore(Some(3), || {
        let shared = Shared::new();
        let result = shared.search(1, 2, split_below::<-3>);
        assert_eq!(result, Ok((3, square(1))));
        let searched = shared.searched();
        let all = [(BELOW, 1), (BELOW, 2), (TOP, 1), (TOP, 2)];
        assert!(searched == all || searched == all[..3], "{searched:?}");
    });
}

/// The first move below fails high, but neither of those above does.
#[test]
fn a_cutoff_below_ends_nothing_above() {
    explore(Some(3), || {
        let shared = Shared::new();
        let result = shared.search(1, 2, split_below::<4>);
        assert_eq!(result, Ok((-4, square(1))));
        let searched = shared.searched();
        let all = [(BELOW, 1), (BELOW, 2), (TOP, 1), (TOP, 2)];
        assert!(
            searched == all || searched == [all[0], all[2], all[3]],
            "{searched:?}"
        );
    });
}

/// Whoever stops the search: it ends, and a result is that of all moves.
#[test]
fn a_search_can_be_stopped_at_any_moment() {
    explore(Some(3), || {
        let shared = Shared::new();
        let stopper = thread::spawn(move || shared.control.stop());
        let result = shared.search(1, 2, fail_low);
        let searched = shared.searched();
        assert_eq!(result.is_ok(), searched.len() == 2, "{searched:?}");
        stopper.join().expect("it does not panic");
    });
}

#[test]
fn closing_the_pool_wakes_every_helper() {
    explore(Some(3), || {
        let shared = Shared::new();
        let helpers = [(), ()].map(|()| shared.helper(fail_low));
        drop(CloseOnDrop(shared.pool));
        for helper in helpers {
            helper.join().expect("it ends");
        }
        assert_eq!(shared.pool.idle.load(Relaxed), 0);
    });
}

/// A helper that panics leaves the split point, and the search ends without a result.
#[cfg(loom)]
#[test]
fn a_helper_that_panics_stops_the_search() {
    explore(Some(2), || {
        let shared = Shared::new();
        let failing = thread::spawn(move || {
            let Some(split_point) = shared.pool.next(None, |state| state.is_closed) else {
                return false;
            };
            let leave = LeaveOnDrop {
                pool: shared.pool,
                split_point: &split_point,
            };
            split_point.next_move();
            thread::pretend_to_panic();
            drop(leave);
            true
        });
        let result = shared.search(1, 2, fail_low);
        let has_failed = failing.join().expect("it only pretends");
        assert_eq!(result.is_err(), has_failed);
    });
}

/// If the first thread panics, the helpers end.
#[cfg(loom)]
#[test]
fn helpers_end_if_the_first_thread_panics() {
    explore(Some(3), || {
        let shared = Shared::new();
        let helper = shared.helper(fail_low);
        let close = CloseOnDrop(shared.pool);
        thread::pretend_to_panic();
        drop(close);
        helper.join().expect("it ends");
        assert_eq!(shared.control.meter().check(), Err(Stopped));
    });
}
