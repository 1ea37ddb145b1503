//! The table of options. To add one:
//!
//! 1. Add a field with a default for its value to [`Options`] (`values.rs`) or, if a
//!    searcher reads it, to [`Settings`](search::Settings) (`src/search/mod.rs`).
//! 2. Write its row here, a static [`Row`], and add that to [`OPTIONS`]. A test sets the
//!    option to the value of its `effect` and runs the commands there, whose last reply
//!    must depend on it.
//! 3. Use the value.
//!
//! The command line, the protocols, the help and the completions all read the table. To
//! update the documents and the transcripts, run
//! `OBVERSE_BLESS=1 cargo test --release --test it -- transcripts:: documents::`.

use super::kinds::{BookName, DEEPEST, HashSize, LEVELS, RATINGS, SEEDS, THREAD_COUNTS};
use super::row::{Effect, OptionError, Row};
use super::values::{Options, Strength};
use crate::eval::{self, EVALUATORS};
use crate::flags::{Decimal, OnOff, OneOf, Seconds, Setting, Whole};
use crate::search::{self, Ties, hybrid};

/// All options.
pub static OPTIONS: &[&Row] = &[
    &ALGORITHM,
    &LEVEL,
    &RATING,
    &DEPTH,
    &THREADS,
    &HASH_MB,
    &EVALUATOR,
    &TIES,
    &ORDERING_DEPTH,
    &WIDTH,
    &PLAYOUTS,
    &CANDIDATES,
    &EXPLORATION,
    &LIGHT,
    &HEAVY,
    &SWITCH_AT_EMPTIES,
    &SEED,
    &NODES,
    &MOVE_TIME,
    &PONDER,
    &BOOK,
    &BOOK_USE,
    &BOOK_VARIETY,
];

/// The option with this name.
pub fn find(name: &str) -> Result<&'static Row, OptionError> {
    let row = OPTIONS.iter().find(|row| row.name == name);
    row.copied().ok_or(OptionError::UnknownName(OPTIONS))
}

type Value<K> = Setting<Options, K>;

/// The algorithm that chooses moves.
pub(crate) static ALGORITHM: Row = Row {
    name: "algorithm",
    variable: "NAME",
    summary: "the search algorithm",
    details: "`engine` is the strongest by far. The others are classical algorithms, for study \
              and comparison.",
    varying_default: None,
    field: &Value {
        kind: OneOf {
            all: search::all,
            name: |row| row.name,
        },
        get: |options| options.algorithm,
        set: |options, row: &'static search::Row| options.algorithm = row,
    },
    effect: Effect {
        value: "greedy",
        commands: "kata-set-param depth 2\ngenmove b\ngomill-explain_last_move",
    },
};

/// The playing strength.
pub(crate) static LEVEL: Row = Row {
    name: "level",
    variable: "N",
    summary: "playing strength; of level, rating and depth, the one set last counts",
    details: "At level N `engine` looks N plies ahead in the midgame, and solves the endgame \
              from a number of empty squares that grows with N. Levels 0 to 9 are meant for \
              people: they see the end of the game no earlier than they look ahead, and \
              levels 0 to 4 make small and natural mistakes. Algorithms that search to `depth` search 1 + N / 4 plies deep; the others ignore the level.\n\nIf \
              neither level, rating nor depth has been set, a search with a time or node limit \
              uses all of it.",
    varying_default: None,
    field: &Value {
        kind: LEVELS,
        get: |options| options.level,
        set: Options::set_level,
    },
    effect: Effect {
        value: "6",
        commands: "genmove b\ngomill-explain_last_move",
    },
};

