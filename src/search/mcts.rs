//! Monte Carlo tree search (UCT): random games guided by a growing tree.
//!
//! As in `monte_carlo`, random games estimate what a position is worth. But here a tree
//! grows from the root, and each game first descends it. At every node it chooses the
//! move with the greatest
//!
//! > mean + `exploration` × √(ln(games of the node) / games of the move)
//!
//! for the side to move. So moves with good results are tried again (exploitation), but moves
//! that have rarely been tried get a chance as well (exploration). When a leaf is reached a second
//! time, its moves are added to the tree; the game continues from there at random, and
//! its result is added to every node on the path. So good replies are tried more often
//! than bad ones, on both sides, and the means converge to the minimax values instead
//! of those against a random opponent.
//!
//! It costs `playouts` games in all, and about 60 ns per ply in the tree. The move with
//! the most games is played, since the best mean may come from a few lucky games.

use std::cmp::Reverse;

use super::analysis::Scope;
use super::control::{Control, Stopped};
use super::dispatch::dispatch;
use super::playout::{Mean, play_out};
use super::report::{Line, Report, Source};
use super::rng::Rng;
use super::symmetric_moves::SymmetricMoves;
use super::{Family, OnReport, Request, Row, Searcher, Ties};
use crate::board::{Bitboard, Move, Position, Square};
use crate::system::memory::Memory;

pub(super) const ROW: Row = Row {
    name: "mcts",
    summary: "Monte Carlo tree search (UCT)",
    family: Family::Playouts,
    build: || dispatch("mcts", || Box::new(Mcts::default())),
};

#[derive(Default)]
struct Mcts {
    /// The memory of the tree, kept from search to search: freeing 160 MB would delay
    /// each answer by 10 ms.
    nodes: Vec<Node>,
}

impl Searcher for Mcts {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        if let Some(report) = Report::of_only_move(&request.position) {
            return report;
        }
        let moves = request.position.moves();
        let mut tree = Tree::new(request, moves, control, &mut self.nodes);
        let playouts = u64::from(request.settings.playouts);
        // If the search is stopped, the games played so far decide.
        let _ = tree.run(playouts, &mut |tree| {
            on_report(&tree.report_of_best(Ties::First));
        });
        tree.report_of_best(request.settings.ties)
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        let moves = request.position.moves();
        let mut tree = Tree::new(request, moves, control, &mut self.nodes);
        let playouts = u64::from(request.settings.playouts);
        tree.run(playouts, &mut |_| {})?;
        let mut report = tree.report(usize::MAX);
        // An analysis ranks by the number of games instead.
        report.sort_by_value();
        Ok(report)
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let mut tree = Tree::new(request, scope.moves, control, &mut self.nodes);
        let _ = tree.run(Mean::MAX_GAMES, &mut |tree| {
            on_report(&tree.report(scope.lines));
        });
        tree.report(scope.lines)
    }
}

/// A tree of this size takes 160 MB. It then stops growing, but its means still improve. So
/// does a tree for which there is not enough memory.
const MAX_NODES: usize = 5_000_000;

/// The tree starts with room for so many nodes, and doubles it again and again.
const FIRST_NODES: usize = 1 << 15;

/// No position has more legal moves.
const MAX_CHILDREN: usize = 34;

const ROOT: usize = 0;

/// A node of the tree. It stores the move that led to it, not its position.
struct Node {
    action: Move,
    /// The mean of the games through it, for the side that made the move.
    mean: Mean,
    /// The index of its first child, and the number of children, which are adjacent.
    first_child: u32,
    children: u32,
}

impl Node {
    fn new(action: Move) -> Node {
        Node {
            action,
            mean: Mean::EMPTY,
            first_child: 0,
            children: 0,
        }
    }

    /// The children of the root are all placements.
    fn square(&self) -> Square {
        match self.action {
            Move::Place(square) => square,
            Move::Pass => unreachable!("the side to move at the root has a move"),
        }
    }
}

