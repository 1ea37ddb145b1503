#!/usr/bin/env python3
"""Collects hard positions with 14 to 30 empty squares from games of `obverse
selfplay`, finds their exact scores, and writes them as an OBF file.

A position is hard if a quick search picks a move that a longer one rejects, or
misjudges it by many discs. Each position is solved twice, by one process on one
thread and by another on two with a smaller table; it is used only if both find the
same score and the same best moves. The file lists only these moves. There is at most
one position per game, and none whose winner is obvious. Positions already in the file
are kept, so the same command continues where it was interrupted.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent / "clients"))
from gtp import ROOT, Engine, Failed  # noqa: E402
from selfplay_files import games  # noqa: E402

# The number of positions for each number of empty squares. There are fewer with so many
# that a position takes minutes.
COUNTS = dict.fromkeys(range(14, 23), 48) | {
    23: 31, 24: 26, 25: 2, 26: 2, 27: 2, 28: 2, 29: 1, 30: 2
}

# Levels below 5 do not always play the best move they find.
QUICK_LEVEL, LONG_LEVEL = 5, 14
# In discs: the error of a quick search that makes a position hard, and the lead with
# which the winner is obvious.
FAR_OFF = 8
DECIDED = 24

# What the engine adds to the absolute value of an exact score.
RESULT = 10_000

# Equal moves are drawn at random. After this many draws without a new one, the list is
# considered complete.
DRAWS = 20


class Judge:
    """An engine that evaluates positions with black to move."""

    def __init__(self, program, *options):
        self.engine = Engine([program, "--ties", "random", *options])

    def look(self, position, level):
        """The move and the value found at a level."""
        self.engine.ask(f"grhino-setup_board {position} X")
        self.engine.ask(f"level {level}")
        return self._draw(0)

    def solve(self, position):
        """All best moves and the exact score."""
        self.engine.ask(f"grhino-setup_board {position} X")
        # A search to the end that is exact; even the highest level may be selective.
        self.engine.ask("obverse-param depth 60")
        moves, scores = set(), set()
        seed = last_new = 0
        while seed - last_new < DRAWS:
            move, score = self._draw(seed)
            if move not in moves:
                moves.add(move)
                last_new = seed
            scores.add(score)
            seed += 1
        return scores.pop() if len(scores) == 1 else None, sorted(moves)

    def _draw(self, seed):
        self.engine.ask(f"set_random_seed {seed}")
        move = self.engine.ask("genmove black")
        words = self.engine.ask("gomill-explain_last_move").split()
        score = dict(zip(words[::2], words[1::2]))["score"]
        self.engine.ask("undo")
        if score == "-":  # A forced move is played without a search.
            return move, None
        value = float(score)
        if abs(value) > RESULT:
            value -= RESULT if value > 0 else -RESULT
        return move, value


def is_hard(judge, position):
    quick_move, quick = judge.look(position, QUICK_LEVEL)
    if quick is None:
        return False
    long_move, value = judge.look(position, LONG_LEVEL)
    return abs(value) <= DECIDED and (quick_move != long_move or abs(quick - value) >= FAR_OFF)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", help="a folder that selfplay has written")
    parser.add_argument("out", type=Path, help="the OBF file")
    parser.add_argument("--engine", default=str(ROOT / "target/release/obverse"))
    parser.add_argument("--most", type=int, default=max(COUNTS), help="the most empty squares")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    known = set()
    have = dict.fromkeys(COUNTS, 0)
    if arguments.out.exists():
        for line in arguments.out.read_text().splitlines():
            if not line.startswith("%"):
                board = line[:64]
                if len(board) < 64 or board.count("-") not in have:
                    sys.exit(f"{arguments.out}: not a line that this script writes: {line}")
                known.add(board)
                have[board.count("-")] += 1

    candidates = list(games(arguments.games))
    random.Random(arguments.seed).shuffle(candidates)
    one = Judge(arguments.engine, "--threads", "1", "--hash_mb", "256")
    other = Judge(arguments.engine, "--threads", "2", "--hash_mb", "64")
    with one.engine, other.engine, arguments.out.open("a") as out:
        for game in candidates:
            lacking = {e for e, n in COUNTS.items() if have[e] < n and e <= arguments.most}
            if not lacking:
                break
            by_empties = {position.empties: str(position) for position in game}
            if known & set(by_empties.values()):
                continue
            wanted = lacking & by_empties.keys()
            if not wanted:
                continue
            empties = min(wanted, key=lambda e: have[e] / COUNTS[e])
            position = by_empties[empties]
            if not is_hard(one, position):
                continue
            score, moves = one.solve(position)
            if score is None or (score, moves) != other.solve(position):
                print(f"two runs disagree on {position}", file=sys.stderr)
                continue
            listed = " ".join(f"{move}:{int(score):+d};" for move in moves)
            out.write(f"{position} X; {listed} % {empties} empties\n")
            out.flush()
            known.add(position)
            have[empties] += 1
            print(empties, have[empties], flush=True)


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(str(failure))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(130)
