//! Turns intents into bytes and expected answers.

use obverse::protocol::gtp::COMMANDS;

use super::intent::{Beginning, Intent, Question, Style};
use super::{Answer, Expected};
use crate::support::rules::{Game, Side, action_name, square_name, squares};
use Answer::{Failure, Success};

/// A dialogue as bytes, with the expected answers.
pub(super) struct Writer {
    pub(super) game: Game,
    pub(super) input: Vec<u8>,
    pub(super) expected: Vec<Expected>,
}

impl Writer {
    pub(super) fn new() -> Writer {
        Writer {
            game: Game::new(),
            input: Vec::new(),
            expected: Vec::new(),
        }
    }

    pub(super) fn plain(&mut self, command: &str, answer: Answer) {
        self.input.extend_from_slice(command.as_bytes());
        self.input.push(b'\n');
        self.expected.push(Expected {
            line: command.to_string(),
            id: None,
            answer,
        });
    }

    fn styled(&mut self, style: &Style, command: &str, answer: Answer) {
        let words: Vec<String> = command
            .split(' ')
            .enumerate()
            // The names of commands are case-sensitive, their arguments are not.
            .map(|(at, word)| match at {
                1.. if style.is_loud => word.to_uppercase(),
                _ => word.to_string(),
            })
            .collect();
        let id = style
            .id
            .map_or(String::new(), |id| format!("{id}{}", style.blank));
        let (before, after) = style.around;
        let line = format!("{before}{id}{}{after}", words.join(style.blank));
        self.input.extend_from_slice(line.as_bytes());
        self.input.push(b'\n');
        self.expected.push(Expected {
            line,
            id: style.id,
            answer,
        });
    }

    /// Queries everything that a failing command could have changed.
    pub(super) fn probe(&mut self) {
        self.plain("showboard", Answer::Rows(rows(&self.game)));
        let mut history: Vec<String> = self
            .game
            .moves()
            .iter()
            .map(|&(side, action)| format!("{} {}", side.name(), action_name(action)))
            .collect();
        history.reverse();
        self.plain("move_history", Success(history.join("\n")));
        let to_move = self.game.to_move().name();
        self.plain("gogui-rules_side_to_move", Success(to_move.to_string()));
    }

    pub(super) fn write(&mut self, intent: &Intent, style: &Style) {
        match intent {
            Intent::PlayLegal { number, sends_pass } => {
                self.play_legal(*number, *sends_pass, style)
            }
            Intent::Play { side, number } => {
                let action = squares().nth(*number);
                let command = format!("play {} {}", side.name(), action_name(action));
                let is_legal = self.game.play(*side, action);
                self.done_or(is_legal, "illegal move", &command, style);
            }
            Intent::Generate { side, plays } => {
                let side = side.unwrap_or(self.game.to_move());
                let action = self.game.legal(side).last().copied();
                let name = if *plays { "genmove" } else { "reg_genmove" };
                let mut after = self.game.clone();
                let answer = if after.play(side, action) {
                    Success(action_name(action))
                } else {
                    Failure("illegal move")
                };
                if *plays {
                    self.game = after;
                }
                let is_failure = matches!(answer, Failure(_));
                self.styled(style, &format!("{name} {}", side.name()), answer);
                if is_failure {
                    self.probe();
                }
            }
            Intent::Analyze { command, side } => {
                let asked = side.map_or(String::new(), |side| format!(" {}", side.name()));
                let side = side.unwrap_or(self.game.to_move());
                let action = self.game.legal(side).last().copied();
                let answer = if self.game.is_over() {
                    Success(String::new())
                } else if self.game.clone().play(side, action) {
                    Answer::Analysis(action_name(action))
                } else {
                    Failure("illegal move")
                };
                self.styled(style, &format!("{command}{asked}"), answer);
                self.probe();
            }
            Intent::Sequence { numbers, is_legal } => self.sequence(numbers, *is_legal, style),
            Intent::Undo(count) => {
                let command = count.map_or("undo".to_string(), |count| format!("gg-undo {count}"));
                let is_possible = self.game.undo(count.unwrap_or(1));
                self.done_or(is_possible, "cannot undo", &command, style);
            }
            Intent::Ask(question) => {
                let (command, answer) = ask(&self.game, *question);
                self.styled(style, &command, answer);
            }
            Intent::Begin(beginning) => self.begin(beginning, style),
            Intent::Wrong(command) => {
                let answer = Failure("syntax error");
                self.styled(style, command, answer);
                self.probe();
            }
            Intent::Junk(bytes) => self.junk(bytes),
            Intent::Comment(line) => {
                self.input.extend_from_slice(line.as_bytes());
                self.input.push(b'\n');
            }
            Intent::Stop => self.styled(style, "stop", Success(String::new())),
        }
    }

    fn done_or(&mut self, is_done: bool, failure: &'static str, command: &str, style: &Style) {
        if is_done {
            self.styled(style, command, Success(String::new()));
        } else {
            self.styled(style, command, Failure(failure));
            self.probe();
        }
    }

    fn play_legal(&mut self, number: usize, sends_pass: bool, style: &Style) {
        let mut side = self.game.to_move();
        if self.game.mobility(side).is_empty() {
            if sends_pass || self.game.is_over() {
                assert!(self.game.play(side, None));
                let command = format!("play {} pass", side.name());
                return self.styled(style, &command, Success(String::new()));
            }
            side = side.other();
        }
        let legal = self.game.legal(side);
        let square = legal[number % legal.len()];
        assert!(self.game.play(side, Some(square)));
        let command = format!("play {} {}", side.name(), square_name(square));
        self.styled(style, &command, Success(String::new()));
    }

