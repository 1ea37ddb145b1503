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

/// A round step for the ticks of an axis: 1, 2 or 5 times a power of ten.
fn step(range: f64, parts: f64) -> f64 {
    let least = range / parts;
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.into_iter().find(|factor| factor * power >= least);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (range, parts, expected) in [
            (10.0, 5.0, 2.0),
            (64.0, 4.0, 20.0),
            (7.0, 7.0, 1.0),
            (1000.0, 6.0, 200.0),
            (0.9, 2.0, 0.5),
        ] {
            assert!((step(range, parts) - expected).abs() < 1e-9, "{range}");
        }
    }
}
