//! The rays from each square, along which discs may flip.

/// Columns b to g: a run along a row or a diagonal must not go around the edge.
pub(super) const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The rays from each square: four to higher indices, then four to lower ones. They take
/// 4 KB, which stay in the first-level cache.
pub(super) const RAYS: [[u64; 8]; 64] = {
    let columns = [1, -1, 0, 1, -1, 1, 0, -1];
    let rows = [0, 1, 1, 1, 0, -1, -1, -1];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut column = square as i32 % 8 + columns[direction];
            let mut row = square as i32 / 8 + rows[direction];
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                rays[square][direction] |= 1 << (row * 8 + column);
                column += columns[direction];
                row += rows[direction];
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// The rays from a1 to the south-west, south and south-east. Shifted up by the index of a
/// square they start there, and may continue around an edge of the board.
#[cfg(any(
    target_arch = "aarch64",
    all(target_arch = "x86_64", target_feature = "avx2")
))]
pub(super) const UP: [u64; 3] = [
    0x0002_0408_1020_4080,
    0x0101_0101_0101_0100,
    0x8040_2010_0804_0200,
];

/// The rays from h8 to the west, north-east, north and north-west, to be shifted down.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) const DOWN: [u64; 4] = [
    0x7f00_0000_0000_0000,
    0x0102_0408_1020_4000,
    0x0080_8080_8080_8080,
    0x0040_2010_0804_0201,
];
