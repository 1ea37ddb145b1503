//! The command line of `obverse train`.

use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt};

use super::adam::Pace;
use super::settings::Settings;
use crate::flags::{Decimal, Whole};
use crate::session::options::{THREAD_COUNTS, cores};
use crate::tools::ToolError;
use crate::tools::arguments::{number, text, value};

const EPOCHS: Whole<u64> = Whole::new(1, 10_000);
const RATE: Decimal = Decimal(1);
const DECAY: Decimal = Decimal(100);
const PART: Decimal = Decimal(1);
const STRETCH: Decimal = Decimal(2);
const SEED: Whole<u64> = Whole::new(0, u64::MAX);

/// What to learn from, how, and where to write it.
#[derive(Debug)]
pub(super) struct Arguments {
    /// Files, or folders of such.
    pub(super) paths: Vec<String>,
    /// For the weights.
    pub(super) out: PathBuf,
    /// The weights to begin with.
    pub(super) from: Option<PathBuf>,
    /// Which part of these weights stays.
    pub(super) keep: f32,
    /// How much greater the weights of the rows are written than learnt.
    pub(super) stretch: f32,
    /// For the picture.
    pub(super) report: Option<PathBuf>,
    pub(super) settings: Settings,
    pub(super) threads: u32,
    pub(super) is_resumed: bool,
    /// Nothing is learnt: weights to begin with are written.
    pub(super) is_blank: bool,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut arguments = Arguments {
        paths: Vec::new(),
        out: PathBuf::new(),
        from: None,
        keep: 0.0,
        stretch: 1.0,
        report: None,
        settings: Settings {
            epochs: 8,
            pace: Pace {
                rate: 0.003,
                decay: 2.0,
            },
            result_weight: 0.0,
            seed: 1,
        },
        threads: cores(),
        is_resumed: false,
        is_blank: false,
    };
    let mut is_learning = false;
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        is_learning |= !matches!(word, Arg::Long("out" | "blank"));
        let decimal =
            |parser: &mut Parser, flag, kind| value(parser, flag, kind).map(|value| value as f32);
        let settings = &mut arguments.settings;
        match word {
            Arg::Value(path) => arguments.paths.push(path.string()?),
            Arg::Long("out") => arguments.out = text(&mut parser)?.into(),
            Arg::Long("from") => arguments.from = Some(text(&mut parser)?.into()),
            Arg::Long("keep") => arguments.keep = decimal(&mut parser, "--keep", &PART)?,
            Arg::Long("stretch") => {
                arguments.stretch = decimal(&mut parser, "--stretch", &STRETCH)?;
            }
            Arg::Long("report") => arguments.report = Some(text(&mut parser)?.into()),
            Arg::Long("epochs") => {
                settings.epochs = number(&mut parser, "--epochs", &EPOCHS)? as usize;
            }
            Arg::Long("rate") => settings.pace.rate = decimal(&mut parser, "--rate", &RATE)?,
            Arg::Long("decay") => settings.pace.decay = decimal(&mut parser, "--decay", &DECAY)?,
            Arg::Long("result-weight") => {
                settings.result_weight = decimal(&mut parser, "--result-weight", &PART)?;
            }
            Arg::Long("seed") => settings.seed = number(&mut parser, "--seed", &SEED)?,
            Arg::Long("threads") => {
                arguments.threads = number(&mut parser, "--threads", &THREAD_COUNTS)? as u32;
            }
            Arg::Long("blank") => arguments.is_blank = true,
            Arg::Long("resume") => arguments.is_resumed = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let has_task = match arguments.is_blank {
        true => !is_learning,
        false => !arguments.paths.is_empty(),
    };
    if !has_task || arguments.out.as_os_str().is_empty() {
        return Err(ToolError::Arguments);
    }
    if arguments.keep > 0.0 && arguments.from.is_none() {
        return Err(ToolError::Value("--keep needs --from".into()));
    }
    if arguments.stretch == 0.0 {
        return Err(ToolError::Value("--stretch: expected more than 0".into()));
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
    fn flags_may_stand_anywhere() {
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
    fn what_does_not_fit_is_refused() {
        for (line, problem) in [
            ("", "wrong arguments"),
            ("a", "wrong arguments"),
            ("--out w", "wrong arguments"),
            ("--blank", "wrong arguments"),
            ("--blank --out w a", "wrong arguments"),
            ("--blank --out w --resume", "wrong arguments"),
            ("a --out", "--out needs a value (try --help)"),
            ("a --epochs 0", "--epochs: expected 1 to 10000"),
            ("a --out w --keep .5", "--keep needs --from"),
            ("a --out w --stretch 0", "--stretch: expected more than 0"),
            ("a --keep 2", "--keep: expected 0 to 1"),
            ("a --rate 2", "--rate: expected 0 to 1"),
            ("a --result-weight x", "--result-weight: expected 0 to 1"),
            ("a --fast", "unknown argument: --fast (try --help)"),
        ] {
            assert_eq!(parsed(line).unwrap_err(), problem, "{line}");
        }
    }
}
