"""What the tests share: random positions, and the program to compare with."""

import os
import pathlib
import subprocess

import numpy as np
import obverse
import pytest

ROOT = pathlib.Path(__file__).parents[2]
SQUARES = np.uint64(1) << np.arange(64, dtype=np.uint64)


def random_game(rng):
    """A whole random game, as its positions and its moves."""
    positions, moves = [obverse.Position()], []
    while legal := positions[-1].legal_moves:
        moves.append(int(rng.choice(legal)))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def columns(positions):
    own = np.array([position.own for position in positions], dtype=np.uint64)
    opponent = np.array([position.opponent for position in positions], dtype=np.uint64)
    return own, opponent


def squares(bits):
    return [square for square in range(64) if int(bits) >> square & 1]


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture(scope="session")
def program():
    """The output of the program for these arguments and this input."""
    path = os.environ.get("OBVERSE_PROGRAM", ROOT / "target/release/obverse")

    def run(*arguments, text=""):
        done = subprocess.run(
            [path, *arguments], input=text, capture_output=True, text=True, check=True
        )
        return done.stdout

    return run
