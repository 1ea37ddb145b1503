//! The time that the rest of a run will take.

use std::time::{Duration, Instant};

/// How long the rest will take, judged by the positions so far.
pub(super) struct Estimate {
    start: Instant,
    done: f64,
    left: f64,
}

impl Estimate {
    /// For positions with these numbers of empty squares.
    pub(super) fn new(empties: impl Iterator<Item = u32>) -> Estimate {
        Estimate {
            start: Instant::now(),
            done: 0.0,
            left: empties.map(cost).sum(),
        }
    }

    /// Counts a position that is done.
    pub(super) fn count(&mut self, empties: u32) {
        self.done += cost(empties);
        self.left -= cost(empties);
    }

    /// The time left, for the message next to a progress bar.
    pub(super) fn time_left(&self) -> String {
        let elapsed = self.start.elapsed();
        let left = elapsed.mul_f64((self.left / self.done).max(0.0));
        format!("{} left, ", rounded(left))
    }
}

/// The time that a position takes, in any unit: twice as long for each empty square, and never
/// less than the start of a search.
fn cost(empties: u32) -> f64 {
    2f64.powi(empties as i32 - 20) + 0.0005
}

/// In the largest unit of which there are two.
fn rounded(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_has_one_unit() {
        for (seconds, text) in [
            (0, "0 s"),
            (119, "119 s"),
            (120, "2 min"),
            (7199, "119 min"),
            (7200, "2 h"),
            (400_000, "4 days"),
        ] {
            assert_eq!(rounded(Duration::from_secs(seconds)), text);
        }
    }
}
