//! A training that can be taken up again.
//!
//! A file begins with 8 bytes that tell its kind and a checksum of the rest (4):
//! the length (8) and the text of the training's identity, the step (8), the loss
//! (8), and all numbers of the model (4 each).

use flate2::Crc;

use super::model::Model;
use super::training::Training;

const MAGIC: &[u8; 8] = b"OBVTRN1\n";

/// Why a training is not taken up again.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// It is no such file, or not a whole one.
    Damaged,
    /// It belongs to another training.
    Other(String),
}

impl Training {
    /// All that is needed to go on.
    pub(super) fn checkpoint(&mut self) -> Vec<u8> {
        let identity = self.identity();
        let mut body = (identity.len() as u64).to_le_bytes().to_vec();
        body.extend(identity.as_bytes());
        body.extend((self.step as u64).to_le_bytes());
        body.extend(self.loss.to_le_bytes());
        each_number(&mut self.model, |number| body.extend(*number));
        [&MAGIC[..], &checksum(&body).to_le_bytes(), &body].concat()
    }

    /// Goes back to a checkpoint of the same training.
    pub(super) fn resume(&mut self, file: &[u8]) -> Result<(), Problem> {
        let mut rest = body(file).ok_or(Problem::Damaged)?;
        let identity = identity(&mut rest).ok_or(Problem::Damaged)?;
        if identity != self.identity().as_bytes() {
            let identity = String::from_utf8_lossy(identity);
            return Err(Problem::Other(identity.into_owned()));
        }
        let (step, loss) = take(&mut rest)
            .zip(take(&mut rest))
            .ok_or(Problem::Damaged)?;
        let mut is_whole = true;
        each_number(&mut self.model, |number| match take(&mut rest) {
            Some(bytes) => *number = bytes,
            None => is_whole = false,
        });
        self.step = u64::from_le_bytes(step) as usize;
        self.loss = f64::from_le_bytes(loss);
        (is_whole && rest.is_empty())
            .then_some(())
            .ok_or(Problem::Damaged)
    }
}

/// What the checksum vouches for.
fn body(file: &[u8]) -> Option<&[u8]> {
    let (expected, body) = file.strip_prefix(MAGIC)?.split_first_chunk()?;
    (checksum(body) == u32::from_le_bytes(*expected)).then_some(body)
}

fn identity<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let len = u64::from_le_bytes(take(rest)?) as usize;
    rest.split_off(..len)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut checksum = Crc::new();
    checksum.update(bytes);
    checksum.sum()
}

/// Shows each number of the model, which may be changed.
fn each_number(model: &mut Model, mut show: impl FnMut(&mut [u8; 4])) {
    let mut fraction = |number: &mut f32| {
        let mut bytes = number.to_le_bytes();
        show(&mut bytes);
        *number = f32::from_le_bytes(bytes);
    };
    for lane in &mut model.lanes {
        for rows in [&mut lane.rows, &mut lane.means, &mut lane.squares] {
            rows.iter_mut()
                .flat_map(|row| &mut row.0)
                .for_each(&mut fraction);
        }
    }
    for stage in &mut model.stages {
        for head in [&mut stage.head, &mut stage.means, &mut stage.squares] {
            head.parts_mut()
                .into_iter()
                .flatten()
                .for_each(&mut fraction);
        }
    }
    let lanes = model.lanes.iter_mut().flat_map(|lane| &mut lane.counts);
    let stages = model.stages.iter_mut().map(|stage| &mut stage.count);
    for count in lanes.chain(stages) {
        let mut bytes = count.to_le_bytes();
        show(&mut bytes);
        *count = u32::from_le_bytes(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::super::training::tests::{finished, training};
    use super::*;

    #[test]
    fn a_training_taken_up_again_ends_as_if_it_had_never_stopped() {
        let mut stopped = training(1);
        for _ in 0..7 {
            stopped.step();
        }
        let file = stopped.checkpoint();
        let mut resumed = training(2);
        assert_eq!(resumed.resume(&file), Ok(()));
        let (resumed, whole) = (finished(resumed), finished(stopped));
        assert_eq!(resumed.loss, whole.loss);
        assert!(resumed.model.quantised() == whole.model.quantised());
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let mut training = training(1);
        let good = training.checkpoint();
        for place in [0, 8, 20, 40, good.len() / 2, good.len() - 1] {
            let mut bad = good.clone();
            bad[place] ^= 1;
            assert_eq!(training.resume(&bad), Err(Problem::Damaged), "{place}");
            assert_eq!(training.resume(&good[..place]), Err(Problem::Damaged));
        }
        let identity = training.identity();
        training.settings.seed += 1;
        assert_eq!(training.resume(&good), Err(Problem::Other(identity)));
    }
}
