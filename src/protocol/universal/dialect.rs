//! The differences between UCI and UGI.

use crate::board::{Move, Position};
use crate::protocol::fen::Style;

/// One of the two protocols.
pub(in crate::protocol) struct Dialect {
    /// The command that starts the dialogue.
    pub(in crate::protocol) name: &'static str,
    /// The parameters of `go` for time left and increment, of black and of white.
    pub(in crate::protocol) clocks: [[&'static str; 2]; 2],
    pub(in crate::protocol) fen: Style,
    /// Writes a move that is played in this position.
    pub(in crate::protocol) write_move: fn(&Position, Move) -> String,
    pub(in crate::protocol) read_move: fn(&str) -> Option<Move>,
    /// The move after the end of the game.
    pub(in crate::protocol) no_move: &'static str,
    /// Whether the client is a chess GUI, which sends passes, ponders, and knows the rules;
    /// the other client does none of this. By a chess GUI's rules two passes end the game
    /// when neither side has a move but the board is not full and has both colours.
    pub(in crate::protocol) is_of_chess: bool,
}

impl Dialect {
    /// Writes a sequence of moves.
    pub(super) fn write_line(&self, start: &Position, moves: &[Move]) -> Vec<String> {
        let mut position = *start;
        let mut word = |&played: &Move| {
            let word = (self.write_move)(&position, played);
            position = position.after(played);
            word
        };
        moves.iter().map(&mut word).collect()
    }

    /// The reply `bestmove P@d3 ponder P@c3` for a principal variation.
    pub(super) fn decision(&self, start: &Position, moves: &[Move]) -> String {
        let words = self.write_line(start, moves);
        let best = words.first().map_or(self.no_move, String::as_str);
        match words.get(1) {
            Some(reply) if self.is_of_chess => format!("bestmove {best} ponder {reply}"),
            _ => format!("bestmove {best}"),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::protocol::fen;

    /// A mixture of the two.
    pub(in crate::protocol::universal) static DIALECT: Dialect = Dialect {
        name: "test",
        clocks: [["wtime", "winc"], ["btime", "binc"]],
        fen: fen::PIECES,
        write_move: |_, played| played.to_string(),
        read_move: |text| text.parse().ok(),
        no_move: "none",
        is_of_chess: true,
    };

    #[test]
    fn a_reply_is_said_if_one_is_expected() {
        let line = ["F5", "D6"].map(|name| name.parse::<Move>().expect("a move"));
        let decide = |moves: &[Move]| DIALECT.decision(&Position::START, moves);
        assert_eq!(decide(&line), "bestmove F5 ponder D6");
        assert_eq!(decide(&line[..1]), "bestmove F5");
        assert_eq!(decide(&[]), "bestmove none");
    }
}
