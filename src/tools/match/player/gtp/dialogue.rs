//! Commands and replies.
//!
//! Commands have no IDs, since some engines echo them wrongly, and each waits for the
//! reply to the one before, since some engines lose commands that are queued.

use std::time::{Duration, Instant};

use crate::tools::r#match::player::process::Process;
use crate::tools::r#match::player::{Reason, Trouble};

/// How many lines that belong to no reply are skipped.
const MOST_CHATTER: usize = 1000;

pub(super) struct Dialogue<'m> {
    process: Process<'m>,
    /// How long to wait for replies that need no search.
    patience: Duration,
    /// The engine's commands; `None` if it does not list them.
    commands: Option<Vec<String>>,
}

/// The text after `=` or `?`.
pub(super) struct Answer {
    pub(super) is_success: bool,
    pub(super) text: String,
}

impl<'m> Dialogue<'m> {
    /// Asks the engine for its commands.
    pub(super) fn begin(process: Process<'m>, patience: Duration) -> Result<Self, Trouble> {
        let mut dialogue = Dialogue {
            process,
            patience,
            commands: None,
        };
        dialogue.commands = dialogue.list_commands()?;
        Ok(dialogue)
    }

    fn list_commands(&mut self) -> Result<Option<Vec<String>>, Trouble> {
        let answer = self.ask("list_commands")?;
        let mut text = answer.text;
        for _ in 0..MOST_CHATTER {
            let line = self.read()?;
            if line.is_empty() {
                break;
            }
            text = format!("{text}\n{line}");
        }
        let names = text.split_whitespace().map(str::to_string);
        Ok(answer.is_success.then(|| names.collect()))
    }

    pub(super) fn knows(&mut self, command: &str) -> Result<bool, Trouble> {
        match &self.commands {
            Some(names) => Ok(names.iter().any(|name| name == command)),
            None => {
                let answer = self.ask(&format!("known_command {command}"))?;
                Ok(answer.is_success && answer.text == "true")
            }
        }
    }

    pub(super) fn ask(&mut self, command: &str) -> Result<Answer, Trouble> {
        self.ask_for(command, self.patience)
    }

    /// Sends a command that must not fail.
    pub(super) fn demand(&mut self, command: &str) -> Result<(), Trouble> {
        let answer = self.ask(command)?;
        match answer.is_success {
            true => Ok(()),
            false => Err(self.refusal(command, &answer)),
        }
    }

    /// The first line of the reply. The rest, if only the empty line, is skipped when the
    /// next reply is read, because some engines omit that line.
    pub(super) fn ask_for(&mut self, command: &str, wait: Duration) -> Result<Answer, Trouble> {
        let deadline = Instant::now() + wait;
        self.process.send(command)?;
        let mut chatter = String::new();
        for _ in 0..MOST_CHATTER {
            let line = match self.process.read(deadline) {
                Err(trouble) if trouble.is(Reason::Hang) && !chatter.is_empty() => break,
                line => line?,
            };
            let is_success = line.starts_with('=');
            if is_success || line.starts_with('?') {
                let text = line[1..].trim_start_matches(|letter: char| letter.is_ascii_digit());
                return Ok(Answer {
                    is_success,
                    text: text.trim().to_string(),
                });
            }
            if !line.trim().is_empty() {
                chatter = line;
            }
        }
        Err(self.nonsense(command, &chatter))
    }

    /// The next line, trimmed.
    pub(super) fn read(&mut self) -> Result<String, Trouble> {
        let line = self.process.read(Instant::now() + self.patience)?;
        Ok(line.trim().to_string())
    }

    pub(super) fn refusal(&mut self, command: &str, answer: &Answer) -> Trouble {
        self.forfeit(Reason::Refused, &format!("{command}: {}", answer.text))
    }

    pub(super) fn nonsense(&mut self, command: &str, text: &str) -> Trouble {
        const LONGEST: usize = 80;
        let text: String = text.chars().take(LONGEST).collect();
        self.forfeit(
            Reason::Garbage,
            &format!("{command}: {text:?} is not a valid reply"),
        )
    }

    pub(super) fn forfeit(&mut self, reason: Reason, detail: &str) -> Trouble {
        self.process.forfeit(reason, detail)
    }
}
