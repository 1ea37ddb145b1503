#!/usr/bin/env python3
"""How strong are the levels for people, and how do they lose? Levels 0 to 10, and ratings
between them, play their neighbours, `alpha_beta` with the evaluator `positional`, other
algorithms and gtp-rhino, from openings of eight plies with both colours, on one thread each.
All are rated on one scale, on which `alpha_beta` to depth 3 has 1000 points. The intervals are
those of the difference from the mean of all players. Then games of each level are analysed:
how much its moves lose, and how many lose eight discs or more.

    levels.py --games 400 --analysed 40 --markdown
"""

import json
import re
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from laboratory import Failed, arguments, built_in, count, run, table

ANCHOR, ANCHOR_RATING = "alpha_beta, depth 3", 1000
RHINO = shutil.which("gtp-rhino") or shutil.which("gtp-rhino", path="/usr/games")
RATING = re.compile(r"^(.+?) +Elo ([+-][0-9.]+) \+- ([0-9.]+)$", re.MULTILINE)

# The numbers of empty squares before the moves of each phase, and the loss of a blunder.
PHASES = {"opening": range(41, 61), "midgame": range(21, 41), "endgame": range(0, 21)}
BLUNDER = 8

# Ratings between two levels that are far apart, by the weaker level.
BETWEEN = {1: [1000, 1110], 2: [1355, 1490], 3: [1745, 1860], 4: [2105, 2230]}

# What share of the games a player has against those so many steps away. A result against one
# three steps away says as much about the distance of the ends as three against neighbours.
SHARES = {1: 0.5, 2: 0.5, 3: 1}


def main():
    parser = arguments(__doc__)
    parser.add_argument(
        "--games", type=count, default=400, metavar="N", help="games of players three steps apart (default: 400)"
    )
    parser.add_argument(
        "--analysed", type=count, default=40, metavar="N", help="analysed games (default: 40)"
    )
    parser.add_argument(
        "--grade", type=count, default=12, metavar="LEVEL", help="level of the analysis (default: 12)"
    )
    parser.add_argument(
        "--records", metavar="FOLDER", help="keep the games here, and continue with those there"
    )
    parser.add_argument("--markdown", action="store_true", help="print Markdown tables")
    run(experiment, parser)


def experiment(options):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(options.records or folder)
        folder.mkdir(exist_ok=True)
        players, pairings = schedule(options.games)
        records = []
        for first, second, games in pairings:
            records.append(folder / f"{first} against {second}.jsonl".replace(" ", "_"))
            play(options, records[-1], games, players[first], players[second])
        everything = folder / "all.jsonl"
        everything.write_text("".join(record.read_text() for record in records))
        show(options, ["player", "rating", "+-"], ratings(options, everything))
        show(options, losses_head(), losses(options, folder))


def level(number):
    return f"level {number}"


def schedule(games):
    """The players by name, and who plays how many games against whom."""
    ladder = []
    players = {}
    for number in range(11):
        ladder.append(level(number))
        players[level(number)] = built_in(level(number), level=number, threads=1)
        for rating in BETWEEN.get(number, []):
            name = f"rating {rating}"
            ladder.append(name)
            players[name] = built_in(name, rating=rating, threads=1)
    pairings = [
        (a, b, int(games * share))
        for steps, share in SHARES.items()
        for a, b in zip(ladder, ladder[steps:])
    ]

    def add(name, player, opponents, part):
        players[name] = player
        pairings.extend((name, opponent, games // part) for opponent in opponents)

    for depth in range(1, 7):
        name = f"alpha_beta, depth {depth}"
        add(name, built_in(name, algorithm="alpha_beta", depth=depth), ladder[:6], 4)
    add("greedy", built_in("greedy", algorithm="greedy"), ladder[:3], 4)
    for name in ["monte_carlo", "mcts"]:
        add(name, built_in(name, algorithm=name), ladder[:6], 40)
    if RHINO is not None:
        # Its higher levels take minutes for a game.
        for number in range(1, 4):
            name = f"gtp-rhino -l {number}"
            add(name, f'name="{name}" cmd="{RHINO} -b 0 -l {number}"', ladder[2:10:2], 20)
    return players, pairings


def play(options, record, games, *players):
    command = [options.obverse, "match", "--games", str(max(games, 2)), "--resume"]
    command += ["--out", str(record)]
    command += ["--seed", str(options.seed), "--concurrency", str(options.concurrency)]
    for player in players:
        command += ["--engine", player]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Failed(f"obverse match ended with status {done.returncode}: {players}")


def ratings(options, record):
    done = subprocess.run([options.obverse, "report", record], stdout=subprocess.PIPE, text=True)
    found = {name: (float(elo), float(error)) for name, elo, error in RATING.findall(done.stdout)}
    if ANCHOR not in found:
        raise Failed("obverse report has not rated all players")
    shift = ANCHOR_RATING - found[ANCHOR][0]
    best_first = sorted(found.items(), key=lambda item: -item[1][0])
    return [[name, f"{elo + shift:.0f}", f"{error:.0f}"] for name, (elo, error) in best_first]


def losses_head():
    return ["player", "median loss", "90 % below", *(f"blunders, {phase}" for phase in PHASES)]


def losses(options, folder):
    """Each level against itself, with an analysis of all moves after the opening."""
    rows = []
    for number in range(11):
        record = folder / f"self{number}.jsonl"
        twin = built_in(f"{level(number)} again", level=number, threads=1, seed=7)
        original = built_in(level(number), level=number, threads=1)
        play(options, record, options.analysed, original, twin)
        command = [options.obverse, "analyze", record.with_suffix(".ggf"), "--json"]
        command += ["--level", str(options.grade)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        moves = [graded for line in done.stdout.splitlines() for graded in graded_moves(line)]
        lost = sorted(loss for _, loss in moves)
        row = [level(number), statistics.median_low(lost), lost[9 * len(lost) // 10]]
        for empties in PHASES.values():
            of_phase = [loss for empty, loss in moves if empty in empties]
            blunders = sum(loss >= BLUNDER for loss in of_phase)
            row.append(f"{100 * blunders / len(of_phase):.1f} %")
        rows.append([str(cell) for cell in row])
    return rows


def graded_moves(line):
    """The number of empty squares and the loss of each move after the opening of a game."""
    moves = [move for move in json.loads(line).get("moves", []) if move["move"] != "pass"]
    graded = [(61 - number, move["loss"]) for number, move in enumerate(moves, 1)]
    return [(empties, loss) for empties, loss in graded[8:] if loss is not None]


def show(options, head, rows):
    if not options.markdown:
        return table(head, rows)
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    print("\n".join("| " + " | ".join(line) + " |" for line in lines), end="\n\n", flush=True)


main()
