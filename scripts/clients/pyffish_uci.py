#!/usr/bin/env python3
"""Compares the engine's UCI with pyffish, the Python binding of Fairy-Stockfish,
in every position of many random games of the variant flipello: the board, the legal
moves and the passes, with the position given by its moves and by its FEN.

Needs pyffish (PyPI), for this Python or in target/clients/venv.
Usage: pyffish_uci.py [--games N] [ENGINE ARGUMENT ...]
"""

import argparse
import multiprocessing
import random
import subprocess

import gtp
from gtp import check

pyffish = gtp.package("pyffish")

VARIANT = "flipello"


def plain(fen):
    """The board and the side to move, without the discs in hand."""
    board, rest = fen.split("[")
    return f"{board} {rest.split()[1]}"


def random_game(seed):
    """For each position: the commands that lead there, its board, its moves."""
    choice = random.Random(seed).choice
    fen = start = pyffish.start_fen(VARIANT)
    moves, positions = [], []
    while True:
        legal = pyffish.legal_moves(VARIANT, start, moves)
        told = " ".join(["position startpos", *(["moves", *moves] if moves else [])])
        # Half of the positions are given without their history, which matters only for
        # an end by two passes.
        is_told_by_moves = len(moves) % 2 or not legal
        command = told if is_told_by_moves else f"position fen {fen}"
        positions.append((command, plain(fen), set(legal)))
        if not legal:
            return positions
        moves.append(choice(legal))
        fen = pyffish.get_fen(VARIANT, fen, moves[-1:])


class Uci:
    """An engine process that speaks UCI."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [command[0], "uci", *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, command, last):
        """The lines of the answer, up to the one that starts with this."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while not lines or not lines[-1].startswith(last):
            line = self.process.stdout.readline()
            if not line:
                raise gtp.Failed(f"the engine has ended instead of answering {command}")
            lines.append(line.rstrip("\n"))
        return lines

    def quit(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        check(self.process.wait() == 0, "it ends with status 0 on quit")


def compare(engine, command, board, legal):
    (fen,) = engine.ask(f"{command}\nd", "Fen: ")
    shown = " ".join(fen.split()[1:3])
    if shown != board:
        raise gtp.Failed(f"{command} gives {shown}, not {board}")
    *lines, _, count = engine.ask("go perft 1", "Nodes searched: ")
    moves = {line.split(":")[0] for line in lines}
    if moves != legal or count != f"Nodes searched: {len(legal)}":
        raise gtp.Failed(f"{command}: the moves are {sorted(moves)}, not {sorted(legal)}")


def script():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("engine", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if pyffish is None:
        raise gtp.Missing("pyffish is not installed")

    engine = Uci(arguments.engine or gtp.DEFAULT_ENGINE)
    engine.ask("uci", "uciok")
    count = passes = 0
    with multiprocessing.Pool() as pool:
        for positions in pool.imap(random_game, range(arguments.games), chunksize=5):
            for command, board, legal in positions:
                compare(engine, command, board, legal)
                count += 1
                passes += any("@" not in move for move in legal)
    check(True, f"{arguments.games} games, {count} positions: the same boards and moves")
    check(passes > 0, f"{passes} forced passes among them")
    engine.quit()


if __name__ == "__main__":
    gtp.run(script, limit=900)
