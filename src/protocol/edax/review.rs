//! The table of `analyze`: each move of the game beside the best other one.

use super::Output;
use super::table::{Style, name};
use crate::board::{Bitboard, Color, Game, Move, Position};
use crate::protocol::text::{confidence, say};
use crate::search::report::{Line, Report};
use crate::search::symmetric_moves::SymmetricMoves;

const HEADER: &str = "              N     played        alternative\n\
                      ply  level   alt. move  score     score   move";
const RULE: &str = "---+-------+-----+-----------+--+---------------";

/// The moves that are still to be compared, and what was found so far.
pub(super) struct Review {
    /// The last element is the next.
    plies: Vec<Ply>,
    /// The value of the move that was played, until the other moves are searched.
    played: Option<Line>,
    /// Those of Black and of White.
    totals: [Total; 2],
}

struct Ply {
    number: usize,
    position: Position,
    played: Move,
}

impl Ply {
    /// The square of the move that was played.
    fn played(&self) -> Bitboard {
        match self.played {
            Move::Place(square) => square.bit(),
            Move::Pass => Bitboard::EMPTY,
        }
    }

    /// The other moves that lead to an image of the position that was reached.
    fn symmetric_moves(&self) -> Bitboard {
        let groups = SymmetricMoves::group(&self.position, self.position.moves());
        let with_played = groups
            .iter()
            .find(|group| group.squares().any(|square| self.played == square.into()));
        let squares = with_played.into_iter().flat_map(SymmetricMoves::squares);
        squares.collect::<Bitboard>() - self.played()
    }
}

/// What one side has won or lost by choosing its moves.
#[derive(Default)]
struct Total {
    moves: u32,
    rejections: u32,
    discs_won: i32,
    errors: u32,
    discs_lost: i32,
}

impl Review {
    /// The last plies of a game in which there was a choice.
    pub(super) fn of(game: &Game, plies: usize) -> Review {
        let mut position = *game.start();
        let mut all = Vec::new();
        for (index, (_, played)) in game.moves().enumerate() {
            all.push(Ply {
                number: index + 1,
                position,
                played,
            });
            position = position.after(played);
        }
        let first = all.len().saturating_sub(plies);
        let mut plies = all.split_off(first);
        plies.retain(|ply| ply.position.moves().len() > 1);
        Review {
            plies,
            played: None,
            totals: Default::default(),
        }
    }

    pub(super) fn write_head(&self, output: &mut Output) {
        say(&format!("{HEADER}\n{RULE}"), &mut output.replies);
    }

    /// The position to search next, with the moves to look at: first the one that was
    /// played, then all others. Those that are symmetric to it have its value, so they are
    /// searched only if there is nothing else.
    pub(super) fn next(&self) -> Option<(Position, Bitboard)> {
        let ply = self.plies.last()?;
        let (played, symmetric) = (ply.played(), ply.symmetric_moves());
        let legal = ply.position.moves();
        let others = legal - played - symmetric;
        let moves = match self.played {
            None => played,
            Some(_) if others.is_empty() => symmetric,
            Some(_) => others,
        };
        Some((ply.position, moves))
    }

    /// Takes the report of the search that was started last. Writes a row if both values
    /// are known.
    pub(super) fn add(&mut self, report: &Report, style: Style, output: &mut Output) {
        let mut best = report.best().clone();
        let Some(played) = self.played.take() else {
            self.played = Some(best);
            return;
        };
        let Some(ply) = self.plies.pop() else {
            return;
        };
        let discs = |line: &Line| line.value.map_or(0, |value| value.discs());
        let symmetric = ply.symmetric_moves();
        if let Some(square) = symmetric.first()
            && (discs(&played) >= discs(&best)
                || report
                    .best_square()
                    .is_some_and(|best| symmetric.contains(best)))
        {
            best = Line {
                moves: vec![square.into()],
                ..played.clone()
            };
        }
        let difference = discs(&played) - discs(&best);
        self.totals[ply.position.to_move() as usize].add(difference);
        let sign = match difference.signum() {
            1 => '>',
            -1 => '<',
            _ => '=',
        };
        // In this table, unlike in others, White's moves are in lower case.
        let square = |line: &Line| {
            let square = line.moves.first().map(|&best| name(best, style.pass));
            let square = square.unwrap_or_default();
            match ply.position.to_move() {
                Color::Black => square,
                Color::White => square.to_lowercase(),
            }
        };
        let level = match confidence(&best) {
            100 => format!("{:2}", best.depth),
            percent => format!("{:2}@{percent}%", best.depth),
        };
        let row = format!(
            "{:3}  {level:>6}  {:4}    {}    {:+3}   {sign}   {:+3}     {}",
            ply.number,
            ply.position.moves().len() - 1,
            square(&played),
            discs(&played),
            discs(&best),
            square(&best),
        );
        say(&row, &mut output.replies);
    }

    pub(super) fn write_totals(&self, output: &mut Output) {
        say(
            "\n      | rejections : discs | errors    : discs | error rate |",
            &mut output.replies,
        );
        for (side, total) in ["Black", "White"].iter().zip(&self.totals) {
            let rate = match total.moves {
                0 => 0.0,
                moves => f64::from(total.discs_lost) / f64::from(moves),
            };
            let row = format!(
                "{side} | {:10} : {:5} | {:9} : {:5} | {rate:10.3} |",
                total.rejections, total.discs_won, total.errors, total.discs_lost,
            );
            say(&row, &mut output.replies);
        }
    }
}

impl Total {
    /// Counts a move that was better than the best other one by this many discs.
    fn add(&mut self, difference: i32) {
        self.moves += 1;
        if difference > 0 {
            self.rejections += 1;
            self.discs_won += difference;
        } else if difference < 0 {
            self.errors += 1;
            self.discs_lost -= difference;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_win_and_lose_discs_are_counted() {
        let mut total = Total::default();
        for difference in [2, 0, -3, 5, -1] {
            total.add(difference);
        }
        assert_eq!((total.moves, total.rejections, total.errors), (5, 2, 2));
        assert_eq!((total.discs_won, total.discs_lost), (7, 4));
    }
}
