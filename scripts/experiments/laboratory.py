"""What the experiments in this folder share: how to have games played and
positions searched, and how to write down what came out."""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# They talk GTP as the scripts for other programs do.
sys.path.append(str(Path(__file__).resolve().parents[1] / "clients"))
from gtp import ROOT, Engine, Failed  # noqa: E402

BUILT = ROOT / "target/release/obverse"

INTERRUPTED = 130


def arguments(description):
    """A command line with what all experiments want to know."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--obverse",
        metavar="PROGRAM",
        default=str(BUILT) if BUILT.exists() else shutil.which("obverse"),
        help="the program (default: the one that was built here, or that PATH finds)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="other openings and another chance (default: 1)"
    )
    parser.add_argument(
        "--concurrency",
        type=count,
        metavar="N",
        default=os.cpu_count(),
        help="how many games at once (default: one for each core)",
    )
    return parser


def count(text):
    """A number of games or the like."""
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
    """Reads the command line and carries the experiment out; ends the process."""
    options = parser.parse_args()
    if options.obverse is None:
        parser.error("there is no obverse: cargo build --release, or --obverse PROGRAM")
    try:
        experiment(options)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except (OSError, Failed) as problem:
        sys.exit(f"{parser.prog}: {problem}")


def built_in(name, **settings):
    """A player of obverse itself, as `obverse match` wants it."""
    words = [f"{key}={value}" for key, value in settings.items()]
    return " ".join([f'name="{name}"', "builtin", *words])


def match(options, players, games, *more, concurrency=None):
    """Has all these players meet; gives the games as `obverse match` records them,
    and what it says of them."""
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
    """What a player made of some games."""

    def __init__(self, name, games):
        mine = [game for game in games if name in (game["black"], game["white"])]
        self.games = len(mine)
        self.leads = [lead(game, name) for game in mine]
        self.wins = sum(lead > 0 for lead in self.leads)
        self.losses = sum(lead < 0 for lead in self.leads)
        self.draws = self.games - self.wins - self.losses

    @property
    def share(self):
        """Of the points, in percent."""
        return 100 * (self.wins + self.draws / 2) / self.games

    @property
    def error(self):
        """Of the share, twice its standard deviation, as if games knew nothing of
        each other."""
        share = self.share / 100
        spread = (self.wins + self.draws / 4) / self.games - share * share
        return 200 * math.sqrt(max(spread, 0) / self.games)

    @property
    def discs(self):
        """The mean lead."""
        return sum(self.leads) / self.games

    def __str__(self):
        return f"+{self.wins} ={self.draws} -{self.losses}"


def lead(game, name):
    """By how many discs this player has won the game."""
    if game["reason"] != "normal":
        raise Failed(f"game {game['game']} ended by {game['reason']}")
    lead = game["black_discs"] - game["white_discs"]
    return lead if game["black"] == name else -lead


def table(head, rows):
    """Columns, the first to the left, all others to the right."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(map(len, column)) for column in zip(*cells)]
    for row in cells:
        first = row[0].ljust(widths[0])
        rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))
        print("  ".join([first, *rest]), flush=True)
