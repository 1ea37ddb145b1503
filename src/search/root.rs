//! Choosing at the root, for the algorithms that give every move a true value.

use super::control::{Control, Stopped};
use super::variation::Variation;
use super::{Report, Request, Ties, Watcher};
use crate::board::{Move, Position, Square};
use crate::score::Score;

/// How an algorithm sees the position after a move: its value for the side
/// that is then to move, the nodes it took, and the line it expects.
pub(super) trait ChildSearch {
    fn search(&mut self, child: &Position, line: &mut Variation) -> Result<Score, Stopped>;
    fn nodes(&self) -> u64;
}

/// The value of every move.
pub(super) fn move_values(
    position: &Position,
    search: &mut dyn ChildSearch,
) -> Result<Vec<(Square, Score)>, Stopped> {
    let mut line = Variation::EMPTY;
    let value = |square| Ok((square, -search.search(&position.play(square), &mut line)?));
    position.moves().into_iter().map(value).collect()
}

/// Searches every move and chooses among the best; a single move is played at
/// once. When the search is stopped it chooses among the moves that are finished;
/// before the first is, by one ply.
pub(super) fn best_move(
    request: &Request,
    depth: u32,
    search: &mut dyn ChildSearch,
    watcher: Watcher<'_>,
) -> Report {
    let position = &request.position;
    if let (Some(only), 1) = (position.moves().first(), position.moves().len()) {
        return Report::unsearched(only);
    }
    let mut candidates = Candidates::default();
    for square in position.moves() {
        let mut rest = Variation::EMPTY;
        let Ok(score) = search.search(&position.play(square), &mut rest) else {
            break;
        };
        if candidates.add(square, -score, &rest) {
            watcher(&candidates.choose(request, Ties::First, depth, search.nodes()));
        }
    }
    if !candidates.best.is_empty() {
        return candidates.choose(request, request.settings.ties, depth, search.nodes());
    }
    for square in position.moves() {
        let score = static_value(&position.play(square), request);
        candidates.add(square, -score, &Variation::EMPTY);
    }
    let nodes = search.nodes() + u64::from(position.moves().len());
    candidates.choose(request, request.settings.ties, 1, nodes)
}

/// The value of a leaf for the side to move: the result if the game is over,
/// the evaluator's opinion otherwise.
#[inline]
pub(super) fn static_value(position: &Position, request: &Request) -> Score {
    if position.is_over() {
        Score::result(position.result())
    } else {
        request.settings.evaluator.evaluate(position)
    }
}

/// A search that looks no further than the move itself.
pub(super) struct OnePly<'a> {
    pub(super) request: &'a Request,
    pub(super) meter: super::control::Meter<'a>,
}

impl<'a> OnePly<'a> {
    pub(super) fn new(request: &'a Request, control: &'a Control) -> OnePly<'a> {
        OnePly {
            request,
            meter: control.meter(),
        }
    }
}

impl ChildSearch for OnePly<'_> {
    fn search(&mut self, child: &Position, _: &mut Variation) -> Result<Score, Stopped> {
        self.meter.tick()?;
        Ok(static_value(child, self.request))
    }

    fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}

/// The best moves so far, all with the same true value.
#[derive(Default)]
struct Candidates {
    best: Vec<(Square, Variation)>,
    score: Option<Score>,
}

impl Candidates {
    /// Says whether the move is better than all before it.
    fn add(&mut self, square: Square, score: Score, rest: &Variation) -> bool {
        let is_better = self.score.is_none_or(|best| score > best);
        if is_better {
            self.best.clear();
            self.score = Some(score);
        }
        if self.score == Some(score) {
            let mut line = Variation::EMPTY;
            line.set(Move::Place(square), rest);
            self.best.push((square, line));
        }
        is_better
    }

    fn choose(&self, request: &Request, ties: Ties, depth: u32, nodes: u64) -> Report {
        let chosen = match ties {
            Ties::First => self.best.first().copied(),
            Ties::Random => request.dice.pick(&self.best),
        };
        let (best, line) = chosen.expect("a search has a move to choose");
        Report {
            best,
            score: self.score,
            depth,
            nodes,
            line: line.to_vec(),
        }
    }
}
