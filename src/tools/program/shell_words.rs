//! Splits text into words like a shell, but without expansion.
//!
//! Single and double quotes protect blanks. Within double quotes and outside quotes, a
//! backslash escapes the next character; where paths contain backslashes, it escapes only
//! double quotes.

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, char, multispace0, multispace1, none_of};
use nom::combinator::{all_consuming, map};
use nom::multi::{fold_many0, many1, separated_list0};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use crate::system;

/// The words of a text; `None` if a quote is not closed.
pub(super) fn split(text: &str) -> Option<Vec<String>> {
    let words = separated_list0(multispace1, word);
    let mut all = all_consuming(delimited(multispace0, words, multispace0));
    all.parse(text).ok().map(|(_, words)| words)
}

/// Adjacent parts form one word: `a"b c"` is `ab c`.
fn word(text: &str) -> IResult<&str, String> {
    let plain = take_while1(|letter: char| !letter.is_whitespace() && !r#"'"\"#.contains(letter));
    let part = alt((
        map(plain, str::to_string),
        delimited(char('"'), inside(r#""\"#), char('"')),
        delimited(char('\''), inside("'"), char('\'')),
        map(escaped, String::from),
    ));
    map(many1(part), |parts| parts.concat()).parse(text)
}

/// Everything up to the closing character, with escapes if a backslash is special.
fn inside<'a>(
    special: &'static str,
) -> impl Parser<&'a str, Output = String, Error = nom::error::Error<&'a str>> {
    let letter = move |text: &'a str| match special.contains('\\') {
        true => alt((escaped, none_of(special))).parse(text),
        false => none_of(special).parse(text),
    };
    fold_many0(letter, String::new, |mut text, letter| {
        text.push(letter);
        text
    })
}

fn escaped(text: &str) -> IResult<&str, char> {
    match system::HAS_BACKSLASHES {
        true => alt((preceded(char('\\'), char('"')), char('\\'))).parse(text),
        false => preceded(char('\\'), anychar).parse(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_together_what_blanks_would_part() {
        for (text, words) in [
            ("", &[][..]),
            ("  a  b ", &["a", "b"]),
            (
                r#"name=x cmd="/a b/c -l 3""#,
                &["name=x", "cmd=/a b/c -l 3"],
            ),
            (r#""it's" 'say "no"' """#, &["it's", r#"say "no""#, ""]),
        ] {
            assert_eq!(split(text).unwrap(), words, "{text}");
        }
        for bad in ["'", "a\"b", "\"a\\\""] {
            assert_eq!(split(bad), None, "{bad}");
        }
    }

    #[test]
    fn backslashes_are_those_of_the_system() {
        let text = r#"a\ b "c\"d" 'e\f' \\g\"#;
        if system::HAS_BACKSLASHES {
            let words = [r"a\", "b", "c\"d", r"e\f", r"\\g\"];
            assert_eq!(split(text).unwrap(), words);
        } else {
            assert_eq!(split(text), None, "nothing follows the last one");
            let words = ["a b", "c\"d", r"e\f", r"\g'"];
            assert_eq!(split(&format!("{text}'")).unwrap(), words);
        }
    }
}
