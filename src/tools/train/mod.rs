//! `obverse train`: from positions to the weights of an evaluation.

mod adam;
mod arguments;
mod checkpoint;
mod data;
mod finishing;
mod head;
mod losses;
mod model;
mod plot;
mod quantise;
mod rows;
mod settings;
mod training;

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{self, Path, PathBuf};
use std::time::{Duration, Instant};

use super::interrupt::Interrupt;
use super::narration::Narration;
use super::terminal::Progress;
use super::{Body, Row, ToolError};
use crate::eval::pattern::net::Net;
use crate::files::{self, atomic};
use arguments::Arguments;
use data::Data;
use losses::total;
use training::Training;

pub(super) const ROW: Row = Row {
    name: "train",
    summary: "trains the weights of the evaluation on positions of self-play",
    details: "One game in twenty is held out for validation. A checkpoint beside the weights is written \
              every minute and on Ctrl-C, and removed at the end.",
    exit_statuses: &[
        (0, "the weights were written"),
        (1, "they could not be written"),
        (2, "the command line or a file is wrong"),
        (130, "interrupted by Ctrl-C; --resume continues"),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// A kill loses no more than this.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::parse(words)?;
    let output = &mut Narration(output);
    let files = data::files(&arguments.paths)?;
    check_outputs(&arguments, &files)?;
    if arguments.is_blank {
        return write(&arguments.out, &Net::blank().write());
    }
    let checkpoint = beside(&arguments.out);
    if checkpoint.exists() && !arguments.is_resumed {
        let problem = "a training was begun, to go on with it use --resume";
        return Err(refusal(&checkpoint, problem));
    }
    let known = arguments.from.as_deref().map(read_net).transpose()?;
    let data = Data::read(&files)?;
    let mut training = Training::new(arguments.settings, data, arguments.threads as usize)
        .map_err(|error| ToolError::Failed(error.to_string()))?;
    if let Some(net) = &known {
        training.begin_with(net);
    }
    if arguments.is_resumed {
        resume(&mut training, &checkpoint)?;
    }
    let (count, apart) = (training.data.training.len(), training.data.validation.len());
    writeln!(output, "positions {count}, and {apart} apart")?;
    learn(&mut training, &checkpoint, output)?;
    match &known {
        Some(net) => training.model.keep(arguments.keep, net),
        None => training.model.share_heads(),
    }
    training.model.stretch(arguments.stretch);
    finish(&mut training, &arguments, output)?;
    ignore_missing(fs::remove_file(&checkpoint))?;
    Ok(())
}

/// What cannot be written, or must not, is found now, not when all is learnt.
fn check_outputs(arguments: &Arguments, files: &[PathBuf]) -> Result<(), ToolError> {
    let out = &arguments.out;
    for path in [Some(out), arguments.report.as_ref()].into_iter().flatten() {
        if files.iter().any(|file| files::is_same(path, file)) {
            return Err(refusal(path, "it is one of the files to read"));
        }
        atomic::check_writable(path).map_err(|error| refusal(path, &error.to_string()))?;
    }
    let Some(report) = &arguments.report else {
        return Ok(());
    };
    if path::absolute(report)? == path::absolute(out)? {
        return Err(refusal(report, "it is where the weights go"));
    }
    // Better weights may take the place of those they began with, a picture may not.
    match &arguments.from {
        Some(from) if files::is_same(report, from) => {
            Err(refusal(report, "it is where the weights come from"))
        }
        _ => Ok(()),
    }
}

fn refusal(path: &Path, problem: &str) -> ToolError {
    ToolError::Value(format!("{}: {problem}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), ToolError> {
    let fail = |error| ToolError::Failed(format!("{}: {error}", path.display()));
    atomic::write(path, bytes).map_err(fail)
}

fn read_net(path: &Path) -> Result<Net, ToolError> {
    Net::open(path).map_err(|error| refusal(path, &error.to_string()))
}

/// Where the checkpoints of a training stand until it is over.
fn beside(out: &Path) -> PathBuf {
    let mut path = out.as_os_str().to_owned();
    path.push(".checkpoint");
    path.into()
}

/// Without a checkpoint nothing was begun.
fn resume(training: &mut Training, checkpoint: &Path) -> Result<(), ToolError> {
    let file = ignore_missing(fs::read(checkpoint))
        .map_err(|error| refusal(checkpoint, &error.to_string()))?;
    let Some(file) = file else {
        return Ok(());
    };
    training
        .resume(&file)
        .map_err(|error| refusal(checkpoint, &format!("{error} (delete it to begin anew)")))
}

fn ignore_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Learns until the end, or until the user wants one.
fn learn(
    training: &mut Training,
    checkpoint: &Path,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let interrupt = Interrupt::install();
    let progress = Progress::new(training.steps());
    progress.begin_at(training.step);
    let epochs = training.settings.epochs;
    let (mut start, mut positions) = (Instant::now(), 0);
    let mut saved = Instant::now();
    while training.step < training.steps() {
        positions += training.step();
        progress.step();
        let speed = positions as f64 / start.elapsed().as_secs_f64();
        progress.tell(|| {
            let left = training.positions_left() as f64 / speed / 60.0;
            format!("batches, {left:.0} min left, {speed:.0} positions/s")
        });
        if let Some(epoch) = training.ended_epoch() {
            let (loss, apart) = (training.mean_loss(), total(&training.losses().all));
            progress.above(|| {
                writeln!(
                    output,
                    "epoch {epoch}/{epochs}: mse {loss:.2}, apart mse {:.2} mae {:.3}, \
                     positions/s {speed:.0}",
                    apart.mse(),
                    apart.mae()
                )?;
                output.flush()
            })?;
            (start, positions) = (Instant::now(), 0);
        }
        if interrupt.is_asked() {
            write(checkpoint, &training.checkpoint())?;
            return Err(ToolError::Interrupted);
        }
        if saved.elapsed() > CHECKPOINT_EVERY {
            write(checkpoint, &training.checkpoint())?;
            saved = Instant::now();
        }
    }
    Ok(())
}

/// Writes the weights, and how good they are.
fn finish(
    training: &mut Training,
    arguments: &Arguments,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let net = training.model.quantised();
    let file = net.write();
    write(&arguments.out, &file)?;
    let losses = training.net_losses(&net);
    let rounding = total(&training.rounding(&net).all);
    writeln!(output, "{}", losses::table(&losses))?;
    writeln!(
        output,
        "rounding: mae {:.3}, most {:.3}, mse of the unrounded {:.3}",
        rounding.mae(),
        rounding.largest,
        total(&training.losses().all).mse()
    )?;
    writeln!(output, "bytes: {}", file.len())?;
    if let Some(path) = &arguments.report {
        write(path, plot::svg(&losses).as_bytes())?;
    }
    Ok(())
}
