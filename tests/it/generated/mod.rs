//! Generated GTP dialogues: valid and invalid commands, junk, comments and all kinds of line
//! ends, in random chunks. The replies are compared with those of a model of the rules.

mod intent;
mod writer;

use obverse::board::Bitboard;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::reply::Reply;
use crate::support::searchers::{FakeSearcher, analysis, report};
use Answer::{Failure, Success};
use intent::{intent, style};
use writer::Writer;

/// A line and its expected answer.
#[derive(Clone, Debug)]
struct Expected {
    line: String,
    id: Option<u32>,
    answer: Answer,
}

#[derive(Clone, Debug)]
enum Answer {
    Success(String),
    /// An error message that starts with this text.
    Failure(&'static str),
    /// The rows of `showboard`.
    Rows(String),
    /// Live analysis with this move first.
    Analysis(String),
}

/// The rows of `showboard` without their numbers.
pub(super) fn rows_of(picture: &str) -> String {
    let rows = picture
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|line| &line[2..]).collect::<Vec<_>>().join("\n")
}

impl Expected {
    fn check(&self, reply: &Reply) -> Result<(), TestCaseError> {
        prop_assert_eq!(reply.id, self.id, "{}: {:?}", self.line, reply);
        match &self.answer {
            Success(text) => {
                prop_assert!(reply.is_success, "{}: {:?}", self.line, reply);
                prop_assert_eq!(&reply.text, text, "{}", self.line);
            }
            Failure(beginning) => {
                prop_assert!(!reply.is_success, "{}: {:?}", self.line, reply);
                prop_assert!(
                    reply.text.starts_with(beginning),
                    "{}: {:?}",
                    self.line,
                    reply
                );
            }
            Answer::Rows(rows) => {
                prop_assert!(reply.is_success, "{}: {:?}", self.line, reply);
                prop_assert_eq!(&rows_of(&reply.text), rows, "{}", self.line);
            }
            Answer::Analysis(best) => {
                let beginning = format!("\ninfo move {best} visits 1 ");
                let is_right = reply.is_success && reply.text.starts_with(&beginning);
                prop_assert!(is_right, "{}: {:?}", self.line, reply);
            }
        }
        Ok(())
    }
}

/// A searcher that chooses the last legal move, which the model can do without a search. A
/// stop has no effect.
fn last_move() -> FakeSearcher {
    let last = |moves: Bitboard| moves.into_iter().last().expect("there is a move");
    FakeSearcher::default()
        .best_move(move |request| report(&[last(request.position.moves())]))
        .analyze(move |scope, _, _| analysis(last(scope.moves), 1))
}

proptest! {
    #[test]
    fn every_line_has_its_reply(
        lines in vec((intent(), style()), 1..120),
        cuts in vec(1usize..200, 1..40),
        is_quit in any::<bool>(),
        is_unfinished in any::<bool>(),
    ) {
        let mut writer = Writer::new();
        for (intent, style) in &lines {
            writer.write(intent, style);
        }
        writer.probe();
        if is_quit {
            writer.plain("quit", Success(String::new()));
            writer.input.extend_from_slice(b"name\nplay b d3");
        } else if is_unfinished {
            writer.input.pop();
        }
        let mut engine = Engine::start(Some(Box::new(last_move())), TIMEOUT);
        let mut rest = &writer.input[..];
        for cut in cuts.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (chunk, after) = rest.split_at(rest.len().min(*cut));
            engine.send(chunk);
            rest = after;
        }
        engine.close();
        let output = engine.finish().map_err(TestCaseError::fail)?;
        let replies = Reply::read_all(&output).map_err(TestCaseError::fail)?;
        for (expected, reply) in writer.expected.iter().zip(&replies) {
            expected.check(reply)?;
        }
        prop_assert_eq!(replies.len(), writer.expected.len());
    }
}
