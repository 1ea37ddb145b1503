//! Dialogues as data: what a client sends, chunk by chunk, and what it must get.
//!
//! The notation, one item a line:
//!
//! ```text
//! # a remark
//! ! G7 C3          the moves of a scripted searcher, in turn, all of them used
//! < genmove black\n      a chunk, written at once; \n, \r, \t, \\ and \xNN are escapes
//! > = G7           a line of output; … stands for any text
//! >
//! < list_commands\n
//! > = protocol_version
//! > …              any lines up to the one that is expected next, all in one reply
//! > genmove
//! > …
//! >
//! % a reason       why the chunks must stay as they are cut; see `recut`
//! ```
//!
//! At the start the options are those of [`fixed_options`]: `algorithm negamax`,
//! `threads 1`, `seed 1`, and the defaults.
//!
//! Each chunk is sent when all output before it has come. With the last one the
//! input ends, and nothing more may come than is expected. Blanks at the end of
//! a line are not compared.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use obverse::board::Square;
use obverse::score::Score;
use obverse::search::analysis::{Analysis, Scope};
use obverse::search::control::{Control, Stopped};
use obverse::search::{Report, Request, Searcher, Watcher};
use obverse::session::options::Options;

use crate::engine::{Engine, WATCHDOG, fixed_options};

/// As an expected line: any number of lines.
const ANY_LINES: &str = "…";

#[derive(Clone, Debug, Default)]
pub(crate) struct Dialogue {
    script: Vec<Square>,
    exchanges: Vec<Exchange>,
    /// Whether the cuts between the chunks matter.
    is_cut_to_stay: bool,
}

#[derive(Clone, Debug)]
struct Exchange {
    /// Where it stands in its file.
    line: usize,
    chunk: Vec<u8>,
    expected: Vec<String>,
}

impl Dialogue {
    /// Reads the notation above.
    pub(crate) fn read(text: &str) -> Dialogue {
        let mut dialogue = Dialogue::default();
        for (index, line) in text.lines().enumerate() {
            let (kind, rest) = line.split_at(line.len().min(1));
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match kind {
                "" | "#" => {}
                "%" => dialogue.is_cut_to_stay = true,
                "!" => dialogue.script.extend(rest.split_whitespace().map(|word| {
                    word.parse::<Square>()
                        .unwrap_or_else(|error| panic!("{line}: {error}"))
                })),
                "<" => dialogue.send(index + 1, unescape(rest)),
                ">" => dialogue.expect(rest),
                _ => panic!("line {}: {line}", index + 1),
            }
        }
        dialogue
    }

    /// Reads a session as it looks to a person: a command, its reply to the
    /// empty line, the next command.
    pub(crate) fn read_session(text: &str) -> Dialogue {
        let mut dialogue = Dialogue::default();
        let mut is_reply = false;
        for (index, line) in text.lines().enumerate() {
            if is_reply {
                dialogue.expect(line);
                is_reply = !line.is_empty();
            } else {
                dialogue.send(index + 1, format!("{line}\n").into_bytes());
                is_reply = !line.starts_with('#');
            }
        }
        if is_reply {
            dialogue.expect("");
        }
        dialogue
    }

    fn send(&mut self, line: usize, chunk: Vec<u8>) {
        self.exchanges.push(Exchange {
            line,
            chunk,
            expected: Vec::new(),
        });
    }

    fn expect(&mut self, line: &str) {
        let exchange = self.exchanges.last_mut().expect("output follows a chunk");
        exchange.expected.push(line.to_string());
    }

    /// All that is sent.
    pub(crate) fn input(&self) -> Vec<u8> {
        let chunks = self.exchanges.iter().map(|exchange| &exchange.chunk);
        chunks.flatten().copied().collect()
    }

