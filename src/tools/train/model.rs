//! The floating-point network, and a training step.
//!
//! The work of a step is divided so that the result does not depend on the number of
//! threads. First, each stage backpropagates through its examples: it reads all rows, but
//! updates only its own head. Then each partition of the rows sums the gradients of the
//! examples of all stages, in order, and updates its rows.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::adam::{Adam, Parameters, StepSize};
use super::head::{Head, Vector};
use super::rows::{self, Contribution, PARTITIONS, Partition, Row, Slot, active_slots, sum};
use crate::board::Position;
use crate::eval::pattern::architecture::{DIMENSIONS, STAGES, stage};

/// Examples with at least this many empty squares have more weight in the updates of the
/// rows. Self-play adds side lines near the end of the game, so earlier positions are
/// under-represented, although a search evaluates them just as often.
const EARLY: u32 = 18;
const EARLY_WEIGHT: f32 = 4.0;

/// A training example.
#[derive(Clone, Copy)]
pub(super) struct Example {
    pub(super) position: Position,
    /// The desired output.
    pub(super) target: f32,
}

/// The network.
pub(super) struct Model {
    /// The slot of each row of the quantised network.
    slots: Vec<Slot>,
    pub(super) partitions: Vec<Partition>,
    pub(super) stages: Vec<Stage>,
    adam: Adam,
}

/// The head of a stage, and its part of a step.
pub(super) struct Stage {
    pub(super) head: Head,
    pub(super) first_moments: Head,
    pub(super) second_moments: Head,
    /// The number of updates of the head.
    pub(super) count: u32,
    /// The weight of an example in the updates of the rows.
    weight: f32,
    gradient: Head,
    examples: Vec<Example>,
    /// The gradient of the sum of rows, for each example.
    sum_gradients: Vec<Row>,
    /// For each partition, see [`Contribution::uses`].
    uses: Vec<Vec<(u16, u16)>>,
    /// The sum of squared errors.
    loss: f64,
}

