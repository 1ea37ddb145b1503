//! The arguments of `analyze` and related commands: `[COLOR] [INTERVAL] [KEY VALUE ...]`.

use std::time::Duration;

use crate::board::{Bitboard, Color, Move, Position};
use crate::protocol::gtp::args::{self, Args};
use crate::protocol::gtp::info::InfoFormat;
use crate::protocol::gtp::reply::Failure;

/// The arguments, parsed.
#[derive(Debug)]
pub(super) struct AnalyzeArgs {
    /// The colour to analyse for; `None` is the side to move.
    pub(super) color: Option<Color>,
    has_whole_numbers: bool,
    interval: Option<Duration>,
    has_root_info: bool,
    /// The maximum number of moves to list.
    pub(super) most_moves: usize,
    limits: Vec<Limit>,
}

/// One `avoid` or `allow`.
#[derive(Debug)]
struct Limit {
    color: Color,
    is_allowed: bool,
    squares: Bitboard,
}

impl AnalyzeArgs {
    /// Parses the arguments. Whether chances are whole numbers depends on the command.
    pub(super) fn parse(args: Args<'_>, has_whole_numbers: bool) -> Result<AnalyzeArgs, Failure> {
        let mut words = args.parse(args::list(args::word))?.into_iter().peekable();
        let mut parsed = AnalyzeArgs {
            color: words.next_if_map(|word| word.parse().map_err(|_| word)),
            has_whole_numbers,
            interval: words.next_if_map(|word| interval(word).ok_or(word)),
            has_root_info: false,
            most_moves: usize::MAX,
            limits: Vec::new(),
        };
        while let Some(key) = words.next() {
            parsed.add(key, &mut words)?;
        }
        Ok(parsed)
    }

    /// The format of the `info` lines in this position.
    pub(super) fn info(&self, position: &Position) -> InfoFormat {
        InfoFormat {
            has_whole_numbers: self.has_whole_numbers,
            interval: self.interval,
            has_root_info: self.has_root_info,
            // A forced pass is the only choice.
            choices: position.moves().len().max(1),
        }
    }

    fn add<'a>(
        &mut self,
        key: &str,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Result<(), Failure> {
        let value = words.next().unwrap_or_default();
        match key {
            "interval" => {
                let interval = interval(value).ok_or(wrong("interval: expected centiseconds"))?;
                self.interval = Some(interval);
            }
            "maxmoves" => {
                let most = Args::parse_word(value, args::count).unwrap_or(0);
                if most == 0 {
                    return Err(wrong("maxmoves: expected 1 or more"));
                }
                self.most_moves = most as usize;
            }
            // All moves are listed anyway, up to `maxmoves`.
            "minmoves" => {
                Args::parse_word(value, args::count)
                    .map_err(|_| wrong("minmoves: expected a whole number"))?;
            }
            "rootInfo" => self.has_root_info = truth(value)?,
            // Accepted and ignored: there is nothing to show.
            "ownership" | "pvVisits" => {
                truth(value)?;
            }
            "avoid" | "allow" => {
                let squares = words.next().unwrap_or_default();
                let depth = words.next().unwrap_or_default();
                self.limit(key == "allow", value, squares, depth)?;
            }
            _ => {
                return Err(wrong(
                    "expected interval, minmoves, maxmoves, avoid, allow, rootInfo, ownership, pvVisits",
                ));
            }
        }
        Ok(())
    }

    fn limit(
        &mut self,
        is_allowed: bool,
        color: &str,
        squares: &str,
        depth: &str,
    ) -> Result<(), Failure> {
        let form = || wrong("avoid, allow: expected COLOR SQUARE,SQUARE,... DEPTH");
        let color: Color = color.parse().map_err(|_| form())?;
        let mut limit = Limit {
            color,
            is_allowed,
            squares: Bitboard::EMPTY,
        };
        for square in squares.split(',') {
            // A pass is never one of several moves.
            if let Move::Place(square) = square.parse().map_err(|_| form())? {
                limit.squares |= square.bit();
            }
        }
        if Args::parse_word(depth, args::count).unwrap_or(0) == 0 {
            return Err(form());
        }
        let is_same_side = |other: &&Limit| other.color == color;
        if let Some(other) = self.limits.iter().find(is_same_side)
            && (is_allowed || other.is_allowed)
        {
            return Err(wrong("expected one allow without avoid"));
        }
        self.limits.push(limit);
        Ok(())
    }

    /// Whether there is any `avoid` or `allow`.
    pub(super) fn has_limits(&self) -> bool {
        !self.limits.is_empty()
    }

    /// The moves of a side that `avoid` and `allow` permit.
    pub(super) fn choices(&self, color: Color, moves: Bitboard) -> Bitboard {
        let of_side = self.limits.iter().filter(|limit| limit.color == color);
        of_side.fold(moves, |moves, limit| match limit.is_allowed {
            true => moves & limit.squares,
            false => moves - limit.squares,
        })
    }
}

fn interval(word: &str) -> Option<Duration> {
    let centiseconds: f64 = word
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())?;
    Duration::try_from_secs_f64(centiseconds / 100.0).ok()
}

fn truth(word: &str) -> Result<bool, Failure> {
    word.parse()
        .map_err(|_| wrong("rootInfo, ownership, pvVisits: expected true or false"))
}

fn wrong(what: &str) -> Failure {
    Failure::Because("syntax error", what.to_string())
}
