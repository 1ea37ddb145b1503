//! Checkpoints, from which a training run can be resumed.
//!
//! After the [header](crate::files::sealed), a checkpoint contains the length (8 bytes) and
//! the text of the identity of the training run, the number of steps (8), the loss of the
//! epoch so far (8), and all numbers of the model (4 each).

use std::fs::File;
use std::io::{self, Read};
use std::{error, fmt};

use super::model::Model;
use super::training::Training;
use crate::files;
use crate::files::sealed::{Kind, SealError, checksum};

const KIND: Kind = Kind {
    name: "a checkpoint",
    magic: *b"OBVTRN\r\n",
    version: 2,
    version_without_length: 1,
};

/// The first bytes of checkpoints of version 1, which have no version number.
const MAGIC_1: &[u8; 8] = b"OBVTRN1\n";

/// The reason why a training run cannot be resumed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CheckpointError {
    /// The header or the checksum is wrong.
    Seal(SealError),
    /// The content is not that of a checkpoint.
    Content,
    /// It belongs to the training run with this identity.
    Other(String),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Seal(error) => error.fmt(f),
            CheckpointError::Content => f.write_str("a checkpoint of another program"),
            CheckpointError::Other(identity) => {
                write!(f, "a checkpoint of another training run: {identity}")
            }
        }
    }
}

impl error::Error for CheckpointError {}

impl From<SealError> for CheckpointError {
    fn from(error: SealError) -> CheckpointError {
        CheckpointError::Seal(error)
    }
}

impl Training {
    /// Everything that is needed to resume.
    pub(super) fn checkpoint(&mut self) -> Vec<u8> {
        KIND.seal(&self.content())
    }

    fn content(&mut self) -> Vec<u8> {
        let identity = self.identity();
        let mut content = (identity.len() as u64).to_le_bytes().to_vec();
        content.extend(identity.as_bytes());
        content.extend((self.step as u64).to_le_bytes());
        content.extend(self.loss.to_le_bytes());
        each_number(&mut self.model, |number| content.extend(*number));
        content
    }

    /// Restores a checkpoint of the same training run.
    pub(super) fn resume(&mut self, file: &[u8]) -> Result<(), CheckpointError> {
        let mut rest = open(file)?;
        let identity = identity(&mut rest).ok_or(CheckpointError::Content)?;
        if identity != self.identity().as_bytes() {
            let identity = String::from_utf8_lossy(identity);
            return Err(CheckpointError::Other(identity.into_owned()));
        }
        let (step, loss) = take(&mut rest)
            .zip(take(&mut rest))
            .ok_or(CheckpointError::Content)?;
        let mut is_whole = true;
        each_number(&mut self.model, |number| match take(&mut rest) {
            Some(bytes) => *number = bytes,
            None => is_whole = false,
        });
        self.step = u64::from_le_bytes(step) as usize;
        self.loss = f64::from_le_bytes(loss);
        (is_whole && rest.is_empty())
            .then_some(())
            .ok_or(CheckpointError::Content)
    }
}

/// The most that is read of a checkpoint.
const LONGEST: u64 = 1 << 30;

/// The bytes of a checkpoint, or only the first ones of another file.
pub(super) fn bytes(mut file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.by_ref().take(8).read_to_end(&mut bytes)?;
    if bytes == KIND.magic || bytes == MAGIC_1 {
        bytes.extend(files::read_all(file, LONGEST)?);
    }
    Ok(bytes)
}

/// The content of a checkpoint of either version.
fn open(file: &[u8]) -> Result<&[u8], SealError> {
    let Some(rest) = file.strip_prefix(MAGIC_1) else {
        return KIND.open(file);
    };
    let content = rest
        .split_first_chunk()
        .filter(|(expected, content)| u32::from_le_bytes(**expected) == checksum(content));
    let (_, content) = content.ok_or(SealError::Damaged { name: KIND.name })?;
    Ok(content)
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

/// Passes each number of the model to `visit`, which may change it.
fn each_number(model: &mut Model, mut visit: impl FnMut(&mut [u8; 4])) {
    let mut visit_float = |number: &mut f32| {
        let mut bytes = number.to_le_bytes();
        visit(&mut bytes);
        *number = f32::from_le_bytes(bytes);
    };
    for partition in &mut model.partitions {
        for rows in [
            &mut partition.rows,
            &mut partition.first_moments,
            &mut partition.second_moments,
        ] {
            rows.iter_mut()
                .flat_map(|row| &mut row.0)
                .for_each(&mut visit_float);
        }
    }
    for stage in &mut model.stages {
        for head in [
            &mut stage.head,
            &mut stage.first_moments,
            &mut stage.second_moments,
        ] {
            head.parts_mut()
                .into_iter()
                .flatten()
                .for_each(&mut visit_float);
        }
    }
    let partitions = model.partitions.iter_mut();
    let rows = partitions.flat_map(|partition| &mut partition.counts);
    let stages = model.stages.iter_mut().map(|stage| &mut stage.count);
    for count in rows.chain(stages) {
        let mut bytes = count.to_le_bytes();
        visit(&mut bytes);
        *count = u32::from_le_bytes(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::super::training::tests::{finished, training};
    use super::*;

    #[test]
    fn a_resumed_run_ends_like_an_uninterrupted_one() {
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

    /// In version 1 of the format.
    #[test]
    fn older_checkpoints_are_read() {
        let mut stopped = training(1);
        stopped.step();
        let content = stopped.content();
        let file = [&MAGIC_1[..], &checksum(&content).to_le_bytes(), &content].concat();
        let mut resumed = training(1);
        assert_eq!(resumed.resume(&file), Ok(()));
        assert!(resumed.content() == content);
        let cut = resumed.resume(&file[..file.len() - 1]);
        let name = KIND.name;
        assert_eq!(cut, Err(CheckpointError::Seal(SealError::Damaged { name })));
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let mut training = training(1);
        let good = training.checkpoint();
        for place in [0, 8, 20, 40, good.len() / 2, good.len() - 1] {
            let mut bad = good.clone();
            bad[place] ^= 1;
            let refused = training.resume(&bad);
            assert!(matches!(refused, Err(CheckpointError::Seal(_))), "{place}");
            assert!(training.resume(&good[..place]).is_err(), "{place}");
        }
        let short = KIND.seal(&training.content()[1..]);
        assert_eq!(training.resume(&short), Err(CheckpointError::Content));
        let identity = training.identity();
        training.settings.seed += 1;
        let other = Err(CheckpointError::Other(identity));
        assert_eq!(training.resume(&good), other);
    }
}
