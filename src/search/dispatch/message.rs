//! Requests and reports as words.
//!
//! The code for a CPU level is compiled as a crate of its own, with its own types of the
//! same names. What passes between it and the rest of the program is written as words on one
//! side and read on the other.

use std::slice;
use std::time::Duration;

use crate::board::{Bitboard, Color, Move, Position, Square};
use crate::eval::{self, EVALUATORS};
use crate::score::{Bound, Score};
use crate::search::analysis::Scope;
use crate::search::control::{Limits, Stopped};
use crate::search::report::{Line, Report, Source};
use crate::search::rng::MoveSeed;
use crate::search::value::{Unit, Value};
use crate::search::{Request, Settings, Ties};

/// Something that can be written as words.
pub(crate) trait Message {
    fn put(&self, words: &mut Vec<u64>);

    fn take(words: &mut Words<'_>) -> Self
    where
        Self: Sized;
}

/// The words that have not been read yet.
pub(crate) struct Words<'a>(slice::Iter<'a, u64>);

impl<'a> Words<'a> {
    pub(crate) fn new(words: &'a [u64]) -> Words<'a> {
        Words(words.iter())
    }

    /// The next value. What is read must be what was written.
    pub(crate) fn take<T: Message>(&mut self) -> T {
        T::take(self)
    }

    fn next(&mut self) -> u64 {
        *self
            .0
            .next()
            .expect("both sides were compiled from the same source")
    }
}

/// Structs, by all of their fields.
macro_rules! structs {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl Message for $name {
            fn put(&self, words: &mut Vec<u64>) {
                let $name { $($field),* } = self;
                $($field.put(words);)*
            }

            fn take(words: &mut Words<'_>) -> $name {
                $(let $field = words.take();)*
                $name { $($field),* }
            }
        }
    )*};
}

/// Types that have a word for each value.
macro_rules! words {
    ($($name:ty: $put:expr, $take:expr;)*) => {$(
        impl Message for $name {
            fn put(&self, words: &mut Vec<u64>) {
                let put: fn(&$name) -> u64 = $put;
                words.push(put(self));
            }

            fn take(words: &mut Words<'_>) -> $name {
                let take: fn(u64) -> $name = $take;
                take(words.next())
            }
        }
    )*};
}

/// Enums without fields, by all of their values.
macro_rules! enums {
    ($($name:ident { $($value:ident),* })*) => {$(
        impl Message for $name {
            fn put(&self, words: &mut Vec<u64>) {
                // An error here says that a value is missing in the list.
                match self {
                    $($name::$value => {})*
                }
                words.push(*self as u64);
            }

            fn take(words: &mut Words<'_>) -> $name {
                let word = words.next();
                let all = [$($name::$value),*];
                let found = all.into_iter().find(|value| *value as u64 == word);
                found.expect("it was written so")
            }
        }
    )*};
}

words! {
    u32: |&number| number.into(), |word| word as u32;
    u64: |&number| number, |word| word;
    usize: |&number| number as u64, |word| word as usize;
    i32: |&number| number as u64, |word| word as i32;
    bool: |&truth| truth.into(), |word| word != 0;
    f64: |number| number.to_bits(), f64::from_bits;
    // A longer time than 500 years is none.
    Duration: |time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Duration::from_nanos;
    Square: |square| square.index() as u64, |word| Square::new(word as u8).expect("a square");
    Bitboard: |squares| squares.bits(), Bitboard::from_bits;
    Score: |score| score.value() as u64, |word| Score::of_value(word as i32);
    MoveSeed: |seed| seed.word(), MoveSeed::of_word;
}

enums! {
    Color { Black, White }
    Bound { Exact, Lower, Upper }
    Source { Forced, Random, Rule, Book, Search, Solver, Playouts }
    Ties { First, Random }
}