/// The playing strength in finer steps.
pub(crate) static RATING: Row = Row {
    name: "rating",
    variable: "N",
    summary: "playing strength as a rating; of level, rating and depth, the one set last counts",
    details: "`engine` then plays some of its moves at one level and some at the next, so that \
              its strength lies between theirs. The scale is that of \
              [Strength](strength.md#levels), not that of any server. Until a rating is set, \
              the option shows that of the level.",
    varying_default: Some("that of the level"),
    field: &Value {
        kind: RATINGS,
        get: Options::rating,
        set: |options, rating| options.strength = Strength::Rating(rating),
    },
    effect: Effect {
        value: "1000",
        commands: "genmove b\ngomill-explain_last_move",
    },
};

/// How many plies to look ahead.
pub(crate) static DEPTH: Row = Row {
    name: "depth",
    variable: "PLIES",
    summary: "search depth in plies; of level, rating and depth, the one set last counts",
    details: "A pass counts as a ply. Until a depth is set, the option shows the depth that \
              corresponds to the level. `engine` searches selectively in the midgame; a \
              depth that reaches the end of the game is searched in full, and the result is \
              exact.",
    varying_default: None,
    field: &Value {
        kind: Whole::new(1, DEEPEST as u64),
        get: Options::depth,
        set: |options, depth| options.strength = Strength::Depth(depth),
    },
    effect: Effect {
        value: "3",
        commands: "genmove b\ngomill-explain_last_move",
    },
};

/// How many threads search.
pub(crate) static THREADS: Row = Row {
    name: "threads",
    variable: "N",
    summary: "number of search threads of engine",
    details: "A search of fewer than about 20,000 positions uses one thread. The other \
              algorithms always use one. With one thread, results are reproducible.",
    varying_default: Some("one for each core"),
    field: &Value {
        kind: THREAD_COUNTS,
        get: |options| options.search.threads,
        set: |options, threads| options.search.threads = threads,
    },
    effect: Effect {
        value: "4",
        commands: "kata-set-param depth 17\ngenmove b\ngomill-explain_last_move",
    },
};

/// The size of the transposition table.
pub(crate) static HASH_MB: Row = Row {
    name: "hash_mb",
    variable: "MB",
    summary: "size of engine's transposition table in megabytes",
    details: "Long searches benefit from a large table. It is allocated by the first search, \
              as the largest power of two that fits and is at most three quarters of the memory \
              that is available. A new size clears it.",
    varying_default: None,
    field: &Value {
        kind: HashSize,
        get: |options| options.search.hash_mb,
        set: |options, megabytes| options.search.hash_mb = megabytes,
    },
    effect: Effect {
        value: "1",
        commands: "kata-set-param depth 16\ngenmove b\ngomill-explain_last_move",
    },
};

/// The evaluation at the leaves.
pub(crate) static EVALUATOR: Row = Row {
    name: "evaluator",
    variable: "NAME",
    summary: "static evaluation at the leaves of the search",
    details: "`engine` has its own and ignores this option.",
    varying_default: None,
    field: &Value {
        kind: OneOf {
            all: || EVALUATORS.iter().collect(),
            name: |row| row.name,
        },
        get: |options| options.search.evaluator,
        set: |options, row: &'static eval::Row| options.search.evaluator = row,
    },
    effect: Effect {
        value: "disc_count",
        commands: "kata-set-param algorithm greedy\nall_move_values",
    },
};

/// Which of several equally good moves to play.
pub(crate) static TIES: Row = Row {
    name: "ties",
    variable: "WORD",
    summary: "which of several equally good moves to play",
    details: "`first` plays the first one in the order A1, B1 ... H8; `random` plays any of \
              them with equal probability. The algorithm `random` ignores this option.",
    varying_default: None,
    field: &Value {
        kind: OneOf {
            all: || vec![Ties::First, Ties::Random],
            name: |ties| match ties {
                Ties::First => "first",
                Ties::Random => "random",
            },
        },
        get: |options| options.search.ties,
        set: |options, ties| options.search.ties = ties,
    },
    effect: Effect {
        value: "random",
        commands: "kata-set-param algorithm greedy\nkata-set-param seed 2\ngenmove b",
    },
};

