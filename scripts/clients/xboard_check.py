#!/usr/bin/env python3
"""Checks that the games saved by XBoard follow the rules to the end.

Usage: xboard_check.py FILE.pgn
"""

import pathlib
import re
import sys

import gtp
import othello
from gtp import check

# XBoard calls the side that moves first white.
RESULT = re.compile(r"\{the (first|second) player wins by (\d+)\} (1-0|0-1)|\{a draw\} 1/2-1/2")


def judge(game):
    """Replays a game and checks how it ended."""
    result = RESULT.search(game)
    if not result:
        raise gtp.Failed(f"no result by the rules: {game[-200:]!r}")
    # The first comment is a board.
    moves = re.sub(r"\{.*?\}", "", game[: result.start()], flags=re.DOTALL)
    board = othello.Board()
    passes = 0
    for number, move in enumerate(re.findall(r"P@[a-h][1-8]|--", moves)):
        color = othello.COLORS[number % 2]
        if move == "--":
            passes += 1
            if board.legal(color):
                raise gtp.Failed(f"{color} passed but could move")
        elif not board.play(color, move[2:].upper()):
            raise gtp.Failed(f"{color} {move} is illegal")
    check(board.over(), f"the game is over after {number + 1} legal moves, {passes} of them passes")
    winner, lead, points = result.groups()
    told = f"{'B' if winner == 'first' else 'W'}+{lead}" if winner else "0"
    if winner and points != ("1-0" if winner == "first" else "0-1"):
        raise gtp.Failed(f"{winner} is not {points}")
    check(told == board.score(), f"the result is {told}")


try:
    games = pathlib.Path(sys.argv[1]).read_text().split("[Event ")[1:]
    for game in games:
        judge(game)
    check(len(games) == 2, "two games were played")
except gtp.Failed as failure:
    print(f"failed: {failure}")
    sys.exit(1)
