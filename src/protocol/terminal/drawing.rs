//! The drawing of the board.

use super::style::Style;
use crate::board::{Color, Game, Move, Position, Square};

/// The two greens of the chequered squares. Black and white discs stand out on both, and
/// the board looks the same on light and dark screens.
const GREENS: [&str; 2] = ["48;5;29", "48;5;35"];
const BLACK: &str = "38;5;16";
const WHITE: &str = "38;5;231";
const LEGAL: &str = "38;5;229";
const LAST_MOVE: &str = "1;38;5;226";

/// The board, with the legal moves and the last move marked, and below it the disc counts
/// and the side to move or, at the end, the result.
pub(super) fn board(game: &Game, resigned: Option<Color>, style: Style) -> String {
    let position = game.position();
    let last = match game.last_move() {
        Some((_, Move::Place(square))) => Some(square),
        _ => None,
    };
    let columns = style.faint("    A  B  C  D  E  F  G  H");
    let mut text = format!("{columns}\n");
    for row in 0..8 {
        text += &style.faint(&format!(" {} ", row + 1));
        for column in 0..8 {
            let square = Square::at(column, row);
            text += &cell(position, square, Some(square) == last, style);
        }
        text.push('\n');
    }
    text + &format!(" {}\n", state(game, resigned, style))
}

/// A square, three characters wide, which makes the board roughly square.
fn cell(position: &Position, square: Square, is_last: bool, style: Style) -> String {
    let color = position.color_at(square);
    let is_legal = position.moves().contains(square);
    let (code, mark) = match color {
        Some(Color::Black) => (BLACK, disc(Color::Black, style)),
        Some(Color::White) => (WHITE, disc(Color::White, style)),
        None if is_legal => (LEGAL, if style.has_discs() { "•" } else { "*" }),
        None => (LEGAL, if style.has_colors { " " } else { "." }),
    };
    let green = GREENS[usize::from(square.column() + square.row()) % 2];
    let paint = |code, text: &str| style.painted(&format!("{code};{green}"), text);
    match is_last {
        true => paint(LAST_MOVE, "[") + &paint(code, mark) + &paint(LAST_MOVE, "]"),
        false => paint(code, &format!(" {mark} ")),
    }
}

/// The discs differ in shape, not only in colour, for those who cannot tell colours apart.
fn disc(color: Color, style: Style) -> &'static str {
    match (color, style.has_discs()) {
        (Color::Black, true) => "●",
        (Color::White, true) => "○",
        (Color::Black, false) => "X",
        (Color::White, false) => "O",
    }
}

/// The line below the board: `black X 4, white O 1; white to move`.
fn state(game: &Game, resigned: Option<Color>, style: Style) -> String {
    let position = game.position();
    let count = |color| {
        let code = match color {
            Color::Black => BLACK,
            Color::White => WHITE,
        };
        let disc = format!(" {} ", disc(color, style));
        let disc = style.painted(&format!("{code};{}", GREENS[0]), &disc);
        format!("{color}{disc}{}", position.discs(color).len())
    };
    let turn = match (game.result(), position.to_move()) {
        _ if let Some(loser) = resigned => {
            format!("the game is over, {loser} has resigned and {} wins", !loser)
        }
        (Some(0), _) => "the game is over, a draw".to_string(),
        (Some(lead), _) if lead > 0 => format!("the game is over, black wins by {lead}"),
        (Some(lead), _) => format!("the game is over, white wins by {}", -lead),
        (None, color) if position.must_pass() => format!("{color} must pass"),
        (None, color) => format!("{color} to move"),
    };
    let counts = format!("{}, {}", count(Color::Black), count(Color::White));
    format!("{counts}; {}", style.strong(&turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &[&str]) -> Game {
        let mut game = Game::default();
        for text in moves {
            let action = text.parse().expect("a move");
            game.play(game.player_of(action), action)
                .expect("it is legal");
        }
        game
    }

    #[test]
    fn letters_show_all_there_is_to_see() {
        let drawn = board(&played(&["d3"]), None, Style::PLAIN);
        let expected = "    A  B  C  D  E  F  G  H
 1  .  .  .  .  .  .  .  .
 2  .  .  .  .  .  .  .  .
 3  .  .  * [X] *  .  .  .
 4  .  .  .  X  X  .  .  .
 5  .  .  *  X  O  .  .  .
 6  .  .  .  .  .  .  .  .
 7  .  .  .  .  .  .  .  .
 8  .  .  .  .  .  .  .  .
 black X 4, white O 1; white to move
";
        let lines = drawn.lines().map(|line| line.trim_end());
        assert_eq!(
            lines.collect::<Vec<_>>(),
            expected.lines().collect::<Vec<_>>()
        );
    }

    /// Colours do not change the width, and they end with the line.
    #[test]
    fn colours_do_not_change_the_form() {
        let style = Style {
            has_colors: true,
            has_unicode: true,
        };
        let game = played(&["d3"]);
        let drawn = board(&game, None, style);
        let letters = console::strip_ansi_codes(&drawn).into_owned();
        let widths = |text: &str| -> Vec<usize> {
            text.lines()
                .take(9)
                .map(|line| line.chars().count())
                .collect()
        };
        assert_eq!(widths(&letters), widths(&board(&game, None, Style::PLAIN)));
        // Four on the board, and one below it.
        assert_eq!(letters.matches('●').count(), 5);
        assert_eq!(letters.matches('○').count(), 2);
        assert_eq!(letters.matches('•').count(), 3);
        for line in drawn.lines() {
            assert!(
                !line.contains('\x1b') || line.ends_with("\x1b[0m"),
                "{line:?}"
            );
        }
    }

    #[test]
    fn the_end_is_told() {
        let even = "X".repeat(32) + &"O".repeat(32);
        for (board, end) in [
            ("XXXX", "; the game is over, black wins by 64"),
            ("OOOO", "; the game is over, white wins by 64"),
            (&even, "; the game is over, a draw"),
        ] {
            let text = format!("{board:-<64} X");
            let position = Position::parse_or(&text, Color::Black).expect("a board");
            let drawn = super::board(&Game::new(position), None, Style::PLAIN);
            assert!(drawn.contains(end), "{drawn}");
        }
    }
}
