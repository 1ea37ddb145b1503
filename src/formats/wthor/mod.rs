//! WTHOR, the format of the game database of the French federation: `.wtb`, with companion
//! files for the names of players (`.jou`) and tournaments (`.trn`).
//!
//! All three start with a header of 16 bytes; numbers are little-endian:
//!
//! | bytes | |
//! |------:|------|
//! |   0–3 | date of the file: century, year, month, day |
//! |   4–7 | number of games |
//! |   8–9 | number of names |
//! | 10–11 | year of the games |
//! |    12 | size of the board; 0 means 8 |
//! | 13–15 | type of games, depth of the theoretical scores, unused |
//!
//! A name takes 20 bytes (players) or 26 bytes (tournaments), padded with zeros. A game
//! takes 68 bytes:
//!
//! | bytes | |
//! |------:|------|
//! |   0–1 | number of the tournament |
//! |   2–5 | numbers of the black and the white player |
//! |     6 | black's discs at the end |
//! |     7 | black's discs under best play from the depth in the header |
//! |  8–67 | 60 moves: 11 is a1, 88 is h8, and 0 follows the last one; passes are not stored |
//!
//! Decisions where programs differ:
//! - *Names* are in Latin-1. Without the companion files, games have no names. Long names
//!   are cut off.
//! - *Theoretical scores* are ignored, and written as the result.
//! - *Year*: all games of a file share it. The writer takes it from the first game with a
//!   date.

mod names;
mod read;
mod write;

use super::Row;

pub(super) const ROW: Row = Row {
    name: "wthor",
    summary: "archives of tournament games",
    extensions: &["wtb"],
    companions: &[PLAYERS, TOURNAMENTS],
    recognises: read::recognises,
    can_begin: read::begins,
    has_lines: false,
    read: |file, context| Box::new(read::Games::new(file, context)),
    write: |_| Box::<write::Archive>::default(),
};

#[cfg(feature = "tools")]
pub(super) use read::begins;

/// The extension of the file with the names of players.
const PLAYERS: &str = "jou";
/// The extension of the file with the names of tournaments.
const TOURNAMENTS: &str = "trn";

