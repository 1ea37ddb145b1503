//! What passes between this crate and the code for a CPU level, which is compiled as
//! another crate: only types that both know, those of the standard library.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use crate::sync::atomic::{AtomicBool, AtomicU64};
use crate::sync::{Condvar, Mutex};

/// The parts of a [`Control`](crate::search::control::Control) that its holders share: the
/// stop flag, what wakes those who wait for it, the start, the deadline and the nodes spent.
pub(crate) type ControlParts = (
    Arc<AtomicBool>,
    Arc<(Mutex<()>, Condvar)>,
    Instant,
    Arc<AtomicU64>,
    Arc<AtomicU64>,
);

/// Counts the leaves below a board: the discs of the side to move and of its opponent, and
/// the depth.
pub(crate) type Perft = fn(u64, u64, u32) -> u64;

/// Takes the weights of the network: the rows, and the heads as bytes.
pub(crate) type UseWeights = fn(&'static [u8], &[u8]);

/// Builds the searcher with this name.
pub(crate) type Build = fn(&str) -> Box<dyn Any + Send>;

/// Builds a searcher that shares the tables of this one.
pub(crate) type Sibling = fn(&(dyn Any + Send)) -> Box<dyn Any + Send>;

/// Has a searcher do a task. Tasks, reports and answers are
/// [words](crate::search::dispatch::message).
pub(crate) type Run =
    fn(&mut (dyn Any + Send), &[u64], ControlParts, &mut dyn FnMut(&[u64])) -> Vec<u64>;

/// Measures the speed of the kernels, and describes it in lines.
pub(crate) type KernelSpeeds = fn() -> Vec<String>;

/// The code for a CPU level. Both sides are compiled from this definition, by the same
/// compiler.
#[repr(C)]
pub(crate) struct Code {
    /// The name of the level.
    pub(crate) level: &'static str,
    /// The names of its kernels for flips, mobility and lists of moves.
    pub(crate) kernels: [&'static str; 3],
    pub(crate) perft: Perft,
    pub(crate) use_weights: UseWeights,
    pub(crate) build: Build,
    pub(crate) sibling: Sibling,
    pub(crate) run: Run,
    pub(crate) kernel_speeds: KernelSpeeds,
}
