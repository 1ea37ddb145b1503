//! Transcripts as people paste them: with move numbers and a score, or in the address of a
//! web page.
//!
//! What is not a move is replaced by blanks, so that errors name the right character, and the
//! rest is read as a [`transcript`].

use super::{ParseError, transcript};
use crate::board::{Move, Position};

/// A pasted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted {
    /// The moves, with omitted passes.
    pub moves: Vec<Move>,
    /// Black's lead according to a score behind the moves, such as `33-31` or `+2`.
    pub lead: Option<i32>,
}

/// Reads moves played from `start`, all of which must be legal.
///
/// ```
/// use obverse::board::Position;
/// use obverse::board::notation::pasted;
///
/// for text in ["1. f5 d6 2. c3 d3", "F5D6C3D3", "https://example.org/?game=f5d6c3d3"] {
///     assert_eq!(pasted::parse(&Position::START, text)?.moves.len(), 4);
/// }
/// let scored = pasted::parse(&Position::START, "f5d6 33-31")?;
/// assert_eq!((scored.moves.len(), scored.lead), (2, Some(2)));
/// # Ok::<(), obverse::board::notation::ParseError>(())
/// ```
pub fn parse(start: &Position, text: &str) -> Result<Pasted, ParseError> {
    let mut letters: Vec<char> = text.chars().collect();
    blank_addresses(&mut letters);
    let lead = take_score(&mut letters);
    blank_numbers(&mut letters);
    let moves = transcript::parse(start, &letters.iter().collect::<String>())?;
    Ok(Pasted { moves, lead })
}

/// Whether the text begins like a game: with a move, or with a move number or an address
/// before it. No board does.
pub(crate) fn begins_like_moves(text: &str) -> bool {
    let mut letters: Vec<char> = text.chars().collect();
    blank_addresses(&mut letters);
    blank_numbers(&mut letters);
    let mut rest = letters.iter().skip_while(|letter| letter.is_whitespace());
    let (first, second) = (rest.next(), rest.next());
    matches!((first, second), (Some(&column), Some(&row)) if is_square(column, row))
}

/// The number at the start of a line such as `3. c3 d3`.
pub(crate) fn first_number(text: &str) -> Option<usize> {
    let text = text.trim_start();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = text[digits..].chars().next();
    match digits {
        1 | 2 if rest.is_some_and(ends_number) => text[..digits].parse().ok(),
        _ => None,
    }
}

/// The number of squares that are named.
pub(crate) fn squares(text: &str) -> usize {
    let letters: Vec<char> = text.chars().collect();
    let pairs = letters.windows(2);
    pairs.filter(|pair| is_square(pair[0], pair[1])).count()
}

fn is_square(column: char, row: char) -> bool {
    matches!(column.to_ascii_lowercase(), 'a'..='h') && matches!(row, '1'..='8')
}

fn ends_number(letter: char) -> bool {
    matches!(letter, '.' | ')' | ':') || letter.is_whitespace()
}

/// Replaces addresses of web pages by the moves in them.
fn blank_addresses(letters: &mut [char]) {
    let mut from = 0;
    while let Some(colon) = find(&letters[from..], "://").map(|found| found + from) {
        let is_blank = |letter: &char| letter.is_whitespace();
        let start = letters[..colon].iter().rposition(is_blank);
        let start = start.map_or(0, |blank| blank + 1);
        let end = letters[colon..].iter().position(is_blank);
        let end = end.map_or(letters.len(), |length| colon + length);
        if let Some(run) = longest_run(&letters[start..end]) {
            let moves: Vec<usize> = run.iter().map(|&index| start + index).collect();
            for (index, letter) in letters.iter_mut().enumerate().take(end).skip(start) {
                let is_move = moves.contains(&index) || moves.contains(&(index.wrapping_sub(1)));
                if !is_move {
                    *letter = ' ';
                }
            }
        }
        from = end;
    }
}

/// Where the moves of the longest run of at least two moves begin. Between the moves, one of
/// the separators may occur that addresses allow.
fn longest_run(letters: &[char]) -> Option<Vec<usize>> {
    let mut longest: Vec<usize> = Vec::new();
    let mut index = 0;
    while index < letters.len() {
        let mut run = Vec::new();
        let mut next = index;
        while let Some(&[column, row]) = letters.get(next..next + 2)
            && is_square(column, row)
        {
            run.push(next);
            next += 2;
            next += separator(&letters[next..]);
        }
        index = run.last().map_or(index + 1, |last| last + 2);
        if run.len() > longest.len() {
            longest = run;
        }
    }
    (longest.len() >= 2).then_some(longest)
}

/// The length of a separator.
fn separator(letters: &[char]) -> usize {
    let escaped = ["%20", "%2C", "%2c"];
    match letters.first() {
        Some('-' | '_' | ',' | '+' | '.') => 1,
        _ if escaped
            .iter()
            .any(|text| find(&letters[..letters.len().min(3)], text).is_some()) =>
        {
            3
        }
        _ => 0,
    }
}

fn find(letters: &[char], text: &str) -> Option<usize> {
    let text: Vec<char> = text.chars().collect();
    letters.windows(text.len()).position(|found| found == text)
}

