#!/usr/bin/env python3
"""What does NegaScout gain from depth, and what over simpler searches?

First it plays itself at depths 1, 2 and 3. Then negamax, nega-alpha and NegaScout
search the same positions: how many nodes does each need for a move, and how deep does
each get in the same time?

    negascout_levels.py --games 200 --positions 40 --depths 1-6 --time 0.1
"""

import random

from laboratory import Engine, Score, arguments, built_in, count, match, numbers, run, table

ALGORITHMS = ["negamax", "nega_alpha", "negascout"]

# Earlier and later positions offer few moves to choose from.
PLIES = range(8, 44)

DEEPEST = 60


def main():
    parser = arguments(__doc__)
    parser.add_argument(
        "--games", type=count, default=200, metavar="N", help="games per pairing (default: 200)"
    )
    parser.add_argument(
        "--levels", type=numbers, default="1-3", help="depths that play each other (default: 1-3)"
    )
    parser.add_argument(
        "--positions", type=count, default=40, metavar="N", help="positions to search (default: 40)"
    )
    parser.add_argument(
        "--depths", type=numbers, default="1-6", help="depths to count nodes for (default: 1-6)"
    )
    parser.add_argument(
        "--time",
        type=float,
        default=0.1,
        metavar="SECONDS",
        help="time per move when measuring depth (default: 0.1)",
    )
    run(experiment, parser)


def experiment(options):
    meet(options)
    chance = random.Random(options.seed)
    with Engine([options.obverse, "--seed", str(options.seed)]) as engine:
        lines = [random_line(engine, chance.choice(PLIES)) for _ in range(options.positions)]
        print(f"\nNodes per move, the mean of {len(lines)} positions. The last column says how")
        print("many times fewer NegaScout needs than negamax:")
        count_nodes(engine, lines, options.depths)
        print(f"\nDepth reached in {options.time} s, the mean of these positions:")
        measure_depths(engine, lines, options.time)


def meet(options):
    players = [
        built_in(f"negascout{depth}", algorithm="negascout", depth=depth)
        for depth in options.levels
    ]
    games, _ = match(options, players, options.games)
    print(f"NegaScout against itself, {options.games} games per pairing:")
    rows = []
    for deep in options.levels:
        for shallow in options.levels:
            names = {f"negascout{deep}", f"negascout{shallow}"}
            if deep > shallow:
                met = [game for game in games if {game["black"], game["white"]} == names]
                score = Score(f"negascout{deep}", met)
                rows.append([f"{deep} against {shallow}", score, f"{score.share:.1f} %"])
    table(["plies", "games", "points"], rows)


def set_options(engine, **options):
    for name, value in options.items():
        engine.ask(f"kata-set-param {name} {value}")


def random_line(engine, plies):
    """The commands that lead to a position after this many random moves, in which there
    is a choice."""
    while True:
        set_options(engine, algorithm="random")
        engine.ask("clear_board")
        line = []
        for ply in range(plies):
            color = "bw"[ply % 2]
            line.append(f"play {color} {engine.ask(f'genmove {color}')}")
        mover = "bw"[plies % 2]
        if len(engine.ask(f"all_legal {mover}").split()) > 1:
            return line, mover


def search(engine, line, mover):
    """What obverse reports about its search for a move, such as nodes and depth."""
    engine.ask("clear_board")
    for command in line:
        engine.ask(command)
    engine.ask(f"genmove {mover}")
    words = engine.ask("gomill-explain_last_move").split()
    return dict(zip(words[::2], words[1::2]))


def count_nodes(engine, lines, depths):
    rows = []
    for depth in depths:
        means = {}
        for algorithm in ALGORITHMS:
            set_options(engine, algorithm=algorithm, depth=depth)
            nodes = [int(search(engine, *line)["nodes"]) for line in lines]
            means[algorithm] = sum(nodes) / len(nodes)
        gain = means["negamax"] / means["negascout"]
        rows.append([depth, *(f"{mean:.0f}" for mean in means.values()), f"{gain:.1f}"])
    table(["plies", *ALGORITHMS, "times fewer"], rows)


def measure_depths(engine, lines, time):
    rows = []
    for algorithm in ALGORITHMS:
        set_options(engine, algorithm=algorithm, depth=DEEPEST, move_time=time)
        reached = [int(search(engine, *line)["depth"]) for line in lines]
        rows.append([algorithm, f"{sum(reached) / len(reached):.1f}"])
    table(["", "plies"], rows)


main()
