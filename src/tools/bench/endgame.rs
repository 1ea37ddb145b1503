//! Endgame positions, which the engine solves.

use super::suite::Suite;

/// From games of the engine against itself.
#[rustfmt::skip]
pub(super) static ENDGAME: Suite = Suite {
    name: "endgame",
    depth: 60,
    boards: &[
        "--XXOX----XXOO---XOXOOXX-OOOOOXX-OOXOXXX--OOXOXX---OOX-X--XO-X-- X",
        "--OXXO--O-OXXX--OOOOOOOOOOOXXXOXOOOOXO---XXOXXO-X-XXX-------X--- X",
        "--OOOO----OOOX--XXXOOOOOXXOOXOO-XXXOOOO-XXXXXOO-X-XXX-----X--X-- O",
        "--XXXXX-X-XXXX-OXXXXXOOOXOXXXOXOXXOXXOXOXOXXXO-O---X-O---------- X",
        "--XOOO----OOOO--OOXOXOOOOOXOOOOOOOXOOXX-OOOXXX--OOXXXX----X----- X",
        "--OOOO-----XXO--XXXXXXX-XXXXOXO-XXXOXXOOXXXXOXOO--XOXX---OOO-X-- O",
        "-XXXXXX---XOOX--XXOXXO--XXOXXO--XOOXOOO-XXOXOOOOX-OOOO----OOOO-- X",
        "--O--X----O-XX---XXXXXXXXXXXXXXX--OXXOXX-OOXXXXX--OXXXXXOOOOOOOX O",
    ],
};
