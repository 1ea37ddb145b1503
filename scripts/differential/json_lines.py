#!/usr/bin/env python3
"""Compares the values that `obverse json` finds with those in an OBF file: of all moves, of the
three best ones, and of the best one, each in a search of its own.

    json_lines.py FILE PROGRAM FLAG ...
"""

import json
import subprocess
import sys

LINES = ["all", 3, 1]


def positions(file):
    """The positions of an OBF file, with the values of their moves."""
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            position, *moves = [part.strip() for part in line.split(";")]
            values = (move.rsplit(":", 1) for move in moves if move)
            yield position, {move.lower(): int(value) for move, value in values}


def answers(program, queries):
    """The answers, by ID."""
    text = "".join(json.dumps(query) + "\n" for query in queries)
    done = subprocess.run([*program, "json"], input=text, stdout=subprocess.PIPE, text=True, check=True)
    return {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}


def is_right(answer, values, lines):
    """Whether the answer has the best moves, in order, with their values."""
    expected = sorted(values.values(), reverse=True)
    if lines != "all":
        expected = expected[:lines]
    found = answer.get("lines", [])
    return [line["value"] for line in found] == expected and all(
        line["exact"] and values[line["move"]] == line["value"] for line in found
    )


def main():
    file, *program = sys.argv[1:]
    known = list(positions(file))
    queries = [
        {"id": f"{number} {lines}", "position": position, "exact": True, "lines": lines}
        for number, (position, _) in enumerate(known)
        for lines in LINES
    ]
    found = answers(program, queries)
    wrong = [
        query
        for query in queries
        if not is_right(
            found.get(query["id"], {}), known[int(query["id"].split()[0])][1], query["lines"]
        )
    ]
    for query in wrong[:5]:
        print("wrong:", json.dumps(query), json.dumps(found.get(query["id"])))
    print(f"total: {len(queries)} queries, {len(wrong)} answers wrong")
    sys.exit(1 if wrong or not queries else 0)


if __name__ == "__main__":
    main()
