//! The replies to XBoard.

use super::{BOARD, LineError, VARIANT, write_move};
use crate::board::{Game, Position};
use crate::flags::Kind;
use crate::protocol::fen;
use crate::protocol::text::{GREATEST_SPIN, centidiscs, say};
use crate::search::report::Report;
use crate::session::Session;
use crate::session::options::{self, HASH_MB, OPTIONS, Options, PONDER, THREADS};
use crate::version::{NAME, VERSION};

/// The answer to `protover`.
pub(super) fn features(options: &Options, replies: &mut Vec<u8>) {
    say("feature done=0", replies);
    say(
        &format!("feature myname=\"{NAME} {VERSION}\" variants=\"{VARIANT}\""),
        replies,
    );
    say(
        "feature ping=1 setboard=1 playother=1 usermove=1 analyze=1 colors=0 draw=0 \
         sigint=0 sigterm=0 reuse=1 nps=0 memory=1 smp=1 debug=1",
        replies,
    );
    let has_no_word = |row: &&&options::Row| !HAVE_WORDS.contains(row);
    for row in OPTIONS.iter().filter(has_no_word) {
        let value = row.get(options);
        let form = match row.kind() {
            Kind::Number(least, greatest @ 0..=GREATEST_SPIN) => {
                format!("-spin {value} {least} {greatest}")
            }
            Kind::Choice(words) => {
                let mark = |word: &str| {
                    if word == value {
                        format!("*{word}")
                    } else {
                        word.to_string()
                    }
                };
                let words: Vec<String> = words.into_iter().map(mark).collect();
                format!("-combo {}", words.join(" /// "))
            }
            _ => format!("-string {value}"),
        };
        say(&format!("feature option=\"{} {form}\"", row.name), replies);
    }
    say("feature done=1", replies);
}

/// The options that XBoard sets by its own commands: `memory`, `cores`, and `hard` or
/// `easy`.
static HAVE_WORDS: &[&options::Row] = &[&HASH_MB, &THREADS, &PONDER];

/// The answer to `variant`, which describes the variant to an XBoard that does not know
/// it. A disc is `P`, drawn as a queen; each side has one in hand for every empty square.
/// The piece `lion` makes XBoard forward passes: in other variants it answers a pass by
/// sending its own board, in which no disc has been flipped.
pub(super) fn setup(replies: &mut Vec<u8>) {
    let start = Position::START;
    let empty = start.empty().len() as usize;
    let [first, second] = BOARD.discs.map(|disc| disc.to_string().repeat(empty));
    let board = fen::write(&start, &BOARD).replace(' ', &format!("[{first}{second}] "));
    say(
        &format!("setup (....P.....p.) 8x8+1_lion {board} - - 0 1"),
        replies,
    );
}

/// The thinking output: depth, value in hundredths of a disc, time in hundredths of a
/// second, nodes, and the principal variation. Moves without a value are left out.
pub(super) fn thinking(report: &Report, replies: &mut Vec<u8>) {
    for line in &report.lines {
        let Some(value) = line.value else {
            continue;
        };
        let moves: Vec<String> = line
            .moves
            .iter()
            .map(|&played| write_move(played))
            .collect();
        let text = format!(
            "{} {} {} {} {}",
            line.depth,
            centidiscs(value),
            report.time.as_millis() / 10,
            report.nodes,
            moves.join(" "),
        );
        say(&text, replies);
    }
}

/// The answer to `.`: time, nodes, depth, and the numbers of moves left and of all moves.
pub(super) fn progress(session: &Session, replies: &mut Vec<u8>) {
    let progress = session.progress();
    let time = progress.elapsed().as_millis() / 10;
    let newest = progress.newest();
    let nodes = newest.map_or(0, |report| report.nodes);
    let depth = newest.map_or(0, |report| report.best().depth);
    let position = session.game().position().turn();
    let moves = position.map_or(0, |position| position.moves().len());
    say(
        &format!("stat01: {time} {nodes} {depth} 0 {moves}"),
        replies,
    );
}

/// The result, if the game is over.
pub(super) fn result(game: &Game, replies: &mut Vec<u8>) {
    let Some(lead) = game.result() else {
        return;
    };
    let (score, text) = match lead {
        0 => ("1/2-1/2", "a draw".to_string()),
        1.. => ("1-0", format!("the first player wins by {lead}")),
        _ => ("0-1", format!("the second player wins by {}", -lead)),
    };
    say(&format!("{score} {{{text}}}"), replies);
}

/// An error message.
pub(super) fn problem(problem: &LineError, line: &str, replies: &mut Vec<u8>) {
    let command = line.split(' ').next().unwrap_or_default();
    let played = line.strip_prefix("usermove").unwrap_or(line).trim();
    let text = match problem {
        LineError::Unknown => format!("Error (unknown command): {line}"),
        LineError::IllegalMove(why) => format!("Illegal move ({why}): {played}"),
        LineError::IllegalPosition(why) => format!("tellusererror Illegal position: {why}"),
        LineError::Other(why) => format!("Error ({why}): {command}"),
    };
    say(&text, replies);
}
