//! The short form `help`: what can be typed, and what it does.

use super::{Call, Done, Form, Refusal, SHORT_FORMS, Then};
use crate::protocol::gtp::{COMMANDS, Command};
use crate::session::options::{self, OPTIONS};

/// An overview, everything there is, or one word.
pub(super) fn help(call: &mut Call<'_>) -> Done {
    *call.text += &match call.rest {
        "" => short_forms() + &names_of_options(),
        "all" => short_forms() + &everything(),
        name => explanation(name).ok_or_else(|| {
            Refusal::Because(format!(
                "{name}: unknown word, expected a command or an option"
            ))
        })?,
    };
    Ok(Then::Nothing)
}

fn short_forms() -> String {
    let mut text = String::from("Short forms:\n");
    text += &line("d3", "", "plays this move; Tab lists the legal ones");
    text.extend(SHORT_FORMS.iter().map(of_form));
    text + "Ctrl-C stops a search at the best move so far.\n\
            Options, shown by their name and set by a value after it:\n"
}

fn names_of_options() -> String {
    let names: Vec<&str> = OPTIONS.iter().map(|row| row.name).collect();
    let rows = names.chunks(8).map(|row| format!("  {}\n", row.join(" ")));
    rows.collect::<String>()
        + "help NAME explains one of these words, help all lists all commands.\n"
}

fn everything() -> String {
    let options: String = OPTIONS.iter().copied().map(of_option).collect();
    let commands: String = COMMANDS.iter().map(of_command).collect();
    format!(
        "{options}GTP commands, as in a pipe; a line that starts with a number is always one:\n\
         {commands}"
    )
}

/// Everything of this name.
fn explanation(name: &str) -> Option<String> {
    let forms = SHORT_FORMS.iter().filter(|form| form.name == name);
    let options = OPTIONS.iter().copied().filter(|row| row.name == name);
    let commands = COMMANDS.iter().filter(|command| command.name == name);
    let lines = forms.map(of_form).chain(options.map(of_option));
    let text: String = lines.chain(commands.map(of_command)).collect();
    Some(text).filter(|text| !text.is_empty())
}

fn of_form(form: &Form) -> String {
    line(form.name, form.args, form.summary)
}

fn of_option(row: &options::Row) -> String {
    line(row.name, "[VALUE]", row.summary)
}

fn of_command(command: &Command) -> String {
    line(command.name, command.args, command.summary)
}

fn line(name: &str, args: &str, summary: &str) -> String {
    let usage = format!("{name} {args}");
    format!("  {:<34} {summary}\n", usage.trim_end())
}
