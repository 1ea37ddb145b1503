#!/usr/bin/env python3
"""Makes a data set for learning: positions near the end of the game with their exact values.

    label_endgames.py endgames.npz --positions 100000 --empties 12

The file has the arrays own, opponent (uint64) and value (int8): the discs of the side to move and
of its opponent, and the result in discs with best play. The positions come from games whose first
moves are random; after that each side takes the move after which the evaluation is best, or with
some probability a random one.
"""

import argparse
import sys
import time

import numpy as np
import obverse

SQUARES = np.uint64(1) << np.arange(64, dtype=np.uint64)


def discs(own, opponent):
    # Each of the eight bytes of a bitboard has a row of the board.
    rows = (own | opponent).view(np.uint8).reshape(-1, 8)
    return np.unpackbits(rows, axis=1).sum(axis=1)


def choose(own, opponent, legal, is_random, rng):
    """A move in each position."""
    moves = np.full(len(own), obverse.PASS)
    game, square = np.nonzero((legal[:, None] & SQUARES) != 0)
    after = obverse.play_many(own[game], opponent[game], square)
    # After a move, the opponent is to move, so a low value is good.
    value = obverse.evaluate_many(*after)
    value[is_random[game]] = 0
    value += rng.random(len(value), dtype=np.float32)
    # The last assignment counts, so the best move of each game comes last.
    order = np.lexsort((-value, game))
    moves[game[order]] = square[order]
    return moves


def play(count, empties, random_moves, noise, rng):
    """Positions with so many empty squares, in which the side to move has a move, from this many
    games; some games end before."""
    start = obverse.Position()
    own = np.full(count, start.own, np.uint64)
    opponent = np.full(count, start.opponent, np.uint64)
    while True:
        legal = obverse.legal_moves_many(own, opponent)
        is_over = (legal == 0) & (obverse.legal_moves_many(opponent, own) == 0)
        own, opponent, legal = own[~is_over], opponent[~is_over], legal[~is_over]
        left = 64 - discs(own, opponent)
        is_wanted = (left == empties) & (legal != 0)
        if is_wanted.all():
            return own, opponent
        is_random = (60 - left < random_moves) | (rng.random(len(own)) < noise)
        moves = choose(own, opponent, legal, is_random, rng)
        next_own, next_opponent = obverse.play_many(
            own[~is_wanted], opponent[~is_wanted], moves[~is_wanted]
        )
        own[~is_wanted], opponent[~is_wanted] = next_own, next_opponent


def positions(count, empties, random_moves, noise, rng):
    """So many different positions, or fewer if many games have no new ones."""
    found = np.empty((0, 2), np.uint64)
    games = min(max(count, 1000), 50_000)
    while len(found) < count:
        more = play(games, empties, random_moves, noise, rng)
        before = len(found)
        found = np.unique(np.concatenate([found, np.column_stack(more)]), axis=0)
        if len(found) == before:
            break
    found = rng.permutation(found)[:count]
    return np.ascontiguousarray(found[:, 0]), np.ascontiguousarray(found[:, 1])


def number(kind, least, most=None):
    """The type of an argument that is a number in a range."""

    def parse(text):
        value = kind(text)
        if not (least <= value and (most is None or value <= most)):
            limits = f"{least} or more" if most is None else f"{least} to {most}"
            raise argparse.ArgumentTypeError(f"expected {limits}, got {text}")
        return value

    parse.__name__ = "number"
    return parse


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("file", help="the file to write; .npz is appended if it is missing")
    parser.add_argument(
        "--positions", type=number(int, 1), default=100_000, help="how many (100000)"
    )
    parser.add_argument(
        "--empties", type=number(int, 1, 40), default=12, help="empty squares, 1 to 40 (12)"
    )
    parser.add_argument(
        "--random-moves", type=number(int, 0), default=12, help="at the start (12)"
    )
    parser.add_argument(
        "--noise",
        type=number(float, 0, 1),
        default=0.1,
        help="the share of random later moves, 0 to 1 (0.1)",
    )
    parser.add_argument("--threads", type=number(int, 1, 1024), help="for solving (all cores)")
    parser.add_argument("--seed", type=number(int, 0), default=1)
    arguments = parser.parse_args()

    rng = np.random.default_rng(arguments.seed)
    own, opponent = positions(
        arguments.positions, arguments.empties, arguments.random_moves, arguments.noise, rng
    )
    if len(own) < arguments.positions:
        print(f"found only {len(own)} different positions", file=sys.stderr)
    start = time.perf_counter()
    value = obverse.solve_many(own, opponent, threads=arguments.threads)
    seconds = time.perf_counter() - start
    file = arguments.file if arguments.file.endswith(".npz") else f"{arguments.file}.npz"
    np.savez_compressed(file, own=own, opponent=opponent, value=value)
    print(f"{file}: {len(value)} positions in {seconds:.1f} s: {len(value) / seconds:.0f} a second")


if __name__ == "__main__":
    main()
