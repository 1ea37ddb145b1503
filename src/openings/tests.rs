use std::collections::HashSet;

use super::table::{FILE, Table, positions, table};
use super::*;
use crate::board::notation::transcript;
use crate::board::symmetry::{Symmetry, canonical};
use crate::board::{Color, Game, Move};

fn moves(line: &str) -> Vec<Move> {
    transcript::parse(&Position::START, line).expect("the line is legal")
}

fn after(line: &str) -> Position {
    let moves = moves(line).into_iter();
    positions(moves).last().unwrap_or(Position::START)
}

fn game(line: &str) -> Game {
    let mut game = Game::default();
    for played in moves(line) {
        let player = game.player_of(played);
        game.play(player, played).expect("the line is legal");
    }
    game
}

#[test]
fn the_file_is_sound_and_sorted() {
    assert_eq!(Table::read(FILE).map(|_| ()), Ok(()));
    assert!(all().is_sorted_by(|one, next| one.moves < next.moves));
    for opening in all() {
        assert!(opening.moves.starts_with("f5"), "{opening:?}");
        assert!(!opening.moves.starts_with("f5f6e6d6"), "{opening:?}");
        let names = Language::ALL.map(|language| opening.name(language));
        assert!(names.iter().any(Option::is_some), "{opening:?}");
        for name in names.into_iter().flatten() {
            for alternative in name.split(" / ") {
                assert_eq!(alternative.trim(), alternative, "{opening:?}");
                assert!(!alternative.is_empty(), "{opening:?}");
            }
        }
    }
}

#[test]
fn errors_are_found_where_they_are() {
    let read = |file| Table::read(file).map(|_| ());
    assert_eq!(read("f5d6\tPerpendicular\t-\t-\n"), Ok(()));
    for wrong in [
        "f5d6\tPerpendicular\t-",
        "f5d6\tPerpendicular\t-\t-\t-",
        "f5d6\tPerpendicular\t\t-",
        "f5d6 Perpendicular - -",
        "f5e6\tIllegal\t-\t-",
        "f4\tIllegal\t-\t-",
        "",
        // The same position, seen from another side.
        "d3c3\tDiagonal\t-\t-",
    ] {
        let file = format!("# A comment\nf5f6\tDiagonal\t-\t-\n{wrong}\n");
        assert_eq!(read(file.leak()), Err(3), "{wrong}");
    }
}

#[test]
fn there_are_many_names_in_each_language() {
    let count = |is_counted: fn(&&Opening) -> bool| all().iter().filter(is_counted).count();
    assert!(all().len() >= 200);
    assert!(count(|row| Language::ALL.iter().all(|&it| row.name(it).is_some())) >= 100);
}

#[test]
fn no_two_lines_lead_to_the_same_position() {
    let views: HashSet<Position> = all()
        .iter()
        .map(|row| canonical(&after(row.moves)).0)
        .collect();
    assert_eq!(views.len(), all().len());
}

#[test]
fn every_line_is_recognised_from_all_eight_sides() {
    for opening in all() {
        let position = after(opening.moves);
        for symmetry in Symmetry::ALL {
            let view = symmetry.position(&position);
            assert_eq!(named(&view), Some(opening), "{symmetry:?}");
        }
        assert_eq!(named(&position.pass()), None, "{opening:?}");
        let recognised = recognise(&game(opening.moves));
        assert_eq!(recognised.opening, Some(opening));
        assert_eq!(recognised.ply, opening.moves.len() / 2);
        assert_eq!(recognised.left_at, None);
    }
}

/// Four of the symmetries lead from the start to itself, so games can be played in four views.
#[test]
fn every_game_is_recognised_in_all_its_views() {
    let start = Position::START;
    let views: Vec<Symmetry> = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| symmetry.position(&start) == start)
        .collect();
    assert_eq!(views.len(), 4);
    for opening in all() {
        let original = recognise(&game(opening.moves));
        for symmetry in &views {
            let mut game = Game::default();
            for played in moves(opening.moves) {
                let Move::Place(square) = played else {
                    panic!("no line has a pass");
                };
                let player = game.position().to_move();
                let played = Move::Place(symmetry.square(square));
                game.play(player, played).expect("the rules are symmetric");
            }
            assert_eq!(recognise(&game), original);
        }
    }
}

