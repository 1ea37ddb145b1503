//! A program that speaks GTP.
//!
//! Engines differ, so we send as few commands as possible and read replies leniently. Above
//! all, forced passes are not sent, because some engines play them automatically and refuse
//! the command. An engine that turns out to need them is sent every pass from then on.

mod dialogue;
mod time;

use std::time::Duration;

use super::process::Process;
use super::{GameStart, Player, PlayerError, Reason, Turn};
use crate::board::{Color, Move, Position, Square};
use crate::tools::interrupt::Interrupt;
use crate::tools::r#match::limits::MatchLimits;
use crate::tools::program::Program;
use dialogue::{Answer, Dialogue};
use time::TimeCommands;

pub(super) struct Gtp<'m> {
    dialogue: Dialogue<'m>,
    limits: &'m MatchLimits,
    time: Option<TimeCommands>,
    color: Color,
    /// The side whose last pass was not sent to the engine.
    unsent_pass: Option<Color>,
    /// Whether the engine needs to be sent passes.
    needs_passes: bool,
}

impl<'m> Gtp<'m> {
    pub(super) fn start(
        name: &str,
        program: &Program,
        limits: &'m MatchLimits,
        interrupt: &'m Interrupt,
    ) -> Result<Gtp<'m>, PlayerError> {
        let process = Process::start(name, program, interrupt)?;
        let mut gtp = Gtp {
            dialogue: Dialogue::start(process, limits.patience)?,
            limits,
            time: limits.clock.map(TimeCommands::new),
            color: Color::Black,
            unsent_pass: None,
            needs_passes: false,
        };
        if gtp.dialogue.has_command("set_game")? {
            gtp.dialogue.send("set_game Othello")?;
        }
        if gtp.dialogue.has_command("boardsize")? {
            gtp.dialogue.require("boardsize 8")?;
        }
        gtp.limit("depth", limits.depth.map(u64::from))?;
        gtp.limit("nodes", limits.nodes)?;
        for line in &program.init {
            gtp.dialogue.require(line)?;
        }
        Ok(gtp)
    }

    /// Limits the depth or the nodes with KataGo's command; standard GTP can only limit time.
    fn limit(&mut self, option: &str, value: Option<u64>) -> Result<(), PlayerError> {
        let Some(value) = value else { return Ok(()) };
        if !self.dialogue.has_command("kata-set-param")? {
            let text = format!("it has no command to limit {option}: set the limit in cmd or init");
            return Err(self.dialogue.forfeit(Reason::Refused, &text));
        }
        self.dialogue
            .require(&format!("kata-set-param {option} {value}"))
    }

    /// Sends a command. If it does not succeed and a pass was omitted before it, sends the
    /// pass and repeats the command.
    fn send_with_pass(
        &mut self,
        command: &str,
        wait: Duration,
        is_good: impl Fn(&Answer) -> bool,
    ) -> Result<Answer, PlayerError> {
        let answer = self.dialogue.send_within(command, wait)?;
        match self.unsent_pass.take() {
            Some(color) if !is_good(&answer) && self.send_pass(color)? => {
                self.needs_passes = true;
                self.dialogue.send_within(command, wait)
            }
            _ => Ok(answer),
        }
    }

    fn send_pass(&mut self, color: Color) -> Result<bool, PlayerError> {
        let answer = self.dialogue.send(&format!("play {color} pass"))?;
        Ok(answer.is_success)
    }

    fn play(&mut self, color: Color, played: Move) -> Result<(), PlayerError> {
        match played {
            Move::Pass if self.needs_passes => self.send_pass(color).map(|_| ()),
            Move::Pass => {
                self.unsent_pass = Some(color);
                Ok(())
            }
            Move::Place(square) => self.place(color, square),
        }
    }

    fn place(&mut self, color: Color, square: Square) -> Result<(), PlayerError> {
        let command = format!("play {color} {square}");
        let is_good = |answer: &Answer| answer.is_success;
        let answer = self.send_with_pass(&command, self.limits.patience, is_good)?;
        match answer.is_success {
            true => Ok(()),
            false => Err(self.dialogue.refusal(&command, &answer)),
        }
    }

    fn set_up(&mut self, start: &Position) -> Result<(), PlayerError> {
        let dialogue = &mut self.dialogue;
        if dialogue.has_command("grhino-setup_board")? {
            return dialogue.require(&format!("grhino-setup_board {start}"));
        }
        if !dialogue.has_command("gogui-setup")? || !dialogue.has_command("gogui-setup_player")? {
            let text = "it cannot start from a given position";
            return Err(dialogue.forfeit(Reason::Refused, text));
        }
        let mut discs = String::new();
        for square in Square::all() {
            if let Some(color) = start.color_at(square) {
                discs += &format!(" {color} {square}");
            }
        }
        dialogue.require(&format!("gogui-setup{discs}"))?;
        dialogue.require(&format!("gogui-setup_player {}", start.to_move()))
    }
}

