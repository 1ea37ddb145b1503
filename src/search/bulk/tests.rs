use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::board::sample;
use crate::search::control::Limits;

fn control() -> Control {
    Control::new(Limits::default())
}

fn columns(positions: &[Position]) -> (Vec<u64>, Vec<u64>) {
    let sides = positions
        .iter()
        .map(|position| (position.mover().bits(), position.opponent().bits()));
    sides.unzip()
}

/// The value by plain negamax.
fn negamax(position: &Position) -> i32 {
    if position.is_over() {
        return position.result();
    }
    if position.must_pass() {
        return -negamax(&position.pass());
    }
    let moves = position.moves().into_iter();
    let values = moves.map(|square| -negamax(&position.play(square)));
    values.max().expect("there is a move")
}

/// Late positions of random games.
fn endgames() -> impl Strategy<Value = Vec<Position>> {
    let endgame = (vec(any::<u8>(), 70), 1u32..=6).prop_map(|(choices, empties)| {
        let moves = sample::game(Position::START, &choices).into_iter();
        let mut positions = moves.scan(Position::START, |position, action| {
            *position = position.after(action);
            Some(*position)
        });
        positions.find(|position| position.empty().len() <= empties)
    });
    vec(endgame, 0..20).prop_map(|found| found.into_iter().flatten().collect())
}

proptest! {
    #[test]
    fn each_position_is_treated_as_on_its_own(
        positions in vec(sample::scattered(), 0..300),
        moves in vec(0..=65u8, 300),
        threads in 0usize..4,
    ) {
        let (own, opponent) = columns(&positions);
        let boards = Boards::new(&own, &opponent).unwrap();
        let legal = super::moves(boards, threads, &control()).unwrap();
        let values = evaluate(boards, threads, &control()).unwrap();
        let moves = &moves[..positions.len()];
        let played = play(boards, moves, threads, &control());
        let mut expected = Ok((Vec::new(), Vec::new()));
        for (index, position) in positions.iter().enumerate() {
            prop_assert_eq!(legal[index], position.moves().bits());
            prop_assert_eq!(f64::from(values[index]), Engine::evaluate(position));
            let next = match moves[index] {
                PASS => position.must_pass().then(|| position.pass()),
                65 => None,
                square => position.try_play(Square::new(square).unwrap()),
            };
            match (&mut expected, next) {
                (Ok((own, opponent)), Some(next)) => {
                    own.push(next.mover().bits());
                    opponent.push(next.opponent().bits());
                }
                (Ok(_), None) => expected = Err(PlayError::Illegal { index }),
                (Err(_), _) => {}
            }
        }
        prop_assert_eq!(played, expected);
    }

    #[test]
    fn values_are_exact(positions in endgames(), threads in 1usize..4) {
        let (own, opponent) = columns(&positions);
        let boards = Boards::new(&own, &opponent).unwrap();
        let values = solve(boards, threads, &control()).unwrap();
        let expected: Vec<i8> = positions.iter().map(|position| negamax(position) as i8).collect();
        prop_assert_eq!(values, expected);
    }
}

#[test]
fn columns_must_be_positions() {
    let lengths = BoardsError::Lengths {
        own: 1,
        opponent: 2,
    };
    assert_eq!(Boards::new(&[0], &[0, 0]).unwrap_err(), lengths);
    let overlap = BoardsError::Overlap { index: 1 };
    assert_eq!(Boards::new(&[1, 6], &[2, 4]).unwrap_err(), overlap);
    let boards = Boards::new(&[1], &[2]).unwrap();
    let lengths = PlayError::Lengths {
        boards: 1,
        moves: 2,
    };
    assert_eq!(play(boards, &[2, 2], 1, &control()), Err(lengths));
    assert_eq!(play(boards, &[2], 1, &control()), Ok((vec![0], vec![7])));
}

#[test]
fn a_stop_leaves_no_values() {
    let (own, opponent) = columns(&[Position::START; 4]);
    let boards = Boards::new(&own, &opponent).unwrap();
    let soon = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    assert_eq!(solve(boards, 2, &Control::new(soon)), Err(Stopped));
    let stopped = control();
    stopped.stop();
    assert_eq!(moves(boards, 2, &stopped), Err(Stopped));
    assert_eq!(evaluate(boards, 2, &stopped), Err(Stopped));
    assert_eq!(play(boards, &[19; 4], 2, &stopped), Err(PlayError::Stopped));
}
