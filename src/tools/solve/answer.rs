//! The answer to a position, as it is written to files and read back.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::claim::{Claim, Relation, Window};
use crate::board::{Move, Position};
use crate::search::report::Report;
use crate::tools::json::seconds;

/// What a search has found about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Answer {
    /// The number of the position, counted from 1 across all files.
    #[serde(rename = "n")]
    pub(super) number: usize,
    #[serde(with = "text")]
    pub(super) position: Position,
    pub(super) empties: u32,
    /// The value, or a bound or an estimate of it.
    pub(super) score: i32,
    /// What is proven about the value; nothing if the search was stopped early or was not to the end.
    #[serde(rename = "bound")]
    pub(super) relation: Option<Relation>,
    /// The best move; `None` if the game is over.
    #[serde(rename = "move", with = "optional_text")]
    pub(super) best: Option<Move>,
    /// Whether the score is the value.
    pub(super) exact: bool,
    pub(super) depth: u32,
    pub(super) selectivity: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// The principal variation.
    #[serde(with = "move_list")]
    pub(super) pv: Vec<Move>,
    /// All moves, if their values were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) moves: Vec<MoveAnswer>,
}

/// What a search has found about a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MoveAnswer {
    #[serde(rename = "move", with = "text")]
    pub(super) action: Move,
    pub(super) score: i32,
    #[serde(rename = "bound")]
    pub(super) relation: Option<Relation>,
}

impl Answer {
    /// The answer in a report on a position with this number. `has_moves` says whether the
    /// report compares all moves.
    pub(super) fn of(
        report: &Report,
        number: usize,
        position: Position,
        window: Window,
        has_moves: bool,
    ) -> Answer {
        let empties = position.empty().len();
        let best = report.best();
        let moves = report.lines.iter().filter_map(|line| {
            Some(MoveAnswer {
                action: *line.moves.first()?,
                score: line.value?.discs(),
                relation: window.proven(line, empties),
            })
        });
        Answer {
            number,
            position,
            empties,
            score: report.discs(),
            relation: window.proven(best, empties),
            best: report.best_move(),
            exact: report.is_exact(),
            depth: best.depth,
            selectivity: best.selectivity,
            nodes: report.nodes,
            seconds: seconds(report.time),
            pv: report.pv().to_vec(),
            moves: moves.filter(|_| has_moves).collect(),
        }
    }

    /// What is proven about the value.
    pub(super) fn claim(&self) -> Option<Claim> {
        claim(self.relation, self.score)
    }
}

impl MoveAnswer {
    /// What is proven about the value of the move.
    pub(super) fn claim(&self) -> Option<Claim> {
        claim(self.relation, self.score)
    }
}

/// As in `G1:+18`, `A8:<=-4`, or `B2:~+1` for an estimate.
impl Display for MoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.claim() {
            Some(claim) => write!(f, "{}:{claim}", self.action),
            None => write!(f, "{}:~{:+}", self.action, self.score),
        }
    }
}

impl FromStr for MoveAnswer {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveAnswer, String> {
        let parts = text.split_once(':').ok_or("expected a move and its score");
        let (action, score) = parts?;
        let relations = [
            (">=", Some(Relation::Lower)),
            ("<=", Some(Relation::Upper)),
            ("~", None),
            ("", Some(Relation::Exact)),
        ];
        let mut relations = relations.into_iter();
        let (relation, score) = relations
            .find_map(|(sign, relation)| Some((relation, score.strip_prefix(sign)?)))
            .expect("every text starts with nothing");
        Ok(MoveAnswer {
            action: action.parse().map_err(|error| format!("{error}"))?,
            score: score.parse().map_err(|_| format!("{score}: no score"))?,
            relation,
        })
    }
}

fn claim(relation: Option<Relation>, discs: i32) -> Option<Claim> {
    relation.map(|relation| Claim { relation, discs })
}

/// Values as the texts that they are displayed as.
mod text {
    use super::*;

    pub(super) fn serialize<S: Serializer>(
        value: &impl Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

mod optional_text {
    use super::*;

    pub(super) fn serialize<S: Serializer>(
        value: &Option<impl Display>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let value = text.map(|text| text.parse().map_err(D::Error::custom));
        value.transpose()
    }
}

/// Moves, separated by blanks.
mod move_list {
    use super::*;
    use crate::tools::formatting;

    pub(super) fn serialize<S: Serializer>(
        moves: &[Move],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&formatting::moves(moves))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Move>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let moves = text.split_whitespace().map(str::parse);
        moves.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}