impl Player for Gtp<'_> {
    fn start_game(&mut self, start: &GameStart<'_>) -> Result<(), PlayerError> {
        self.color = start.color;
        self.unsent_pass = None;
        self.dialogue.require("clear_board")?;
        if let Some(time) = &mut self.time {
            time.send_time_settings(&mut self.dialogue)?;
        }
        if *start.game.start() != Position::START {
            self.set_up(start.game.start())?;
        }
        for (color, played) in start.game.moves() {
            self.play(color, played)?;
        }
        Ok(())
    }

    fn observe(&mut self, color: Color, played: Move, _: Duration) -> Result<(), PlayerError> {
        let is_own_choice = color == self.color && played != Move::Pass;
        match is_own_choice {
            true => Ok(()),
            false => self.play(color, played),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, PlayerError> {
        if let (Some(time), Some(left)) = (&mut self.time, turn.left) {
            time.send_time_left(&mut self.dialogue, self.color, left)?;
        }
        let command = format!("genmove {}", self.color);
        let is_move = |answer: &Answer| {
            answer.is_success && meaning(&answer.text) != Some(Meaning::Move(Move::Pass))
        };
        let wait = self.limits.longest_wait(turn.left);
        let mut answer = self.send_with_pass(&command, wait, is_move)?;
        if answer.is_success && answer.text.is_empty() {
            answer.text = self.dialogue.read()?;
        }
        match meaning(&answer.text) {
            _ if !answer.is_success => Err(self.dialogue.refusal(&command, &answer)),
            Some(Meaning::Move(played)) => Ok(played),
            Some(Meaning::Resign) => Err(self.dialogue.forfeit(Reason::Resign, "it resigned")),
            None => Err(self.dialogue.invalid_reply(&command, &answer.text)),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Meaning {
    Move(Move),
    Resign,
}

/// Interprets a reply to `genmove`. A number before the move is a misplaced command ID;
/// anything after the move is ignored.
fn meaning(text: &str) -> Option<Meaning> {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let word = text.split_whitespace().find(|word| !is_number(word))?;
    match word.eq_ignore_ascii_case("resign") {
        true => Some(Meaning::Resign),
        false => word.parse().ok().map(Meaning::Move),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_with_mercy() {
        let square: Square = "F5".parse().unwrap();
        for text in ["F5", "f5", "5 F5", "f5 eval 3", "F5\tx"] {
            assert_eq!(meaning(text), Some(Meaning::Move(square.into())), "{text}");
        }
        for text in ["PASS", "pass", "pa"] {
            assert_eq!(meaning(text), Some(Meaning::Move(Move::Pass)), "{text}");
        }
        assert_eq!(meaning("Resign"), Some(Meaning::Resign));
        for text in ["", "5", "i9", "f55", "the best move is f5"] {
            assert_eq!(meaning(text), None, "{text}");
        }
    }
}