/// The depth of the searches that order moves.
pub(crate) static ORDERING_DEPTH: Row = Row {
    name: "ordering_depth",
    variable: "PLIES",
    summary: "depth of the searches that order moves (negascout); 0 uses the evaluation",
    details: "Deeper searches order the moves better but take longer. Moves are not sorted if \
              fewer than `ordering_depth` + 3 plies remain. If `width` is set, they are \
              sorted if at least 2 plies remain, by searches of the same width that are no \
              deeper than the remaining plies.",
    varying_default: None,
    field: &Value {
        kind: Whole::new(0, DEEPEST as u64),
        get: |options| options.search.ordering_depth,
        set: |options, plies| options.search.ordering_depth = plies,
    },
    effect: Effect {
        value: "2",
        commands: "kata-set-param algorithm negascout\nkata-set-param depth 6\ngenmove b\n\
                   gomill-explain_last_move",
    },
};

/// The maximum number of moves to search in a position.
pub(crate) static WIDTH: Row = Row {
    name: "width",
    variable: "N",
    summary: "how many moves of each position to search (negascout); 0 for all",
    details: "Only the first moves in the move ordering are searched. A narrow search reaches \
              deeper in the same time but may overlook the best move. `all_move_values` \
              still lists every legal move.",
    varying_default: None,
    field: &Value {
        kind: Whole::new(0, 64),
        get: |options| options.search.width,
        set: |options, width| options.search.width = width,
    },
    effect: Effect {
        value: "1",
        commands: "kata-set-param algorithm negascout\nkata-set-param depth 6\ngenmove b\n\
                   gomill-explain_last_move",
    },
};

/// The number of playouts.
pub(crate) static PLAYOUTS: Row = Row {
    name: "playouts",
    variable: "N",
    summary: "number of playouts: per candidate move (monte_carlo), in all (mcts)",
    details: "",
    varying_default: None,
    field: &Value {
        kind: Whole::new(1, 100_000_000),
        get: |options| options.search.playouts,
        set: |options, playouts| options.search.playouts = playouts,
    },
    effect: Effect {
        value: "10",
        commands: "kata-set-param algorithm mcts\ngenmove b\ngomill-explain_last_move",
    },
};

/// The number of moves that get playouts.
pub(crate) static CANDIDATES: Row = Row {
    name: "candidates",
    variable: "N",
    summary: "how many moves, drawn at random, get playouts (monte_carlo); 0 for all",
    details: "`all_move_values` still lists every legal move.",
    varying_default: None,
    field: &Value {
        kind: Whole::new(0, 64),
        get: |options| options.search.candidates,
        set: |options, candidates| options.search.candidates = candidates,
    },
    effect: Effect {
        value: "1",
        commands: "kata-set-param algorithm monte_carlo\nkata-set-param playouts 10\n\
                   genmove b\ngomill-explain_last_move",
    },
};

/// The exploration constant of UCT.
pub(crate) static EXPLORATION: Row = Row {
    name: "exploration",
    variable: "C",
    summary: "exploration constant (mcts)",
    details: "A small constant concentrates on the move that looks best; a large one tries all \
              moves more evenly.",
    varying_default: None,
    field: &Value {
        kind: Decimal::up_to(1000),
        get: |options| options.search.exploration,
        set: |options, constant| options.search.exploration = constant,
    },
    effect: Effect {
        value: "0",
        commands: "kata-set-param algorithm mcts\ngenmove b\nall_move_values",
    },
};

/// The algorithm of the first part of the game.
pub(crate) static LIGHT: Row = Row {
    name: "light",
    variable: "NAME",
    summary: "algorithm for the first part of the game (hybrid)",
    details: "It plays while more than `switch_at_empties` squares are empty.",
    varying_default: None,
    field: &Value {
        kind: PARTS,
        get: |options| options.search.light,
        set: |options, row: &'static search::Row| options.search.light = row,
    },
    effect: Effect {
        value: "negamax",
        commands: "kata-set-param algorithm hybrid\ngenmove b\ngomill-explain_last_move",
    },
};

