//! Golden transcripts: what a client sends, chunk by chunk, and what it must receive.
//!
//! The notation, one item per line:
//!
//! ```text
//! # a comment
//! ! G7 C3          moves for a scripted searcher to play in turn; all must be used
//! < genmove black\n      a chunk, sent at once; \n, \r, \t, \\ and \xNN are escapes
//! > = G7           a line of output; … matches any text
//! >
//! < list_commands\n
//! > = protocol_version
//! > …              any lines of the same reply up to the next expected one
//! > genmove
//! > …
//! >
//! $ -q             the client has asked for as little text as possible
//! % a reason       the chunks must stay as they are, for this reason; see `recut`
//! ```
//!
//! The options are those of [`fixed_options`]: `algorithm negamax`, `threads 1`,
//! `seed 1`, and the defaults.
//!
//! A chunk is sent once all output that is expected before it has been received. The input
//! ends with the last chunk, and there must be no unexpected output after it. Trailing
//! spaces are not compared.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use obverse::board::Square;
use obverse::search::Searcher;
use obverse::session::options::Options;

use super::engine::{Engine, TIMEOUT, fixed_options};
use super::searchers::FakeSearcher;

/// The expected line that matches any number of lines.
pub(super) const ANY_LINES: &str = "…";

#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    script: Vec<Square>,
    exchanges: Vec<Exchange>,
    /// Whether the transcript depends on how the input is divided into chunks.
    keeps_chunks: bool,
    is_quiet: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Exchange {
    /// The number of its line in the file.
    pub(super) line: usize,
    pub(super) chunk: Vec<u8>,
    pub(super) expected: Vec<String>,
    /// The lines of the file on which these stand.
    lines: Vec<usize>,
}

impl Transcript {
    /// Reads the notation above.
    pub(crate) fn read(text: &str) -> Transcript {
        let mut transcript = Transcript::default();
        for (index, line) in text.lines().enumerate() {
            let (kind, rest) = line.split_at(line.len().min(1));
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match kind {
                "" | "#" => {}
                "%" => transcript.keeps_chunks = true,
                "$" => transcript.is_quiet = rest == "-q",
                "!" => transcript
                    .script
                    .extend(rest.split_whitespace().map(|word| {
                        word.parse::<Square>()
                            .unwrap_or_else(|error| panic!("{line}: {error}"))
                    })),
                "<" => transcript.send(index + 1, unescape(rest)),
                ">" => transcript.expect(index + 1, rest),
                _ => panic!("line {}: {line}", index + 1),
            }
        }
        transcript
    }

    /// Reads a session as in the documents: a command, its reply up to the empty line, the
    /// next command.
    pub(crate) fn read_session(text: &str) -> Transcript {
        let mut transcript = Transcript::default();
        let mut is_reply = false;
        for (index, line) in text.lines().enumerate() {
            if is_reply {
                transcript.expect(index + 1, line);
                is_reply = !line.is_empty();
            } else {
                transcript.send(index + 1, format!("{line}\n").into_bytes());
                is_reply = !line.starts_with('#');
            }
        }
        if is_reply {
            transcript.expect(text.lines().count() + 1, "");
        }
        transcript
    }

    fn send(&mut self, line: usize, chunk: Vec<u8>) {
        self.exchanges.push(Exchange {
            line,
            chunk,
            expected: Vec::new(),
            lines: Vec::new(),
        });
    }

    fn expect(&mut self, line: usize, text: &str) {
        let exchange = self.exchanges.last_mut().expect("output follows a chunk");
        exchange.expected.push(text.to_string());
        exchange.lines.push(line);
    }

    /// The chunks with their output.
    pub(super) fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// The lines that must be received, in order.
    pub(crate) fn expected_lines(&self) -> impl Iterator<Item = &String> {
        self.exchanges
            .iter()
            .flat_map(|exchange| &exchange.expected)
    }

    /// The searcher that plays the scripted moves, if there are any.
    pub(super) fn searcher(&self) -> Option<Box<dyn Searcher>> {
        let script = Arc::new(Mutex::new(VecDeque::from(self.script.clone())));
        let is_scripted = !self.script.is_empty();
        is_scripted.then(|| Box::new(FakeSearcher::scripted(&script)) as Box<_>)
    }