struct Tree<'r> {
    request: &'r Request,
    control: &'r Control,
    /// The root moves, each with those that are symmetric to it.
    moves: Vec<SymmetricMoves>,
    rng: Rng,
    nodes: &'r mut Vec<Node>,
    /// The tree stops growing at this size.
    max_nodes: usize,
    /// The path of the current game. It is kept to reuse its memory.
    path: Vec<usize>,
    /// The number of positions entered, in the tree and in random games.
    entered: u64,
    deepest: u32,
}

impl<'r> Tree<'r> {
    /// A tree with only these moves at the root, which reuses the memory of an old one.
    fn new(
        request: &'r Request,
        moves: Bitboard,
        control: &'r Control,
        nodes: &'r mut Vec<Node>,
    ) -> Tree<'r> {
        nodes.clear();
        nodes.push(Node::new(Move::Pass));
        let moves = SymmetricMoves::group(&request.position, moves);
        let searched = moves.iter().map(|moves| moves.square).collect();
        let mut tree = Tree {
            request,
            control,
            moves,
            rng: request.seed.rng(),
            nodes,
            max_nodes: MAX_NODES,
            path: Vec::new(),
            entered: 0,
            deepest: 0,
        };
        tree.expand(ROOT, &request.position, searched);
        tree
    }

    /// Plays games and calls `on_doubling` whenever their number has doubled. Each root
    /// move gets at least one game, even if the control has stopped the search.
    fn run(
        &mut self,
        playouts: u64,
        on_doubling: &mut dyn FnMut(&Tree<'_>),
    ) -> Result<(), Stopped> {
        let mut meter = self.control.meter();
        let min_playouts = u64::from(self.nodes[ROOT].children);
        for playout in 1..=playouts.max(min_playouts) {
            if playout > min_playouts {
                meter.check()?;
            }
            *meter.count() += self.play_one();
            self.entered = meter.nodes();
            if playout.is_power_of_two() && playout >= min_playouts {
                on_doubling(self);
            }
        }
        Ok(())
    }

    /// Plays one game, down the tree and on to the end. Returns the number of positions
    /// entered.
    fn play_one(&mut self) -> u64 {
        let mut position = self.request.position;
        let mut node = ROOT;
        self.path.clear();
        while self.has_children(node, &position) {
            self.path.push(node);
            node = self.select(node);
            position = position.after(self.nodes[node].action);
        }
        let depth = self.path.len() as u32;
        self.path.push(node);
        self.deepest = self.deepest.max(depth);
        let game = play_out(&position, &mut self.rng);
        let mut points = game.points_of_opponent();
        for &node in self.path.iter().rev() {
            self.nodes[node].mean.add(points);
            points = 2 - points;
        }
        u64::from(depth + game.plies)
    }

    /// Whether the game continues in the tree. A leaf that is reached a second time is
    /// expanded first.
    fn has_children(&mut self, node: usize, position: &Position) -> bool {
        let Node { children, mean, .. } = self.nodes[node];
        if children == 0 && mean.games() > 0 && self.can_grow() {
            self.expand(node, position, position.moves());
        }
        self.nodes[node].children > 0
    }

    /// Whether there is memory for the children of a node. Once there is not, the tree stays
    /// as it is.
    fn can_grow(&mut self) -> bool {
        let (len, capacity) = (self.nodes.len(), self.nodes.capacity());
        if len >= self.max_nodes {
            return false;
        }
        if len + MAX_CHILDREN > capacity {
            let most = MAX_NODES + MAX_CHILDREN - len;
            let added = capacity.max(FIRST_NODES).min(most);
            let bytes = (added * size_of::<Node>()) as u64;
            let is_affordable = added <= FIRST_NODES || bytes <= Memory::for_a_search();
            if !is_affordable || self.nodes.try_reserve_exact(added).is_err() {
                self.max_nodes = len;
                return false;
            }
        }
        true
    }

    /// Adds the children of a node: these moves or a forced pass, in random order, so
    /// that ties between them are broken at random. A finished game has none.
    fn expand(&mut self, node: usize, position: &Position, moves: Bitboard) {
        let first = self.nodes.len();
        if position.must_pass() {
            self.nodes.push(Node::new(Move::Pass));
        } else {
            let children = moves.into_iter().map(|square| Node::new(square.into()));
            self.nodes.extend(children);
            self.rng.shuffle(&mut self.nodes[first..]);
        }
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[node];
        (node.first_child, node.children) = (first as u32, count as u32);
    }

    /// The child to try next: one without a game if there is one, otherwise the one
    /// with the greatest upper confidence bound.
    fn select(&self, node: usize) -> usize {
        let first = self.nodes[node].first_child as usize;
        let children = self.children(node);
        if let Some(new) = children.iter().position(|child| child.mean.games() == 0) {
            return first + new;
        }
        let exploration =
            self.request.settings.exploration * (self.nodes[node].mean.games() as f64).ln().sqrt();
        let upper_bound =
            |child: &Node| child.mean.share() + exploration / (child.mean.games() as f64).sqrt();
        let mut best = 0;
        let mut best_bound = f64::MIN;
        for (index, child) in children.iter().enumerate() {
            let bound = upper_bound(child);
            if bound > best_bound {
                (best, best_bound) = (index, bound);
            }
        }
        first + best
    }

    fn children(&self, node: usize) -> &[Node] {
        let node = &self.nodes[node];
        let first = node.first_child as usize;
        &self.nodes[first..first + node.children as usize]
    }

    /// The `count` moves with the most games.
    fn report(&self, count: usize) -> Report {
        let mut ranked: Vec<&Node> = self.children(ROOT).iter().collect();
        ranked.sort_by_key(|node| (Reverse((node.mean.games(), node.mean)), node.square()));
        let lines = ranked.into_iter().flat_map(|node| self.lines(node));
        self.report_of(lines.take(count).collect())
    }

    /// One of the moves with the most games and, among those, the best mean.
    fn report_of_best(&self, ties: Ties) -> Report {
        let children = self.children(ROOT);
        let key = |node: &&Node| (node.mean.games(), node.mean);
        let best = children.iter().max_by_key(key).expect("there is a move");
        let is_tied = |node: &&Node| key(node) == key(&best);
        let tied = children.iter().filter(is_tied);
        let tied = tied.flat_map(|node| self.lines(node));
        self.report_of(vec![ties.choose_line(tied, self.request.seed)])
    }

    fn report_of(&self, lines: Vec<Line>) -> Report {
        Report {
            nodes: self.entered,
            time: self.control.elapsed(),
            ..Report::new(Source::Playouts, lines)
        }
    }

    /// The lines of a root move and of those that are symmetric to it.
    fn lines(&self, root_move: &Node) -> Vec<Line> {
        let square = root_move.square();
        let moves = self.moves.iter().find(|moves| moves.square == square);
        moves.expect("it is a root move").lines(Line {
            value: Some(root_move.mean.value()),
            depth: self.deepest,
            visits: root_move.mean.games(),
            ..Line::new(self.pv(square))
        })
    }

    /// The principal variation from this move on: the moves with the most games.
    fn pv(&self, first: Square) -> Vec<Move> {
        let is_first = |&node: &usize| self.nodes[node].action == first.into();
        let range = |node: usize| {
            let start = self.nodes[node].first_child as usize;
            start..start + self.nodes[node].children as usize
        };
        let mut line = Vec::new();
        let mut next = range(ROOT).find(is_first);
        while let Some(node) = next {
            line.push(self.nodes[node].action);
            next = range(node)
                .filter(|&child| self.nodes[child].mean.games() > 0)
                .max_by_key(|&child| self.nodes[child].mean.games());
        }
        line
    }
}
