//! Searches by the code that was compiled for this CPU.
//!
//! The program is compiled for the oldest CPUs of its kind, and its boards, evaluators and
//! searches once more for each level of newer ones (`build/`). A [`Dispatched`] searcher
//! has its searches done by the best of these that this CPU can run. The seam is crossed
//! once for each search, and for each of its reports.

pub(crate) mod message;
#[cfg(not(per_cpu))]
mod sender;

#[cfg(not(per_cpu))]
pub(super) use sender::{Dispatched, dispatch};

/// In code that is compiled for one CPU level, a searcher is itself.
#[cfg(per_cpu)]
pub(super) fn dispatch(
    _: &'static str,
    build: fn() -> Box<dyn super::Searcher>,
) -> Box<dyn super::Searcher> {
    build()
}
