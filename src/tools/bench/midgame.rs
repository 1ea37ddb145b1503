//! Midgame positions.

use super::suite::Suite;

/// From games of the engine against itself.
#[rustfmt::skip]
pub(super) static MIDGAME: Suite = Suite {
    name: "midgame",
    depth: 12,
    boards: &[
        "------------------X---O---OOOOX----XXO----XXX-O----------------- X",
        "-------------O-----XOOXX---XOXX----XOO-----OOO------------------ X",
        "----X-O---OX-X-O---OX-X----OOXXX---OO-X----OX------------------- O",
        "-----------OOO---OOOOO--X-OOXO---OOOX---O-XXXX------------------ X",
        "----O-----OOO----XXXXXX--OOOOXX---OOOOXX----OX-X---------------- O",
        "---XXX-----OX-----OOOOOO-OXOOOOO-X-XOOOO----OOOO---------------- X",
        "----------XOO---OOOOOO--OOXOOOO-OXXOOO---XXXO-----XXX------XX--- O",
        "------------X---XXOXOO--XOXOOOO-XOXXOO--XXOOOO--X-XOOO-----XOO-- X",
        "OOOOOO--XOOOOO--XXXXXXXXXOOOOOO-XXXXX---XX-X----X-------X------- O",
        "-XXXXX----XXXX--OOOOXXOOOOXOXXOO-OXXOOXOX-OOOO-O---O---O-------- X",
    ],
};
