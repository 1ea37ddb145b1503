//! A program that speaks GTP.
//!
//! Engines differ, so we send as little as possible and read replies leniently. Above
//! all, forced passes are not sent: some engines assume them and refuse the command.
//! An engine that turns out to need them gets every pass from then on.

mod dialogue;
mod time;

use std::time::Duration;

use super::process::Process;
use super::spec::Program;
use super::{Beginning, Player, Reason, Trouble, Turn};
use crate::board::{Color, Move, Position, Square};
use crate::tools::interrupt::Interrupt;
use crate::tools::r#match::terms::Terms;
use dialogue::{Answer, Dialogue};
use time::TimeTeller;

pub(super) struct Gtp<'m> {
    dialogue: Dialogue<'m>,
    terms: &'m Terms,
    time: Option<TimeTeller>,
    color: Color,
    /// The side whose pass was not sent to the engine.
    unsaid: Option<Color>,
    /// Whether the engine needs to be sent passes.
    wants_passes: bool,
}

impl<'m> Gtp<'m> {
    pub(super) fn start(
        name: &str,
        program: &Program,
        terms: &'m Terms,
        interrupt: &'m Interrupt,
    ) -> Result<Gtp<'m>, Trouble> {
        let process = Process::start(name, program, interrupt)?;
        let mut gtp = Gtp {
            dialogue: Dialogue::begin(process, terms.patience)?,
            terms,
            time: terms.clock.map(TimeTeller::new),
            color: Color::Black,
            unsaid: None,
            wants_passes: false,
        };
        if gtp.dialogue.knows("set_game")? {
            gtp.dialogue.ask("set_game Othello")?;
        }
        if gtp.dialogue.knows("boardsize")? {
            gtp.dialogue.demand("boardsize 8")?;
        }
        gtp.limit("depth", terms.depth.map(u64::from))?;
        gtp.limit("nodes", terms.nodes)?;
        for line in &program.init {
            gtp.dialogue.demand(line)?;
        }
        Ok(gtp)
    }

    /// GTP can only limit time; the other limits use KataGo's commands.
    fn limit(&mut self, option: &str, value: Option<u64>) -> Result<(), Trouble> {
        let Some(value) = value else { return Ok(()) };
        if !self.dialogue.knows("kata-set-param")? {
            let text = format!("it has no command for the limit {option}: set it in cmd or init");
            return Err(self.dialogue.forfeit(Reason::Refused, &text));
        }
        self.dialogue
            .demand(&format!("kata-set-param {option} {value}"))
    }

    /// If a pass was left out, sends it and asks again.
    fn ask_with_pass(
        &mut self,
        command: &str,
        wait: Duration,
        is_good: impl Fn(&Answer) -> bool,
    ) -> Result<Answer, Trouble> {
        let answer = self.dialogue.ask_for(command, wait)?;
        match self.unsaid.take() {
            Some(color) if !is_good(&answer) && self.say_pass(color)? => {
                self.wants_passes = true;
                self.dialogue.ask_for(command, wait)
            }
            _ => Ok(answer),
        }
    }

    fn say_pass(&mut self, color: Color) -> Result<bool, Trouble> {
        let answer = self.dialogue.ask(&format!("play {color} pass"))?;
        Ok(answer.is_success)
    }

    fn play(&mut self, color: Color, played: Move) -> Result<(), Trouble> {
        match played {
            Move::Pass if self.wants_passes => self.say_pass(color).map(|_| ()),
            Move::Pass => {
                self.unsaid = Some(color);
                Ok(())
            }
            Move::Place(square) => self.place(color, square),
        }
    }

    fn place(&mut self, color: Color, square: Square) -> Result<(), Trouble> {
        let command = format!("play {color} {square}");
        let is_good = |answer: &Answer| answer.is_success;
        let answer = self.ask_with_pass(&command, self.terms.patience, is_good)?;
        match answer.is_success {
            true => Ok(()),
            false => Err(self.dialogue.refusal(&command, &answer)),
        }
    }

    fn set_up(&mut self, start: &Position) -> Result<(), Trouble> {
        let dialogue = &mut self.dialogue;
        if dialogue.knows("grhino-setup_board")? {
            return dialogue.demand(&format!("grhino-setup_board {start}"));
        }
        if !dialogue.knows("gogui-setup")? || !dialogue.knows("gogui-setup_player")? {
            let text = "it cannot start from a given position";
            return Err(dialogue.forfeit(Reason::Refused, text));
        }
        let mut discs = String::new();
        for square in Square::all() {
            if let Some(color) = start.color_at(square) {
                discs += &format!(" {color} {square}");
            }
        }
        dialogue.demand(&format!("gogui-setup{discs}"))?;
        dialogue.demand(&format!("gogui-setup_player {}", start.to_move()))
    }
}

impl Player for Gtp<'_> {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        self.color = beginning.color;
        self.unsaid = None;
        self.dialogue.demand("clear_board")?;
        if let Some(time) = &mut self.time {
            time.send_settings(&mut self.dialogue)?;
        }
        if *beginning.game.start() != Position::START {
            self.set_up(beginning.game.start())?;
        }
        for (color, played) in beginning.game.moves() {
            self.play(color, played)?;
        }
        Ok(())
    }

    fn observe(&mut self, color: Color, played: Move, _: Duration) -> Result<(), Trouble> {
        let is_own_choice = color == self.color && played != Move::Pass;
        match is_own_choice {
            true => Ok(()),
            false => self.play(color, played),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Trouble> {
        if let (Some(time), Some(left)) = (&mut self.time, turn.left) {
            time.send_time_left(&mut self.dialogue, self.color, left)?;
        }
        let command = format!("genmove {}", self.color);
        let is_move = |answer: &Answer| {
            answer.is_success && meaning(&answer.text) != Some(Meaning::Move(Move::Pass))
        };
        let wait = self.terms.longest_wait(turn.left);
        let mut answer = self.ask_with_pass(&command, wait, is_move)?;
        if answer.is_success && answer.text.is_empty() {
            answer.text = self.dialogue.read()?;
        }
        match meaning(&answer.text) {
            _ if !answer.is_success => Err(self.dialogue.refusal(&command, &answer)),
            Some(Meaning::Move(played)) => Ok(played),
            Some(Meaning::Resign) => Err(self.dialogue.forfeit(Reason::Resign, "it resigned")),
            None => Err(self.dialogue.nonsense(&command, &answer.text)),
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
