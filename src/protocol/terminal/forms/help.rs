//! The short forms `help` and `options`.

use super::super::default_of;
use super::{Call, FollowUp, Form, FormResult, Refusal, SHORT_FORMS, find};
use crate::protocol::gtp::{COMMANDS, Command};
use crate::session::options::{self, OPTIONS, Options, Row};
use crate::text::{NO_BREAK, entry, wrap};

/// Shows an overview, everything, or the help on one word.
pub(super) fn help(call: &mut Call<'_>) -> FormResult {
    let options = call.session.options();
    *call.text += &match call.rest {
        "" => overview(),
        "all" => everything(options),
        name => explanation(name, options).ok_or_else(|| {
            Refusal::Because(format!(
                "{name}: unknown word, expected a command or an option"
            ))
        })?,
    };
    Ok(FollowUp::Nothing)
}

/// Every option with its value.
pub(super) fn options(call: &mut Call<'_>) -> FormResult {
    for row in OPTIONS {
        let value = row.get(call.session.options());
        *call.text += &entry(&format!("{} {value}", row.name), row.summary);
    }
    Ok(FollowUp::Nothing)
}

fn overview() -> String {
    let names: Vec<&str> = OPTIONS.iter().map(|row| row.name).collect();
    let names = wrap(&names.join(" "), 2);
    let forms = short_forms();
    format!("{forms}{names}help NAME explains one of these words; help all lists everything.\n")
}

fn short_forms() -> String {
    let mut text = String::from("Short forms:\n");
    text += &entry("d3", "plays this move; Tab lists the legal moves");
    text.extend(SHORT_FORMS.iter().map(of_form));
    text + "Ctrl-C ends a search with the best move so far.\n\
            Options (type a name to show one, or a name and a value to set one):\n"
}

fn everything(options: &Options) -> String {
    let forms = short_forms();
    let options: String = OPTIONS.iter().map(|row| of_option(row, options)).collect();
    let commands: String = COMMANDS.iter().map(of_command).collect();
    format!(
        "{forms}{options}GTP commands, which reply as in a pipe (a line with a number before \
         it is always\none of them):\n{commands}"
    )
}

/// The help on a word, which is a short form, an option or a command, in that order, as
/// when it is typed.
fn explanation(name: &str, options: &Options) -> Option<String> {
    if let Some(form) = find(name) {
        Some(of_form(form))
    } else if let Ok(row) = options::find(name) {
        let details = match row.details {
            "" => String::new(),
            details => format!("\n{}", wrap(details, 2)),
        };
        Some(of_option(row, options) + &details)
    } else {
        COMMANDS.iter().find(|row| row.name == name).map(of_command)
    }
}

fn of_form(form: &Form) -> String {
    line(form.name, form.args, form.summary)
}

/// An option with its range, its default and its current value.
fn of_option(row: &Row, options: &Options) -> String {
    let default = format!("default:{NO_BREAK}{}", default_of(row));
    let value = format!("now:{NO_BREAK}{}", row.get(options));
    let facts: Vec<String> = row
        .kind()
        .values()
        .into_iter()
        .chain([default, value])
        .collect();
    let summary = format!("{} [{}]", row.summary, facts.join("; "));
    line(row.name, "[VALUE]", &summary)
}

fn of_command(command: &Command) -> String {
    line(command.name, command.args, command.summary)
}

fn line(name: &str, args: &str, summary: &str) -> String {
    entry(format!("{name} {args}").trim_end(), summary)
}