    /// The same input in chunks of so many bytes, and the same output. `None`
    /// if the cuts must stay as they are.
    pub(crate) fn recut(&self, size: usize) -> Option<Dialogue> {
        let input = self.input();
        let mut recut = Dialogue {
            script: self.script.clone(),
            ..Dialogue::default()
        };
        for chunk in input.chunks(size) {
            recut.send(0, chunk.to_vec());
        }
        let expected = self.exchanges.iter().flat_map(|e| &e.expected);
        for line in expected {
            recut.expect(line);
        }
        (!self.is_cut_to_stay).then_some(recut)
    }

    /// Holds the dialogue with an engine in this process.
    pub(crate) fn run(&self, name: &str) {
        self.run_with(fixed_options(), name);
    }

    /// The same, beginning with other options.
    pub(crate) fn run_with(&self, options: Options, name: &str) {
        if let Err(problem) = self.hold(options, WATCHDOG) {
            panic!("{name}, {problem}");
        }
    }

    /// Says what is not as it was expected. No output is waited for longer than
    /// `patience`.
    fn hold(&self, options: Options, patience: Duration) -> Result<(), String> {
        let script = Arc::new(Mutex::new(VecDeque::from(self.script.clone())));
        let searcher = Box::new(Scripted(Arc::clone(&script)));
        let is_scripted = !self.script.is_empty();
        let searcher = is_scripted.then_some(searcher as Box<_>);
        let mut engine = Engine::start_with(options, searcher, patience);
        let (last, before) = self.exchanges.split_last().ok_or("nothing is sent")?;
        for exchange in before {
            exchange.hold(&engine)?;
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
    fn hold(&self, engine: &Engine) -> Result<(), String> {
        engine.send(&self.chunk);
        self.await_reply(engine)
    }

    fn await_reply(&self, engine: &Engine) -> Result<(), String> {
        let mut skips = false;
        for expected in &self.expected {
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
                // The empty line ends a reply, and what stands for any lines.
                if !skips || line.as_deref().is_none_or(str::is_empty) {
                    let line = line.map_or("nothing".to_string(), |line| format!("{line:?}"));
                    return Err(format!(
                        "chunk of line {}: expected {expected:?}, got {line}",
                        self.line
                    ));
                }
            }
            skips = false;
        }
        if skips {
            return Err(format!("chunk of line {}: no line ends the …", self.line));
        }
        Ok(())
    }
}

/// Whether a line is as expected, `…` standing for any text.
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

/// Plays the moves it was given, in turn.
struct Scripted(Arc<Mutex<VecDeque<Square>>>);

impl Searcher for Scripted {
    fn best_move(&mut self, request: &Request, _: &Control, _: Watcher<'_>) -> Report {
        let next = self.0.lock().expect("no search panics").pop_front();
        let best = next.expect("the script is long enough");
        assert!(
            request.position.moves().contains(best),
            "the script says {best}"
        );
        Report {
            best,
            score: None,
            depth: 0,
            nodes: 0,
            line: vec![best.into()],
            is_from_book: false,
        }
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Vec<(Square, Score)>, Stopped> {
        Ok(Vec::new())
    }

    fn analyze(&mut self, _: &Request, _: &Scope, _: &Control, _: &mut dyn FnMut(Analysis)) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Option<String> {
        // Short, because some of these wait for what does not come.
        let patience = Duration::from_millis(300);
        Dialogue::read(text).hold(fixed_options(), patience).err()
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
    fn a_right_dialogue_passes() {
        Dialogue::read(RIGHT).run("as it is");
        for size in [1, 2, 1000] {
            Dialogue::read(RIGHT)
                .recut(size)
                .expect("it may be cut")
                .run("recut");
        }
        assert!(Dialogue::read("% a reason").recut(1).is_none());
    }

    #[test]
    fn a_session_as_a_person_sees_it_passes() {
        Dialogue::read_session("1 name\n=1 Obverse\n\n# a remark\nplay b a1\n? illegal move\n\n")
            .run("session");
    }

    #[test]
    fn every_other_dialogue_fails() {
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