    fn sequence(&mut self, numbers: &[usize], is_legal: bool, style: &Style) {
        let mut after = self.game.clone();
        let mut command = "gogui-play_sequence".to_string();
        for number in numbers {
            let side = after.to_move();
            let legal = after.legal(side);
            let action = (!legal.is_empty()).then(|| legal[number % legal.len()]);
            assert!(after.play(side, action));
            command += &format!(" {} {}", side.name(), action_name(action));
        }
        if is_legal {
            self.game = after;
        } else {
            let taken = squares().find(|&square| after.disc(square).is_some());
            command += &format!(" b {}", square_name(taken.expect("a board has discs")));
        }
        self.done_or(is_legal, "illegal move", &command, style);
    }

    fn begin(&mut self, beginning: &Beginning, style: &Style) {
        let command = match beginning {
            Beginning::Usual => {
                self.game = Game::new();
                "boardsize 8".to_string()
            }
            Beginning::Discs(discs) => {
                let at = |number: usize| squares().nth(number).expect("it is below 64");
                let discs: Vec<_> = discs.iter().map(|&(side, n)| (side, at(n))).collect();
                self.game = match discs[..] {
                    [] => Game::new(),
                    _ => Game::with_discs(&discs, Side::Black),
                };
                let words: Vec<String> = discs
                    .iter()
                    .map(|&(side, square)| format!(" {} {}", side.name(), square_name(square)))
                    .collect();
                format!("set_position{}", words.concat())
            }
            Beginning::SideToMove(side) => {
                self.game.set_to_move(*side);
                format!("gogui-setup_player {}", side.name())
            }
        };
        self.styled(style, &command, Success(String::new()));
    }

    /// Bytes that are not a command. They are skipped if they happen to be one, or to open
    /// another protocol.
    fn junk(&mut self, bytes: &[u8]) {
        let visible: Vec<u8> = bytes
            .iter()
            .take_while(|&&byte| byte != b'#')
            .filter(|&&byte| byte == b'\t' || byte >= b' ' && byte != 127)
            .map(|&byte| if byte == b'\t' { b' ' } else { byte })
            .collect();
        let mut words = visible
            .split(|&byte| byte == b' ')
            .filter(|word| !word.is_empty());
        let Some(first) = words.next() else {
            self.input.extend_from_slice(bytes);
            self.input.push(b'\n');
            return;
        };
        let opens_json = self.expected.is_empty() && first.starts_with(b"{");
        if opens_json {
            return;
        }
        let id = match std::str::from_utf8(first) {
            Ok(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        };
        let name = if id.is_some() {
            words.next()
        } else {
            Some(first)
        };
        if COMMANDS
            .iter()
            .any(|command| Some(command.name.as_bytes()) == name)
        {
            return;
        }
        self.input.extend_from_slice(bytes);
        self.input.push(b'\n');
        self.expected.push(Expected {
            line: format!("{}", bytes.escape_ascii()),
            id,
            answer: Failure("unknown command"),
        });
        self.probe();
    }
}

fn ask(game: &Game, question: Question) -> (String, Answer) {
    let names = |squares: Vec<_>| {
        let names: Vec<String> = squares.into_iter().map(square_name).collect();
        names.join(" ")
    };
    let to_move = game.to_move();
    let (command, answer) = match question {
        Question::Legal(side) => (
            format!("all_legal {}", side.name()),
            names(game.legal(side)),
        ),
        Question::LegalForReferee => {
            let must_pass = game.mobility(to_move).is_empty() && !game.is_over();
            let answer = if must_pass {
                "pass".to_string()
            } else {
                names(game.mobility(to_move))
            };
            ("gogui-rules_legal_moves".to_string(), answer)
        }
        Question::IsLegal(side, number) => {
            let action = squares().nth(number);
            let answer = u8::from(game.is_legal(side, action)).to_string();
            (
                format!("is_legal {} {}", side.name(), action_name(action)),
                answer,
            )
        }
        Question::Color(number) => {
            let square = squares().nth(number).expect("it is below 64");
            let answer = game.disc(square).map_or("empty", Side::name);
            (format!("color {}", square_name(square)), answer.to_string())
        }
        Question::Discs(side) => (
            format!("list_stones {}", side.name()),
            names(game.discs(side)),
        ),
        Question::LastMove => {
            let command = "last_move".to_string();
            match game.moves().last() {
                Some(&(side, action)) => {
                    (command, format!("{} {}", side.name(), action_name(action)))
                }
                None => return (command, Failure("no previous move known")),
            }
        }
        Question::Score => {
            let command = "final_score".to_string();
            match game.lead() {
                _ if !game.is_over() => return (command, Failure("cannot score")),
                0 => (command, "0".to_string()),
                lead if lead > 0 => (command, format!("B+{lead}")),
                lead => (command, format!("W+{}", -lead)),
            }
        }
        Question::Referee => {
            let mut lines: Vec<String> = rows(game)
                .replace('*', ".")
                .lines()
                .map(str::to_string)
                .collect();
            lines.reverse();
            (
                "gogui-rules_board".to_string(),
                format!("\n{}", lines.join("\n")),
            )
        }
    };
    (command, Success(answer))
}

/// The board as `showboard` draws it, row 1 first.
fn rows(game: &Game) -> String {
    let legal = game.mobility(game.to_move());
    let letter = |square| match game.disc(square) {
        Some(Side::Black) => "X",
        Some(Side::White) => "O",
        None if legal.contains(&square) => "*",
        None => ".",
    };
    let row = |row| {
        (0..8)
            .map(|column| letter((column, row)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    (0..8).map(row).collect::<Vec<_>>().join("\n")
}
