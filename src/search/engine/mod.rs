//! The strongest player: everything that is known to work, on all cores.
//!
//! The way down: [`deepen`] goes from the first ply to the goal that [`levels`]
//! sets; a [`worker`] searches one depth, with moves in a good [`order`], a
//! [`table`] of what is known, shallow searches that stand in for deep ones
//! ([`probcut`]) and an [`opinion`] at the [`horizon`]. To the end of the game it
//! is [`endgame`] from thirteen empty squares on, and [`last`] from four on. What
//! is [stable](stability) decides some positions at once. A [`split`] shares a
//! position among threads. A [`book`] has the first moves of a game, if it is
//! asked.

mod board;
pub mod book;
mod cache;
mod children;
mod deepen;
mod eight;
mod endgame;
mod few;
pub(crate) mod horizon;
mod last;
pub mod levels;
mod memory;
mod opinion;
mod order;
mod patience;
pub(crate) mod probcut;
mod split;
mod stability;
mod table;
mod worker;

use std::{mem, thread};

use self::board::Board;
use self::deepen::{Goal, Root, RootMove, steps};
use self::endgame::Endgame;
use self::opinion::{Opinion, Opinions};
use self::patience::Patience;
use self::probcut::Selectivity;
use self::split::{Closing, Pool};
use self::table::Table;
use self::worker::{Node, Worker};
use super::analysis::{Analysis, Line, Scope, Unit};
use super::control::{Control, Stopped};
use super::dice::Dice;
use super::{Report, Request, Row, Searcher, Settings, Ties, Watcher};
use crate::board::{Move, Position, Square};
use crate::score::{Bound, Score};

pub(super) const ROW: Row = Row {
    name: "engine",
    summary: "everything that is known to work, on all cores",
    is_exact: false,
    build: || Box::new(Engine::default()),
};

/// How hard the engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Up to the result of the game.
    End,
    /// As [a level](levels) says.
    Level(u32),
    /// So many plies; up to the result if the game has no more.
    Depth(u32),
}

/// What the engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// How many threads search.
    pub threads: usize,
    /// The size of the table in megabytes.
    pub hash_mb: usize,
}

/// What a solve found, final or so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The lead of the side to move in discs.
    pub score: i32,
    /// The best move, if the game is not over.
    pub best: Option<Move>,
    /// How deep the search was.
    pub depth: u32,
    /// How sure it is, in percent.
    pub selectivity: u32,
    /// Whether the score is the result of the game.
    pub is_exact: bool,
    /// How many positions were entered.
    pub nodes: u64,
    /// The expected moves.
    pub line: Vec<Move>,
}

/// The engine, with what it remembers.
#[derive(Default)]
pub struct Engine {
    /// With its size in megabytes; allocated at the first search.
    table: Option<(usize, Table)>,
    /// What the thread that is always there has beside it.
    endgame: Endgame,
    opinions: Opinions,
}

impl Searcher for Engine {
    fn best_move(&mut self, request: &Request, control: &Control, watcher: Watcher<'_>) -> Report {
        let position = &request.position;
        if let Some(report) = Report::only_move(position) {
            return report;
        }
        let settings = &request.settings;
        let guide = settings.book.as_ref();
        if let Some(report) = guide.and_then(|guide| guide.advise(request)) {
            return report;
        }
        let goal = Effort::from(settings).goal(position.empty().len());
        let carelessness = settings.level.and_then(levels::carelessness);
        self.with_root(position, goal, settings.into(), control, |root, help| {
            let valued = if carelessness.is_some() {
                root.moves.len()
            } else {
                1
            };
            let result = climb(root, valued, goal, help, &mut |root| {
                watcher(&report(root, &root.moves[0]));
            });
            if let (Some(discs), Ok(())) = (carelessness, result) {
                return report(root, careless(&root.moves, discs, request.dice));
            }
            let mut answer = report(root, &root.moves[0]);
            if settings.ties == Ties::Random
                && result.is_ok()
                && let Ok(equals) = root.equals()
            {
                let square = settings.ties.choose(&equals, request.dice);
                if square != answer.best {
                    answer.best = square;
                    answer.line = vec![square.into()];
                }
            }
            root.worker.meter.tell();
            answer.nodes = control.spent();
            answer
        })
    }

    fn move_values(
        &mut self,
        request: &Request,
        control: &Control,
    ) -> Result<Vec<(Square, Score)>, Stopped> {
        let position = &request.position;
        if position.moves().is_empty() {
            return Ok(Vec::new());
        }
        let settings = &request.settings;
        let goal = Effort::from(settings).goal(position.empty().len());
        self.with_root(position, goal, settings.into(), control, |root, help| {
            climb(root, root.moves.len(), goal, help, &mut |_| {})?;
            let value = |found: &RootMove| (found.square, score(root, found));
            Ok(root.moves.iter().map(value).collect())
        })
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        watcher: &mut dyn FnMut(Analysis),
    ) {
        let position = &request.position;
        let goal = Goal::end(position.empty().len());
        let options = (&request.settings).into();
        self.survey(position, scope, goal, options, control, watcher);
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        let scope = Scope {
            moves: request.position.moves(),
            lines: 1,
        };
        self.analyze(request, &scope, control, &mut |_| {});
    }

