#!/usr/bin/env python3
"""Plays games against gtp-rhino, as a referee that never sends a pass.

Each pair of games starts with the same few random moves and swaps colours. Both
engines and the rules must agree that every move is legal, and on the final score.

Needs gtp-rhino (Debian: grhino).
Usage: rhino.py [--games N] [ENGINE ARGUMENT ...]
"""

import argparse
import os
import random
import shutil

import gtp
import othello
from gtp import check

OPENING_MOVES = 6


def find_rhino():
    path = shutil.which("gtp-rhino", path=os.environ.get("PATH", "") + ":/usr/games")
    if path is None:
        raise gtp.Missing("gtp-rhino is not installed")
    return [path, "-l", "3"]


def play(players, opening):
    """Plays one game between engines, given by colour. Returns the final board."""
    for engine in players.values():
        engine.answers(["boardsize 8", "clear_board"])
    board = othello.Board()
    played = 0
    while not board.over():
        color = board.to_move if board.legal(board.to_move) else othello.other(board.to_move)
        if played < OPENING_MOVES:
            move = opening.choice(board.legal(color))
            listeners = players.values()
        else:
            move = players[color].ask(f"genmove {color}").upper()
            listeners = [players[othello.other(color)]]
        for engine in listeners:
            engine.ask(f"play {color} {move}")
        if not board.play(color, move):
            raise gtp.Failed(f"{players[color].name} plays {color} {move}, which is illegal")
        played += 1
    return board


def script():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("engine", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()

    wins = {"obverse": 0, "rhino": 0, "nobody": 0}
    rhino_command = find_rhino()
    with gtp.Engine(arguments.engine or gtp.DEFAULT_ENGINE) as ours, gtp.Engine(rhino_command) as rhino:
        for game in range(arguments.games):
            our_color = othello.COLORS[game % 2]
            players = {our_color: ours, othello.other(our_color): rhino}
            board = play(players, random.Random(game // 2))
            score = board.score()
            for engine in (ours, rhino):
                said = engine.ask("final_score")
                if said != score:
                    raise gtp.Failed(f"{engine.name} counts {said} where {score} is right")
            winner = {"B": "black", "W": "white"}.get(score[0])
            wins["nobody" if winner is None else "obverse" if winner == our_color else "rhino"] += 1
            check(True, f"game {game + 1}, obverse plays {our_color}: both count {score}, {board.passes} passes not sent")
        ours.quit()
    print(", ".join(f"{who} won {count}" for who, count in wins.items()))


gtp.run(script, limit=240)
