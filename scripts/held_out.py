#!/usr/bin/env python3
"""Picks one position from each game of `obverse selfplay` whose exact score is
known, and writes them as an OBF file, to judge an evaluation by games that it has
not learnt from.

The games must be without positions beside them (`--siblings 0`), so that the next
position tells the best move.
"""

import argparse
import random
import signal
import sys

from selfplay_files import games


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", help="a folder that selfplay has written")
    parser.add_argument("--fewest", type=int, default=14, help="empty squares (14)")
    parser.add_argument("--most", type=int, default=20, help="empty squares (20)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    # Whoever reads the file may have seen enough.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    dice = random.Random(arguments.seed)
    lines = []
    for game in games(arguments.games):
        if any(after.empties >= before.empties for before, after in zip(game, game[1:])):
            sys.exit(f"{arguments.games}: not made with --siblings 0")
        wanted = [
            (position, following)
            for position, following in zip(game, game[1:])
            if position.is_exact and arguments.fewest <= position.empties <= arguments.most
        ]
        if not wanted:
            continue
        position, following = dice.choice(wanted)
        square = (following.discs & ~position.discs).bit_length() - 1
        move = f"{'ABCDEFGH'[square % 8]}{square // 8 + 1}"
        lines.append(f"{position} X; {move}:{position.value:+.0f}; % {position.empties} empties")
    if not lines:
        sys.exit(f"{arguments.games}: no position is solved and of that kind")
    print(*lines, sep="\n")


if __name__ == "__main__":
    main()
