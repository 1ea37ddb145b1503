//! UGI, the protocol of the match runner cutegames, which does not know the rules and asks
//! the engines instead.
//!
//! Squares have the same names as ours, in lower case. Forced passes are left out: the side
//! that has a move is always to move.

use super::fen;
use super::universal::{Dialect, Universal};
use super::{Dialogue, Row, starts_with};
use crate::board::Move;

pub(super) const ROW: Row = Row {
    name: "ugi",
    summary: "the match runner cutegames",
    openings: &["ugi"],
    is_opened_by: |line| starts_with(line, &["ugi"]),
    dialogue: Dialogue::InTurn(|| Box::new(Universal::new(&DIALECT))),
};

static DIALECT: Dialect = Dialect {
    name: "ugi",
    clocks: [["p1time", "p1inc"], ["p2time", "p2inc"]],
    fen: fen::DISCS,
    write_move: |_, played| match played {
        Move::Place(square) => format!("{square:#}"),
        Move::Pass => "pass".to_string(),
    },
    read_move: |text| text.parse().ok(),
    no_move: "pass",
    is_of_chess: false,
};
