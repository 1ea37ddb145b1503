//! The command line of `obverse train`.

use std::path::PathBuf;

use super::adam::StepSize;
use super::settings::Settings;
use crate::flags::{
    Count, Decimal, File, Flag, Given, Group, Operand, Place, Switch, Syntax, UsageError, Whole,
};
use crate::session::options::{SEEDS, THREAD_COUNTS, cores};
use crate::tools::arguments::{self, ONE_FOR_EACH_CORE};

/// What to train on, how, and where to write the weights.
#[derive(Debug)]
pub(super) struct Arguments {
    /// Files, or folders of files.
    pub(super) paths: Vec<String>,
    /// The output file of the weights.
    pub(super) out: PathBuf,
    /// The weights to start with.
    pub(super) from: Option<PathBuf>,
    /// The share of the initial weights in the weights that are written.
    pub(super) keep: f32,
    /// The factor by which the weights of patterns are multiplied after training.
    pub(super) stretch: f32,
    /// The output file of the plot.
    pub(super) report: Option<PathBuf>,
    pub(super) settings: Settings,
    pub(super) threads: u32,
    pub(super) is_resumed: bool,
    /// Whether to write untrained weights instead of training.
    pub(super) is_blank: bool,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            paths: Vec::new(),
            out: PathBuf::new(),
            from: None,
            keep: 0.0,
            stretch: 1.0,
            report: None,
            settings: Settings {
                epochs: 8,
                step_size: StepSize {
                    rate: 0.003,
                    decay: 2.0,
                },
                result_weight: 0.0,
                seed: 1,
            },
            threads: cores(),
            is_resumed: false,
            is_blank: false,
        }
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "train",
    usage: &["PATH ... --out FILE [FLAG ...]", "--blank --out FILE"],
    operands: &[Operand {
        name: "PATH",
        count: Count::Any,
        summary: "file of positions, or folder of .pos files",
        field: &Given {
            kind: File,
            set: |arguments: &mut Arguments, path| arguments.paths.push(path),
        },
    }],
    groups: &[
        Group {
            title: "What to do",
            flags: &[OUT, BLANK, FROM, KEEP, STRETCH, REPORT, RESUME],
        },
        Group {
            title: "How to train",
            flags: &[EPOCHS, RATE, DECAY, RESULT_WEIGHT, SEED, THREADS],
        },
    ],
};

const OUT: Flag<Arguments> = Flag::new(
    &["--out"],
    "FILE",
    "write the weights to this file",
    &Given {
        kind: File,
        set: |arguments: &mut Arguments, path| arguments.out = path.into(),
    },
);

const BLANK: Flag<Arguments> = Flag::new(
    &["--blank"],
    "",
    "write untrained weights, which evaluate every position as even",
    &Switch(|arguments: &mut Arguments| arguments.is_blank = true),
)
.details("They are used for the first games when training from scratch.");

const FROM: Flag<Arguments> = Flag::new(
    &["--from"],
    "FILE",
    "start with these weights",
    &Given {
        kind: File,
        set: |arguments: &mut Arguments, path| arguments.from = Some(path.into()),
    },
)
.details("By default, training starts with random weights.");

const KEEP: Flag<Arguments> = Flag::new(
    &["--keep"],
    "SHARE",
    "share of the --from weights in the average that is written",
    &Place(Decimal::up_to(1), |arguments: &mut Arguments| {
        &mut arguments.keep
    }),
)
.details("With 0.5, for example, the network forgets less of what it learnt from older positions.");

const STRETCH: Flag<Arguments> = Flag::new(
    &["--stretch"],
    "FACTOR",
    "multiply the weights of patterns and mobility by this",
    &Place(Decimal::up_to(2), |arguments: &mut Arguments| {
        &mut arguments.stretch
    }),
)
.details("With a factor slightly above 1, searches prune more.");

const REPORT: Flag<Arguments> = Flag::new(
    &["--report"],
    "FILE.svg",
    "plot the errors by number of empty squares",
    &Given {
        kind: File,
        set: |arguments: &mut Arguments, path| arguments.report = Some(path.into()),
    },
);

