//! Monte Carlo tree search (UCT): random games that learn where to look.
//!
//! As in `monte_carlo`, random games say what a position is worth. But here a
//! tree grows from the root, and each game first walks down it, choosing at
//! every position the move with the greatest
//!
//! > mean + `exploration` × √(ln(games of the position) / games of the move)
//!
//! for the side that makes it: what has done well is tried again, and what was
//! tried little gets the benefit of the doubt. A leaf that is reached a second
//! time grows its moves, the game goes on from there at random, and its result
//! is added to every position on the way. So good answers are met more often
//! than bad ones, on both sides, and the means grow towards the values of
//! minimax instead of those of a random opponent.
//!
//! It costs `playouts` games in all, and about 60 ns a step in the tree. The move
//! with the most games is played: it is the one that was found good again and
//! again, while the best mean may come from a few lucky games.

use std::cmp::Reverse;

use super::analysis::Scope;
use super::control::{Control, Stopped};
use super::dice::Chance;
use super::playout::{Mean, play_out};
use super::report::{Line, Report, Source};
use super::{OnReport, Request, Row, Searcher, Ties};
use crate::board::{Bitboard, Move, Position, Square};

pub(super) const ROW: Row = Row {
    name: "mcts",
    summary: "Monte Carlo tree search (UCT)",
    is_exact: false,
    build: || Box::new(Mcts::default()),
};

/// Keeps the room for its tree from search to search: to give 160 MB back takes
/// 10 ms, and answers would come late.
#[derive(Default)]
struct Mcts {
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
        // Stopped or not, the games played so far are the answer.
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
        let mut report = tree.report(moves.len() as usize);
        // An analysis trusts the number of games instead.
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
        let _ = tree.run(Mean::MOST_GAMES, &mut |tree| {
            on_report(&tree.report(scope.lines));
        });
        tree.report(scope.lines)
    }
}

/// A tree of this many nodes takes 160 MB. After that it grows no more,
/// but its means still do.
const MOST_NODES: usize = 5_000_000;

const ROOT: usize = 0;

/// A position in the tree, known by the move that led to it.
struct Node {
    action: Move,
    /// Of the games through it, for the side that made the move.
    mean: Mean,
    /// Where its children begin, and how many there are.
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
    chance: Chance,
    nodes: &'r mut Vec<Node>,
    /// The nodes of the present game, kept for their room.
    path: Vec<usize>,
    /// How many positions were entered, in the tree and beyond.
    entered: u64,
    deepest: u32,
}

impl<'r> Tree<'r> {
    /// A tree in which only these moves are made at the root, in the room of
    /// an old one.
    fn new(
        request: &'r Request,
        moves: Bitboard,
        control: &'r Control,
        nodes: &'r mut Vec<Node>,
    ) -> Tree<'r> {
        nodes.clear();
        nodes.push(Node::new(Move::Pass));
        let mut tree = Tree {
            request,
            control,
            chance: request.dice.chance(),
            nodes,
            path: Vec::new(),
            entered: 0,
            deepest: 0,
        };
        tree.grow(ROOT, &request.position, moves);
        tree
    }

    /// Each move of the root gets a game whatever the control says. Reports after
    /// each doubling.
    fn run(
        &mut self,
        playouts: u64,
        on_doubling: &mut dyn FnMut(&Tree<'_>),
    ) -> Result<(), Stopped> {
        let mut meter = self.control.meter();
        let free = u64::from(self.nodes[ROOT].children);
        for playout in 1..=playouts.max(free) {
            if playout > free {
                meter.check()?;
            }
            *meter.count() += self.play_one();
            self.entered = meter.nodes();
            if playout.is_power_of_two() && playout >= free {
                on_doubling(self);
            }
        }
        Ok(())
    }

    /// Plays one game, down the tree and on to the end; the positions entered.
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
        let game = play_out(&position, &mut self.chance);
        let mut points = game.points_of_opponent();
        for &node in self.path.iter().rev() {
            self.nodes[node].mean.add(points);
            points = 2 - points;
        }
        u64::from(depth + game.plies)
    }

    /// Whether a game goes on in the tree; a leaf that is reached a second time
    /// grows.
    fn has_children(&mut self, node: usize, position: &Position) -> bool {
        let Node { children, mean, .. } = self.nodes[node];
        if children == 0 && mean.games() > 0 && self.nodes.len() < MOST_NODES {
            self.grow(node, position, position.moves());
        }
        self.nodes[node].children > 0
    }

    /// Gives a node its children, these moves or a forced pass, in any order: the
    /// first of equals is then any of them. A finished game has none.
    fn grow(&mut self, node: usize, position: &Position, moves: Bitboard) {
        let first = self.nodes.len();
        if position.must_pass() {
            self.nodes.push(Node::new(Move::Pass));
        } else {
            let children = moves.into_iter().map(|square| Node::new(square.into()));
            self.nodes.extend(children);
            self.chance.shuffle(&mut self.nodes[first..]);
        }
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[node];
        (node.first_child, node.children) = (first as u32, count as u32);
    }

    /// The child to try next: one without a game if there is one, otherwise the
    /// one with the best prospects.
    fn select(&self, node: usize) -> usize {
        let first = self.nodes[node].first_child as usize;
        let children = self.children(node);
        if let Some(new) = children.iter().position(|child| child.mean.games() == 0) {
            return first + new;
        }
        let doubt =
            self.request.settings.exploration * (self.nodes[node].mean.games() as f64).ln().sqrt();
        let prospects =
            |child: &Node| child.mean.share() + doubt / (child.mean.games() as f64).sqrt();
        let mut best = 0;
        let mut best_prospects = f64::MIN;
        for (index, child) in children.iter().enumerate() {
            let prospects = prospects(child);
            if prospects > best_prospects {
                (best, best_prospects) = (index, prospects);
            }
        }
        first + best
    }

    fn children(&self, node: usize) -> &[Node] {
        let node = &self.nodes[node];
        let first = node.first_child as usize;
        &self.nodes[first..first + node.children as usize]
    }

    /// The moves with the most games, this many.
    fn report(&self, count: usize) -> Report {
        let mut ranked: Vec<&Node> = self.children(ROOT).iter().collect();
        ranked.sort_by_key(|node| (Reverse((node.mean.games(), node.mean)), node.square()));
        let best = ranked.iter().take(count);
        self.report_of(best.map(|node| self.line(node)).collect())
    }

    /// One of the moves with the most games and, among those, the best mean.
    fn report_of_best(&self, ties: Ties) -> Report {
        let children = self.children(ROOT);
        let key = |node: &&Node| (node.mean.games(), node.mean);
        let best = children.iter().max_by_key(key).expect("there is a move");
        let is_tied = |node: &&Node| key(node) == key(&best);
        let mut tied: Vec<&Node> = children.iter().filter(is_tied).collect();
        tied.sort_by_key(|node| node.square());
        let chosen = ties.choose(&tied, self.request.dice);
        self.report_of(vec![self.line(chosen)])
    }

    fn report_of(&self, lines: Vec<Line>) -> Report {
        Report {
            nodes: self.entered,
            time: self.control.elapsed(),
            ..Report::new(Source::Playouts, lines)
        }
    }

    fn line(&self, root_move: &Node) -> Line {
        Line {
            value: Some(root_move.mean.value()),
            depth: self.deepest,
            visits: root_move.mean.games(),
            ..Line::new(self.most_played(root_move.square()))
        }
    }

    /// The most played moves, from this one on.
    fn most_played(&self, first: Square) -> Vec<Move> {
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
