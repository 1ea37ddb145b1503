//! Any bytes are read as an SGF file. A game that is accepted must follow the
//! rules, and survive being written and read again.
//!
//! `cargo fuzz run -s none sgf` needs no nightly compiler.
#![no_main]

use libfuzzer_sys::fuzz_target;
use obverse::board::Move;
use obverse::formats::sgf::SgfGame;

fuzz_target!(|file: &[u8]| {
    let game = match SgfGame::read(file) {
        Ok(game) => game,
        Err(error) => {
            let line = file.split(|&byte| byte == b'\n').nth(error.line() - 1);
            let line = line.expect("an error is in the file");
            assert!((1..=line.len() + 1).contains(&error.column()));
            assert!(!error.to_string().is_empty());
            return;
        }
    };

    let mut position = game.start;
    for &(color, action) in &game.moves {
        assert_eq!(color, position.to_move());
        position = match action {
            Move::Place(square) => position.try_play(square).expect("moves are legal"),
            Move::Pass => {
                assert!(position.must_pass());
                position.pass()
            }
        };
    }

    let written = game.to_string();
    let fits = |line: &str| !line.is_empty() && line.chars().count() < 80;
    assert!(written.lines().all(fits));
    assert_eq!(SgfGame::read(written.as_bytes()), Ok(game));
});
