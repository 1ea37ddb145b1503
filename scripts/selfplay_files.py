"""Reads the files that `obverse selfplay` writes."""

import struct
import sys
from pathlib import Path
from typing import NamedTuple

HEAD = b"OBVPOS1\n"
RECORD = struct.Struct("<QQhbB")
UNITS_PER_DISC = 256
EXACT, FIRST = 1, 2


class Position(NamedTuple):
    """A position with its value for the side to move."""

    mover: int
    opponent: int
    value: float
    is_exact: bool

    @property
    def discs(self):
        return self.mover | self.opponent

    @property
    def empties(self):
        return 64 - self.discs.bit_count()

    def __str__(self):
        """The board with black to move."""
        sides = ((self.mover, "X"), (self.opponent, "O"))
        colours = (next((c for discs, c in sides if discs >> s & 1), "-") for s in range(64))
        return "".join(colours)


def games(folder):
    """The positions of each game in the files of a folder."""
    paths = sorted(Path(folder).glob("*.pos"))
    if not paths:
        sys.exit(f"{folder}: there are no .pos files in it")
    for path in paths:
        data = path.read_bytes()
        if not data.startswith(HEAD):
            sys.exit(f"{path}: not a file of positions")
        game = []
        records = data[len(HEAD) :]
        # The last record of a run that was killed may be cut short.
        whole = len(records) // RECORD.size * RECORD.size
        for mover, opponent, value, _, flags in RECORD.iter_unpack(records[:whole]):
            if flags & FIRST and game:
                yield game
                game = []
            game.append(Position(mover, opponent, value / UNITS_PER_DISC, bool(flags & EXACT)))
        if game:
            yield game
