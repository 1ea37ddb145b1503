//! Reads positions with what is known about them: from OBF files, or from what this tool has
//! written itself.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::answer::Answer;
use super::claim::Claim;
use super::{csv, journal};
use crate::board::notation::obf::Problem;
use crate::board::{Move, Position};
use crate::formats;
use crate::tools::source::Input;
use crate::tools::{ToolError, problems};

/// A position and what the file says about it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) position: Position,
    pub(super) known: Known,
    pub(super) comment: Option<String>,
    /// The answer that the file holds, if this tool has written it.
    pub(super) answer: Option<Box<Answer>>,
}

/// What a file says about the value of a position and of its moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) whole: Option<Claim>,
    pub(super) moves: Vec<(Move, Claim)>,
}

impl Known {
    /// What a line of an OBF file says: the best of the scores is that of the position.
    pub(super) fn of(problem: &Problem) -> Known {
        let scores = problem.scores.iter();
        Known {
            whole: problem.best_score().map(Claim::exact),
            moves: scores
                .map(|&(action, discs)| (action, Claim::exact(discs)))
                .collect(),
        }
    }

    /// What an answer says.
    pub(super) fn of_answer(answer: &Answer) -> Known {
        let moves = answer.moves.iter();
        Known {
            whole: answer.claim(),
            moves: moves
                .filter_map(|found| Some((found.action, found.claim()?)))
                .collect(),
        }
    }

    /// What it says about a move.
    pub(super) fn of_move(&self, action: Move) -> Option<Claim> {
        let listed = self.moves.iter().find(|&&(known, _)| known == action);
        listed.map(|&(_, claim)| claim)
    }
}

impl From<Problem> for Entry {
    fn from(problem: Problem) -> Entry {
        Entry {
            position: problem.position,
            known: Known::of(&problem),
            comment: problem.comment,
            answer: None,
        }
    }
}

impl From<Answer> for Entry {
    fn from(answer: Answer) -> Entry {
        Entry {
            position: answer.position,
            known: Known::of_answer(&answer),
            comment: None,
            answer: Some(Box::new(answer)),
        }
    }
}

/// All positions in these files, in order.
pub(super) fn read(files: &[String]) -> Result<Vec<Entry>, ToolError> {
    let mut entries = Vec::new();
    for file in files {
        let input = Input::open(file)?;
        let start = formats::without_byte_order_mark(input.head());
        if start.trim_ascii_start().starts_with(b"{") {
            let mut answers = answers(input)?;
            // A journal has its answers in the order in which they were found.
            answers.sort_by_key(|answer| answer.number);
            entries.extend(answers.into_iter().map(Entry::from));
        } else if start.starts_with(csv::FIRST_COLUMNS.as_bytes()) {
            let bytes = input.bytes()?;
            let text = String::from_utf8_lossy(formats::without_byte_order_mark(&bytes));
            for (line, answer) in csv::read(&text) {
                let fail = |problem| ToolError::Value(format!("{file}, line {line}: {problem}"));
                entries.push(answer.map_err(fail)?.into());
            }
        } else {
            problems::each(input, |problem| {
                entries.push(problem.into());
                Ok(())
            })?;
        }
    }
    Ok(entries)
}

/// The answers in JSON lines. The first line of a journal and totals are skipped.
fn answers(input: Input<'_>) -> Result<Vec<Answer>, ToolError> {
    let is_journal = input.head().starts_with(journal::HEAD.as_bytes());
    let mut answers = Vec::new();
    input.each_line(|line, is_complete| {
        // The last line of a journal is incomplete if the program was killed while it wrote it.
        let is_cut = is_journal && !is_complete;
        if !line.trim_ascii().is_empty() && !is_cut {
            answers.extend(answer(line)?);
        }
        Ok(())
    })?;
    Ok(answers)
}

/// The answer in a line; `None` if it is a line of another kind.
fn answer(text: &str) -> Result<Option<Answer>, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Other {
        Run(IgnoredAny),
        Total(IgnoredAny),
    }
    match serde_json::from_str(text) {
        Ok(Other::Run(_) | Other::Total(_)) => Ok(None),
        Err(_) => match serde_json::from_str(text) {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => Err(format!("not an answer of solve: {error}")),
        },
    }
}
