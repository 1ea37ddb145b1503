//! Splits the bytes of a line into the ID, the name of the command and its arguments.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{digit1, space1};
use nom::combinator::{eof, map_opt, opt};
use nom::sequence::terminated;

/// The number before a command, which its reply repeats.
pub(super) type Id = u32;

/// A command as it was sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Input<'a> {
    pub(super) id: Option<Id>,
    /// Empty if the line has only an ID.
    pub(super) name: &'a [u8],
    /// The arguments, trimmed.
    pub(super) rest: &'a [u8],
}

/// Prepares a line as the protocol requires: removes control characters, turns tabs into
/// blanks, and removes a comment, which starts with `#`.
pub(super) fn clean(line: &[u8]) -> Vec<u8> {
    line.iter()
        .take_while(|&&byte| byte != b'#')
        .filter(|&&byte| byte == b'\t' || !byte.is_ascii_control())
        .map(|&byte| if byte == b'\t' { b' ' } else { byte })
        .collect()
}

/// Whether the line is only a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    line.contains(&b'#') && clean(line).trim_ascii().is_empty()
}

/// Splits a clean line; `None` if it is empty.
pub(super) fn split(line: &[u8]) -> Option<Input<'_>> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return None;
    }
    let (rest, id) = opt(id).parse(line).unwrap_or((line, None));
    let (rest, name) = word(rest).unwrap_or((rest, b""));
    Some(Input {
        id,
        name,
        rest: rest.trim_ascii_start(),
    })
}

/// Whether the line is the command `stop` or the comment `# interrupt`, which stop a search
/// as soon as they are read. This is called for every line, so most are ruled out quickly.
pub(super) fn stops_searches(line: &[u8]) -> bool {
    let contains = |word: &[u8]| line.windows(word.len()).any(|window| window == word);
    if line.len() > 64 {
        return false;
    }
    if contains(b"stop") {
        let line = clean(line);
        return split(&line).is_some_and(|input| input.name == b"stop" && input.rest.is_empty());
    }
    contains(b"interrupt") && {
        let visible: Vec<u8> = line
            .iter()
            .copied()
            .filter(|byte| !byte.is_ascii_control())
            .collect();
        let comment = visible.trim_ascii().strip_prefix(b"#");
        comment.is_some_and(|comment| comment.trim_ascii() == b"interrupt")
    }
}

type Parsed<'a, T> = nom::IResult<&'a [u8], T>;

/// A number before a blank or the end of the line. `10x` is the name of a command.
fn id(input: &[u8]) -> Parsed<'_, Id> {
    let number = map_opt(digit1, |digits| {
        std::str::from_utf8(digits).ok()?.parse().ok()
    });
    terminated(number, alt((space1, eof))).parse(input)
}

fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    terminated(
        take_while1(|byte| byte != b' '),
        take_while(|byte| byte == b' '),
    )
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &[u8]) -> Option<(Option<Id>, Vec<u8>, Vec<u8>)> {
        let line = clean(line);
        split(&line).map(|input| (input.id, input.name.to_vec(), input.rest.to_vec()))
    }

    #[test]
    fn splits_as_the_protocol_says() {
        let none: &[&[u8]] = &[b"", b"  ", b"# name", b"\r", b"\x01\x7f", b"\t#x"];
        for &line in none {
            assert_eq!(parts(line), None, "{line:?}");
        }
        type Case = (&'static [u8], Option<Id>, &'static [u8], &'static [u8]);
        let some: &[Case] = &[
            (b"name", None, b"name", b""),
            (b"name # foo", None, b"name", b""),
            (b" \t12  play\tb \t d3 \r", Some(12), b"play", b"b   d3"),
            (b"7", Some(7), b"", b""),
            (b"007 name", Some(7), b"name", b""),
            (b"10x", None, b"10x", b""),
            (b"-1 name", None, b"-1", b"name"),
            (b"99999999999 name", None, b"99999999999", b"name"),
            (b"na\x00me", None, b"name", b""),
            (b"echo \xff\xfe", None, b"echo", b"\xff\xfe"),
        ];
        for &(line, id, name, rest) in some {
            assert_eq!(
                parts(line),
                Some((id, name.to_vec(), rest.to_vec())),
                "{line:?}"
            );
        }
    }

    #[test]
    fn knows_what_stops_searches() {
        let yes: &[&[u8]] = &[
            b"stop",
            b"5 stop",
            b"\tstop\r",
            b"# interrupt",
            b"#interrupt\r",
            b" # interrupt ",
        ];
        let no: &[&[u8]] = &[
            b"",
            b"stop now",
            b"nonstop",
            b"# stop",
            b"interrupt",
            b"name # interrupt",
            b"echo stop",
        ];
        assert!(yes.iter().all(|line| stops_searches(line)));
        for line in no {
            assert!(!stops_searches(line), "{line:?}");
        }
    }
}