    /// All chunks together.
    pub(crate) fn input(&self) -> Vec<u8> {
        let chunks = self.exchanges.iter().map(|exchange| &exchange.chunk);
        chunks.flatten().copied().collect()
    }

    /// The same input in chunks of `size` bytes, with the same output; `None` if the chunks
    /// must not be changed.
    pub(crate) fn recut(&self, size: usize) -> Option<Transcript> {
        let input = self.input();
        let mut recut = Transcript {
            script: self.script.clone(),
            is_quiet: self.is_quiet,
            ..Transcript::default()
        };
        for chunk in input.chunks(size) {
            recut.send(0, chunk.to_vec());
        }
        for exchange in &self.exchanges {
            for (&line, text) in exchange.lines.iter().zip(&exchange.expected) {
                recut.expect(line, text);
            }
        }
        (!self.keeps_chunks).then_some(recut)
    }

    /// Replays it with the driver in this process.
    #[track_caller]
    pub(crate) fn run(&self, name: &str) {
        self.run_with(self.options(), name);
    }

    /// Replays it with these options at the start.
    #[track_caller]
    pub(crate) fn run_with(&self, options: Options, name: &str) {
        if let Err(problem) = self.replay(options, TIMEOUT) {
            panic!("{name}, {problem}");
        }
    }

    /// The first difference, replayed as [`Transcript::run`] does.
    pub(crate) fn problem(&self) -> Option<String> {
        self.replay(self.options(), TIMEOUT).err()
    }

    /// The options with which it starts.
    pub(super) fn options(&self) -> Options {
        Options {
            is_quiet: self.is_quiet,
            ..fixed_options()
        }
    }

    /// Fails at the first difference. No wait for output is longer than `timeout`.
    fn replay(&self, options: Options, timeout: Duration) -> Result<(), String> {
        let script = Arc::new(Mutex::new(VecDeque::from(self.script.clone())));
        let searcher = Box::new(FakeSearcher::scripted(&script));
        let is_scripted = !self.script.is_empty();
        let searcher = is_scripted.then_some(searcher as Box<_>);
        let mut engine = Engine::start_with(options, searcher, timeout);
        let (last, before) = self.exchanges.split_last().ok_or("nothing is sent")?;
        for exchange in before {
            exchange.replay(&engine)?;
        }
        engine.send(&last.chunk);
        engine.close();
        last.await_reply(&engine)?;
        let rest = engine.finish()?;
        if !rest.is_empty() {
            let rest = String::from_utf8_lossy(&rest);
            return Err(format!("at the end: expected nothing, got {rest:?}"));
        }
        let unused = script.lock().expect("no search panics").len();
        if unused > 0 {
            return Err(format!("at the end: {unused} scripted moves are not used"));
        }
        Ok(())
    }
}

impl Exchange {
    fn replay(&self, engine: &Engine) -> Result<(), String> {
        engine.send(&self.chunk);
        self.await_reply(engine)
    }

    fn await_reply(&self, engine: &Engine) -> Result<(), String> {
        let mut skips = false;
        for (number, expected) in self.lines.iter().zip(&self.expected) {
            if expected == ANY_LINES {
                skips = true;
                continue;
            }
            loop {
                let line = engine.take_line();
                let line = line.map(|line| String::from_utf8_lossy(&line).into_owned());
                if line.as_deref().is_some_and(|line| matches(expected, line)) {
                    break;
                }
                // No line is skipped after the empty line that ends the reply.
                if !skips || line.as_deref().is_none_or(str::is_empty) {
                    let line = line.map_or("nothing".to_string(), |line| format!("{line:?}"));
                    return Err(format!("line {number}: expected {expected:?}, got {line}"));
                }
            }
            skips = false;
        }
        if skips {
            let number = self.lines.last().copied().unwrap_or(self.line);
            return Err(format!("line {number}: no line ends the …"));
        }
        Ok(())
    }
}

