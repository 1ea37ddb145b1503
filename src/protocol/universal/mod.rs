//! UCI and UGI, which are nearly the same: each is a [`Dialect`].
//!
//! Before each `go`, which has the limits of the search, the client sends the whole game.
//! During a search only `isready`, `stop`, `ponderhit` and `quit` are expected. Errors are
//! reported in lines that begin with `info string`, and change nothing.

mod dialect;
mod go;
mod options;
mod query;

use super::text::{centidiscs, say};
use super::{Flow, Line, Output, Protocol};
use super::{fen, limits};
use crate::board::{Bitboard, Game, Move, Position};
use crate::score::Bound;
use crate::search::analysis::Scope;
use crate::search::report::{self, Report, Source};
use crate::session::{Answer, SearchFailed, Session, Task};
use crate::version::{NAME, VERSION};
pub(super) use dialect::Dialect;
use go::GoArgs;
use query::answer;

/// The state of the dialogue.
pub(super) struct Universal {
    dialect: &'static Dialect,
    /// The number of best moves to show: MultiPV.
    lines: usize,
    /// The number of passes at the end of the game so far.
    passes: usize,
    running: Option<Running>,
    withheld: Option<Withheld>,
}

struct Running {
    purpose: Purpose,
    start: Position,
}

enum Purpose {
    /// To choose a move. If it is endless, the move is sent when the client sends `stop`.
    Move {
        is_endless: bool,
    },
    Ponder(GoArgs),
}

/// An answer that is sent when the client asks for it: that of a search on the opponent's time
/// which has ended, or of an endless one that had nothing to search.
struct Withheld {
    args: GoArgs,
    best: String,
}

impl Universal {
    pub(super) fn new(dialect: &'static Dialect) -> Universal {
        Universal {
            dialect,
            lines: 1,
            passes: 0,
            running: None,
            withheld: None,
        }
    }

