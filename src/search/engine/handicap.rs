//! The handicap of the lowest levels, which are for human opponents: they do not always
//! play the best move that they find.

use crate::search::report::Line;
use crate::search::rng::MoveSeed;
use crate::search::value::Value;

/// Draws moves at random, a worse move less often: in proportion to
/// `exp(-loss / temperature)`, as softmax does.
#[derive(Clone, Copy)]
pub(super) struct Handicap {
    /// In discs.
    temperature: f64,
}

/// A move that loses more than this many temperatures is never played.
const MAX_LOSS: f64 = 3.0;

impl Handicap {
    /// The handicap of a level, if it has one.
    pub(super) fn of_level(level: u32) -> Option<Handicap> {
        const TEMPERATURES: [f64; 5] = [7.0, 5.0, 3.5, 2.5, 1.5];
        let temperature = *TEMPERATURES.get(level as usize)?;
        Some(Handicap { temperature })
    }

    /// One of the lines, which are sorted best first.
    pub(super) fn choose(self, lines: &[Line], seed: MoveSeed) -> &Line {
        let discs = |line: &Line| line.value.map_or(0, Value::discs);
        let weight = |line: &Line| {
            let loss = f64::from(discs(&lines[0]) - discs(line)) / self.temperature;
            if loss > MAX_LOSS { 0.0 } else { (-loss).exp() }
        };
        let total: f64 = lines.iter().map(weight).sum();
        let mut drawn = seed.rng().fraction() * total;
        let is_drawn = |line: &&Line| {
            drawn -= weight(line);
            drawn < 0.0
        };
        lines.iter().find(is_drawn).unwrap_or(&lines[0])
    }
}
