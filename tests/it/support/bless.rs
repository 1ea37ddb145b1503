//! Rewrites golden files instead of comparing them, if `OBVERSE_BLESS` is set.
//!
//! In a transcript, each line that still matches is kept, including wildcards. Only lines
//! that differ are replaced by the actual output.

use std::time::{Duration, Instant};

use super::engine::Engine;
use super::transcript::{ANY_LINES, Exchange, Transcript, matches};

/// The name of the environment variable.
pub(crate) const BLESS: &str =
    "OBVERSE_BLESS=1 cargo test --release --test it -- transcripts:: documents::";

/// Whether golden files are to be rewritten.
pub(crate) fn is_wanted() -> bool {
    std::env::var_os("OBVERSE_BLESS").is_some_and(|value| value == "1")
}

/// Expected output that has not arrived after this time counts as missing.
const MISSING: Duration = Duration::from_secs(2);

/// Unexpected output after the expected lines arrives within this time.
const QUIET: Duration = Duration::from_millis(100);

/// The text of a transcript with the current output.
pub(crate) fn blessed(text: &str) -> String {
    let transcript = Transcript::read(text);
    let outputs = record(&transcript);
    let mut rest = transcript.exchanges().iter().zip(outputs).peekable();
    let mut blessed: Vec<String> = Vec::new();
    let mut replaces = false;
    for (index, line) in text.lines().enumerate() {
        if !(replaces && line.starts_with('>')) {
            blessed.push(line.to_string());
        }
        if line.starts_with('<') {
            let is_here = |(exchange, _): &(&Exchange, _)| exchange.line == index + 1;
            let (exchange, output) = rest.next_if(is_here).expect("each chunk has its output");
            let merged = merge(&exchange.expected, &output);
            replaces = merged != exchange.expected;
            if replaces {
                let lines = merged.iter().map(|line| format!("> {line}"));
                blessed.extend(lines.map(|line| line.trim_end().to_string()));
            }
        }
    }
    blessed.join("\n") + "\n"
}

/// The output after each chunk.
fn record(transcript: &Transcript) -> Vec<Vec<String>> {
    let mut engine = Engine::start_with(transcript.options(), transcript.searcher(), MISSING);
    let mut outputs = Vec::new();
    for (index, exchange) in transcript.exchanges().iter().enumerate() {
        engine.send(&exchange.chunk);
        if index + 1 == transcript.exchanges().len() {
            engine.close();
        }
        let start = Instant::now();
        let mut output: Vec<String> = Vec::new();
        // A search that reports until it is told to stop never becomes quiet.
        while start.elapsed() < MISSING {
            let is_complete = merge(&exchange.expected, &output) == exchange.expected;
            let wait = if is_complete { QUIET } else { MISSING };
            let Some(line) = engine.take_line_within(wait) else {
                break;
            };
            output.push(String::from_utf8_lossy(&line).into_owned());
        }
        outputs.push(output);
    }
    outputs
}

/// The output, in which each matching expected line replaces what it matches, so that as
/// few lines as possible are replaced, added or dropped.
fn merge(expected: &[String], output: &[String]) -> Vec<String> {
    // The lowest cost from each pair of lines on.
    let mut costs = vec![vec![0; output.len() + 1]; expected.len() + 1];
    for e in (0..=expected.len()).rev() {
        for o in (0..=output.len()).rev() {
            let steps = steps(&expected[e..], &output[o..]);
            let costs_of_steps = steps.iter().map(|step| step.cost_in(&costs, e, o));
            costs[e][o] = costs_of_steps.min().unwrap_or(0);
        }
    }
    let (mut e, mut o) = (0, 0);
    let mut merged = Vec::new();
    while e < expected.len() || o < output.len() {
        let mut steps = steps(&expected[e..], &output[o..]).into_iter();
        let best = steps.find(|step| step.cost_in(&costs, e, o) == costs[e][o]);
        let best = best.expect("the least cost is that of a step");
        merged.extend(best.line.cloned());
        e += best.expected;
        o += best.output;
    }
    merged
}

/// A step of the merge.
struct Step<'a> {
    /// The line to write.
    line: Option<&'a String>,
    cost: usize,
    /// How many expected lines it uses up.
    expected: usize,
    /// How many lines of output it uses up.
    output: usize,
}

impl Step<'_> {
    /// The cost of this step and of all steps after it.
    fn cost_in(&self, costs: &[Vec<usize>], e: usize, o: usize) -> usize {
        self.cost + costs[e + self.expected][o + self.output]
    }
}

/// The possible steps, in order of preference.
fn steps<'a>(expected: &'a [String], output: &'a [String]) -> Vec<Step<'a>> {
    let step = |line, cost, expected, output| Step {
        line,
        cost,
        expected,
        output,
    };
    let (wanted, written) = (expected.first(), output.first());
    let mut steps = Vec::new();
    match (wanted, written) {
        (Some(wanted), _) if wanted == ANY_LINES => {
            // Preferred, so that a changed line after any lines is replaced.
            steps.push(step(Some(wanted), 0, 1, 0));
            if written.is_some_and(|written| !written.is_empty()) {
                steps.push(step(None, 0, 0, 1));
            }
        }
        (Some(wanted), Some(written)) if matches(wanted, written) => {
            steps.push(step(Some(wanted), 0, 1, 1));
        }
        (Some(_), Some(written)) => steps.push(step(Some(written), 1, 1, 1)),
        _ => {}
    }
    if let Some(written) = written {
        steps.push(step(Some(written), 1, 0, 1));
    }
    if wanted.is_some() {
        steps.push(step(None, 1, 1, 0));
    }
    steps
}

mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn lines_that_still_match_are_kept() {
        for (expected, output, merged) in [
            ("= 4", "= 4", "= 4"),
            ("= …", "= 4", "= …"),
            ("= …\n", "= 4\n", "= …\n"),
            ("= 3\n= …", "= 4\n= 5", "= 4\n= …"),
            ("= 3\n= a…", "= a4", "= a…"),
            ("=\n…\nlast", "=\na\nb\nlast", "=\n…\nlast"),
            ("=\n…\nlast", "=\na\nb\nend", "=\n…\nend"),
            ("=\n…\nlast", "= a", "= a\n…"),
            ("", "= new", "= new"),
            ("= old", "", ""),
        ] {
            assert_eq!(merge(&lines(expected), &lines(output)), lines(merged));
        }
    }

    #[test]
    fn only_wrong_lines_are_rewritten() {
        let right = "# who\n< name\\n\n> = Ob…\n>\n\n# why\n< quit\\n\n> =\n>\n";
        assert_eq!(blessed(right), right);
        let wrong = right.replace("> = Ob…\n>\n", "> = Reverse\n> more\n");
        assert_eq!(blessed(&wrong), right.replace("Ob…", "Obverse"));
    }
}