/// The algorithm of the second part.
pub(crate) static HEAVY: Row = Row {
    name: "heavy",
    variable: "NAME",
    summary: "algorithm for the rest of the game (hybrid)",
    details: "It plays once at most `switch_at_empties` squares are empty.",
    varying_default: None,
    field: &Value {
        kind: PARTS,
        get: |options| options.search.heavy,
        set: |options, row: &'static search::Row| options.search.heavy = row,
    },
    effect: Effect {
        value: "negamax",
        commands: "kata-set-param algorithm hybrid\nkata-set-param switch_at_empties 60\n\
                   genmove b\ngomill-explain_last_move",
    },
};

/// The algorithms that a hybrid can combine.
const PARTS: OneOf<&'static search::Row> = OneOf {
    all: || hybrid::parts().collect(),
    name: |row| row.name,
};

/// When a hybrid changes its algorithm.
pub(crate) static SWITCH_AT_EMPTIES: Row = Row {
    name: "switch_at_empties",
    variable: "N",
    summary: "number of empty squares at which heavy takes over (hybrid)",
    details: "With 60, `heavy` plays the whole game; with 0, `light` does.",
    varying_default: None,
    field: &Value {
        kind: Whole::new(0, 60),
        get: |options| options.search.switch_at_empties,
        set: |options, empties| options.search.switch_at_empties = empties,
    },
    effect: Effect {
        value: "60",
        commands: "kata-set-param algorithm hybrid\nkata-set-param heavy negamax\n\
                   genmove b\ngomill-explain_last_move",
    },
};

/// The seed of the random number generator.
pub(crate) static SEED: Row = Row {
    name: "seed",
    variable: "N",
    summary: "seed of the random number generator",
    details: "The same seed and the same commands give the same games, on one thread. Each \
              game uses different random numbers; setting the seed starts over with those of \
              the first game.",
    varying_default: Some("random"),
    field: &Value {
        kind: SEEDS,
        get: |options| options.seed,
        set: |options, seed| options.seed = seed,
    },
    effect: Effect {
        value: "7",
        commands: "kata-set-param algorithm mcts\ngenmove b\nall_move_values",
    },
};

/// The node limit.
pub(crate) static NODES: Row = Row {
    name: "nodes",
    variable: "N",
    summary: "node limit of a search, 0 for none",
    details: "A search that reaches it ends with the best move found so far.",
    varying_default: None,
    field: &Value {
        kind: SEEDS,
        get: |options| options.nodes.unwrap_or(0),
        set: |options, nodes| options.nodes = Some(nodes).filter(|&nodes| nodes > 0),
    },
    effect: Effect {
        value: "100",
        commands: "kata-set-param depth 8\ngenmove b\ngomill-explain_last_move",
    },
};

/// The time limit.
pub(crate) static MOVE_TIME: Row = Row {
    name: "move_time",
    variable: "SECONDS",
    summary: "time limit of a search in seconds, 0 for none; decimals are allowed",
    details: "If a clock is running as well, the search ends at whichever limit is reached first.",
    varying_default: None,
    field: &Value {
        kind: Seconds,
        get: |options| options.move_time,
        set: |options, limit| options.move_time = limit,
    },
    effect: Effect {
        value: "1e-9",
        commands: "kata-set-param depth 8\ngenmove b\ngomill-explain_last_move",
    },
};

/// Whether to think on the opponent's time.
pub(crate) static PONDER: Row = Row {
    name: "ponder",
    variable: "on|off",
    summary: "whether engine thinks on the opponent's time",
    details: "After each move that it generates, `engine` searches the position after the \
              expected reply, with all its threads, until the next line of input arrives. \
              This makes its next search faster. Of the other algorithms only `hybrid` \
              ponders, while `engine` plays for it.",
    varying_default: None,
    field: &Value {
        kind: OnOff,
        get: |options| options.ponder,
        set: |options, is_on| options.ponder = is_on,
    },
    effect: Effect {
        value: "on",
        commands: "kata-set-param depth 10\ngenmove b\n# wait\ngenmove w\ngomill-explain_last_move",
    },
};

