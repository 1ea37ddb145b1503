//! The end of the dialogue.

use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::{Dialogue, EXIT_TIMEOUT};
use crate::tools::check::ending::{END_OF_INPUT, QUIT};
use crate::tools::check::outcome::{Outcome, demand};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    QUIT,
    Check::must(
        "quit-answered",
        "quit is answered before the program ends",
        quit_answered,
    )
    .fresh(),
    END_OF_INPUT,
    Check::must(
        "answers-before-end",
        "commands before the end of the input are all answered, a search included",
        answers_before_end,
    )
    .fresh(),
    Check::should(
        "last-line",
        "a last line without a line feed is answered, too",
        last_line,
    )
    .fresh(),
];

fn quit_answered(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("quit\n")?;
    let line = dialogue.line_within(EXIT_TIMEOUT)?.unwrap_or_default();
    dialogue.abandon();
    demand(line.starts_with('='), || {
        format!("the reply was {}", quoted(&line))
    })
}

fn answers_before_end(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("name\ngenmove black\n")?;
    expect_replies(dialogue, 2)
}

fn last_line(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("name")?;
    expect_replies(dialogue, 1)
}

/// Ends the input, and counts the replies that still come.
fn expect_replies(dialogue: &mut Dialogue<'_>, expected: usize) -> Outcome {
    dialogue.close_input();
    let mut count = 0;
    let mut is_last = |line: &str| {
        count += usize::from(line.starts_with('='));
        (count == expected).then_some(())
    };
    let timeout = dialogue.timeout();
    let found = dialogue.find_within(timeout, &mut is_last)?;
    demand(found.is_some(), || {
        format!("{count} of {expected} commands were answered")
    })
}
