//! Lines and replies.

use std::time::Duration;

use super::talk::{accept, ask, knows, read, refuse};
use crate::tools::check::bytes::quoted;
use crate::tools::check::dialogue::Dialogue;
use crate::tools::check::outcome::{Outcome, demand, short};
use crate::tools::check::suite::Check;

pub(super) const CHECKS: &[Check] = &[
    Check::must(
        "silent-start",
        "nothing is written before the first command is answered",
        silent_start,
    )
    .silent(),
    Check::must(
        "reply-form",
        "a reply is = or ?, then, after a blank, its text if there is any",
        reply_form,
    ),
    Check::must(
        "empty-lines",
        "an empty line ends every reply, and there is no other one",
        empty_lines,
    ),
    Check::must(
        "quiet-search",
        "nothing but the reply is written during a search",
        quiet_search,
    ),
    Check::should(
        "no-carriage-return",
        "lines end with a line feed, without a carriage return",
        no_carriage_return,
    ),
    Check::must(
        "unknown-command",
        "a command that does not exist fails",
        |dialogue| refuse(dialogue, "no_such_command").map(|_| ()),
    ),
    Check::should(
        "unknown-command-text",
        "the text for a command that does not exist is: unknown command",
        unknown_command_text,
    ),
    Check::must(
        "ids",
        "the reply to a command with an ID repeats it directly after = or ?",
        ids,
    ),
    Check::must(
        "no-ids",
        "the reply to a command without an ID has none, even after one that had",
        no_ids,
    ),
    Check::must(
        "comments",
        "a comment is dropped, and a line with nothing else is not answered",
        comments,
    ),
    Check::must(
        "blank-lines",
        "a line that is empty or blank is not answered",
        blank_lines,
    ),
    Check::must(
        "crlf",
        "a carriage return at the end of a line is dropped",
        crlf,
    ),
    Check::should(
        "blanks",
        "tabs and several blanks separate words, and blanks may come first",
        blanks,
    ),
    Check::must(
        "pipelining",
        "commands that are sent at once are all answered, in their order",
        pipelining,
    ),
];

fn silent_start(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("protocol_version\n")?;
    let first = |bytes: &[u8]| (!bytes.is_empty()).then_some(bytes.len());
    let bytes = dialogue.take("the reply", first)?;
    demand(bytes[0] == b'=', || {
        format!("the first bytes were {}", quoted(&bytes))
    })
}

fn reply_form(dialogue: &mut Dialogue<'_>) -> Outcome {
    for command in ["name", "version", "clear_board", "no_such_command"] {
        let line = ask(dialogue, command)?.line;
        demand(line.len() == 1 || line[1..].starts_with(' '), || {
            format!("the reply to {} was {}", quoted(command), quoted(&line))
        })?;
    }
    Ok(())
}

fn empty_lines(dialogue: &mut Dialogue<'_>) -> Outcome {
    let mut commands = vec!["name", "list_commands", "no_such_command", "clear_board"];
    if knows(dialogue, "showboard")? {
        commands.push("showboard");
    }
    commands.push("name");
    for command in commands {
        dialogue.send(&format!("{command}\n"))?;
        let what = format!("the empty line after the reply to {}", quoted(command));
        let block = dialogue.take(&what, end_of_block)?;
        demand(matches!(block[0], b'=' | b'?'), || {
            format!(
                "the reply to {} began with {}",
                quoted(command),
                quoted(&block)
            )
        })?;
    }
    let rest = dialogue.drain(Duration::from_millis(100))?;
    demand(rest.is_empty(), || {
        format!("after the last reply came {}", quoted(&rest))
    })
}

/// The number of bytes up to the end of the first empty line.
fn end_of_block(bytes: &[u8]) -> Option<usize> {
    (1..=bytes.len()).find(|&end| {
        bytes[..end].ends_with(b"\n\n")
            || bytes[..end].ends_with(b"\n\r\n")
            || bytes[..end] == *b"\n"
    })
}

fn quiet_search(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("genmove black\n")?;
    let line = dialogue.find("the reply to `genmove black`", |line| {
        Some(line.to_string()).filter(|line| !line.is_empty())
    })?;
    demand(line.starts_with(['=', '?']), || {
        format!("a line before the reply was {}", quoted(&line))
    })
}

fn no_carriage_return(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("name\n")?;
    let line = dialogue.take("the reply to `name`", |bytes| {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        end.map(|end| end + 1)
    })?;
    demand(!line.contains(&b'\r'), || {
        format!("it wrote {}", quoted(&line))
    })
}

fn unknown_command_text(dialogue: &mut Dialogue<'_>) -> Outcome {
    let reply = ask(dialogue, "no_such_command")?;
    demand(reply.text == "unknown command", || {
        format!("the reply was {}", quoted(&reply.line))
    })
}

fn ids(dialogue: &mut Dialogue<'_>) -> Outcome {
    for (command, start) in [
        ("12 name", "=12 "),
        ("7 no_such_command", "?7"),
        ("2147483647 version", "=2147483647 "),
    ] {
        let line = ask(dialogue, command)?.line;
        demand(line.starts_with(start), || {
            let (command, start) = (quoted(command), quoted(start));
            format!(
                "the reply to {command} should begin with {start}, and was {}",
                quoted(&line)
            )
        })?;
    }
    Ok(())
}

fn no_ids(dialogue: &mut Dialogue<'_>) -> Outcome {
    ask(dialogue, "4711 name")?;
    let line = ask(dialogue, "clear_board")?.line;
    demand(!line.contains("4711"), || {
        format!("the reply to `clear_board` was {}", quoted(&line))
    })
}

/// Sends these bytes, which contain the command `name` once.
fn expect_name(dialogue: &mut Dialogue<'_>, bytes: &str) -> Outcome {
    let name = accept(dialogue, "name")?;
    dialogue.send(bytes)?;
    let reply = read(dialogue, bytes)?;
    demand(reply.is_success && reply.text == name, || {
        format!("the reply to {} was {}", quoted(bytes), quoted(&reply.line))
    })
}

fn comments(dialogue: &mut Dialogue<'_>) -> Outcome {
    expect_name(dialogue, "# nothing but a comment\nname\n")?;
    expect_name(dialogue, "name # who is it?\n")
}

fn blank_lines(dialogue: &mut Dialogue<'_>) -> Outcome {
    expect_name(dialogue, "\n\n   \nname\n")
}

fn crlf(dialogue: &mut Dialogue<'_>) -> Outcome {
    expect_name(dialogue, "name\r\n")?;
    expect_name(dialogue, "\r\nname\r\n")?;
    accept(dialogue, "play black F5\r").map(|_| ())
}

fn blanks(dialogue: &mut Dialogue<'_>) -> Outcome {
    expect_name(dialogue, "  name  \n")?;
    accept(dialogue, "play\tblack   F5").map(|_| ())
}

fn pipelining(dialogue: &mut Dialogue<'_>) -> Outcome {
    let commands = ["name", "version", "protocol_version"];
    let mut expected = Vec::new();
    for command in commands {
        expected.push(ask(dialogue, command)?.line);
    }
    dialogue.send("name\nversion\nprotocol_version\n")?;
    for (command, expected) in commands.iter().zip(expected) {
        let line = read(dialogue, command)?.line;
        if line != expected {
            let (command, line) = (quoted(command), quoted(line));
            return short(format!(
                "the reply to {command} was {line} instead of {}",
                quoted(expected)
            ));
        }
    }
    Ok(())
}
