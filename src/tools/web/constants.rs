//! What the page must know about the program: so that neither repeats the tables of the other.

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
    levels: Vec<Level>,
    grades: Vec<GradeRecord>,
    formats: Vec<Format>,
}

#[derive(Serialize)]
struct Level {
    level: u32,
    rating: u32,
}

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
        levels: (0..=levels::HIGHEST).map(Level::of).collect(),
        grades: Grade::ALL.into_iter().map(GradeRecord::of).collect(),
        formats: FORMATS.iter().map(Format::of).collect(),
    })
}

impl Level {
    fn of(level: u32) -> Level {
        Level {
            level,
            rating: levels::rating(level),
        }
    }
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