/// The opening book.
pub(crate) static BOOK: Row = Row {
    name: "book",
    variable: "FILE",
    summary: "the opening book that engine uses if book_use is on",
    details: "`embedded` is the one built into the program. A file is read when the option is set; if \
              that fails, the option keeps its value.",
    varying_default: None,
    field: &Value {
        kind: BookName,
        get: |options| options.book.source.clone(),
        set: |options, source| options.book.source = source,
    },
    effect: Effect {
        value: "tests/books/small.book",
        commands: "kata-set-param depth 2\nkata-set-param book_use on\nplay b f5\nplay w f6\n\
                   genmove b\ngomill-explain_last_move",
    },
};

/// Whether to use the book.
pub(crate) static BOOK_USE: Row = Row {
    name: "book_use",
    variable: "on|off",
    summary: "whether engine uses an opening book",
    details: "As long as the position is in the book, a best move from the book is played at \
              once, regardless of level and clock; `ties` chooses among several. Analysis \
              does not use the book. Of the other algorithms only `hybrid` does, while \
              `engine` plays for it.",
    varying_default: None,
    field: &Value {
        kind: OnOff,
        get: |options| options.is_book_used,
        set: |options, is_on| options.is_book_used = is_on,
    },
    effect: Effect {
        value: "on",
        commands: "kata-set-param depth 2\ngenmove b\ngomill-explain_last_move",
    },
};

/// How much worse than the best move a move from the book may be.
pub(crate) static BOOK_VARIETY: Row = Row {
    name: "book_variety",
    variable: "DISCS",
    summary: "how many discs worse than the best a book move may be, with ties random",
    details: "With `ties random`, all book moves within this margin are equally likely. With \
              `ties first`, a best move is always played.",
    varying_default: None,
    field: &Value {
        kind: Whole::new(0, 64),
        get: |options| options.book.variety,
        set: |options, discs| options.book.variety = discs,
    },
    effect: Effect {
        value: "64",
        commands: "kata-set-param book_use on\nkata-set-param ties random\n\
                   kata-set-param seed 1\nplay b f5\ngenmove w",
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_can_be_set() {
        let mut options = Options::new(7);
        for row in OPTIONS.iter().filter(|row| row.varying_default.is_none()) {
            assert_eq!(row.get(&options), row.default(), "{}", row.name);
            assert_eq!(row.set(&mut options, &row.default()), Ok(()));
            assert_eq!(row.get(&options), row.default(), "{}", row.name);
        }
    }

    #[test]
    fn bad_values_change_nothing_and_name_the_good_ones() {
        let mut options = Options::new(7);
        for (row, value, problem) in [
            (&DEPTH, "0", "depth: expected 1 to 60"),
            (&DEPTH, "+5", "depth: expected 1 to 60"),
            (&LEVEL, "31", "level: expected 0 to 30"),
            (&RATING, "9", "rating: expected 730 to 3400"),
            (&THREADS, "257", "threads: expected 1 to 256"),
            (&HASH_MB, "0", "hash_mb: expected 1 to 65536"),
            (&TIES, "last", "ties: expected first, random"),
            (&MOVE_TIME, "nan", "move_time: expected 0 to 1000000"),
            (&MOVE_TIME, "-1", "move_time: expected 0 to 1000000"),
        ] {
            let before = row.get(&options);
            let message = row
                .set(&mut options, value)
                .map_err(|error| error.to_string());
            assert_eq!(message, Err(problem.to_string()));
            assert_eq!(row.get(&options), before);
        }
        assert!(find("girth").is_err());
        assert_eq!(find("depth"), Ok(&DEPTH));
    }
}