impl Model {
    /// An untrained model: all rows are 0, and all stages start with the same random head.
    pub(super) fn new(seed: u64) -> Model {
        let head = Head::random(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let (slots, partitions) = rows::zero_rows();
        Model {
            slots,
            partitions,
            stages: (0..STAGES)
                .map(|number| Stage::new(head.clone(), weight(number)))
                .collect(),
            adam: Adam::new(),
        }
    }

    /// The floating-point counterpart of a row of the quantised network.
    pub(super) fn row(&self, row: usize) -> &Vector {
        let slot = self.slots[row];
        &self.partitions[usize::from(slot.partition)].rows[usize::from(slot.place)].0
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut Vector {
        let slot = self.slots[row];
        &mut self.partitions[usize::from(slot.partition)].rows[usize::from(slot.place)].0
    }

    /// The output for a position.
    pub(super) fn forward(&self, position: &Position) -> f32 {
        let sums = sum(&self.partitions, &active_slots(&self.slots, position));
        self.stages[stage_of(position)].head.forward(&sums)
    }

    /// Replaces the head of each stage that had too few examples by that of the nearest
    /// stage that had enough, which evaluates the boards of that stage better than a barely
    /// trained head.
    pub(super) fn share_heads(&mut self) {
        let counts: Vec<u32> = self.stages.iter().map(|stage| stage.count).collect();
        for (stage, trained) in nearest_trained(&counts).into_iter().enumerate() {
            self.stages[stage].head = self.stages[trained].head.clone();
        }
    }

    /// Trains on one batch. Returns the sum of squared errors.
    pub(super) fn step(&mut self, batch: &[Example], step_size: StepSize) -> f64 {
        let (slots, partitions, stages) = (&self.slots, &mut self.partitions, &mut self.stages);
        for example in batch {
            stages[stage_of(&example.position)].examples.push(*example);
        }
        let adam = &self.adam;
        stages
            .par_iter_mut()
            .with_max_len(1)
            .for_each(|stage| stage.step(slots, partitions, adam, step_size));
        partitions
            .par_iter_mut()
            .enumerate()
            .with_max_len(1)
            .for_each(|(number, partition)| {
                let contributions = stages.iter().map(|stage| stage.contribution(number));
                partition.update(contributions, adam, step_size);
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
            first_moments: Head::ZERO,
            second_moments: Head::ZERO,
            count: 0,
            gradient: Head::ZERO,
            examples: Vec::new(),
            sum_gradients: Vec::new(),
            uses: vec![Vec::new(); PARTITIONS],
            loss: 0.0,
        }
    }

    fn contribution(&self, partition: usize) -> Contribution<'_> {
        Contribution {
            uses: &self.uses[partition],
            sum_gradients: &self.sum_gradients,
        }
    }

    /// Backpropagates through the examples, updates the head, and leaves the gradients of
    /// the rows to the partitions.
    fn step(&mut self, slots: &[Slot], partitions: &[Partition], adam: &Adam, step_size: StepSize) {
        self.loss = 0.0;
        self.sum_gradients
            .resize(self.examples.len(), Row([0.0; DIMENSIONS]));
        for uses in &mut self.uses {
            uses.clear();
        }
        for (number, example) in self.examples.iter().enumerate() {
            let active = active_slots(slots, &example.position);
            let sums = sum(partitions, &active);
            let sum_gradient = &mut self.sum_gradients[number].0;
            let error =
                self.head
                    .backpropagate(&sums, example.target, &mut self.gradient, sum_gradient);
            self.loss += f64::from(error * error);
            *sum_gradient = sum_gradient.map(|slope| slope * self.weight);
            for slot in active {
                self.uses[usize::from(slot.partition)].push((slot.place, number as u16));
            }
        }
        if !self.examples.is_empty() {
            self.update_head(adam, step_size);
        }
    }

    /// Updates the head, without weight decay.
    fn update_head(&mut self, adam: &Adam, step_size: StepSize) {
        let values = self.head.parts_mut().into_iter().zip(Head::LIMITS);
        let moments = self
            .first_moments
            .parts_mut()
            .into_iter()
            .zip(self.second_moments.parts_mut());
        let gradients = self.gradient.parts_mut();
        for (((values, limit), moments), gradients) in values.zip(moments).zip(gradients) {
            let (first_moments, second_moments) = moments;
            let parameters = Parameters {
                values,
                limit,
                first_moments,
                second_moments,
                gradients,
            };
            adam.step(
                self.count,
                StepSize {
                    decay: 0.0,
                    ..step_size
                },
                parameters,
            );
        }
        self.count += 1;
    }
}

/// The weight of an example of this stage in the updates of the rows.
fn weight(number: usize) -> f32 {
    match number < stage(EARLY) {
        true => 1.0,
        false => EARLY_WEIGHT,
    }
}

/// For each stage, the nearest one that had at least a quarter of the updates of the stage
/// with the most.
fn nearest_trained(counts: &[u32]) -> Vec<usize> {
    let most = counts.iter().copied().max().unwrap_or(0);
    let nearest = |stage: usize| {
        let trained = (0..counts.len()).filter(|&other| counts[other] >= most / 4);
        trained.min_by_key(|other| other.abs_diff(stage))
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
    fn early_positions_have_more_weight() {
        let weights = [17, EARLY, 60].map(|empty| weight(stage(empty)));
        assert_eq!(weights, [1.0, EARLY_WEIGHT, EARLY_WEIGHT]);
    }

    #[test]
    fn untrained_stages_take_the_nearest_trained_one() {
        assert_eq!(nearest_trained(&[0, 100, 400, 90, 0]), [1, 1, 2, 2, 2]);
        assert_eq!(nearest_trained(&[5, 4, 6]), [0, 1, 2]);
        assert_eq!(nearest_trained(&[0, 0]), [0, 1]);
    }
}
