#!/usr/bin/env python3
"""How strong is each algorithm, and each level of `engine`? All of them play each other
from openings of eight plies with both colours, on one thread each. Algorithms with a
fixed depth search four plies. Strength is in Elo above random moves, with its 95 %
confidence interval.

    ladder.py --games 20 --levels 0-6,8,10,12,14,16
    ladder.py --markdown
"""

import re

from laboratory import Failed, algorithms, arguments, built_in, count, match, numbers, run, table

# The algorithm that plays at several levels; the others play at this depth.
LEVELLED = "engine"
DEPTH = 4

WORST = "random"

RATING = re.compile(r"^(.+?) +Elo ([+-][0-9.]+) \+- ([0-9.]+)$", re.MULTILINE)


def main():
    parser = arguments(__doc__)
    parser.add_argument(
        "--games", type=count, default=20, metavar="N", help="games per pairing (default: 20)"
    )
    parser.add_argument(
        "--levels",
        type=numbers,
        default="0-6,8,10,12,14,16",
        metavar="LIST",
        help="levels of engine (default: 0-6,8,10,12,14,16)",
    )
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    run(experiment, parser)


def experiment(options):
    players = {
        name: built_in(name, algorithm=name, depth=DEPTH)
        for name in algorithms(options)
        if name != LEVELLED
    }
    for level in options.levels:
        name = f"{LEVELLED}, level {level}"
        players[name] = built_in(name, algorithm=LEVELLED, level=level)

    games, said = match(options, players.values(), options.games)
    ratings = {
        name: (float(elo), error) for name, elo, error in RATING.findall(said) if name in players
    }
    if ratings.keys() != players.keys():
        raise Failed("obverse match has not rated all players")
    zero = ratings[WORST][0]
    rows = [
        [name, f"{elo - zero:.0f}", error, milliseconds(games, name)]
        for name, (elo, error) in sorted(ratings.items(), key=lambda item: -item[1][0])
    ]
    head = ["player", "Elo", "+-", "ms per move"]
    if options.markdown:
        print(markdown(head, rows))
    else:
        table(head, rows)


def milliseconds(games, name):
    """The mean time of a move."""
    seconds = moves = 0
    for game in games:
        plies = len(game["moves"]) // 2 - len(game["opening"]) // 2
        for color in ["black", "white"]:
            if game[color] == name:
                seconds += game[f"{color}_seconds"]
                moves += plies / 2
    return f"{1000 * seconds / moves:.2f}"


def markdown(head, rows):
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


main()
