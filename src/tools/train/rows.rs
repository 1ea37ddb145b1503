//! The rows of the net while they are learnt, in parts for the threads.

use super::adam::{Adam, Pace, Weights};
use super::head::{Sums, add};
use crate::board::Position;
use crate::eval::pattern::accumulator::Accumulator;
use crate::eval::pattern::architecture::{ACTIVE, DIMENSIONS, ROW_SCALE};
use crate::eval::pattern::limits;
use crate::eval::pattern::net::{active_rows, canonical_rows};

/// Into so many parts the rows are divided.
pub(super) const LANES: usize = 16;

/// Where a row is.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) lane: u8,
    pub(super) place: u16,
}

/// A row of numbers, on as few cache lines as can be.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row(pub(super) Sums);

/// Some of the rows.
pub(super) struct Lane {
    pub(super) rows: Vec<Row>,
    pub(super) means: Vec<Row>,
    pub(super) squares: Vec<Row>,
    /// How often each row has moved.
    pub(super) counts: Vec<u32>,
    gradients: Vec<Row>,
    is_touched: Vec<bool>,
    touched: Vec<u16>,
}

/// For each row of the net where the one is that is learnt for it; and those, all
/// of them 0. Neighbours go to different lanes, which so have as much to do.
pub(super) fn none_learnt() -> (Vec<Slot>, Vec<Lane>) {
    let mut slots: Vec<Slot> = Vec::new();
    let mut count = 0;
    for (row, first) in canonical_rows().into_iter().enumerate() {
        let first = first as usize;
        if first < row {
            slots.push(slots[first]);
        } else {
            slots.push(Slot {
                lane: (count % LANES) as u8,
                place: (count / LANES) as u16,
            });
            count += 1;
        }
    }
    let lanes = (0..LANES).map(|lane| Lane::new((count - lane).div_ceil(LANES)));
    (slots, lanes.collect())
}

/// What there is to learn from some examples.
pub(super) struct Lesson<'a> {
    /// Which rows the examples have: the place of a row in the lane, and the number
    /// of the example.
    pub(super) touches: &'a [(u16, u16)],
    /// How the loss changes with the sums of each example.
    pub(super) upwards: &'a [Row],
}

impl Lane {
    fn new(len: usize) -> Lane {
        let zero = vec![Row([0.0; DIMENSIONS]); len];
        Lane {
            rows: zero.clone(),
            means: zero.clone(),
            squares: zero.clone(),
            counts: vec![0; len],
            gradients: zero,
            is_touched: vec![false; len],
            touched: Vec::new(),
        }
    }

    /// Moves the rows that the examples have.
    pub(super) fn learn<'a>(
        &mut self,
        lessons: impl Iterator<Item = Lesson<'a>>,
        adam: &Adam,
        pace: Pace,
    ) {
        for lesson in lessons {
            for &(place, example) in lesson.touches {
                let at = usize::from(place);
                let upwards = &lesson.upwards[usize::from(example)];
                add(&mut self.gradients[at].0, 1.0, &upwards.0);
                if !self.is_touched[at] {
                    self.is_touched[at] = true;
                    self.touched.push(place);
                }
            }
        }
        for place in self.touched.drain(..) {
            let at = usize::from(place);
            self.is_touched[at] = false;
            let weights = Weights {
                values: &mut self.rows[at].0,
                limit: f32::from(limits::ROW_WEIGHT) / ROW_SCALE as f32,
                means: &mut self.means[at].0,
                squares: &mut self.squares[at].0,
                gradients: &mut self.gradients[at].0,
            };
            adam.step(self.counts[at], pace, weights);
            self.counts[at] += 1;
        }
    }
}

/// Where the rows of a board are.
#[inline(always)]
pub(super) fn slots_of(slots: &[Slot], position: &Position) -> [Slot; ACTIVE] {
    let (mover, opponent) = (position.mover(), position.opponent());
    active_rows(&Accumulator::of(mover, opponent), mover, opponent).map(|row| slots[row as usize])
}

/// The sums of these rows.
#[inline(always)]
pub(super) fn sums(lanes: &[Lane], slots: &[Slot; ACTIVE]) -> Sums {
    let mut sums = [0.0; DIMENSIONS];
    for slot in slots {
        let row = &lanes[usize::from(slot.lane)].rows[usize::from(slot.place)];
        add(&mut sums, 1.0, &row.0);
    }
    sums
}
