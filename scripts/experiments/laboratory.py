"""Shared by the experiments in this folder: playing games, searching positions, and
printing results."""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# They speak GTP like the scripts for other programs.
sys.path.append(str(Path(__file__).resolve().parents[1] / "clients"))
from gtp import ROOT, Engine, Failed  # noqa: E402

BUILT = ROOT / "target/release/obverse"

INTERRUPTED = 130


def arguments(description):
    """A parser with the arguments of all experiments."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--obverse",
        metavar="PROGRAM",
        default=str(BUILT) if BUILT.exists() else shutil.which("obverse"),
        help="the program (default: the one built here, or the one on PATH)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of openings and random choices (default: 1)"
    )
    parser.add_argument(
        "--concurrency",
        type=count,
        metavar="N",
        default=os.cpu_count(),
        help="games at the same time (default: one per core)",
    )
    return parser


def count(text):
    """A positive number."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("not below 1")
    return number


def numbers(text):
    """A list such as `1,2,4` or `1-6`."""
    values = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        values += range(int(first), int(last or first) + 1)
    if not values or min(values) < 0:
        raise argparse.ArgumentTypeError("expected numbers such as 1,2,4 or 1-6")
    return values


def run(experiment, parser):
    """Parses the command line, runs the experiment and exits."""
    options = parser.parse_args()
    if options.obverse is None:
        parser.error("no obverse found: run cargo build --release, or give --obverse PROGRAM")
    try:
        experiment(options)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except (OSError, Failed) as problem:
        sys.exit(f"{parser.prog}: {problem}")


def algorithms(options):
    """The names of all algorithms, as the program lists them to a UCI client."""
    done = subprocess.run(
        [options.obverse, "uci"], input="uci\nquit\n", stdout=subprocess.PIPE, text=True
    )
    for line in done.stdout.splitlines():
        head, *names = line.split(" var ")
        if head.startswith("option name algorithm type combo "):
            return names
    raise Failed("obverse does not list its algorithms")


def built_in(name, **settings):
    """A built-in player, as `obverse match` expects it."""
    words = [f"{key}={value}" for key, value in settings.items()]
    return " ".join([f'name="{name}"', "builtin", *words])


def match(options, players, games, *more, concurrency=None):
    """Plays a match between these players. Returns the games as `obverse match` records
    them, and its output."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "games.jsonl"
        command = [options.obverse, "match", "--games", str(games), "--seed", str(options.seed)]
        command += ["--concurrency", str(concurrency or options.concurrency)]
        command += ["--out", str(record), *more]
        for player in players:
            command += ["--engine", player]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Failed(f"obverse match ended with status {done.returncode}")
        return [json.loads(line) for line in record.read_text().splitlines()], done.stdout


class Score:
    """The score of a player over some games."""

    def __init__(self, name, games):
        mine = [game for game in games if name in (game["black"], game["white"])]
        self.games = len(mine)
        self.leads = [lead(game, name) for game in mine]
        self.wins = sum(lead > 0 for lead in self.leads)
        self.losses = sum(lead < 0 for lead in self.leads)
        self.draws = self.games - self.wins - self.losses

    @property
    def share(self):
        """The score in percent."""
        return 100 * (self.wins + self.draws / 2) / self.games

    @property
    def error(self):
        """Twice the standard deviation of the share, as if games were independent."""
        share = self.share / 100
        spread = (self.wins + self.draws / 4) / self.games - share * share
        return 200 * math.sqrt(max(spread, 0) / self.games)

    @property
    def discs(self):
        """The mean lead in discs."""
        return sum(self.leads) / self.games

    def __str__(self):
        return f"+{self.wins} ={self.draws} -{self.losses}"


def lead(game, name):
    """The number of discs by which this player has won the game."""
    if game["reason"] != "normal":
        raise Failed(f"game {game['game']} ended by {game['reason']}")
    lead = game["black_discs"] - game["white_discs"]
    return lead if game["black"] == name else -lead


def table(head, rows):
    """Prints a table, the first column left-aligned, the others right-aligned."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(map(len, column)) for column in zip(*cells)]
    for row in cells:
        first = row[0].ljust(widths[0])
        rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))
        print("  ".join([first, *rest]), flush=True)