    fn perform(
        &mut self,
        text: &str,
        session: &mut Session,
        replies: &mut Vec<u8>,
    ) -> Result<(), String> {
        let (command, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words: Vec<&str> = rest.split(' ').filter(|word| !word.is_empty()).collect();
        match command {
            "" | "debug" | "register" => {}
            "isready" => say("readyok", replies),
            "setoption" => options::set(&words.join(" "), session, &mut self.lines)?,
            "position" => {
                let (game, passes) = self.read_game(&words)?;
                self.withheld = None;
                session.replace_game(game);
                self.passes = passes;
            }
            "go" => match words[..] {
                ["perft", "1"] => self.list_moves(session, replies),
                ["perft", ..] => return Err("perft: expected 1".to_string()),
                _ => self.go(&words, session, replies)?,
            },
            "stop" => {
                if let Some(withheld) = self.withheld.take() {
                    say(&withheld.best, replies);
                }
            }
            "ponderhit" => {
                if let Some(withheld) = self.withheld.take() {
                    let args = GoArgs {
                        is_pondering: false,
                        ..withheld.args
                    };
                    self.search(args, session, replies);
                }
            }
            "query" if !self.dialect.is_of_chess => {
                let answer = answer(&words, session.game().position())?;
                say(&format!("response {answer}"), replies);
            }
            "d" => {
                let board = fen::write(session.game().position(), &self.dialect.fen);
                say(&format!("Fen: {board} 0 1"), replies);
            }
            _ if command == self.dialect.name => self.greet(session, replies),
            _ if command.strip_prefix(self.dialect.name) == Some("newgame") => {
                session.start_game();
                session.clear_cache();
            }
            _ => return Err(format!("unknown command: {command}")),
        }
        Ok(())
    }

    fn greet(&self, session: &Session, replies: &mut Vec<u8>) {
        say(&format!("id name {NAME} {VERSION}"), replies);
        say(&format!("id author the authors of {NAME}"), replies);
        for option in options::list(session, self.lines, self.dialect.is_of_chess) {
            say(&option, replies);
        }
        say(&format!("{}ok", self.dialect.name), replies);
    }

    /// Reads `startpos moves f5 d6` or `fen … moves …` and returns the game and the number
    /// of passes at its end.
    fn read_game(&self, words: &[&str]) -> Result<(Game, usize), String> {
        let at = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(at.unwrap_or(words.len()));
        let start = match place {
            ["startpos"] => Position::START,
            ["fen", board @ ..] => {
                let board = fen::read(&board.join(" "), &self.dialect.fen);
                board.map_err(|error| format!("fen: {error}"))?
            }
            _ => return Err("position: expected startpos or fen".to_string()),
        };
        let (mut game, mut passes) = (Game::new(start), 0);
        for word in moves.iter().skip(1) {
            let illegal = || format!("illegal move: {word}");
            let played = (self.dialect.read_move)(word).ok_or_else(illegal)?;
            let is_over = game.position().is_over();
            let color = game.player_of(played);
            game.play(color, played).map_err(|_| illegal())?;
            if is_over {
                game = Game::new(game.position().pass());
            }
            passes = match played {
                Move::Pass => passes + 1,
                Move::Place(_) => 0,
            };
        }
        Ok((game, passes))
    }

    fn go(
        &mut self,
        words: &[&str],
        session: &mut Session,
        replies: &mut Vec<u8>,
    ) -> Result<(), String> {
        self.withheld = None;
        let side = self.turn(session.game().position()).to_move();
        let args = GoArgs::read(words, self.dialect, side)?;
        self.search(args, session, replies);
        Ok(())
    }

    /// The position to search. In UGI, which leaves out passes, it is the one after any
    /// forced pass.
    fn turn(&self, position: &Position) -> Position {
        if position.must_pass() && !self.dialect.is_of_chess {
            position.pass()
        } else {
            *position
        }
    }

    fn may_pass(&self, position: &Position) -> bool {
        let parts = [position.mover(), position.opponent(), position.empty()];
        let ends_by_passes =
            self.dialect.is_of_chess && position.is_over() && !parts.contains(&Bitboard::EMPTY);
        position.must_pass() || ends_by_passes && self.passes < 2
    }

    fn search(&mut self, args: GoArgs, session: &mut Session, replies: &mut Vec<u8>) {
        let position = self.turn(session.game().position());
        if position.moves().is_empty() {
            let best: &[Move] = match self.may_pass(&position) {
                true => &[Move::Pass],
                false => &[],
            };
            let best = self.dialect.decision(&position, best);
            if args.is_infinite || args.is_pondering {
                self.withheld = Some(Withheld { args, best });
            } else {
                say(&best, replies);
            }
            return;
        }
        session.clock.set(args.control());
        let mut options = args.limits.options(session.options());
        let wanted = args.moves & position.moves();
        let scope = Scope {
            moves: Some(wanted)
                .filter(|&moves| moves != Bitboard::EMPTY)
                .unwrap_or(position.moves()),
            lines: self.lines,
        };
        let is_endless = args.is_infinite || args.is_pondering;
        let task = if is_endless {
            Task::Analysis(scope)
        } else if scope.lines > 1 || wanted != Bitboard::EMPTY {
            let budget = session
                .clock
                .budget(position.to_move(), position.empty().len());
            let limits = options.limits(budget);
            options.move_time = limits.soft_time.or(limits.time);
            Task::LimitedAnalysis(scope, limits::goal(&options, &position, 100))
        } else {
            Task::Move
        };
        let purpose = if args.is_pondering {
            Purpose::Ponder(args)
        } else {
            Purpose::Move { is_endless }
        };
        self.running = Some(Running {
            purpose,
            start: position,
        });
        session.start_under(&options, task, position);
    }

    /// Lists the legal moves in the format of Stockfish's `go perft 1`.
    fn list_moves(&self, session: &Session, replies: &mut Vec<u8>) {
        let position = self.turn(session.game().position());
        let places = position.moves().into_iter().map(Move::Place);
        let pass = self.may_pass(&position).then_some(Move::Pass);
        let moves: Vec<Move> = places.chain(pass).collect();
        for &played in &moves {
            let word = (self.dialect.write_move)(&position, played);
            say(&format!("{word}: 1"), replies);
        }
        say(&format!("\nNodes searched: {}", moves.len()), replies);
    }

    /// A line of `info`; `None` if the move has no value.
    fn tell_line(
        &self,
        start: &Position,
        report: &Report,
        line: &report::Line,
        multi_pv: Option<usize>,
    ) -> Option<String> {
        let mut info = format!("info depth {}", line.depth);
        if let Some(number) = multi_pv {
            info += &format!(" multipv {number}");
        }
        info += &format!(" score cp {}", centidiscs(line.value?));
        info += match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let nodes = report.nodes;
        let milliseconds = report.time.as_millis();
        let rate = u128::from(nodes) * 1000 / milliseconds.max(1);
        let moves = self.dialect.write_line(start, &line.moves).join(" ");
        info += &format!(" nodes {nodes} nps {rate} time {milliseconds} pv {moves}");
        Some(info)
    }
}

impl Protocol for Universal {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        let result = match line.text() {
            Some(text) if text == "quit" => return Flow::Quit,
            Some(text) => self.perform(&text, session, &mut output.replies),
            None => Err("line too long".to_string()),
        };
        if let Err(problem) = result {
            say(&format!("info string {problem}"), &mut output.replies);
        }
        Flow::Continue
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        let Some(running) = &self.running else {
            return;
        };
        for (number, line) in (1..).zip(&report.lines) {
            let multi_pv = Some(number).filter(|_| self.lines > 1);
            if let Some(info) = self.tell_line(&running.start, report, line, multi_pv) {
                say(&info, &mut output.replies);
            }
        }
        if report.source == Source::Book {
            say("info string the move is from the book", &mut output.replies);
        }
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        _: &mut Session,
        output: &mut Output,
    ) {
        let replies = &mut output.replies;
        let Some(running) = self.running.take() else {
            return;
        };
        let best = match &answer {
            Ok(Answer::Found(report)) => report.pv(),
            Ok(Answer::Stopped) => &[],
            Err(SearchFailed) => {
                say("info string search failed", replies);
                &[]
            }
        };
        let best = self.dialect.decision(&running.start, best);
        match running.purpose {
            Purpose::Ponder(args) => self.withheld = Some(Withheld { args, best }),
            Purpose::Move { .. } => say(&best, replies),
        }
    }

    fn answer_during_search(&mut self, line: &Line, _: &Session, output: &mut Output) -> bool {
        let is_question = line.begins_with(&["isready"]);
        if is_question {
            say("readyok", &mut output.replies);
        }
        is_question || line.is_blank()
    }

    fn is_stopped_by(&self, _: Option<&Line>) -> bool {
        let is_endless = |running: &Running| match running.purpose {
            Purpose::Move { is_endless } => is_endless,
            Purpose::Ponder(_) => true,
        };
        self.running.as_ref().is_some_and(is_endless)
    }

    fn stops_searches(&self, line: &Line) -> bool {
        line.begins_with(&["stop", "ponderhit", "quit"])
    }
}
