#!/usr/bin/env python3
"""Picks one position with an exact score from each game of `obverse selfplay` and
writes them as an OBF file, to test an evaluation on games that it was not trained
on.

The games must have been played without side lines (`--siblings 0`), so that the next
position shows the best move.
"""

import argparse
import random
import signal
import sys

from selfplay_files import games


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", help="a folder that selfplay has written")
    parser.add_argument("--fewest", type=int, default=14, help="fewest empty squares (14)")
    parser.add_argument("--most", type=int, default=20, help="most empty squares (20)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    # The reader may close the pipe.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    rng = random.Random(arguments.seed)
    lines = []
    for game in games(arguments.games):
        if any(after.empties >= before.empties for before, after in zip(game, game[1:])):
            sys.exit(f"{arguments.games}: not generated with --siblings 0")
        wanted = [
            (position, following)
            for position, following in zip(game, game[1:])
            if position.is_exact and arguments.fewest <= position.empties <= arguments.most
        ]
        if not wanted:
            continue
        position, following = rng.choice(wanted)
        square = (following.discs & ~position.discs).bit_length() - 1
        move = f"{'ABCDEFGH'[square % 8]}{square // 8 + 1}"
        lines.append(f"{position} X; {move}:{position.value:+.0f}; % {position.empties} empties")
    if not lines:
        sys.exit(f"{arguments.games}: no solved position with this many empty squares")
    print(*lines, sep="\n")


if __name__ == "__main__":
    main()
