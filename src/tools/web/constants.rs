//! What the page must know about the program: so that neither repeats the tables of the other.

use std::iter;

use serde::Serialize;

use super::response::Response;
use crate::formats::FORMATS;
use crate::search::engine::levels;
use crate::search::grade::Grade;
use crate::session::options::CASUAL_LEVEL;

/// The name under which the page loads them.
pub(super) const NAME: &str = "constants.json";

#[derive(Serialize)]
struct Constants {
    casual_level: u32,
    /// The weakest first.
    opponents: Vec<Opponent>,
    grades: Vec<GradeRecord>,
    formats: Vec<Format>,
}

/// A strength to play against: a level, or a rating between those of two levels.
#[derive(Debug, PartialEq, Serialize)]
struct Opponent {
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    /// `None` if only the order of the levels is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u32>,
    /// The level below the rating, if it is not that of a level.
    #[serde(skip_serializing_if = "Option::is_none")]
    above: Option<u32>,
}

/// Up to this level there are opponents between two levels, about so many points apart: people
/// notice the steps between the lowest levels most.
const HIGHEST_FINE_LEVEL: u32 = 5;
const STEP: u32 = 125;

#[derive(Serialize)]
struct GradeRecord {
    name: &'static str,
    /// The least loss in discs.
    least: i32,
}

#[derive(Serialize)]
struct Format {
    name: &'static str,
    summary: &'static str,
    extension: &'static str,
}

pub(super) fn response() -> Response {
    Response::json(&Constants {
        casual_level: CASUAL_LEVEL,
        opponents: opponents(),
        grades: Grade::ALL.into_iter().map(GradeRecord::of).collect(),
        formats: FORMATS.iter().map(Format::of).collect(),
    })
}

fn opponents() -> Vec<Opponent> {
    let of_level = |level| Opponent {
        level: Some(level),
        rating: (level <= levels::HIGHEST_MEASURED).then(|| levels::rating(level)),
        above: None,
    };
    let of_rating = |rating| Opponent {
        level: None,
        rating: Some(rating),
        above: Some(levels::between(rating).0),
    };
    let from = |level| iter::once(of_level(level)).chain(ratings_above(level).map(of_rating));
    (0..=levels::HIGHEST).flat_map(from).collect()
}

/// Round numbers between the rating of this level and that of the next one.
fn ratings_above(level: u32) -> impl Iterator<Item = u32> {
    let (lowest, highest) = (levels::rating(level), levels::rating(level + 1));
    let gap = highest - lowest;
    let count = match level < HIGHEST_FINE_LEVEL {
        true => (gap + STEP / 2) / STEP,
        false => 1,
    };
    (1..count).map(move |step| (lowest + gap * step / count + 5) / 10 * 10)
}

impl GradeRecord {
    fn of(grade: Grade) -> GradeRecord {
        let mut losses = 0..=64;
        let least = losses.find(|&loss| Grade::of_loss(loss) == grade);
        GradeRecord {
            name: grade.name(),
            least: least.expect("each grade has a loss"),
        }
    }
}

impl Format {
    fn of(row: &crate::formats::Row) -> Format {
        Format {
            name: row.name,
            summary: row.summary,
            extension: row.extensions.first().copied().unwrap_or(row.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_become_stronger_in_small_steps() {
        let opponents = opponents();
        let levels: Vec<u32> = opponents.iter().filter_map(|one| one.level).collect();
        assert_eq!(levels, (0..=levels::HIGHEST).collect::<Vec<u32>>());
        let ratings: Vec<u32> = opponents.iter().filter_map(|one| one.rating).collect();
        assert!(
            ratings.is_sorted_by(|lower, higher| lower + 60 < *higher),
            "{ratings:?}"
        );
        let is_small = |pair: &[u32]| pair[1] - pair[0] < STEP * 3 / 2;
        assert!(ratings.windows(2).all(is_small), "{ratings:?}");
    }
}
