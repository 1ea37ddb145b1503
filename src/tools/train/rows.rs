//! The floating-point rows of the first layer, in partitions that threads update
//! independently.

use super::adam::{Adam, Parameters, StepSize};
use super::head::{Vector, add};
use crate::board::Position;
use crate::eval::pattern::accumulator::Accumulator;
use crate::eval::pattern::architecture::{ACTIVE, DIMENSIONS, ROW_SCALE};
use crate::eval::pattern::limits;
use crate::eval::pattern::net::canonical_rows;
use crate::eval::pattern::value::active_rows;

pub(super) const PARTITIONS: usize = 16;

/// The location of a row.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) partition: u8,
    pub(super) place: u16,
}

/// A row of parameters, gradients or moments, aligned to cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row(pub(super) Vector);

/// A part of the rows.
pub(super) struct Partition {
    pub(super) rows: Vec<Row>,
    pub(super) first_moments: Vec<Row>,
    pub(super) second_moments: Vec<Row>,
    /// The number of updates of each row.
    pub(super) counts: Vec<u32>,
    gradients: Vec<Row>,
    /// Whether a row is in `active`.
    is_active: Vec<bool>,
    /// The rows with a gradient in this step.
    active: Vec<u16>,
}

/// The slot of each row of the network, and the rows, all of them 0. Equivalent rows share
/// a slot. Neighbouring rows go to different partitions, which balances the load.
pub(super) fn zero_rows() -> (Vec<Slot>, Vec<Partition>) {
    let mut slots: Vec<Slot> = Vec::new();
    let mut count = 0;
    for (row, first) in canonical_rows().into_iter().enumerate() {
        let first = first as usize;
        if first < row {
            slots.push(slots[first]);
        } else {
            slots.push(Slot {
                partition: (count % PARTITIONS) as u8,
                place: (count / PARTITIONS) as u16,
            });
            count += 1;
        }
    }
    let len = |partition: usize| (count - partition).div_ceil(PARTITIONS);
    let partitions = (0..PARTITIONS).map(|partition| Partition::new(len(partition)));
    (slots, partitions.collect())
}

/// The contribution of a set of examples to the gradients of a partition.
pub(super) struct Contribution<'a> {
    /// The place of a row in the partition, and the number of an example in which it is
    /// active.
    pub(super) uses: &'a [(u16, u16)],
    /// The gradient of the sum of rows, for each example.
    pub(super) sum_gradients: &'a [Row],
}

impl Partition {
    fn new(len: usize) -> Partition {
        let zero = vec![Row([0.0; DIMENSIONS]); len];
        Partition {
            rows: zero.clone(),
            first_moments: zero.clone(),
            second_moments: zero.clone(),
            counts: vec![0; len],
            gradients: zero,
            is_active: vec![false; len],
            active: Vec::new(),
        }
    }

    /// Updates the rows that are active in the examples, and no others.
    pub(super) fn update<'a>(
        &mut self,
        contributions: impl Iterator<Item = Contribution<'a>>,
        adam: &Adam,
        step_size: StepSize,
    ) {
        for contribution in contributions {
            for &(place, example) in contribution.uses {
                let at = usize::from(place);
                let gradient = &contribution.sum_gradients[usize::from(example)];
                add(&mut self.gradients[at].0, 1.0, &gradient.0);
                if !self.is_active[at] {
                    self.is_active[at] = true;
                    self.active.push(place);
                }
            }
        }
        for place in self.active.drain(..) {
            let at = usize::from(place);
            self.is_active[at] = false;
            let parameters = Parameters {
                values: &mut self.rows[at].0,
                limit: f32::from(limits::ROW_WEIGHT) / ROW_SCALE as f32,
                first_moments: &mut self.first_moments[at].0,
                second_moments: &mut self.second_moments[at].0,
                gradients: &mut self.gradients[at].0,
            };
            adam.step(self.counts[at], step_size, parameters);
            self.counts[at] += 1;
        }
    }
}

/// The slots of the rows that are active on a board.
#[inline(always)]
pub(super) fn active_slots(slots: &[Slot], position: &Position) -> [Slot; ACTIVE] {
    let (mover, opponent) = (position.mover(), position.opponent());
    active_rows(&Accumulator::of(mover, opponent), mover, opponent).map(|row| slots[row as usize])
}

/// The sum of these rows.
#[inline(always)]
pub(super) fn sum(partitions: &[Partition], slots: &[Slot; ACTIVE]) -> Vector {
    let mut sum = [0.0; DIMENSIONS];
    for slot in slots {
        let row = &partitions[usize::from(slot.partition)].rows[usize::from(slot.place)];
        add(&mut sum, 1.0, &row.0);
    }
    sum
}