const RESUME: Flag<Arguments> = Flag::new(
    &["--resume"],
    "",
    "continue from the checkpoint, if there is one",
    &Switch(|arguments: &mut Arguments| arguments.is_resumed = true),
);

const EPOCHS: Flag<Arguments> = Flag::new(
    &["--epochs"],
    "N",
    "number of epochs, that is, passes over all positions",
    &Place(Whole::new(1, 10_000), |arguments: &mut Arguments| {
        &mut arguments.settings.epochs
    }),
);

const RATE: Flag<Arguments> = Flag::new(
    &["--rate"],
    "R",
    "peak learning rate",
    &Place(Decimal::up_to(1), |arguments: &mut Arguments| {
        &mut arguments.settings.step_size.rate
    }),
);

const DECAY: Flag<Arguments> = Flag::new(
    &["--decay"],
    "D",
    "weight decay, as a multiple of the learning rate",
    &Place(Decimal::up_to(100), |arguments: &mut Arguments| {
        &mut arguments.settings.step_size.decay
    }),
);

const RESULT_WEIGHT: Flag<Arguments> = Flag::new(
    &["--result-weight"],
    "W",
    "weight of the game's result in the target; the rest is the position's value",
    &Place(Decimal::up_to(1), |arguments: &mut Arguments| {
        &mut arguments.settings.result_weight
    }),
)
.details("If the value is exact, the result of the game is not used.");

const SEED: Flag<Arguments> = arguments::seed(&Place(SEEDS, |arguments: &mut Arguments| {
    &mut arguments.settings.seed
}));

const THREADS: Flag<Arguments> = arguments::work_threads(
    "train with this many threads",
    &Place(THREAD_COUNTS, |arguments: &mut Arguments| {
        &mut arguments.threads
    }),
)
.default(ONE_FOR_EACH_CORE);

/// Reads the command line, which names either positions to train on, or only a file for
/// untrained weights.
pub(super) fn parse(words: &[String]) -> Result<Arguments, UsageError> {
    let parsed = SYNTAX.parse(words)?;
    let arguments = parsed.arguments;
    let is_plain = parsed.given.iter().all(|&flag| [OUT, BLANK].contains(flag));
    let has_task = match arguments.is_blank {
        true => is_plain && arguments.paths.is_empty(),
        false => !arguments.paths.is_empty(),
    };
    if !has_task || arguments.out.as_os_str().is_empty() {
        return Err(SYNTAX.bad_arguments());
    }
    if arguments.keep > 0.0 && arguments.from.is_none() {
        return Err(UsageError::Conflict("--keep", "--from as well"));
    }
    if arguments.stretch == 0.0 {
        return Err(UsageError::Conflict("--stretch", "more than 0"));
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn every_flag_is_stored() {
        let arguments = parsed(
            "a --out w --rate .01 b --epochs=3 --threads 2 --resume --report r \
             --from f --keep .5 --stretch 1.03",
        )
        .unwrap();
        assert_eq!(arguments.paths, ["a", "b"]);
        assert_eq!(arguments.out, PathBuf::from("w"));
        assert_eq!(arguments.report, Some(PathBuf::from("r")));
        assert_eq!(arguments.from, Some(PathBuf::from("f")));
        assert_eq!((arguments.keep, arguments.stretch), (0.5, 1.03));
        assert_eq!(arguments.threads, 2);
        assert!(arguments.is_resumed);
        let settings = "epochs 3, rate 0.01, decay 2, result weight 0, seed 1";
        assert_eq!(arguments.settings.to_string(), settings);
    }

    #[test]
    fn conflicting_flags_are_rejected() {
        for line in [
            "",
            "a",
            "--out w",
            "--blank",
            "--blank --out w a",
            "--blank --out w --resume",
        ] {
            let problem = parsed(line).unwrap_err();
            assert!(
                problem.starts_with("train: expected PATH ... "),
                "{line}: {problem}"
            );
        }
        for (line, problem) in [
            ("a --out w --keep .5", "--keep: expected --from as well"),
            ("a --out w --stretch 0", "--stretch: expected more than 0"),
            ("a --keep 2", "--keep: expected 0 to 1, got 2"),
        ] {
            assert_eq!(parsed(line).unwrap_err(), problem, "{line}");
        }
    }
}
