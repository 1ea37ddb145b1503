//! The net while it is learnt, and one step of learning.
//!
//! Work is dealt out so that the result is the same with any number of threads:
//! first each stage looks at its boards, which all need the rows but only it
//! needs its head; then each lane, a part of the rows, learns from the boards of
//! all stages in their order.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::adam::{Adam, Pace, Weights};
use super::head::{Head, Sums};
use super::rows::{self, LANES, Lane, Lesson, Row, Slot, slots_of, sums};
use crate::board::Position;
use crate::eval::pattern::architecture::{DIMENSIONS, STAGES, stage};

/// Games have few boards with so many empty squares or more, and near the end there are
/// lines beside them; but a search asks of both alike. What the rows learn from one of the
/// former counts so many times.
const EARLY: u32 = 18;
const EARLY_COUNTS: f32 = 4.0;

/// A board, and what its value should be.
#[derive(Clone, Copy)]
pub(super) struct Example {
    pub(super) position: Position,
    pub(super) target: f32,
}

/// The net.
pub(super) struct Model {
    /// For each row of the net, the one here that is learnt for it.
    slots: Vec<Slot>,
    pub(super) lanes: Vec<Lane>,
    pub(super) stages: Vec<Stage>,
    adam: Adam,
}

/// The head of a stage, and its part of a step.
pub(super) struct Stage {
    pub(super) head: Head,
    pub(super) means: Head,
    pub(super) squares: Head,
    /// How often the head has moved.
    pub(super) count: u32,
    /// How much the rows learn from an example.
    weight: f32,
    gradient: Head,
    examples: Vec<Example>,
    /// How the loss changes with the sums of each example.
    upwards: Vec<Row>,
    /// For each lane, which rows the examples have; see [`Lesson`].
    touches: Vec<Vec<(u16, u16)>>,
    /// The sum of the squares of the errors.
    loss: f64,
}

impl Model {
    /// Knows nothing: rows are 0, and heads by chance, the same for each stage.
    pub(super) fn new(seed: u64) -> Model {
        let head = Head::random(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let (slots, lanes) = rows::none_learnt();
        Model {
            slots,
            lanes,
            stages: (0..STAGES)
                .map(|number| Stage::new(head.clone(), weight(number)))
                .collect(),
            adam: Adam::new(),
        }
    }

    /// The row that is learnt for a row of the net.
    pub(super) fn row(&self, row: usize) -> &Sums {
        let slot = self.slots[row];
        &self.lanes[usize::from(slot.lane)].rows[usize::from(slot.place)].0
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut Sums {
        let slot = self.slots[row];
        &mut self.lanes[usize::from(slot.lane)].rows[usize::from(slot.place)].0
    }

    /// What a board is worth.
    pub(super) fn value(&self, position: &Position) -> f32 {
        let sums = sums(&self.lanes, &slots_of(&self.slots, position));
        self.stages[stage_of(position)].head.value(&sums)
    }

    /// Gives the stages that have hardly been met the head of the nearest that has: what
    /// one makes up without having seen a board is worse than what its neighbour knows.
    pub(super) fn share_heads(&mut self) {
        let counts: Vec<u32> = self.stages.iter().map(|stage| stage.count).collect();
        for (stage, teacher) in teachers(&counts).into_iter().enumerate() {
            self.stages[stage].head = self.stages[teacher].head.clone();
        }
    }

    /// Learns from a batch, and returns the sum of the squares of the errors.
    pub(super) fn learn(&mut self, batch: &[Example], pace: Pace) -> f64 {
        let (slots, lanes, stages) = (&self.slots, &mut self.lanes, &mut self.stages);
        for example in batch {
            stages[stage_of(&example.position)].examples.push(*example);
        }
        let adam = &self.adam;
        stages
            .par_iter_mut()
            .with_max_len(1)
            .for_each(|stage| stage.learn(slots, lanes, adam, pace));
        lanes
            .par_iter_mut()
            .enumerate()
            .with_max_len(1)
            .for_each(|(number, lane)| {
                let lessons = stages.iter().map(|stage| stage.lesson(number));
                lane.learn(lessons, adam, pace);
            });
        stages
            .iter_mut()
            .map(|stage| {
                stage.examples.clear();
                stage.loss
            })
            .sum()
    }
}

impl Stage {
    fn new(head: Head, weight: f32) -> Stage {
        Stage {
            head,
            weight,
            means: Head::ZERO,
            squares: Head::ZERO,
            count: 0,
            gradient: Head::ZERO,
            examples: Vec::new(),
            upwards: Vec::new(),
            touches: vec![Vec::new(); LANES],
            loss: 0.0,
        }
    }

    fn lesson(&self, lane: usize) -> Lesson<'_> {
        Lesson {
            touches: &self.touches[lane],
            upwards: &self.upwards,
        }
    }

    /// Looks at the examples, moves the head, and leaves for the lanes what they
    /// need.
    fn learn(&mut self, slots: &[Slot], lanes: &[Lane], adam: &Adam, pace: Pace) {
        self.loss = 0.0;
        self.upwards
            .resize(self.examples.len(), Row([0.0; DIMENSIONS]));
        for touches in &mut self.touches {
            touches.clear();
        }
        for (number, example) in self.examples.iter().enumerate() {
            let active = slots_of(slots, &example.position);
            let sums = sums(lanes, &active);
            let upwards = &mut self.upwards[number].0;
            let error = self
                .head
                .learn(&sums, example.target, &mut self.gradient, upwards);
            self.loss += f64::from(error * error);
            *upwards = upwards.map(|slope| slope * self.weight);
            for slot in active {
                self.touches[usize::from(slot.lane)].push((slot.place, number as u16));
            }
        }
        if self.examples.is_empty() {
            return;
        }
        let values = self.head.parts_mut().into_iter().zip(Head::LIMITS);
        let moments = self
            .means
            .parts_mut()
            .into_iter()
            .zip(self.squares.parts_mut());
        let gradients = self.gradient.parts_mut();
        for (((values, limit), (means, squares)), gradients) in values.zip(moments).zip(gradients) {
            let weights = Weights {
                values,
                limit,
                means,
                squares,
                gradients,
            };
            adam.step(self.count, Pace { decay: 0.0, ..pace }, weights);
        }
        self.count += 1;
    }
}

/// How much the rows learn from an example of a stage.
fn weight(number: usize) -> f32 {
    match number < stage(EARLY) {
        true => 1.0,
        false => EARLY_COUNTS,
    }
}

/// For each stage the nearest that has learnt about as often as any.
fn teachers(counts: &[u32]) -> Vec<usize> {
    let most = counts.iter().copied().max().unwrap_or(0);
    let nearest = |stage: usize| {
        let learned = (0..counts.len()).filter(|&other| counts[other] >= most / 4);
        learned.min_by_key(|other| other.abs_diff(stage))
    };
    let stages = 0..counts.len();
    stages
        .map(|stage| nearest(stage).unwrap_or(stage))
        .collect()
}

fn stage_of(position: &Position) -> usize {
    stage(position.empty().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_boards_count_more() {
        let weights = [17, EARLY, 60].map(|empty| weight(stage(empty)));
        assert_eq!(weights, [1.0, EARLY_COUNTS, EARLY_COUNTS]);
    }

    #[test]
    fn a_stage_that_has_learnt_nothing_asks_the_nearest_that_has() {
        assert_eq!(teachers(&[0, 100, 400, 90, 0]), [1, 1, 2, 2, 2]);
        assert_eq!(teachers(&[5, 4, 6]), [0, 1, 2]);
        assert_eq!(teachers(&[0, 0]), [0, 1]);
    }
}