/// Whether a line is as expected, where `…` matches any text.
pub(crate) fn matches(expected: &str, line: &str) -> bool {
    let line = line.trim_end_matches(' ');
    let mut parts = expected.trim_end_matches(' ').split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    match last {
        None => rest.is_empty(),
        Some(last) => last.is_empty() || rest.is_empty() || line.ends_with(last),
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            bytes.extend(letter.to_string().bytes());
            continue;
        }
        bytes.push(match letters.next() {
            Some('n') => b'\n',
            Some('r') => b'\r',
            Some('t') => b'\t',
            Some('\\') => b'\\',
            Some('x') => {
                let digits: String = letters.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
            }
            other => panic!("unknown escape {other:?} in {text}"),
        });
    }
    bytes
}

mod tests {
    use super::*;

    fn problem(text: &str) -> Option<String> {
        // Short, because some of these wait for output that does not come.
        let timeout = Duration::from_millis(300);
        Transcript::read(text)
            .replay(fixed_options(), timeout)
            .err()
    }

    const RIGHT: &str = "\
! D3
< genmove b\\nna
> = D3
>
< me
< \\nlist_commands\\n
> = Obverse
>
> = protocol_version
> …
> genmove
> …
>
< 7 quit
> =7…
>
";

    #[test]
    fn a_correct_transcript_passes() {
        Transcript::read(RIGHT).run("as it is");
        for size in [1, 2, 1000] {
            Transcript::read(RIGHT)
                .recut(size)
                .expect("chunks of any size")
                .run("recut");
        }
        assert!(Transcript::read("% a reason").recut(1).is_none());
    }

    /// However the input is cut, the problem names the line of the file.
    #[test]
    fn a_problem_names_the_line_that_is_wrong() {
        let wrong = RIGHT.replace("> = Obverse", "> = Reverse");
        for size in [1, 1000] {
            let recut = Transcript::read(&wrong).recut(size);
            let problem = recut.and_then(|recut| recut.problem());
            let expected = "line 7: expected \"= Reverse\", got \"= Obverse\"";
            assert_eq!(problem.as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_correct_session_passes() {
        Transcript::read_session("1 name\n=1 Obverse\n\n# a remark\nplay b a1\n? illegal move\n\n")
            .run("session");
    }

    #[test]
    fn every_wrong_transcript_fails() {
        let wrong = [
            ("a wrong line", "> = Obverse", "> = Reverse"),
            ("a wrong mark", "> = D3", "> ? D3"),
            ("a line that is a beginning", "> = Obverse", "> = Obv"),
            ("a line too few", "> = D3\n>\n", "> = D3\n"),
            ("a line too many", "> = D3\n>\n", "> = D3\n>\n>\n"),
            ("a reply too few", "> = D3\n>\n", ""),
            ("a reply too few at the end", "> =7…\n>\n", ""),
            ("a reply too many", "> = D3\n>\n", "> = D3\n>\n> =\n>\n"),
            (
                "a reply too many at the end",
                "> =7…\n>\n",
                "> =7…\n>\n> =\n>\n",
            ),
            ("the other order", "> =7…\n>\n", ">\n> =7…\n"),
            ("a line that is not in the list", "> genmove\n", "> move\n"),
            (
                "a list that goes on",
                "> genmove\n> …\n>\n",
                "> genmove\n>\n",
            ),
            (
                "a list in another order",
                "> = protocol_version\n> …\n> genmove\n",
                "> …\n> genmove\n> …\n> name\n",
            ),
            ("any lines without an end", "> =7…\n>\n", "> =7…\n> …\n"),
            (
                "any lines of two replies",
                "> = Obverse\n>\n> = protocol_version\n> …\n>",
                "> …\n> genmove",
            ),
            ("a move that is not asked for", "! D3", "! D3 C3"),
            ("a move that is not given", "! D3", "! C4"),
            ("an illegal move", "! D3", "! A1"),
        ];
        for (what, from, to) in wrong {
            let text = RIGHT.replace(from, to);
            assert_ne!(text, RIGHT, "{what}");
            assert!(problem(&text).is_some(), "{what}");
        }
        assert!(problem("").is_some(), "nothing at all");
    }
}
