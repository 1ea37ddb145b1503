#!/usr/bin/env python3
"""What does breaking ties at random gain, and what does it cost if it is done wrongly?
All players use nega-alpha to the same depth.

`first` always plays the first of the best moves. `random` plays any of them, each
proven to be as good as the best. `fail_soft` and `fail_hard` are unsound: they play
any move that returned the best score from a search whose window earlier moves had
narrowed, where an equal score only means "not better"
(examples/unsound_ties.rs).

    honest_ties.py --games 400 --depth 4
"""

import subprocess
import tempfile

from laboratory import ROOT, Failed, Score, arguments, built_in, count, match, run, table

START = "---------------------------OX------XO--------------------------- X;\n"

UNSOUND = ROOT / "target/release/examples/unsound_ties"

# The length of an opening in moves.
OPENING = 10


def main():
    parser = arguments(__doc__)
    parser.add_argument(
        "--games", type=count, default=400, metavar="N", help="games per match (default: 400)"
    )
    parser.add_argument(
        "--depth", type=count, default=4, metavar="N", help="search depth (default: 4)"
    )
    parser.add_argument(
        "--unsound",
        metavar="PROGRAM",
        help="the example unsound_ties (default: built now, by cargo)",
    )
    run(experiment, parser)


def experiment(options):
    unsound = options.unsound or build_unsound()
    depth = options.depth

    def player(kind, name=None, seed=options.seed):
        """A player of this kind, named after it unless a name is given."""
        if kind.startswith("fail"):
            return f'name={name or kind} cmd="{unsound} {kind} --depth {depth} --seed {seed}"'
        settings = {"algorithm": "nega_alpha", "ties": kind, "depth": depth, "seed": seed}
        return built_in(name or kind, **settings)

    print(f"Self-play from the start position: how many different openings of {OPENING} plies, and")
    print("how many different games. Then games against `first` from many openings:")
    print("the score in percent, and the mean lead in discs:")
    scores = {}
    rows = []
    for name in ["first", "random", "fail_soft", "fail_hard"]:
        # Another seed, so that the same game does not occur with both colours.
        other = player(name, name="other", seed=options.seed + 1)
        games, _ = from_start(options, [player(name), other])
        openings = {game["moves"][: 2 * OPENING] for game in games}
        row = [name, len(games), len(openings), len({game["moves"] for game in games})]
        if name != "first":
            met, _ = match(options, [player(name), player("first")], options.games)
            score = scores[name] = Score(name, met)
            row += [score, f"{score.share:.1f} +- {score.error:.1f}", f"{score.discs:+.1f}"]
        rows.append(row)
    rows[0] += ["", "", ""]
    table(["", "games", "openings", "different", "against first", "%", "discs"], rows)
    conclude(scores)


def build_unsound():
    """Builds the example if its source is newer."""
    command = ["cargo", "build", "--release", "--quiet", "--example", UNSOUND.name]
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        raise Failed("the example unsound_ties cannot be built")
    return UNSOUND


def from_start(options, players):
    """One game after the other, because several processes of a player would start
    with the same seed."""
    with tempfile.NamedTemporaryFile("w", suffix=".obf") as start:
        start.write(START)
        start.flush()
        return match(options, players, options.games, "--openings", start.name, concurrency=1)


def conclude(scores):
    honest, soft, hard = (scores[name] for name in ("random", "fail_soft", "fail_hard"))
    if abs(honest.share - 50) <= honest.error:
        print("\nAn honest choice adds variety, and these games show no loss of strength.")
    else:
        print(f"\nAn honest choice adds variety and scores {honest.share:.0f} %.")
    print(f"The unsound choice scores {soft.share:.0f} % if the search is fail-soft, and")
    print(f"{hard.share:.0f} % if it is fail-hard, where every later move seems as good as the best.")


main()