    fn unit(&mut self, _: &Request) -> Unit {
        Unit::Points { per_disc: 1.0 }
    }
}

impl Engine {
    /// An engine that allocates its memory at the first search.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Forgets everything that earlier searches found.
    pub fn clear(&mut self) {
        if let Some((_, table)) = &mut self.table {
            table.clear();
        }
        self.endgame = Endgame::default();
        self.opinions = Opinions::default();
    }

    /// Solves a position, or goes as far as the effort says or the control
    /// allows. A pass that is forced comes on top of that.
    pub fn solve(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        watcher: &mut dyn FnMut(&Solution),
    ) -> Solution {
        if position.is_over() {
            return Solution {
                score: position.result(),
                best: None,
                depth: 0,
                selectivity: 100,
                is_exact: true,
                nodes: 0,
                line: Vec::new(),
            };
        }
        if position.must_pass() {
            let after = |solution: &Solution| Solution {
                score: -solution.score,
                best: Some(Move::Pass),
                line: [&[Move::Pass], &solution.line[..]].concat(),
                ..solution.clone()
            };
            let mut watcher = |solution: &Solution| watcher(&after(solution));
            return after(&self.solve(&position.pass(), effort, options, control, &mut watcher));
        }
        let empty = position.empty().len();
        let end = Goal::end(empty);
        let goal = effort.goal(empty);
        self.with_root(position, goal, options, control, |root, help| {
            let solution = |root: &Root<'_, '_>| Solution {
                score: root.moves[0].score,
                best: Some(root.moves[0].square.into()),
                depth: root.moves[0].found.depth,
                selectivity: root.moves[0].found.selectivity.percent(),
                is_exact: root.moves[0].found == end,
                nodes: root.worker.pool.control.spent(),
                line: root.moves[0].line(),
            };
            let result = climb(root, 1, goal, help, &mut |root| watcher(&solution(root)));
            // Stopped within a step, the best move may have its true value while
            // another, not searched yet, is better.
            let last = solution(root);
            Solution {
                is_exact: last.is_exact && result.is_ok(),
                ..last
            }
        })
    }

    /// The value of every move, best first: of the last step to which all of them were
    /// searched, on the way as far as the effort says or the control allows. Where that
    /// is nearly the result, it is the result: it is asked for what moves have lost. The
    /// side to move must have a move.
    pub fn compare(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        watcher: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let scope = Scope::all(position.moves());
        let empty = position.empty().len();
        let mut goal = effort.goal(empty);
        if goal.depth >= empty && goal.selectivity >= Selectivity::PERCENT_87 {
            goal = Goal::end(empty);
        }
        let mut last = None;
        let mut keep = |analysis: Analysis| {
            watcher(&analysis);
            last = Some(analysis);
        };
        self.survey(position, &scope, goal, options, control, &mut keep);
        last.expect("the first ply is always told")
    }

    /// Goes up to a goal with the moves of the scope, and tells each step.
    fn survey(
        &mut self,
        position: &Position,
        scope: &Scope,
        goal: Goal,
        options: EngineOptions,
        control: &Control,
        watcher: &mut dyn FnMut(Analysis),
    ) {
        self.with_root(position, goal, options, control, |root, help| {
            root.moves
                .retain(|known| scope.moves.contains(known.square));
            let _ = climb(root, scope.lines, goal, help, &mut |root| {
                let lines = root.moves.iter().take(scope.lines);
                watcher(Analysis {
                    nodes: control.spent(),
                    lines: lines.map(|known| line(root, known)).collect(),
                });
            });
        });
    }

    /// The scores that one thread finds 0, 1, 2 plies deep and so on if it leaves
    /// nothing out. The side to move must have a move.
    pub fn scores(
        &mut self,
        position: &Position,
        deepest: u32,
        hash_mb: usize,
        control: &Control,
    ) -> Result<Vec<i32>, Stopped> {
        let options = EngineOptions {
            threads: 1,
            hash_mb,
        };
        let selectivity = Selectivity::NONE;
        let goal = |depth| Goal { depth, selectivity };
        self.with_root(position, goal(deepest), options, control, |root, _| {
            root.look();
            let unsearched = Node::of(Board::of(position)).static_value();
            let mut scores = vec![unsearched, root.moves[0].score];
            for depth in 2..=deepest {
                root.find_best(0, goal(depth))?;
                scores.push(root.moves[0].score);
            }
            Ok(scores)
        })
    }

