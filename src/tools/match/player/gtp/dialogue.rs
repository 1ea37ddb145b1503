//! Commands and answers.
//!
//! No numbers stand before commands, for some engines echo them wrongly, and no
//! command is sent before the last one is answered, for some lose those.

use std::time::{Duration, Instant};

use crate::tools::r#match::player::process::Process;
use crate::tools::r#match::player::{Reason, Trouble};

/// How many lines that belong to no answer are passed over.
const MOST_CHATTER: usize = 1000;

pub(super) struct Dialogue<'m> {
    process: Process<'m>,
    /// How long to wait for answers that need no thought.
    patience: Duration,
    /// What the engine can do; `None` if it has no list of that.
    commands: Option<Vec<String>>,
}

/// What stands after `=` or `?`.
pub(super) struct Answer {
    pub(super) is_success: bool,
    pub(super) text: String,
}

impl<'m> Dialogue<'m> {
    /// Asks the engine what it can do.
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

    /// What must not fail.
    pub(super) fn demand(&mut self, command: &str) -> Result<(), Trouble> {
        let answer = self.ask(command)?;
        match answer.is_success {
            true => Ok(()),
            false => Err(self.refusal(command, &answer)),
        }
    }

    /// The first line of the answer. Whatever follows it, if only the empty line,
    /// is passed over when the next answer is looked for: some forget that line.
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

    /// The next line, without blanks around it.
    pub(super) fn read(&mut self) -> Result<String, Trouble> {
        let line = self.process.read(Instant::now() + self.patience)?;
        Ok(line.trim().to_string())
    }

    pub(super) fn refusal(&mut self, command: &str, answer: &Answer) -> Trouble {
        self.guilty(Reason::Refused, &format!("{command}: {}", answer.text))
    }

    pub(super) fn nonsense(&mut self, command: &str, text: &str) -> Trouble {
        const LONGEST: usize = 80;
        let text: String = text.chars().take(LONGEST).collect();
        self.guilty(
            Reason::Garbage,
            &format!("{command}: {text:?} is no answer"),
        )
    }

    pub(super) fn guilty(&mut self, reason: Reason, detail: &str) -> Trouble {
        self.process.guilty(reason, detail)
    }
}
