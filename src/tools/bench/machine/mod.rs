//! `obverse bench machine`: what this machine can do, measured in a minute.
//!
//! - [`speed`]: nodes per second, by the number of threads.
//! - [`reference`](mod@reference): the speed of machines that we have measured.
//! - [`trial`]: the highest level for a given time, tried on the positions of [`games`].
//! - [`text`] and `json`: the findings as they are written.
//! - `config_file`: the suggested options as a configuration file.

#[cfg(feature = "config")]
mod config_file;
mod games;
#[cfg(feature = "tools")]
mod json;
mod reference;
mod speed;
mod text;
mod trial;

use std::io::{self, Write};
use std::time::Duration;

use super::Arguments;
use crate::cpu;
use crate::search::engine::EngineOptions;
use crate::session::options::cores;
use crate::system::memory::Memory;
use crate::tools::ToolError;
use crate::tools::interrupt::Interrupt;
use speed::Speed;
use trial::{Outcome, Trial, Wish};

/// How long it takes by default, in seconds.
pub(super) const SECONDS: u32 = 60;

/// The parts of the time for the speed and for each wish, in percent. Few machines need all of
/// the time for each.
const FOR_SPEED: u32 = 20;
const FOR_WISHES: [u32; 2] = [30, 65];

/// Everything that was found.
struct Findings {
    level: &'static str,
    cores: u32,
    memory: Option<Memory>,
    speeds: Vec<Speed>,
    /// The number of threads with the highest speed in the midgame.
    threads: u32,
    wishes: Vec<Fit>,
}

/// What fits a wish.
struct Fit {
    wish: Wish,
    options: EngineOptions,
    outcome: Outcome,
}

/// Where the findings go as soon as they are known.
trait Reporter {
    fn start(&mut self, findings: &Findings) -> io::Result<()>;
    fn speed(&mut self, speed: &Speed, single: &Speed) -> io::Result<()>;
    fn wish(&mut self, wish: Wish, options: EngineOptions) -> io::Result<()>;
    fn trial(&mut self, wish: Wish, trial: Trial) -> io::Result<()>;
    fn fit(&mut self, fit: &Fit) -> io::Result<()>;
    fn compare(&mut self, findings: &Findings) -> io::Result<()>;
    fn end(&mut self, findings: &Findings) -> io::Result<()>;
}

/// Checks, before anything is measured, that the configuration file can be written.
#[cfg(feature = "config")]
pub(super) fn check(arguments: &Arguments) -> Result<(), ToolError> {
    let file = arguments.config.as_ref();
    file.map_or(Ok(()), |file| {
        config_file::check(file, arguments.overwrites)
    })
}

pub(super) fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), ToolError> {
    let interrupt = Interrupt::install();
    let time = arguments.time();
    #[cfg(feature = "tools")]
    let findings = match arguments.is_json {
        true => find(time, &interrupt, &mut json::Line(output)),
        false => find(time, &interrupt, &mut text::Text(output)),
    }?;
    #[cfg(not(feature = "tools"))]
    let findings = find(time, &interrupt, &mut text::Text(output))?;
    #[cfg(feature = "config")]
    if let Some(file) = &arguments.config {
        config_file::write(file, &findings)?;
        if !arguments.is_json {
            writeln!(output, "\nWrote {}.", file.display())?;
        }
    }
    let _ = findings;
    Ok(())
}

/// Measures for about this long.
fn find(
    time: Duration,
    interrupt: &Interrupt,
    reporter: &mut dyn Reporter,
) -> Result<Findings, ToolError> {
    let mut findings = Findings {
        level: cpu::level(),
        cores: cores(),
        memory: Memory::now(),
        speeds: Vec::new(),
        threads: 1,
        wishes: Vec::new(),
    };
    reporter.start(&findings)?;
    let counts = speed::thread_counts(findings.cores);
    let share = time * FOR_SPEED / 100 / counts.len() as u32;
    for threads in counts {
        let measured = speed::measure(threads, share, interrupt);
        let speed = measured.ok_or(ToolError::Interrupted)?;
        findings.speeds.push(speed);
        reporter.speed(&speed, &findings.speeds[0])?;
    }
    let fastest = findings.fastest();
    findings.threads = fastest.threads;
    reporter.compare(&findings)?;
    for (wish, percent) in Wish::ALL.into_iter().zip(FOR_WISHES) {
        let options = EngineOptions {
            threads: findings.threads as usize,
            hash_mb: hash_mb(wish, fastest.midgame, findings.memory),
        };
        reporter.wish(wish, options)?;
        let budget = time * percent / 100;
        let mut on_trial = |trial| reporter.trial(wish, trial);
        let outcome = trial::find(wish, options, budget, interrupt, &mut on_trial)?;
        if interrupt.is_requested() {
            return Err(ToolError::Interrupted);
        }
        let fit = Fit {
            wish,
            options,
            outcome,
        };
        reporter.fit(&fit)?;
        findings.wishes.push(fit);
    }
    reporter.end(&findings)?;
    Ok(findings)
}

impl Findings {
    fn single(&self) -> Speed {
        self.speeds[0]
    }

    /// The speed with the best number of threads.
    fn fastest(&self) -> Speed {
        let faster = |one: &&Speed, other: &&Speed| one.midgame.total_cmp(&other.midgame);
        self.speeds
            .iter()
            .max_by(faster)
            .copied()
            .unwrap_or(self.speeds[0])
    }

    /// What fits a wish, and the level for it, if any was confirmed.
    fn fit(&self, wish: Wish) -> Option<(&Fit, u32)> {
        let fit = self.wishes.iter().find(|fit| fit.wish == wish)?;
        Some((fit, fit.outcome.best?.level))
    }
}

/// The size of the transposition table: room for a quarter of the nodes of the midgame, since
/// the last plies are not stored, but not less than the default, and not more than an eighth of
/// the available memory.
fn hash_mb(wish: Wish, millions_per_second: f64, memory: Option<Memory>) -> usize {
    const BYTES_PER_NODE: f64 = 16.0 / 4.0;
    const RANGE: (u64, u64) = (64, 4096);
    let bytes = millions_per_second * 1e6 * wish.limit().as_secs_f64() * BYTES_PER_NODE;
    let wanted = (bytes as u64 >> 20).next_power_of_two();
    let available = memory.map_or(u64::MAX, |memory| memory.available >> 20) / 8;
    let most = match available.max(1).checked_ilog2() {
        Some(power) => 1 << power,
        None => 1,
    };
    wanted.clamp(RANGE.0, RANGE.1).min(most) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_into_the_memory() {
        let memory = |megabytes: u64| {
            Some(Memory {
                total: megabytes << 20,
                available: megabytes << 20,
            })
        };
        for (wish, speed, available, size) in [
            (Wish::MoveASecond, 5.0, 16_000, 64),
            (Wish::GameInTenSeconds, 5.0, 16_000, 256),
            (Wish::GameInTenSeconds, 500.0, 16_000, 1024),
            (Wish::MoveASecond, 5.0, 64, 8),
            (Wish::MoveASecond, 5.0, 0, 1),
        ] {
            assert_eq!(hash_mb(wish, speed, memory(available)), size);
        }
        assert_eq!(hash_mb(Wish::MoveASecond, 0.0, None), 64);
    }
}