structs! {
    Value { score, unit }
    Line { moves, value, bound, depth, selectivity, is_exact, visits }
    Report { lines, source, nodes, time }
    Scope { moves, lines }
    Request { position, settings, seed }
    Limits { time, soft_time, nodes }
}

impl<T: Message> Message for Option<T> {
    fn put(&self, words: &mut Vec<u64>) {
        self.is_some().put(words);
        if let Some(value) = self {
            value.put(words);
        }
    }

    fn take(words: &mut Words<'_>) -> Option<T> {
        words.take::<bool>().then(|| words.take())
    }
}

impl<T: Message> Message for Result<T, Stopped> {
    fn put(&self, words: &mut Vec<u64>) {
        self.is_ok().put(words);
        if let Ok(value) = self {
            value.put(words);
        }
    }

    fn take(words: &mut Words<'_>) -> Result<T, Stopped> {
        words.take::<Option<T>>().ok_or(Stopped)
    }
}

impl<T: Message> Message for Vec<T> {
    fn put(&self, words: &mut Vec<u64>) {
        self.len().put(words);
        for value in self {
            value.put(words);
        }
    }

    fn take(words: &mut Words<'_>) -> Vec<T> {
        (0..words.take()).map(|_| words.take()).collect()
    }
}

impl Message for () {
    fn put(&self, _: &mut Vec<u64>) {}

    fn take(_: &mut Words<'_>) {}
}

impl Message for Move {
    fn put(&self, words: &mut Vec<u64>) {
        let square = match self {
            Move::Place(square) => Some(*square),
            Move::Pass => None,
        };
        square.put(words);
    }

    fn take(words: &mut Words<'_>) -> Move {
        words.take::<Option<_>>().map_or(Move::Pass, Move::Place)
    }
}

impl Message for Position {
    fn put(&self, words: &mut Vec<u64>) {
        for color in [Color::Black, Color::White] {
            self.discs(color).put(words);
        }
        self.to_move().put(words);
    }

    fn take(words: &mut Words<'_>) -> Position {
        let (black, white) = (words.take(), words.take());
        Position::new(black, white, words.take()).expect("no square has two discs")
    }
}

impl Message for Unit {
    fn put(&self, words: &mut Vec<u64>) {
        let per_disc = match self {
            Unit::Percent => None,
            Unit::Points { per_disc } => Some(*per_disc),
        };
        per_disc.put(words);
    }

    fn take(words: &mut Words<'_>) -> Unit {
        let points = |per_disc| Unit::Points { per_disc };
        words.take::<Option<_>>().map_or(Unit::Percent, points)
    }
}

/// The number of this evaluator in the table; `None` if it is a caller's own.
pub(crate) fn evaluator_number(evaluator: &eval::Row) -> Option<usize> {
    EVALUATORS
        .iter()
        .position(|row| std::ptr::eq(row, evaluator))
}

/// Leaves out the book and the settings of `hybrid`, which stay on this side of the seam.
impl Message for Settings {
    fn put(&self, words: &mut Vec<u64>) {
        let Settings {
            depth,
            level,
            is_full_strength,
            threads,
            hash_mb,
            #[cfg(not(per_cpu))]
                book: _,
            evaluator,
            ties,
            ordering_depth,
            width,
            playouts,
            candidates,
            exploration,
            light: _,
            heavy: _,
            switch_at_empties: _,
        } = self;
        for number in [
            depth,
            threads,
            hash_mb,
            ordering_depth,
            width,
            playouts,
            candidates,
        ] {
            number.put(words);
        }
        level.put(words);
        is_full_strength.put(words);
        // The engine ignores the evaluator, so for a caller's own any number will do.
        evaluator_number(evaluator).unwrap_or(0).put(words);
        ties.put(words);
        exploration.put(words);
    }

