//! Iterative deepening: one search after the other, each a little deeper.
//!
//! Each iteration is quick compared with the next one, and what it finds (hash moves,
//! the order of the root moves, a score for the centre of the aspiration window) makes
//! the next one quicker than it would be on its own. Searches to the end of the game are
//! prepared differently: midgame iterations stop well short of the end, and are followed
//! by searches to the end that prune less and less.

use super::goal::Goal;
use super::root::Root;
use super::selectivity::Selectivity;
use super::time_management::TimeManager;
use crate::search::control::Stopped;

/// The number of nodes after which the helper threads start: a shorter search is over before
/// another thread has started.
const MIN_NODES_FOR_HELP: u64 = 20_000;

/// Deepens to the goal for at least the `count` best moves (multi-PV), and calls `on_iteration`
/// after each iteration.
pub(super) fn deepen(
    root: &mut Root<'_, '_>,
    count: usize,
    goal: Goal,
    help: &mut dyn FnMut(),
    on_iteration: &mut dyn FnMut(&Root<'_, '_>),
) -> Result<(), Stopped> {
    root.search_one_ply();
    root.worker.meter.publish();
    on_iteration(root);
    let mut time_manager = TimeManager::new(root.worker.pool.control);
    for iteration in iterations(goal, root.empties) {
        if !time_manager.allows(iteration, root) {
            break;
        }
        let (mut searched, mut known) = (0, 0);
        while known < count && searched < root.moves.len() {
            if root.worker.meter.publish() > MIN_NODES_FOR_HELP {
                help();
            }
            let found = root.find_best(searched, iteration)?;
            let found = &root.moves[searched..searched + found];
            known += found.iter().map(|found| found.moves.count()).sum::<usize>();
            searched += found.len();
        }
        root.sort(searched);
        root.worker.meter.publish();
        on_iteration(root);
    }
    Ok(())
}

/// The iterations on the way to a goal, from the second ply on.
fn iterations(goal: Goal, empties: u32) -> Vec<Goal> {
    if goal.depth < empties {
        return (2..=goal.depth)
            .map(|depth| Goal { depth, ..goal })
            .collect();
    }
    let midgame = |depth| Goal {
        depth,
        selectivity: Selectivity::MIDGAME,
    };
    let mut iterations: Vec<Goal> = (2..=empties.saturating_sub(SHORT_OF_END))
        .map(midgame)
        .collect();
    for &(min_empties, selectivity) in SELECTIVE_END_SEARCHES {
        if empties >= min_empties && selectivity < goal.selectivity {
            iterations.push(Goal {
                depth: empties,
                selectivity,
            });
        }
    }
    iterations.push(Goal {
        depth: empties,
        ..goal
    });
    iterations
}

/// How many plies short of the end the midgame iterations stop.
const SHORT_OF_END: u32 = 10;

/// The searches to the end that come before the last one, each with the minimum number of
/// empty squares for which it saves time.
const SELECTIVE_END_SEARCHES: &[(u32, Selectivity)] = &[
    (16, Selectivity::PERCENT_52),
    (20, Selectivity::PERCENT_73),
    (24, Selectivity::PERCENT_87),
    (26, Selectivity::PERCENT_95),
];
