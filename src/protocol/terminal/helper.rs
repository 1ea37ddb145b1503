//! Completion, hints and the prompt, which the editor requests while a line is typed.

use std::borrow::Cow;
use std::sync::Arc;

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};

use super::interrupts::Interrupts;
use super::screen::Screen;
use super::words::{self, Completion};

/// The helper of the editor.
pub(super) struct LineHelper {
    pub(super) screen: Arc<Screen>,
    pub(super) interrupts: Arc<Interrupts>,
}

impl Helper for LineHelper {}

impl Validator for LineHelper {
    /// Every line is valid; this is called when it is entered.
    fn validate(&self, _: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        self.interrupts.hold();
        Ok(ValidationResult::Valid(None))
    }
}

impl Completer for LineHelper {
    type Candidate = String;

    /// Completes the unambiguous part. The candidates are listed above the line, because a
    /// list below it would delay the driver's output.
    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let line = &line[..cursor];
        let Completion { start, mut words } = words::complete(line, &self.screen.moves());
        if let [word] = &mut words[..] {
            let is_whole = !word.ends_with('/');
            word.extend(is_whole.then_some(' '));
        } else if let Some(common) = words::common_prefix(&words) {
            if common.len() == cursor - start {
                self.screen.list_words(&words);
            }
            words = vec![common];
        }
        Ok((start, words))
    }
}

/// The arguments of the command that was typed, as a hint that cannot be accepted.
pub(super) struct Arguments(String);

impl Hint for Arguments {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for LineHelper {
    type Hint = Arguments;

    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<Arguments> {
        if !self.screen.style.has_colors {
            // Without colours, a hint would look like typed text.
            return None;
        }
        let name = line.strip_suffix(' ').unwrap_or(line);
        let args = words::arguments_of(name).filter(|_| cursor == line.len())?;
        let gap = if line.ends_with(' ') { "" } else { " " };
        Some(args)
            .filter(|args| !args.is_empty())
            .map(|args| Arguments(format!("{gap}{args}")))
    }
}

impl Highlighter for LineHelper {
    /// Draws the whole prompt, which may have changed since editing started.
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        is_default: bool,
    ) -> Cow<'b, str> {
        if is_default {
            self.screen.take_prompt().into()
        } else {
            prompt.into()
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        self.screen.style.faint(hint).into()
    }
}