/// Length of the header in bytes.
const HEADER: usize = 16;
/// Length of a game in bytes.
const RECORD: usize = 68;
/// The offset of the moves in a game.
const MOVES: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::transcript;
    use crate::board::{Game, Move, Position};
    use crate::formats::{Context, GameRecord, Outcome, Ply, Squares, WriteError, sample};
    use proptest::prelude::*;

    const WIPEOUT: &str = "E6F4E3F6G5D6E7F5C5";

    fn record(moves: &str) -> GameRecord {
        let mut game = Game::default();
        for action in transcript::parse(&Position::START, moves).unwrap() {
            game.play(game.player_of(action), action).unwrap();
        }
        GameRecord::from(&game)
    }

    fn summaries(file: &[u8]) -> Vec<String> {
        (ROW.read)(file, &Context::default())
            .map(|game| match game {
                Ok(game) => transcript::write(&game.actions().collect::<Vec<_>>()),
                Err(error) => error.to_string(),
            })
            .collect()
    }

    #[test]
    fn writes_the_documented_layout() {
        let mut archive = (ROW.write)(Squares::default());
        let mut game = record(WIPEOUT);
        game.black = Some("Jörg".to_string());
        game.white = Some("a name that is too long for it".to_string());
        game.event = Some("Open".to_string());
        game.date = Some("2004-05-06".to_string());
        archive.add(&game).unwrap();
        game.white = game.black.clone();
        game.black = None;
        archive.add(&game).unwrap();
        let files = archive.finish();
        let header = [20, 4, 1, 1, 2, 0, 0, 0, 0, 0, 0xd4, 7, 8, 0, 0, 0];
        assert_eq!(files.main[..16], header);
        let first = [
            0, 0, 0, 0, 1, 0, 64, 64, 65, 46, 35, 66, 57, 64, 75, 56, 53, 0,
        ];
        assert_eq!(files.main[16..34], first);
        assert_eq!(files.main[84..92], [0, 0, 2, 0, 0, 0, 64, 64]);
        assert_eq!(files.main.len(), 16 + 2 * 68);
        let [("jou", players), ("trn", tournaments)] = &files.companions[..] else {
            panic!("{:?}", files.companions);
        };
        assert_eq!(players.len(), 16 + 3 * 20);
        assert_eq!(
            players[..16],
            [20, 4, 1, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
        );
        assert_eq!(&players[16..36], b"J\xf6rg\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        assert_eq!(&players[36..56], b"a name that is too \0");
        assert_eq!(players[56..], [0; 20]);
        assert_eq!(tournaments.len(), 16 + 26);
    }

    #[test]
    fn broken_games_are_reported_and_the_others_read() {
        let mut archive = (ROW.write)(Squares::default());
        for _ in 0..5 {
            archive.add(&record(WIPEOUT)).unwrap();
        }
        let mut file = archive.finish().main;
        file[16 + 68 + 8] = 11;
        file[16 + 2 * 68 + 9] = 19;
        file.truncate(16 + 4 * 68 + 30);
        assert_eq!(
            summaries(&file),
            [
                WIPEOUT,
                "move 1: black A1 is not a legal move",
                "move 2: expected a square or a pass",
                WIPEOUT,
                "the game is incomplete, expected a record of 68 bytes",
            ]
        );
        file.truncate(16 + 68);
        assert_eq!(
            summaries(&file),
            [
                WIPEOUT,
                "the file is incomplete, expected 5 games as in its header, got 1"
            ]
        );
        assert_eq!(
            summaries(&file[..15]),
            ["not a WTHOR file, expected a header of 16 bytes, got 15"]
        );
        file[12] = 10;
        assert_eq!(summaries(&file), ["expected a board of 8 by 8 squares"]);
    }

    #[test]
    fn a_game_without_the_usual_start_or_a_final_score_is_refused() {
        let mut archive = (ROW.write)(Squares::default());
        assert_eq!(archive.add(&record("f5d6")), Err(WriteError::Score));
        let mut game = record("f5d6");
        for lead in [1.0, 66.0, 0.5] {
            game.result = Some(Outcome { lead, early: None });
            assert_eq!(archive.add(&game), Err(WriteError::Score));
        }
        game.result = Some(Outcome::from_lead(-64));
        assert_eq!(archive.add(&game), Ok(()));
        game.start = Position::START.pass();
        assert_eq!(archive.add(&game), Err(WriteError::Start));
        assert_eq!(summaries(&archive.finish().main), ["F5D6"]);
    }

    #[test]
    fn names_that_cannot_be_numbered_are_refused() {
        let mut archive = (ROW.write)(Squares::default());
        let mut game = record(WIPEOUT);
        for number in 0..=u16::MAX {
            game.black = Some(number.to_string());
            game.white = game.black.clone();
            archive.add(&game).unwrap();
        }
        game.black = Some("one more".to_string());
        assert_eq!(archive.add(&game), Err(WriteError::Names));
    }

    #[test]
    fn every_refusal_says_what_the_format_needs() {
        for (error, message) in [
            (
                WriteError::Start,
                "the format can only hold games from the usual start position, \
                 and this one starts from another",
            ),
            (
                WriteError::Score,
                "the format needs a final score such as 40-24, and the game has none",
            ),
            (
                WriteError::Names,
                "the format cannot hold more than 65536 different names",
            ),
        ] {
            // A new kind does not compile until its message is listed above.
            match error {
                WriteError::Start | WriteError::Score | WriteError::Names => {}
            }
            assert_eq!(error.to_string(), message);
        }
    }

    /// The parts of the game that the format can hold.
    fn plain(game: &GameRecord, year: u16, names: [Option<String>; 3]) -> GameRecord {
        let [black, white, event] = names;
        let last_disc = game.actions().collect::<Vec<_>>();
        let len = last_disc
            .iter()
            .rposition(|action| *action != Move::Pass)
            .map_or(0, |last| last + 1);
        let plies = game.moves[..len].iter();
        GameRecord {
            moves: plies.map(|ply| Ply::new(ply.color, ply.action)).collect(),
            black,
            white,
            event,
            date: Some(year.to_string()),
            result: game
                .result
                .or(Some(Outcome::from_lead(-4)))
                .map(|result| Outcome {
                    lead: (result.lead / 2.0).trunc() * 2.0,
                    early: None,
                }),
            ..GameRecord::new(Position::START)
        }
    }

    proptest! {
        #[test]
        fn reads_back_what_it_writes(
            games in prop::collection::vec(
                (sample::record(), prop::array::uniform3(prop::option::of("[!-~é]([ -~é]{0,17}[!-~é])?"))),
                1..5,
            ),
            year in 1_u16..,
        ) {
            let usual = |game: &GameRecord| game.start == Position::START;
            let written: Vec<GameRecord> = games
                .into_iter()
                .filter(|(game, _)| usual(game))
                .map(|(game, names)| plain(&game, year, names))
                .collect();
            let read = sample::written_and_read(&ROW, Squares::default(), &written);
            prop_assert_eq!(read, written);
        }

        #[test]
        fn no_file_panics(file in any::<Vec<u8>>(), names in any::<Vec<u8>>()) {
            let context = Context {
                companions: vec![("jou", names.clone()), ("trn", names)],
                ..Context::default()
            };
            prop_assert!((ROW.read)(&file, &context).count() <= file.len() + 1);
        }
    }
}
