//! From the first ply to the goal, a little deeper each time.
//!
//! Each depth is quick compared with the next, and what it finds (best moves in
//! the table, the order of the root moves, a value to put the window around)
//! makes the next one quicker than it would be alone. The end of the game is
//! approached in another way: first by a search a little short of it, then to
//! the end but leaving out what is unlikely to matter, surer each time, until
//! nothing is left out.

use super::goal::Goal;
use super::root::Root;
use super::selectivity::Selectivity;
use super::time_management::Patience;
use crate::search::control::Stopped;

/// Goes up to the goal step by step, for the best moves so many; tells after
/// each step.
pub(super) fn deepen(
    root: &mut Root<'_, '_>,
    count: usize,
    goal: Goal,
    help: &mut dyn FnMut(),
    tell: &mut dyn FnMut(&Root<'_, '_>),
) -> Result<(), Stopped> {
    root.look();
    root.worker.meter.tell();
    tell(root);
    let mut patience = Patience::new(root.worker.pool.control);
    for step in steps(goal, root.empty) {
        if !patience.lasts_for(step, root) {
            break;
        }
        for first in 0..count.min(root.moves.len()) {
            // A short search is over before another thread has started.
            if root.worker.meter.tell() > HELP_AFTER {
                help();
            }
            root.find_best(first, step)?;
        }
        root.sort(count);
        root.worker.meter.tell();
        tell(root);
    }
    Ok(())
}

/// How many nodes a search must have before other threads join it.
const HELP_AFTER: u64 = 20_000;

/// The steps on the way to a goal, from the second ply on, with so many empty
/// squares.
fn steps(goal: Goal, empty: u32) -> Vec<Goal> {
    if goal.depth < empty {
        return (2..=goal.depth)
            .map(|depth| Goal { depth, ..goal })
            .collect();
    }
    let daring = |depth| Goal {
        depth,
        selectivity: Selectivity::DARING,
    };
    let mut steps: Vec<Goal> = (2..=empty.saturating_sub(SHORT_OF_END))
        .map(daring)
        .collect();
    for &(least_empty, selectivity) in LADDER {
        if empty >= least_empty && selectivity < goal.selectivity {
            steps.push(Goal {
                depth: empty,
                selectivity,
            });
        }
    }
    steps.push(Goal {
        depth: empty,
        ..goal
    });
    steps
}

/// How many plies short of the end the search of the middle game stops.
const SHORT_OF_END: u32 = 10;

/// The less sure searches to the end that come first, each if so many squares
/// are empty: for fewer it is a detour.
const LADDER: &[(u32, Selectivity)] = &[
    (16, Selectivity::PERCENT_52),
    (20, Selectivity::PERCENT_73),
    (24, Selectivity::PERCENT_87),
    (26, Selectivity::PERCENT_95),
];
