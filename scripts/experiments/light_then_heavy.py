#!/usr/bin/env python3
"""Does a player get better by thinking little early in the game and hard later? The
light player is `greedy`; the other one is `hybrid`, which switches from `greedy` to
random games (`monte_carlo`).

The first match uses the settings published for another game: heavy after eleven turns
of its own, which means with 38 empty squares, and two random games for each of ten
moves. The second one uses the best settings for this game, which are found by a match
for each combination and judged by another match with other openings.

    light_then_heavy.py
    light_then_heavy.py --switches 38,20 --playouts 2,20 --trial-games 50 --games 100
"""

from laboratory import Score, arguments, built_in, count, match, numbers, run, table

# The settings of the published experiment.
SWITCH = 38
PLAYOUTS = 2
CANDIDATES = 10
GAMES = 6

# With fewer random games, the results say hardly anything.
WORTH = 75


def main():
    parser = arguments(__doc__)
    parser.add_argument(
        "--games",
        type=count,
        default=1000,
        metavar="N",
        help="games for each of the two verdicts (default: 1000)",
    )
    parser.add_argument(
        "--trial-games",
        type=count,
        default=200,
        metavar="N",
        help="games for each combination (default: 200)",
    )
    parser.add_argument(
        "--switches",
        type=numbers,
        metavar="LIST",
        default="50,38,30,20,14,10",
        help="numbers of empty squares to try (default: 50,38,30,20,14,10)",
    )
    parser.add_argument(
        "--playouts",
        type=numbers,
        metavar="LIST",
        default="2,20,200",
        help="numbers of random games per move to try (default: 2,20,200)",
    )
    run(experiment, parser)


def experiment(options):
    print("As published:")
    published = []
    for games in dict.fromkeys([GAMES, options.games]):
        published.append(against_light(options, games, SWITCH, PLAYOUTS, CANDIDATES))
        say(published[-1])

    print("\nTuned, score in percent: a row for each number of empty squares at which the")
    print("heavy part takes over, a column for each number of random games per move:")
    shares = {}
    rows = []
    for switch in options.switches:
        row = [switch]
        for playouts in options.playouts:
            score = against_light(options, options.trial_games, switch, playouts)
            shares[switch, playouts] = score.share
            row.append(f"{score.share:.1f}")
        rows.append(row)
    table(["", *options.playouts], rows)

    switch, playouts = max(shares, key=shares.get)
    print(f"\nThe best, heavy from {switch} empty squares on with {playouts} random games, in another match:")
    options.seed += 1
    tuned = against_light(options, options.games, switch, playouts)
    say(tuned)
    conclude(published[-1], tuned)


def against_light(options, games, switch, playouts, candidates=0):
    hybrid = built_in(
        "hybrid",
        algorithm="hybrid",
        light="greedy",
        heavy="monte_carlo",
        switch_at_empties=switch,
        playouts=playouts,
        candidates=candidates,
    )
    light = built_in("light", algorithm="greedy")
    played, _ = match(options, [hybrid, light], games)
    return Score("hybrid", played)


def say(score):
    print(
        f"  {score.games} games: {score}, {score.share:.1f} % +- {score.error:.1f},"
        f" discs {score.discs:+.1f}",
        flush=True,
    )


def conclude(published, tuned):
    if published.share + published.error < 50:
        print("\nWhat helps in one game may hurt in another: as published, the heavy part loses")
        print("more games than it wins. Two random games say next to nothing about a move, and")
        print("the evaluation of the light player, which knows about corners, is worth more.")
    elif published.share - published.error > 50:
        print("\nAs published, the heavy part helps here too.")
    else:
        print("\nAs published, the heavy part makes no difference that these games can show.")
    if tuned.share >= WORTH:
        print(f"With enough random games, late enough, it scores {tuned.share:.0f} %.")
    else:
        print(f"With the best settings it scores {tuned.share:.0f} %.")


main()