/// Exchanges any two moves of the same colour, wherever that is legal and leads to the same
/// position.
#[test]
fn transpositions_are_recognised() {
    let mut transpositions = 0;
    for opening in all() {
        let position = after(opening.moves);
        let moves = moves(opening.moves);
        for first in 0..moves.len() {
            for second in (first + 2..moves.len()).step_by(2) {
                let mut moves = moves.clone();
                moves.swap(first, second);
                let text = transcript::write(&moves);
                let Ok(legal) = transcript::parse(&Position::START, &text) else {
                    continue;
                };
                if legal == moves && after(&text) == position {
                    transpositions += 1;
                    let recognised = recognise(&game(&text));
                    assert_eq!(recognised.opening, Some(opening), "{text}");
                    assert_eq!(recognised.left_at, None, "{text}");
                }
            }
        }
    }
    assert!(transpositions > all().len(), "{transpositions}");
}

#[test]
fn well_known_openings_have_their_names() {
    for (line, english, french, japanese) in [
        ("f5d6", "Perpendicular", "Perpendiculaire", "縦取り"),
        ("f5f6", "Diagonal", "Diagonale", "斜め取り"),
        ("f5f4", "Parallel", "Parallèle", "平行取り / 並び取り"),
        ("f5d6c3d3c4", "Tiger", "Tigre", "虎定石"),
        ("d3c5f6f5e6", "Tiger", "Tigre", "虎定石"),
        ("f5f6e6f4e3", "Cow", "Diagonale classique", "牛定石"),
        ("f5f6e6d6c5", "Cow", "Diagonale classique", "牛定石"),
        ("f5f6e6f4g6", "Snake / Peasant", "Campagnarde", "蛇定石"),
        ("f5d6c4d3c5", "Cat", "Chat", "猫定石"),
        ("f5d6c5f4d3", "Horse", "Cheval", "馬定石"),
        (
            "f5d6c5f4e3c6d3f6e6d7g4",
            "Flat",
            "Rose plate",
            "フラットローズ",
        ),
    ] {
        let opening = named(&after(line)).expect("it has a name");
        let names = [opening.english, opening.french, opening.japanese];
        assert_eq!(names, [english, french, japanese].map(Some), "{line}");
    }
}

#[test]
fn the_last_name_counts_in_each_language() {
    let name = |line: &str, language| recognise(&game(line)).name(language);
    let rabbit = Name {
        text: "兎定石",
        ply: 5,
    };
    let fishhook = Name {
        text: "Fishhook",
        ply: 3,
    };
    assert_eq!(name("f5d6c5f4e3", Language::Japanese), Some(rabbit));
    assert_eq!(name("f5d6c5f4e3", Language::English), Some(fishhook));
    assert_eq!(name("f5", Language::English), None);
}

#[test]
fn a_game_leaves_the_known_lines_once() {
    let left_at = |line: &str| recognise(&game(line)).left_at;
    assert_eq!(left_at(""), None);
    assert_eq!(left_at("f5"), None);
    assert_eq!(left_at("f5d6c3d3c4"), None);
    assert_eq!(left_at("f5d6c3d3c4f3"), Some(6));
    assert_eq!(left_at("f5d6c3d3c4f3e3"), Some(6));
}

#[test]
fn a_game_from_another_start_has_no_opening() {
    let tiger = after("f5d6c3d3c4");
    assert_eq!(recognise(&Game::new(tiger)), Recognised::default());
    let swapped = Position::new(
        Position::START.discs(Color::White),
        Position::START.discs(Color::Black),
        Color::Black,
    );
    let swapped = swapped.expect("no square has two discs");
    assert_eq!(recognise(&Game::new(swapped)), Recognised::default());
}

#[test]
fn the_start_is_known_but_has_no_name() {
    assert_eq!(table().find(&Position::START), Some(None));
    assert_eq!(named(&Position::START), None);
}

#[test]
fn languages_are_read_by_their_codes() {
    for language in Language::ALL {
        assert_eq!(language.code().parse(), Ok(language));
        assert_eq!(language.code().to_uppercase().parse(), Ok(language));
    }
    let error = "de"
        .parse::<Language>()
        .expect_err("there are no German names");
    assert_eq!(error.to_string(), "expected a language: en, fr or ja");
}
