#!/usr/bin/env python3
"""Reads what tee.py recorded of Quarry's engines and checks whether a stage has been
reached: status 0 means yes, 1 that something is wrong, 2 not yet.

Usage: quarry_check.py registration FOLDER
       quarry_check.py game FOLDER ENGINE [ARGUMENT ...]
       quarry_check.py end FOLDER
"""

import pathlib
import sys

import gtp
import othello
from gtp import check


class NotYet(Exception):
    pass


class Record:
    """The commands of one engine process with their answers, and its status once it has
    exited."""

    def __init__(self, path):
        self.exchanges = []
        self.status = None
        waiting = []
        answer = []
        # The last line may be incomplete.
        for line in path.read_text().split("\n")[:-1]:
            mark, _, text = line.partition(" ")
            if mark == ">":
                waiting.append(text)
            elif mark == "#":
                self.status = text
            elif text:
                answer.append(text)
            elif answer:
                self.exchanges.append((waiting.pop(0), "\n".join(answer)))
                answer = []
        for command, answer in self.exchanges:
            if not answer.startswith("="):
                raise gtp.Failed(f"{answer!r} to {command}")

    def answer(self, command):
        return dict(self.exchanges).get(command)

    def moves(self):
        """All moves of the game, as (color, square)."""
        for command, answer in self.exchanges:
            name, *arguments = command.split()
            if name == "play":
                yield tuple(arguments)
            elif name == "genmove":
                yield arguments[0], answer.removeprefix("=").strip()

    def players(self):
        """The colours that the engine moved for."""
        return {command.split()[1] for command, _ in self.exchanges if command.startswith("genmove ")}


def registration(records):
    """Quarry asks what an engine is when it is added to the list."""
    asked = [record for record in records if record.answer("quit")]
    if not asked:
        raise NotYet
    name = asked[0].answer("name").removeprefix("= ")
    check(asked[0].answer("list_games") == "= Othello", f"registered as {name}, which plays Othello")


def game(records, engine):
    playing = {}
    for record in records:
        for color in record.players():
            if playing.setdefault(color, record) is not record:
                raise gtp.Failed(f"two engines move for {color}")
    if len(playing) < 2 or any(color not in playing for color in othello.COLORS):
        raise NotYet
    boards = {color: replay(record) for color, record in playing.items()}
    if not all(board.over() for board in boards.values()):
        raise NotYet
    black, white = (list(playing[color].moves()) for color in othello.COLORS)
    if black != white:
        raise NotYet if len(black) != len(white) else gtp.Failed(f"{black} is not {white}")
    check(playing["black"] is not playing["white"], "one engine process for each side, no failed command")
    for color, record in playing.items():
        if record.answer("set_game Othello") is None or record.answer("boardsize 8") is None:
            raise gtp.Failed(f"the engine for {color} was not set up")
    board = boards["black"]
    check(True, f"the game is over after {len(black)} legal moves ({board.passes} passes not sent): {board.score()}")
    with gtp.Engine(engine) as counter:
        counter.answers([f"play {color} {square}" for color, square in black])
        check(counter.ask("final_score") == board.score(), "final_score agrees")


def replay(record):
    board = othello.Board()
    for color, square in record.moves():
        if not board.play(color, square):
            raise gtp.Failed(f"{color} {square} is illegal")
    return board


def end(records):
    if any(record.status is None for record in records):
        raise NotYet
    wrong = {record.status for record in records} - {"exit 0"}
    check(not wrong, f"all {len(records)} engine processes ended with status 0 {wrong or ''}".rstrip())


stage, folder, *engine = sys.argv[1:]
try:
    records = [Record(path) for path in sorted(pathlib.Path(folder).glob("*.record"))]
    {
        "registration": lambda: registration(records),
        "game": lambda: game(records, engine),
        "end": lambda: end(records),
    }[stage]()
except NotYet:
    sys.exit(2)
except gtp.Failed as failure:
    print(f"failed: {failure}")
    sys.exit(1)
