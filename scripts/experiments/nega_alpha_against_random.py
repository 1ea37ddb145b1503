#!/usr/bin/env python3
"""Does looking ahead pay? Nega-alpha plays against random moves, a match for
each depth, from openings of eight plies with both colours.

    nega_alpha_against_random.py --games 30 --depths 1-6
"""

from laboratory import Score, arguments, built_in, count, match, numbers, run, table


def main():
    parser = arguments(__doc__)
    parser.add_argument(
        "--games", type=count, default=30, metavar="N", help="games per depth (default: 30)"
    )
    parser.add_argument(
        "--depths", type=numbers, default="1-6", help="search depths (default: 1-6)"
    )
    run(experiment, parser)


def experiment(options):
    scores = {depth: against_random(options, depth) for depth in options.depths}
    table(
        ["depth", "won", "drawn", "lost", "discs"],
        [
            [depth, score.wins, score.draws, score.losses, f"{score.discs:+.1f}"]
            for depth, score in scores.items()
        ],
    )
    depth, score = max(scores.items())
    print(
        f"\nLooking {depth} plies ahead, nega-alpha wins {score.wins} of {score.games} games"
        " against random moves."
    )


def against_random(options, depth):
    players = [
        built_in("nega_alpha", algorithm="nega_alpha", depth=depth),
        built_in("random", algorithm="random"),
    ]
    games, _ = match(options, players, options.games)
    return Score("nega_alpha", games)


main()
