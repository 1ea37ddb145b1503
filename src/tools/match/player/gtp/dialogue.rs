//! Commands and replies.
//!
//! Commands have no IDs, because some engines echo them incorrectly. A command is sent only
//! after the reply to the previous one, because some engines lose queued commands.

use std::time::{Duration, Instant};

use crate::tools::r#match::player::process::Process;
use crate::tools::r#match::player::{PlayerError, Reason};

/// The maximum number of lines before a reply that are skipped.
const MAX_CHATTER: usize = 1000;

pub(super) struct Dialogue<'m> {
    process: Process<'m>,
    /// How long to wait for replies that need no search.
    patience: Duration,
    /// The engine's commands; `None` if it does not list them.
    commands: Option<Vec<String>>,
}

/// A reply: `=` or `?`, and the text after it.
pub(super) struct Answer {
    pub(super) is_success: bool,
    pub(super) text: String,
}

impl<'m> Dialogue<'m> {
    /// Starts the dialogue by asking the engine for its commands.
    pub(super) fn start(process: Process<'m>, patience: Duration) -> Result<Self, PlayerError> {
        let mut dialogue = Dialogue {
            process,
            patience,
            commands: None,
        };
        dialogue.commands = dialogue.list_commands()?;
        Ok(dialogue)
    }

    fn list_commands(&mut self) -> Result<Option<Vec<String>>, PlayerError> {
        let answer = self.send("list_commands")?;
        let mut text = answer.text;
        for _ in 0..MAX_CHATTER {
            let line = self.read()?;
            if line.is_empty() {
                break;
            }
            text = format!("{text}\n{line}");
        }
        let names = text.split_whitespace().map(str::to_string);
        Ok(answer.is_success.then(|| names.collect()))
    }

    pub(super) fn has_command(&mut self, command: &str) -> Result<bool, PlayerError> {
        match &self.commands {
            Some(names) => Ok(names.iter().any(|name| name == command)),
            None => {
                let answer = self.send(&format!("known_command {command}"))?;
                Ok(answer.is_success && answer.text == "true")
            }
        }
    }

    pub(super) fn send(&mut self, command: &str) -> Result<Answer, PlayerError> {
        self.send_within(command, self.patience)
    }

    /// Sends a command that must succeed.
    pub(super) fn require(&mut self, command: &str) -> Result<(), PlayerError> {
        let answer = self.send(command)?;
        match answer.is_success {
            true => Ok(()),
            false => Err(self.refusal(command, &answer)),
        }
    }

    /// Sends a command and reads the first line of the reply. The rest is skipped when the
    /// next reply is read, even if it is only the empty line, which some engines omit.
    pub(super) fn send_within(
        &mut self,
        command: &str,
        wait: Duration,
    ) -> Result<Answer, PlayerError> {
        let deadline = Instant::now() + wait;
        self.process.send(command)?;
        let mut chatter = String::new();
        for _ in 0..MAX_CHATTER {
            let line = match self.process.read(deadline) {
                Err(error) if error.is(Reason::Hang) && !chatter.is_empty() => break,
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
        Err(self.invalid_reply(command, &chatter))
    }

    /// The next line, trimmed.
    pub(super) fn read(&mut self) -> Result<String, PlayerError> {
        let line = self.process.read(Instant::now() + self.patience)?;
        Ok(line.trim().to_string())
    }

    pub(super) fn refusal(&mut self, command: &str, answer: &Answer) -> PlayerError {
        self.forfeit(Reason::Refused, &format!("{command}: {}", answer.text))
    }

    pub(super) fn invalid_reply(&mut self, command: &str, text: &str) -> PlayerError {
        const LONGEST: usize = 80;
        let text: String = text.chars().take(LONGEST).collect();
        self.forfeit(
            Reason::Garbage,
            &format!("{command}: {text:?} is not a valid reply"),
        )
    }

    pub(super) fn forfeit(&mut self, reason: Reason, detail: &str) -> PlayerError {
        self.process.forfeit(reason, detail)
    }
}
