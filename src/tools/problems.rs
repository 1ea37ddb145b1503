//! The problems in OBF files, and selections of them by number.

use std::ops::RangeInclusive;

use super::ToolError;
use super::source::Input;
use crate::board::notation::obf::{self, Problem};
use crate::flags::{Kind, ValueKind};

/// Reads the problems of all files. Stops at the first error.
pub(super) fn read(files: &[String]) -> Result<Vec<Problem>, ToolError> {
    let mut problems = Vec::new();
    for file in files {
        each(Input::open(file)?, |problem| {
            problems.push(problem);
            Ok(())
        })?;
    }
    Ok(problems)
}

/// Passes on the problems of a text; an error says what is wrong with one of them.
pub(super) fn each(
    input: Input<'_>,
    mut take: impl FnMut(Problem) -> Result<(), String>,
) -> Result<(), ToolError> {
    input.each_line(|line, _| match obf::in_line(line) {
        Some(Ok(problem)) => take(problem),
        Some(Err(error)) => Err(error.to_string()),
        None => Ok(()),
    })
}

/// A selection of positions or games by number. An empty one selects all of them.
#[derive(Debug, Default)]
pub(super) struct Selection(Vec<RangeInclusive<usize>>);

impl Selection {
    /// Whether this number is selected.
    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.is_empty() || self.0.iter().any(|range| range.contains(&number))
    }

    /// Fails unless there are all positions or games that are selected; `last` is the last one.
    pub(super) fn check(&self, kind: &str, last: usize) -> Result<(), ToolError> {
        match self.0.iter().find(|range| *range.end() > last) {
            None => Ok(()),
            Some(range) => Err(ToolError::Value(format!(
                "--only: there is no {kind} {}; the last one is {last}",
                range.end()
            ))),
        }
    }

    /// The selected positions with their numbers, in the order of the files.
    pub(super) fn choose<'a, P>(
        &self,
        positions: &'a [P],
    ) -> Result<Vec<(usize, &'a P)>, ToolError> {
        self.check("position", positions.len())?;
        Ok((1..)
            .zip(positions)
            .filter(|&(number, _)| self.contains(number))
            .collect())
    }
}

/// Parses selections such as `40-49,52`.
pub(super) struct Numbers;

impl ValueKind for Numbers {
    type Value = Selection;

    fn kind(&self) -> Kind {
        Kind::Text("numbers such as 3 or 40-49,52")
    }

    fn parse(&self, text: &str) -> Result<Selection, String> {
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            (1 <= first && first <= last).then_some(first..=last)
        };
        let ranges = text.split(',').map(range).collect::<Option<Vec<_>>>();
        let selection = ranges.map(Selection);
        selection.ok_or_else(|| format!("expected {}", self.kind()))
    }

    fn format(&self, selection: &Selection) -> String {
        let ranges = selection
            .0
            .iter()
            .map(|range| match range.start() == range.end() {
                true => range.start().to_string(),
                false => format!("{}-{}", range.start(), range.end()),
            });
        ranges.collect::<Vec<_>>().join(",")
    }
}

fn number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn positions_are_chosen_by_number() {
        let problem = Problem {
            position: Position::START,
            scores: Vec::new(),
            comment: None,
        };
        let problems = vec![problem; 9];
        let chosen = |only: &str| {
            let selection = Numbers.parse(only).unwrap();
            selection.choose(&problems).map(|chosen| {
                let numbers = chosen.iter().map(|&(number, _)| number);
                numbers.collect::<Vec<_>>()
            })
        };
        assert_eq!(chosen("5,2-3,3").unwrap(), [2, 3, 5]);
        assert_eq!(chosen("1-9").unwrap().len(), 9);
        assert!(chosen("1-10").is_err());
        let all = Selection::default().choose(&problems).unwrap();
        assert_eq!(all.len(), 9);
    }

    #[test]
    fn malformed_selections_are_rejected() {
        for numbers in ["", "0", "x", "3-2", "1,", "1-", "-1", "+1", "1-2-3"] {
            let problem = Numbers.parse(numbers).unwrap_err();
            assert!(problem.starts_with("expected "), "{numbers}");
        }
    }
}
