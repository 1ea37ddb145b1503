//! `obverse train`: trains the network of the evaluator `pattern` on labelled positions.
//!
//! [`data`] reads the positions and holds some out for validation; [`training`] runs the
//! epochs. A step of the [`model`] is a forward pass and backpropagation through the
//! [`head`] of each stage, then an update of heads and [`rows`] by [`adam`]. At the end
//! come [`postprocessing`] and [`quantise`]; [`losses`] and [`plot`] report the errors of
//! the network. A [`checkpoint`] allows a training run to be resumed.

mod adam;
mod arguments;
mod checkpoint;
mod data;
mod head;
mod losses;
mod model;
mod plot;
mod postprocessing;
mod quantise;
mod rows;
mod settings;
mod training;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{self, Path, PathBuf};
use std::time::{Duration, Instant};

use super::broken_pipe::IgnoringBrokenPipe;
use super::file_arguments::{self, value_error};
use super::interrupt::Interrupt;
use super::terminal::Progress;
use super::{Body, Row, ToolError};
use crate::eval::pattern::net::Net;
use crate::files;
use arguments::Arguments;
use data::Data;
use losses::total;
use training::Training;

pub(super) const ROW: Row = Row {
    name: "train",
    summary: "trains the weights of the evaluation on positions of self-play",
    details: "One game in twenty is held out for validation. A checkpoint is written next to the \
              weights every minute and on Ctrl-C, and removed at the end.",
    exit_statuses: &[
        (0, "the weights were written"),
        (1, "the weights could not be written"),
        (2, "the command line or a file is wrong"),
        (130, "interrupted by Ctrl-C; --resume continues"),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// The interval between checkpoints. If the program is killed, at most this much work is
/// lost.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::parse(words)?;
    let output = &mut IgnoringBrokenPipe(output);
    let files = data::files(&arguments.paths)?;
    check_outputs(&arguments, &files)?;
    if arguments.is_blank {
        return file_arguments::write(&arguments.out, &Net::blank().write());
    }
    let checkpoint = checkpoint_path(&arguments.out);
    if checkpoint.exists() && !arguments.is_resumed {
        let problem = "a training run was started (use --resume to continue)";
        return Err(value_error(&checkpoint, problem));
    }
    let known = arguments.from.as_deref().map(read_net).transpose()?;
    let data = Data::read(&files)?;
    let mut training = Training::new(arguments.settings, data, arguments.threads as usize)
        .map_err(|error| ToolError::Failed(format!("train: {error}")))?;
    if let Some(net) = &known {
        training.start_from(net);
    }
    if arguments.is_resumed {
        resume(&mut training, &checkpoint)?;
    }
    let [count, held_out] = [&training.data.training, &training.data.validation].map(Vec::len);
    writeln!(output, "positions {count}, held out {held_out}")?;
    train(&mut training, &checkpoint, output)?;
    match &known {
        Some(net) => training.model.interpolate(arguments.keep, net),
        None => training.model.share_heads(),
    }
    training.model.scale_rows(arguments.stretch);
    finish(&mut training, &arguments, output)?;
    ignore_missing(fs::remove_file(&checkpoint))?;
    Ok(())
}

/// Checks now, rather than after hours of training, that the files can be written and do not
/// replace input files.
fn check_outputs(arguments: &Arguments, files: &[PathBuf]) -> Result<(), ToolError> {
    let out = &arguments.out;
    for path in [Some(out), arguments.report.as_ref()].into_iter().flatten() {
        file_arguments::check_output(path, files)?;
    }
    let Some(report) = &arguments.report else {
        return Ok(());
    };
    if path::absolute(report)? == path::absolute(out)? {
        return Err(value_error(report, "the weights are written to it"));
    }
    // The weights may replace those that the training run starts from; the picture may not.
    match &arguments.from {
        Some(from) if files::is_same(report, from) => {
            Err(value_error(report, "the weights are read from it"))
        }
        _ => Ok(()),
    }
}

fn read_net(path: &Path) -> Result<Net, ToolError> {
    Net::open(path).map_err(|error| value_error(path, error))
}

/// The checkpoint of a training run that writes to `out`.
fn checkpoint_path(out: &Path) -> PathBuf {
    let mut path = out.as_os_str().to_owned();
    path.push(".checkpoint");
    path.into()
}

/// Resumes from the checkpoint, if there is one.
fn resume(training: &mut Training, checkpoint: &Path) -> Result<(), ToolError> {
    let file = File::open(checkpoint).and_then(checkpoint::bytes);
    let file = ignore_missing(file).map_err(|error| value_error(checkpoint, error))?;
    let Some(file) = file else {
        return Ok(());
    };
    training
        .resume(&file)
        .map_err(|error| value_error(checkpoint, format!("{error} (delete it to start over)")))
}

fn ignore_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Trains until all steps are done or the user interrupts.
fn train(
    training: &mut Training,
    checkpoint: &Path,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let interrupt = Interrupt::install();
    let progress = Progress::new(training.steps());
    progress.start_at(training.step);
    let epochs = training.settings.epochs;
    let (mut start, mut positions) = (Instant::now(), 0);
    let mut saved = Instant::now();
    while training.step < training.steps() {
        positions += training.step();
        progress.step();
        let speed = positions as f64 / start.elapsed().as_secs_f64();
        progress.set_message(|| {
            let left = training.positions_left() as f64 / speed / 60.0;
            format!("batches, {left:.0} min left, {speed:.0} positions/s")
        });
        if let Some(epoch) = training.ended_epoch() {
            let (loss, held_out) = (training.mean_loss(), total(&training.losses().all));
            let (mse, mae) = (held_out.mse(), held_out.mae());
            let line = format!(
                "epoch {epoch}/{epochs}: mse {loss:.2}, held out mse {mse:.2} mae {mae:.3}, \
                 positions/s {speed:.0}"
            );
            progress.line(output, &line)?;
            (start, positions) = (Instant::now(), 0);
        }
        if interrupt.is_requested() {
            file_arguments::write(checkpoint, &training.checkpoint())?;
            return Err(ToolError::Interrupted);
        }
        if saved.elapsed() > CHECKPOINT_EVERY {
            file_arguments::write(checkpoint, &training.checkpoint())?;
            saved = Instant::now();
        }
    }
    Ok(())
}

/// Writes the weights and reports their errors.
fn finish(
    training: &mut Training,
    arguments: &Arguments,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let net = training.model.quantised();
    let file = net.write();
    file_arguments::write(&arguments.out, &file)?;
    let losses = training.quantised_losses(&net);
    let errors = total(&training.quantisation_errors(&net).all);
    writeln!(output, "{}", losses::table(&losses))?;
    writeln!(
        output,
        "quantisation: mae {:.3}, largest {:.3}, mse before it {:.3}",
        errors.mae(),
        errors.largest,
        total(&training.losses().all).mse()
    )?;
    writeln!(output, "bytes: {}", file.len())?;
    if let Some(path) = &arguments.report {
        file_arguments::write(path, plot::svg(&losses).as_bytes())?;
    }
    Ok(())
}