/// Replaces a score at the end, `33-31`, `36:28` or `+6`, and returns Black's lead.
fn take_score(letters: &mut [char]) -> Option<i32> {
    let is_edge = |letter: &char| letter.is_whitespace() || matches!(letter, '(' | ')' | '[' | ']');
    let end = letters.iter().rposition(|letter| !is_edge(letter))? + 1;
    let is_part =
        |letter: &char| letter.is_ascii_digit() || matches!(letter, '-' | '–' | ':' | '+' | ' ');
    let start = letters[..end].iter().rposition(|letter| !is_part(letter));
    let mut start = start.map_or(0, |last| last + 1);
    // The digit of the last move is not a part of the score.
    if start > 0 && start < end && is_square(letters[start - 1], letters[start]) {
        start += 1;
    }
    let is_apart =
        start == 0 || letters[start..end].starts_with(&[' ']) || is_edge(&letters[start - 1]);
    let score: String = letters[start..end]
        .iter()
        .filter(|letter| **letter != ' ')
        .collect();
    let lead = lead(&score).filter(|_| is_apart)?;
    for letter in &mut letters[start..] {
        *letter = ' ';
    }
    // The bracket before a score.
    if let Some(bracket) = start
        .checked_sub(1)
        .filter(|&index| matches!(letters[index], '(' | '['))
    {
        letters[bracket] = ' ';
    }
    Some(lead)
}

fn lead(score: &str) -> Option<i32> {
    let discs = |text: &str| match text.len() {
        1 | 2 => text.parse::<u8>().ok().map(i32::from),
        _ => None,
    };
    let lead = match score.chars().next()? {
        '+' => discs(&score[1..])?,
        '-' => -discs(&score[1..])?,
        _ => {
            let (black, white) = score.split_once(['-', '–', ':'])?;
            let (black, white) = (discs(black)?, discs(white)?);
            (black + white <= 64).then_some(black - white)?
        }
    };
    (-64..=64).contains(&lead).then_some(lead)
}

/// Replaces move numbers such as `1.`, `12)` and `3...`.
fn blank_numbers(letters: &mut [char]) {
    let mut index = 0;
    while index < letters.len() {
        let is_start =
            index == 0 || letters[index - 1].is_whitespace() || letters[index - 1] == ',';
        let digits = letters[index..]
            .iter()
            .take_while(|letter| letter.is_ascii_digit())
            .count();
        let after = letters.get(index + digits).copied();
        if !is_start || !matches!(digits, 1 | 2) || !after.is_some_and(ends_number) {
            index += digits.max(1);
            continue;
        }
        for letter in &mut letters[index..index + digits] {
            *letter = ' ';
        }
        index += digits;
        while let Some(mark) = letters
            .get_mut(index)
            .filter(|letter| matches!(letter, '.' | ')' | ':'))
        {
            *mark = ' ';
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_scores_and_addresses_are_understood() {
        let moves = transcript::parse(&Position::START, "f5d6c3d3").unwrap();
        for (text, lead) in [
            ("1. f5 d6 2. c3 d3", None),
            ("1.f5 d6 2.c3 d3", None),
            ("1. f5 2. d6 3. c3 4. d3", None),
            ("1) F5 D6 2) C3 D3", None),
            ("1. f5 1... d6 2. c3 2... d3", None),
            ("1 f5 2 d6 3 c3 4 d3", None),
            ("1. f5 d6\n2. c3 d3\n", None),
            ("F5D6C3D3 33-31", Some(2)),
            ("f5-d6-c3-d3 28:36 ", Some(-8)),
            ("f5d6c3d3 (33 - 31)", Some(2)),
            ("f5d6c3d3 [10–54]", Some(-44)),
            ("f5d6c3d3 +6", Some(6)),
            ("1. f5 d6 2. c3 d3 -12", Some(-12)),
            ("https://example.org/a1?game=F5D6C3D3&side=b2", None),
            ("http://www.example.org/reversi/f5-d6-c3-d3/#a8", None),
            ("https://example.org/x?m=f5%20d6%20c3%20d3 40-24", Some(16)),
            ("https://example.org/c4/?t=f5,d6,c3,d3", None),
            (
                "https://example.org/?t=f5d6 http://example.org/?t=c3d3",
                None,
            ),
        ] {
            let pasted = parse(&Position::START, text);
            let expected = Pasted {
                moves: moves.clone(),
                lead,
            };
            assert_eq!(pasted, Ok(expected), "{text}");
            assert!(begins_like_moves(text), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named_with_its_place() {
        let expected = "expected a square, a1 to h8, or pass";
        for (text, message) in [
            ("1. f5 x6", format!("character 7: {expected}")),
            (
                "1. f5 f5",
                "character 7: F5 is not a legal move".to_string(),
            ),
            ("f5d6 33-32", format!("character 6: {expected}")),
            ("f5 d6 black wins", format!("character 7: {expected}")),
            ("f5 123. d6", format!("character 4: {expected}")),
            ("https://example.org/", format!("character 1: {expected}")),
            (
                "https://example.org/?g=f5f5",
                "character 26: F5 is not a legal move".to_string(),
            ),
        ] {
            let error = parse(&Position::START, text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        for text in ["12 Dear all", "------- X", "", "{", "https://example.org"] {
            assert!(!begins_like_moves(text), "{text}");
        }
    }

    #[test]
    fn a_line_may_go_on_with_a_number() {
        for (text, number) in [
            ("12. f5", Some(12)),
            (" 2) f5", Some(2)),
            ("f5", None),
            ("123. f5", None),
            ("3", None),
        ] {
            assert_eq!(first_number(text), number, "{text}");
        }
        assert_eq!(squares("1. f5 d6 2. c3"), 3);
    }
}
