//! The findings as one line of JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::reference::{MACHINE, REFERENCES};
use super::speed::Speed;
use super::text::summary;
use super::trial::{Trial, Wish};
use super::{Findings, Fit, Reporter};
use crate::search::engine::EngineOptions;
use crate::tools::json::{line, seconds};
use crate::version::VERSION;

/// Writes one line at the end.
pub(super) struct Line<'a>(pub(super) &'a mut dyn Write);

#[derive(Serialize)]
struct Record {
    version: &'static str,
    cpu_level: &'static str,
    hardware_threads: u32,
    memory_mb: Option<u64>,
    available_mb: Option<u64>,
    /// In nodes per second.
    speeds: Vec<SpeedRecord>,
    reference: ReferenceRecord,
    wishes: Vec<WishRecord>,
    summary: String,
}

#[derive(Serialize)]
struct SpeedRecord {
    threads: u32,
    midgame: u64,
    endgame: u64,
    /// The part of the time in which the threads were running.
    running: Option<f64>,
}

#[derive(Serialize)]
struct ReferenceRecord {
    machine: &'static str,
    threads: u32,
    levels: Vec<LevelRecord>,
}

#[derive(Serialize)]
struct LevelRecord {
    cpu_level: &'static str,
    midgame: u64,
    endgame: u64,
}

#[derive(Serialize)]
struct WishRecord {
    wish: &'static str,
    limit: f64,
    level: Option<u32>,
    threads: usize,
    hash_mb: usize,
    searches: Option<u32>,
    longest: Option<f64>,
    total: Option<f64>,
    /// Whether the next level was tested, too, and takes too long.
    is_highest: bool,
}

fn nodes(millions: f64) -> u64 {
    (millions * 1e6).round() as u64
}

impl Reporter for Line<'_> {
    fn start(&mut self, _: &Findings) -> io::Result<()> {
        Ok(())
    }

    fn speed(&mut self, _: &Speed, _: &Speed) -> io::Result<()> {
        Ok(())
    }

    fn compare(&mut self, _: &Findings) -> io::Result<()> {
        Ok(())
    }

    fn wish(&mut self, _: Wish, _: EngineOptions) -> io::Result<()> {
        Ok(())
    }

    fn trial(&mut self, _: Wish, _: Trial) -> io::Result<()> {
        Ok(())
    }

    fn fit(&mut self, _: &Fit) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, findings: &Findings) -> io::Result<()> {
        let megabytes = |bytes: u64| bytes >> 20;
        let speed = |speed: &Speed| SpeedRecord {
            threads: speed.threads,
            midgame: nodes(speed.midgame),
            endgame: nodes(speed.endgame),
            running: speed.running.map(|part| (part * 100.0).round() / 100.0),
        };
        let levels = REFERENCES.iter().map(|row| LevelRecord {
            cpu_level: row.level,
            midgame: nodes(row.midgame),
            endgame: nodes(row.endgame),
        });
        let record = Record {
            version: VERSION,
            cpu_level: findings.level,
            hardware_threads: findings.cores,
            memory_mb: findings.memory.map(|memory| megabytes(memory.total)),
            available_mb: findings.memory.map(|memory| megabytes(memory.available)),
            speeds: findings.speeds.iter().map(speed).collect(),
            reference: ReferenceRecord {
                machine: MACHINE,
                threads: 1,
                levels: levels.collect(),
            },
            wishes: findings.wishes.iter().map(wish).collect(),
            summary: summary(findings),
        };
        writeln!(self.0, "{}", line(&record))?;
        self.0.flush()
    }
}

fn wish(fit: &Fit) -> WishRecord {
    let best = fit.outcome.best;
    let times = best.and_then(|best| best.times);
    WishRecord {
        wish: match fit.wish {
            Wish::MoveASecond => "move",
            Wish::GameInTenSeconds => "analysis",
        },
        limit: seconds(fit.wish.limit()),
        level: best.map(|best| best.level),
        threads: fit.options.threads,
        hash_mb: fit.options.hash_mb,
        searches: times.map(|times| times.searches),
        longest: times.map(|times| seconds(times.longest)),
        total: times.map(|times| seconds(times.total)),
        is_highest: fit.outcome.is_complete,
    }
}
