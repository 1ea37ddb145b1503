//! Models of stopping a search and of counting its nodes.
//!
//! They fail if `stop` sets the flag without the lock, or wakes one thread only, if a meter that
//! reaches the limit does not stop the others, or if it adds its nodes in two steps.

use std::sync::Arc;

use super::{Control, Limits, Stopped};
use crate::sync::models::explore;
use crate::sync::thread::{self, JoinHandle};

fn control(nodes: Option<u64>) -> Arc<Control> {
    Arc::new(Control::new(Limits {
        nodes,
        ..Limits::default()
    }))
}

/// A thread that sleeps until the search is stopped.
fn sleeping(control: &Arc<Control>) -> JoinHandle<()> {
    let control = Arc::clone(control);
    thread::spawn(move || {
        control.wait_for_stop();
        assert_eq!(control.meter().check(), Err(Stopped));
    })
}

/// However early or late it is stopped, and even if it is stopped twice.
#[test]
fn nobody_sleeps_through_the_stop() {
    explore(None, || {
        let control = control(None);
        let sleeping = sleeping(&control);
        control.stop();
        control.stop();
        sleeping.join().expect("it ends");
    });
}

#[test]
fn the_stop_wakes_every_thread() {
    explore(Some(4), || {
        let control = control(None);
        let sleeping = [(), ()].map(|()| sleeping(&control));
        control.stop();
        for thread in sleeping {
            thread.join().expect("it ends");
        }
    });
}

/// A thread that reaches the node limit stops the others, and wakes who waits.
#[test]
fn the_node_limit_stops_every_thread() {
    const LIMIT: u64 = 2;
    explore(Some(3), || {
        let control = control(Some(LIMIT));
        let counting = [(), ()].map(|()| {
            let control = Arc::clone(&control);
            thread::spawn(move || {
                let mut meter = control.meter();
                while meter.tick().is_ok() {}
                assert!(meter.nodes() <= LIMIT, "each knows what is left");
                meter.nodes()
            })
        });
        control.wait_for_stop();
        let nodes = counting.map(|thread| thread.join().expect("it ends"));
        let sum = nodes.iter().sum::<u64>();
        assert_eq!(control.spent(), sum);
        assert!(sum >= LIMIT, "nothing else stops the search");
    });
}
