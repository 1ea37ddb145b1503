//! The training loop, and the errors of the network along the way.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::data::Data;
use super::losses::Losses;
use super::model::{Example, Model};
use super::settings::Settings;
use crate::eval::pattern::accumulator::Accumulator;
use crate::eval::pattern::architecture::{DISCS_PER_OUTPUT, UNITS_PER_DISC};
use crate::eval::pattern::net::Net;
use crate::tools::positions::Record;

/// The number of positions in a batch.
const BATCH_SIZE: usize = 2048;

/// A training run and its progress.
pub(super) struct Training {
    pub(super) settings: Settings,
    pub(super) data: Data,
    pub(super) model: Model,
    /// The checksum of the network that it started from; `None` if that was random.
    start: Option<u32>,
    /// The number of batches done.
    pub(super) step: usize,
    /// The sum of squared errors in this epoch.
    pub(super) loss: f64,
    /// The epoch that `order` belongs to.
    epoch: Option<usize>,
    order: Vec<u32>,
    threads: ThreadPool,
}

impl Training {
    pub(super) fn new(
        settings: Settings,
        data: Data,
        threads: usize,
    ) -> Result<Training, ThreadPoolBuildError> {
        Ok(Training {
            settings,
            model: Model::new(settings.seed),
            start: None,
            step: 0,
            loss: 0.0,
            epoch: None,
            order: (0..data.training.len() as u32).collect(),
            data,
            threads: ThreadPoolBuilder::new().num_threads(threads).build()?,
        })
    }

    /// Starts from a network instead of random parameters.
    pub(super) fn start_from(&mut self, net: &Net) {
        self.model.load(net);
        self.start = Some(net.checksum());
    }

    /// Identifies the training run, in one line. It is part of each checkpoint.
    pub(super) fn identity(&self) -> String {
        let (count, checksum) = (self.data.training.len(), self.data.checksum);
        let mut identity = format!(
            "{}, positions {count}, checksum {checksum:08x}",
            self.settings
        );
        if let Some(start) = self.start {
            identity += &format!(", from {start:08x}");
        }
        identity
    }

    fn steps_in_epoch(&self) -> usize {
        self.data.training.len().div_ceil(BATCH_SIZE)
    }

    /// The total number of steps.
    pub(super) fn steps(&self) -> usize {
        self.settings.epochs * self.steps_in_epoch()
    }

    /// The approximate number of positions left to train on: the last batch of an epoch may
    /// be smaller than the others.
    pub(super) fn positions_left(&self) -> usize {
        (self.steps() - self.step) * BATCH_SIZE
    }

    /// The number of epochs done, if the last step ended one.
    pub(super) fn ended_epoch(&self) -> Option<usize> {
        let in_epoch = self.steps_in_epoch();
        self.step
            .is_multiple_of(in_epoch)
            .then(|| self.step / in_epoch)
    }

    /// Trains on one batch, and returns its size.
    pub(super) fn step(&mut self) -> usize {
        let in_epoch = self.steps_in_epoch();
        let (epoch, number) = (self.step / in_epoch, self.step % in_epoch);
        if number == 0 {
            self.loss = 0.0;
        }
        if self.epoch != Some(epoch) {
            self.shuffle(epoch);
        }
        let end = (number + 1) * BATCH_SIZE;
        let batch = &self.order[number * BATCH_SIZE..end.min(self.order.len())];
        let weight = self.settings.result_weight;
        let batch: Vec<Example> = batch
            .iter()
            .map(|&index| example(&self.data.training[index as usize], weight))
            .collect();
        let step_size = self.settings.step_size_at(self.step, self.steps());
        let model = &mut self.model;
        self.loss += self.threads.install(|| model.step(&batch, step_size));
        self.step += 1;
        batch.len()
    }

    /// Shuffles the positions for an epoch. The order depends only on the seed and the
    /// epoch, so that a resumed run uses the same one.
    fn shuffle(&mut self, epoch: usize) {
        let seed = self.settings.seed ^ (epoch as u64 + 1) << 32;
        self.order.sort_unstable();
        self.order
            .shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        self.epoch = Some(epoch);
    }

    /// The mean squared error of this epoch in discs. Each error was measured when its
    /// batch was trained on.
    pub(super) fn mean_loss(&self) -> f64 {
        self.loss / self.data.training.len() as f64 * f64::from(DISCS_PER_OUTPUT * DISCS_PER_OUTPUT)
    }

    /// The errors on the validation positions.
    pub(super) fn losses(&self) -> Losses {
        self.measure(|record| self.discs(record) - label(record))
    }

