//! The findings for people, in lines of at most 80 characters.

use std::io::{self, Write};

use super::reference::{MACHINE, MEASURED, REFERENCES, find};
use super::speed::Speed;
use super::trial::{Trial, Wish};
use super::{Findings, Fit, Reporter};
use crate::search::engine::EngineOptions;
use crate::version::{NAME, VERSION};

/// Threads that run for less of the time had to share their CPUs.
const BUSY_PART: f64 = 0.85;

/// Each line is written as soon as it is known.
pub(super) struct Text<'a>(pub(super) &'a mut dyn Write);

impl Reporter for Text<'_> {
    fn start(&mut self, findings: &Findings) -> io::Result<()> {
        writeln!(self.0, "hardware threads: {}", findings.cores)?;
        match findings.memory {
            Some(memory) => writeln!(
                self.0,
                "memory: {} MB, of which {} MB are available",
                memory.total >> 20,
                memory.available >> 20
            )?,
            None => writeln!(self.0, "memory: unknown")?,
        }
        writeln!(self.0, "\nMillions of nodes per second:\n")?;
        writeln!(self.0, "  threads   midgame          endgame")?;
        self.0.flush()
    }

    fn speed(&mut self, speed: &Speed, single: &Speed) -> io::Result<()> {
        write!(self.0, "  {:>7}   {:>7.1}", speed.threads, speed.midgame)?;
        match speed.threads == single.threads {
            true => writeln!(self.0, "          {:>7.1}", speed.endgame)?,
            false => writeln!(
                self.0,
                "  ({:>4.1} x) {:>7.1}  ({:>4.1} x)",
                speed.midgame / single.midgame,
                speed.endgame,
                speed.endgame / single.endgame
            )?,
        }
        self.0.flush()
    }

    fn compare(&mut self, findings: &Findings) -> io::Result<()> {
        writeln!(
            self.0,
            "\nFor comparison, one thread of an {MACHINE}, measured for version {MEASURED}:\n"
        )?;
        writeln!(self.0, "  CPU level    midgame   endgame")?;
        for row in REFERENCES {
            writeln!(
                self.0,
                "  {:<10}   {:>7.1}   {:>7.1}",
                row.level, row.midgame, row.endgame
            )?;
        }
        let idle = findings.speeds.iter().rev().find_map(|speed| {
            let running = speed.running.filter(|&part| part < BUSY_PART)?;
            Some((speed.threads, running))
        });
        if let Some((threads, running)) = idle {
            writeln!(
                self.0,
                "\nWith threads {threads}, the search got only {:.0} % of the CPU time that it could \
                 use, so\nother programs were probably running. Measure again without them.",
                100.0 * running
            )?;
        }
        if let Some(reference) = find(findings.level) {
            let single = findings.single();
            writeln!(
                self.0,
                "\nAt the same CPU level, one thread of this machine is {:.2} times as fast in the\n\
                 midgame, and {:.2} times as fast in the endgame.",
                single.midgame / reference.midgame,
                single.endgame / reference.endgame
            )?;
        }
        self.0.flush()
    }

    fn wish(&mut self, wish: Wish, options: EngineOptions) -> io::Result<()> {
        let title = match wish {
            Wish::MoveASecond => "A move a second, on positions of two games",
            Wish::GameInTenSeconds => "Analysing a game in ten seconds",
        };
        writeln!(
            self.0,
            "\n{title}, with threads {} and hash_mb {}:\n",
            options.threads, options.hash_mb
        )?;
        self.0.flush()
    }

    fn trial(&mut self, wish: Wish, trial: Trial) -> io::Result<()> {
        let level = trial.level;
        match (wish, trial.times) {
            (Wish::MoveASecond, Some(times)) => writeln!(
                self.0,
                "  level {level:>2}: {} moves, mean {:.2} s, longest {:.2} s",
                times.searches,
                times.total.as_secs_f64() / f64::from(times.searches.max(1)),
                times.longest.as_secs_f64()
            )?,
            (Wish::MoveASecond, None) => {
                writeln!(self.0, "  level {level:>2}: a move takes longer than 1 s")?;
            }
            (Wish::GameInTenSeconds, Some(times)) => writeln!(
                self.0,
                "  level {level:>2}: {} positions, {:.1} s",
                times.searches,
                times.total.as_secs_f64()
            )?,
            (Wish::GameInTenSeconds, None) => {
                writeln!(self.0, "  level {level:>2}: longer than 10 s")?;
            }
        }
        self.0.flush()
    }

    fn fit(&mut self, fit: &Fit) -> io::Result<()> {
        let Some(best) = fit.outcome.best else {
            return writeln!(
                self.0,
                "  There was no time to test a level; allow more --seconds."
            );
        };
        let command = command(fit, best.level);
        writeln!(self.0, "\nSuggested: {command}")?;
        if !fit.outcome.is_complete {
            writeln!(
                self.0,
                "There was no time to test higher levels, which may fit as well."
            )?;
        }
        self.0.flush()
    }

    fn end(&mut self, findings: &Findings) -> io::Result<()> {
        writeln!(self.0, "\nFor a report:\n\n{}", summary(findings))?;
        self.0.flush()
    }
}

/// The command line of what fits.
fn command(fit: &Fit, level: u32) -> String {
    let options = format!(
        "--level {level} --threads {} --hash-mb {}",
        fit.options.threads, fit.options.hash_mb
    );
    match fit.wish {
        Wish::MoveASecond => format!("obverse {options}"),
        Wish::GameInTenSeconds => format!("obverse analyze {options} GAMES"),
    }
}

/// One line for a report.
pub(super) fn summary(findings: &Findings) -> String {
    let (single, fastest) = (findings.single(), findings.fastest());
    let level = match findings.fit(Wish::MoveASecond) {
        Some((_, level)) => format!("level {level} at 1 s/move"),
        None => "no level tested".to_string(),
    };
    let threads = match findings.threads {
        1 => "1 thread".to_string(),
        threads => format!("{threads} threads"),
    };
    let speeds = match findings.threads {
        1 => format!("{:.1}", single.midgame),
        _ => format!("{:.1}-{:.1}", single.midgame, fastest.midgame),
    };
    format!(
        "{NAME} {VERSION}, {}, {threads}, {speeds} Mnodes/s, {level}",
        findings.level
    )
}