    fn take(words: &mut Words<'_>) -> Settings {
        Settings {
            depth: words.take(),
            threads: words.take(),
            hash_mb: words.take(),
            ordering_depth: words.take(),
            width: words.take(),
            playouts: words.take(),
            candidates: words.take(),
            level: words.take(),
            is_full_strength: words.take(),
            evaluator: &EVALUATORS[words.take::<usize>()],
            ties: words.take(),
            exploration: words.take(),
            ..Settings::default()
        }
    }
}

/// What a searcher is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    BestMove,
    MoveValues,
    Analyze,
    Ponder,
    Solve,
    Compare,
    Scores,
    Clear,
    Resize,
    IsAtLeast,
}

enums! {
    Task {
        BestMove, MoveValues, Analyze, Ponder, Solve, Compare, Scores, Clear, Resize, IsAtLeast
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ALGORITHMS;
    use crate::search::control::Control;
    use crate::search::engine::{Effort, EngineOptions};

    fn sent<T: Message>(message: &T) -> T {
        let mut words = Vec::new();
        message.put(&mut words);
        let mut words = Words::new(&words);
        let read = words.take();
        assert_eq!(words.0.len(), 0, "everything is read");
        read
    }

    /// Whatever the algorithms report about real searches.
    #[test]
    fn reports_arrive_as_they_were_sent() {
        let request = Request {
            position: Position::START,
            settings: Settings {
                playouts: 20,
                ..Settings::default()
            },
            seed: MoveSeed::fixed(&Position::START),
        };
        for row in ALGORITHMS {
            let control = Control::new(Limits::default());
            let mut searcher = (row.build)();
            let mut on_report = |report: &Report| assert_eq!(sent(report), *report);
            let report = searcher.best_move(&request, &control, &mut on_report);
            assert_eq!(sent(&report), report, "{}", row.name);
            let values = searcher.move_values(&request, &control);
            assert_eq!(sent(&values), values, "{}", row.name);
        }
        assert_eq!(sent(&Err::<Report, _>(Stopped)), Err(Stopped));
    }

    #[test]
    fn goals_arrive_as_they_were_sent() {
        let (alpha, beta) = (-3, 64);
        for effort in [
            Effort::End,
            Effort::Level(3),
            Effort::Depth(7),
            Effort::Within { alpha, beta },
        ] {
            assert_eq!(sent(&effort), effort);
        }
        let options = EngineOptions {
            threads: 3,
            hash_mb: 7,
        };
        assert_eq!(sent(&options), options);
        let scope = Scope {
            moves: Position::START.moves(),
            lines: 2,
        };
        assert_eq!(sent(&scope), scope);
    }

    #[test]
    fn requests_arrive_as_they_were_sent() {
        let settings = Settings {
            depth: 7,
            level: Some(3),
            threads: 4,
            hash_mb: 5,
            evaluator: &EVALUATORS[2],
            ties: Ties::Random,
            ordering_depth: 1,
            width: 2,
            playouts: 6,
            candidates: 8,
            exploration: 0.25,
            ..Settings::default()
        };
        let seed = MoveSeed::new(1, 2, &Position::START);
        let position = Position::START.pass();
        let read = sent(&Request {
            position,
            settings,
            seed,
        });
        assert_eq!((read.position, read.seed), (position, seed));
        let settings = read.settings;
        assert_eq!(
            [
                settings.depth,
                settings.threads,
                settings.hash_mb,
                settings.ordering_depth
            ],
            [7, 4, 5, 1]
        );
        assert_eq!(
            [settings.width, settings.playouts, settings.candidates],
            [2, 6, 8]
        );
        assert_eq!((settings.level, settings.ties), (Some(3), Ties::Random));
        assert_eq!(settings.evaluator.name, EVALUATORS[2].name);
        assert_eq!(settings.exploration, 0.25);
        let limits = Limits {
            time: Some(Duration::from_nanos(u64::MAX / 3)),
            soft_time: None,
            nodes: Some(0),
        };
        assert_eq!(sent(&limits), limits);
        assert_eq!(sent(&Duration::MAX), Duration::from_nanos(u64::MAX));
    }
}