    /// The errors of a quantised network on the validation positions.
    pub(super) fn quantised_losses(&self, net: &Net) -> Losses {
        self.measure(|record| net_discs(net, record) - label(record))
    }

    /// The errors of a quantised network relative to the floating-point network.
    pub(super) fn quantisation_errors(&self, net: &Net) -> Losses {
        self.measure(|record| net_discs(net, record) - self.discs(record))
    }

    fn measure(&self, error: impl Fn(&Record) -> f64 + Send + Sync) -> Losses {
        let records = &self.data.validation;
        self.threads.install(|| Losses::of(records, error))
    }

    fn discs(&self, record: &Record) -> f64 {
        f64::from(self.model.forward(&record.position())) * f64::from(DISCS_PER_OUTPUT)
    }
}

fn net_discs(net: &Net, record: &Record) -> f64 {
    let (mover, opponent) = (record.mover, record.opponent);
    let value = net.value(&Accumulator::of(mover, opponent), mover, opponent);
    f64::from(value) / f64::from(UNITS_PER_DISC)
}

fn label(record: &Record) -> f64 {
    f64::from(record.value) / f64::from(UNITS_PER_DISC)
}

/// An exact value is not mixed with the result of the game.
fn example(record: &Record, result_weight: f32) -> Example {
    let value = f32::from(record.value) / UNITS_PER_DISC as f32;
    let discs = match record.is_exact {
        true => value,
        false => value + result_weight * (f32::from(record.result) - value),
    };
    Example {
        position: record.position(),
        target: discs / DISCS_PER_OUTPUT as f32,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rand::RngExt;

    use super::super::adam::StepSize;
    use super::*;
    use crate::board::Position;
    use crate::eval;
    use crate::tools::train::losses::total;

    /// The positions of random games from the ninth move on, with the values of an evaluator.
    fn records() -> Vec<Record> {
        let mobility = eval::find("mobility").expect("it is in the table");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut records = Vec::new();
        for _ in 0..200 {
            let mut position = Position::START;
            let mut is_first = true;
            while !position.is_over() {
                let moves = position.moves();
                if moves.is_empty() {
                    position = position.pass();
                    continue;
                }
                if position.empty().len() <= 52 {
                    let points = mobility.evaluator.evaluate(&position).value();
                    records.push(Record {
                        mover: position.mover(),
                        opponent: position.opponent(),
                        value: (points * UNITS_PER_DISC / 5) as i16,
                        result: 0,
                        is_exact: records.len() % 3 == 0,
                        is_first: std::mem::take(&mut is_first),
                    });
                }
                let choice = rng.random_range(0..moves.len());
                position = position.play(moves.nth(choice).expect("there are more"));
            }
        }
        records
    }

    pub(in crate::tools::train) fn training(threads: usize) -> Training {
        let settings = Settings {
            epochs: 6,
            step_size: StepSize {
                rate: 0.01,
                decay: 0.5,
            },
            result_weight: 0.0,
            seed: 3,
        };
        Training::new(settings, Data::of(&records()), threads).expect("threads")
    }

    pub(in crate::tools::train) fn finished(mut training: Training) -> Training {
        while training.step < training.steps() {
            training.step();
        }
        training
    }

    #[test]
    fn weights_do_not_depend_on_the_number_of_threads() {
        let alone = finished(training(1));
        for threads in [2, 3] {
            let together = finished(training(threads));
            assert_eq!(together.loss, alone.loss);
            assert_eq!(together.losses(), alone.losses());
            assert!(together.model.quantised() == alone.model.quantised());
        }
    }

    #[test]
    fn quantisation_changes_little() {
        let mut training = training(2);
        training.settings.epochs = 40;
        let training = finished(training);
        let net = training.model.quantised();
        let label = |record: &Record| label(record);
        let spread = total(&training.measure(label).all).mse();
        assert!(total(&training.losses().all).mse() < 0.5 * spread);
        let errors = total(&training.quantisation_errors(&net).all);
        assert!(errors.count > 500);
        assert!(errors.mae() < 0.2 && errors.largest < 1.0, "{errors:?}");
    }

    #[test]
    fn results_count_only_if_values_are_not_exact() {
        let mut record = Record {
            value: 512,
            result: -6,
            ..records()[1]
        };
        assert_eq!(example(&record, 0.25).target * 16.0, 0.0);
        record.is_exact = true;
        assert_eq!(example(&record, 0.25).target * 16.0, 2.0);
    }
}
