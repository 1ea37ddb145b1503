//! What is printed about each check.

use serde::Serialize;

use super::bench::{Finding, Verdict};
use super::bytes::escaped;
use super::dialogue::Message;
use super::suite::{Check, Weight};
use crate::tools::json;

/// How many messages of a dialogue are shown, the last ones.
const MOST_SHOWN: usize = 12;

/// The indentation below the name of a check.
const MARGIN: &str = "         ";

/// Counts of the findings.
#[derive(Default, Serialize)]
pub(super) struct Total {
    checks: usize,
    ok: usize,
    failed: usize,
    short: usize,
    skipped: usize,
    /// The names of those that failed.
    #[serde(skip)]
    pub(super) failures: Vec<&'static str>,
}

impl Total {
    pub(super) fn add(&mut self, finding: &Finding) {
        self.checks += 1;
        match word(finding) {
            "ok" => self.ok += 1,
            "skipped" => self.skipped += 1,
            "short" => self.short += 1,
            _ => {
                self.failed += 1;
                self.failures.push(finding.check.name);
            }
        }
    }

    pub(super) fn checks(&self) -> usize {
        self.checks
    }

    /// The last line.
    pub(super) fn line(&self, is_json: bool) -> String {
        match is_json {
            true => json::total_line(self),
            false => format!(
                "total: checks {}, ok {}, failed {}, short {}, skipped {}",
                self.checks, self.ok, self.failed, self.short, self.skipped
            ),
        }
    }
}

/// The verdict in one word.
fn word(finding: &Finding) -> &'static str {
    match (&finding.verdict, finding.check.weight) {
        (Verdict::Holds, _) => "ok",
        (Verdict::Skipped(_), _) => "skipped",
        (Verdict::Short(_), Weight::Must) => "FAIL",
        (Verdict::Short(_), Weight::Should) => "short",
    }
}

/// A finding as text, or as a line of JSON.
pub(super) fn finding(finding: &Finding, is_json: bool) -> String {
    match is_json {
        true => record(finding),
        false => text(finding),
    }
}

fn text(finding: &Finding) -> String {
    let Check { name, demand, .. } = finding.check;
    let word = word(finding);
    match &finding.verdict {
        Verdict::Holds => format!("{word:8} {name}"),
        Verdict::Skipped(reason) => format!("{word:8} {name}: {reason}"),
        Verdict::Short(problem) => {
            let mut lines = vec![format!("{word:8} {name}: {demand}"), problem.clone()];
            let left_out = finding.log.len().saturating_sub(MOST_SHOWN);
            if left_out > 0 {
                lines.push(format!("… {left_out} messages before"));
            }
            lines.extend(finding.log.iter().skip(left_out).map(show));
            lines.join(&format!("\n{MARGIN}"))
        }
    }
}

fn show(message: &Message) -> String {
    match message.bytes.is_empty() {
        true => format!("{} (end of input)", arrow(message)),
        false => format!("{} {}", arrow(message), escaped(&message.bytes)),
    }
}

/// As in the documents: `<` is what the client writes, `>` what it reads.
fn arrow(message: &Message) -> char {
    if message.is_sent { '<' } else { '>' }
}

#[derive(Serialize)]
struct Record {
    check: &'static str,
    weight: &'static str,
    verdict: String,
    demand: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dialogue: Vec<String>,
}

fn record(finding: &Finding) -> String {
    let (problem, is_shown) = match &finding.verdict {
        Verdict::Holds => (None, false),
        Verdict::Skipped(reason) => (Some(reason.clone()), false),
        Verdict::Short(problem) => (Some(problem.clone()), true),
    };
    let log = finding.log.iter().filter(|_| is_shown);
    json::line(&Record {
        check: finding.check.name,
        weight: finding.check.weight.word(),
        verdict: word(finding).to_lowercase(),
        demand: finding.check.demand,
        problem,
        dialogue: log.map(show).collect(),
    })
}

#[derive(Serialize)]
struct Listed {
    protocol: &'static str,
    check: &'static str,
    weight: &'static str,
    demand: &'static str,
}

/// A row of the list of checks.
pub(super) fn listed(protocol: &'static str, check: &Check, is_json: bool) -> String {
    let listed = Listed {
        protocol,
        check: check.name,
        weight: check.weight.word(),
        demand: check.demand,
    };
    match is_json {
        true => json::line(&listed),
        false => format!(
            "{protocol:6} {:24} {:6} {}",
            listed.check, listed.weight, listed.demand
        ),
    }
}