    /// The expected lead of the side to move in discs, without any search; behind
    /// a pass that is forced, and the result if the game is over.
    pub fn evaluate(position: &Position) -> f64 {
        if position.is_over() {
            return position.result().into();
        }
        if position.must_pass() {
            return -Engine::evaluate(&position.pass());
        }
        let board = Board::of(position);
        f64::from(Opinion::of(board).value(board)) / f64::from(Opinion::FINE)
    }

    /// Prepares a search and ends it in good order. `search` may call for help:
    /// then the other threads join.
    fn with_root<T>(
        &mut self,
        position: &Position,
        goal: Goal,
        options: EngineOptions,
        control: &Control,
        search: impl FnOnce(&mut Root<'_, '_>, &mut dyn FnMut()) -> T,
    ) -> T {
        let hash_mb = options.hash_mb;
        if self.table.as_ref().is_none_or(|&(size, _)| size != hash_mb) {
            // The old one goes before the new one comes.
            self.table = None;
            self.table = Some((hash_mb, Table::new(hash_mb)));
        }
        let (_, table) = self.table.as_mut().expect("it was just made");
        table.spread(room(goal, position.empty().len()));
        table.grow_older();
        let table = &*table;
        let pool = Pool::new(control);
        thread::scope(|scope| {
            let _closing = Closing(&pool);
            let mut worker = Worker::new(table, &pool);
            worker.endgame = mem::take(&mut self.endgame);
            worker.opinions = mem::take(&mut self.opinions);
            let mut root = Root::new(&mut worker, position);
            let mut helpers = 1..options.threads;
            let mut help = || {
                for _ in helpers.by_ref() {
                    let helper = Worker::new(table, &pool);
                    // Without room for a thread the others do the work.
                    let builder = thread::Builder::new().name("helper".into());
                    let _ = builder.spawn_scoped(scope, || pool.help(helper));
                }
            };
            let found = search(&mut root, &mut help);
            self.endgame = worker.endgame;
            self.opinions = worker.opinions;
            found
        })
    }
}

impl From<&Settings> for EngineOptions {
    fn from(settings: &Settings) -> EngineOptions {
        EngineOptions {
            threads: settings.threads as usize,
            hash_mb: settings.hash_mb as usize,
        }
    }
}

impl From<&Settings> for Effort {
    fn from(settings: &Settings) -> Effort {
        settings
            .level
            .map_or(Effort::Depth(settings.depth), Effort::Level)
    }
}

impl Effort {
    /// How far to go with so many empty squares.
    fn goal(self, empty: u32) -> Goal {
        match self {
            Effort::Level(level) => levels::goal(level, empty),
            Effort::Depth(depth) if depth < empty => Goal {
                depth,
                selectivity: Selectivity::CAREFUL,
            },
            Effort::End | Effort::Depth(_) => Goal::end(empty),
        }
    }
}

/// No table is larger, in megabytes.
const MOST_ROOM: usize = 1 << 16;

/// How many megabytes of a table a search fills: twice as many for each ply more to the
/// end of the game, or for two plies in the middle.
fn room(goal: Goal, empty: u32) -> usize {
    let doublings = if goal.depth >= empty {
        empty.saturating_sub(18)
    } else {
        goal.depth.saturating_sub(10) / 2
    };
    1 << doublings.min(MOST_ROOM.ilog2())
}

/// Goes up to the goal step by step, for the best moves so many; tells after
/// each step.
fn climb(
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

/// What is known of a root move.
fn report(root: &Root<'_, '_>, known: &RootMove) -> Report {
    Report {
        best: known.square,
        score: Some(score(root, known)),
        depth: known.found.depth,
        nodes: root.worker.pool.control.spent(),
        line: known.line(),
        is_from_book: false,
    }
}

/// The same for an analysis.
fn line(root: &Root<'_, '_>, known: &RootMove) -> Line {
    Line {
        moves: known.line(),
        score: score(root, known),
        bound: Bound::Exact,
        depth: known.found.depth,
        selectivity: known.found.selectivity.percent(),
        is_exact: known.found == Goal::end(root.empty),
        visits: known.visits.max(1),
    }
}

fn score(root: &Root<'_, '_>, known: &RootMove) -> Score {
    if known.found == Goal::end(root.empty) {
        Score::result(known.score)
    } else {
        Score::estimate(known.score)
    }
}

/// A move that is not much worse than the best; the moves stand best first.
fn careless(moves: &[RootMove], discs: f64, dice: Dice) -> &RootMove {
    let loss = |known: &RootMove| f64::from(moves[0].score - known.score) / discs;
    let chance = |known: &RootMove| {
        if loss(known) > 3.0 {
            0.0
        } else {
            (-loss(known)).exp()
        }
    };
    let all: f64 = moves.iter().map(chance).sum();
    let mut drawn = dice.chance().fraction() * all;
    let is_drawn = |known: &&RootMove| {
        drawn -= chance(known);
        drawn < 0.0
    };
    moves.iter().find(is_drawn).unwrap_or(&moves[0])
}
