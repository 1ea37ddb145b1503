//! The picture of the board: on the left as it is, on the right as it was at the start,
//! with the numbers of the moves.

use std::time::Duration;

use super::table::clock;
use crate::board::{Color, Game, Move, Position, Square};

const HEAD: &str = "  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H";
const FOOT: &str = "  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H";

/// The ten lines of the picture. `spent` is the time that Black and White have used.
pub(super) fn picture(game: &Game, spent: [Duration; 2]) -> String {
    let numbers = move_numbers(game);
    let mut text = format!("{HEAD}\n");
    for (row, left) in (0..).zip(rows(game.position())) {
        let rank = row + 1;
        let right: String = squares(row)
            .map(|square| format!("|{}", cell(game.start(), &numbers, square)))
            .collect();
        let middle = middle(game, spent, row);
        text += &format!("{rank} {left}{rank}{middle:24}{rank} {right}| {rank}\n");
    }
    text + FOOT + "\n"
}

/// The rows of a position, from the top, with a space after each square.
pub(super) fn rows(position: &Position) -> impl Iterator<Item = String> {
    let row = |row| squares(row).flat_map(|square| [disc(position, square), ' ']);
    (0..8).map(move |number| row(number).collect())
}

fn squares(row: u8) -> impl Iterator<Item = Square> {
    (0..8).map(move |column| Square::at(column, row))
}

/// The column between the two boards.
fn middle(game: &Game, spent: [Duration; 2], row: u8) -> String {
    let position = game.position();
    let player = |color| {
        let discs = position.discs(color).len();
        let moves = position.moves_of(color).len();
        format!("   {discs:2} discs  {moves:2} moves")
    };
    let time = |spent| format!("  {:>15}", clock(spent));
    match row {
        0 => time(spent[0]),
        1 => player(Color::Black),
        3 if position.is_over() => "       Game over".to_string(),
        3 => {
            let ply = game.moves().count() + 1;
            format!("  ply {ply:2} ({:2} empties)", position.empty().len())
        }
        4 => state(game).to_string(),
        6 => player(Color::White),
        7 => time(spent[1]),
        _ => String::new(),
    }
}

fn state(game: &Game) -> &'static str {
    match (game.result(), game.position().to_move()) {
        (Some(0), _) => "          draw",
        (Some(lead), _) if lead > 0 => "       Black won",
        (Some(_), _) => "       White won",
        (None, Color::Black) => "    Black's turn (*)",
        (None, Color::White) => "    White's turn (O)",
    }
}

fn disc(position: &Position, square: Square) -> char {
    match position.color_at(square) {
        Some(Color::Black) => '*',
        Some(Color::White) => 'O',
        None if position.moves().contains(square) => '.',
        None => '-',
    }
}

/// The squares in the order in which they were taken; passes have no number.
fn move_numbers(game: &Game) -> Vec<Square> {
    let square = |(_, played)| match played {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    };
    game.moves().filter_map(square).collect()
}

fn cell(start: &Position, numbers: &[Square], square: Square) -> String {
    let number = numbers.iter().position(|&taken| taken == square);
    match (start.color_at(square), number) {
        (Some(Color::Black), _) => "##".to_string(),
        (Some(Color::White), _) => "()".to_string(),
        (None, Some(index)) => format!("{:2}", index + 1),
        (None, None) => "  ".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_after_the_first_move() {
        let mut game = Game::default();
        game.play(Color::Black, "F5".parse().unwrap()).unwrap();
        let spent = [Duration::from_millis(1009), Duration::ZERO];
        let expected = "  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H
1 - - - - - - - - 1         0:01.009       1 |  |  |  |  |  |  |  |  | 1
2 - - - - - - - - 2    4 discs   3 moves   2 |  |  |  |  |  |  |  |  | 2
3 - - - - - - - - 3                        3 |  |  |  |  |  |  |  |  | 3
4 - - - O * . - - 4  ply  2 (59 empties)   4 |  |  |  |()|##|  |  |  | 4
5 - - - * * * - - 5    White's turn (O)    5 |  |  |  |##|()| 1|  |  | 5
6 - - - . - . - - 6                        6 |  |  |  |  |  |  |  |  | 6
7 - - - - - - - - 7    1 discs   3 moves   7 |  |  |  |  |  |  |  |  | 7
8 - - - - - - - - 8         0:00.000       8 |  |  |  |  |  |  |  |  | 8
  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H
";
        assert_eq!(picture(&game, spent), expected);
    }
}
