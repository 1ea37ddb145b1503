//! Runs models: tests of real code on two to four threads.
//!
//! They are in files called `models.rs` beside the code, and `cargo models` runs them in Loom.
//! If a thread waits for ever, in any order, the model fails. Time-outs never come.
//!
//! Loom overlooks some orders: it explores no wake-ups without a cause; its locks order more
//! than they must, namely all operations before and after; and it may take a thread that
//! reads an atomic and then writes it for one that others need not interrupt before (issues
//! 166 and 392 of Loom), against which models yield. So `.ci/nightly-concurrency` runs them in
//! Miri, too, in some orders drawn at random. `cargo test` runs them on real threads.

/// Runs a model in every order of its threads in which at most so many of them are
/// interrupted between two operations; without a number, in every order. A thread that has to
/// wait is not interrupted. `LOOM_MAX_PREEMPTIONS` replaces the number.
#[cfg(loom)]
#[allow(clippy::print_stderr, reason = "it tells how large the model is")]
pub(crate) fn explore(interruptions: Option<usize>, model: fn()) {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    let mut builder = loom::model::Builder::new();
    builder.max_branches = 10_000;
    builder.preemption_bound = builder.preemption_bound.or(interruptions);
    let orders = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&orders);
    let start = std::time::Instant::now();
    builder.check(move || {
        counted.fetch_add(1, Relaxed);
        model();
    });
    let (orders, seconds) = (orders.load(Relaxed), start.elapsed().as_secs_f64());
    let name = std::thread::current().name().unwrap_or_default().to_owned();
    eprintln!("{name}: {orders} orders in {seconds:.1} s");
}

/// Runs a model a few times on real threads. Miri is slow, but repeats whole tests.
#[cfg(not(loom))]
pub(crate) fn explore(_: Option<usize>, model: fn()) {
    let times = if cfg!(miri) { 1 } else { 20 };
    (0..times).for_each(|_| model());
}
