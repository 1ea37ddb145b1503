//! The plots of the page, coloured by its style.

mod leads;
mod strength;
mod times;

pub(super) use leads::leads;
pub(super) use strength::strength;
pub(super) use times::times;

/// The width of a plot: enough for labels, but still readable on a phone.
const WIDTH: f64 = 440.0;

/// The number of colours in the style sheet. They repeat if there are more players.
const COLORS: usize = 8;

/// The class that gives a player's marks their colour.
fn color(player: usize) -> String {
    format!("player-{}", player % COLORS)
}

/// A name, truncated; the tables show it in full.
fn short(name: &str, most: usize) -> String {
    match name.chars().count() > most {
        true => name.chars().take(most - 1).chain(['…']).collect(),
        false => name.to_string(),
    }
}
