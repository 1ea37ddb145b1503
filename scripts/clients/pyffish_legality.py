#!/usr/bin/env python3
"""Compares the rules with pyffish, the Python binding of Fairy-Stockfish, in
every position of many random games: the legal moves of both colours, passes,
the end of the game and its score.

Needs pyffish (PyPI), for this Python or in target/clients/venv.
Usage: pyffish_legality.py [--games N] [ENGINE ARGUMENT ...]
"""

import argparse
import multiprocessing
import random

import gtp
import othello
from gtp import check

pyffish = gtp.package("pyffish")

VARIANT = "flipello"


def squares(moves):
    """The squares of moves in pyffish's notation, which counts ranks from below."""
    drops = [move for move in moves if move.startswith("P@")]
    return {move[2].upper() + str(9 - int(move[3])): move for move in drops}


def legal_after_pass(fen):
    """The squares that the side not to move could play."""
    fields = fen.split()
    fields[1] = {"w": "b", "b": "w"}[fields[1]]
    return squares(pyffish.legal_moves(VARIANT, " ".join(fields), []))


def final_score(fen, color):
    """The score of a board on which neither side can move, with the given side to move. For
    pyffish black is "white", whose discs are upper case letters."""
    board = fen.split("[")[0]
    score = othello.score(board.count("P"), board.count("p"))
    if not pyffish.legal_moves(VARIANT, fen, []):
        result = pyffish.game_result(VARIANT, fen, [])
        winner = color if result > 0 else othello.other(color)
        if score[0] != (winner[0].upper() if result else "0"):
            raise gtp.Failed(f"pyffish contradicts its board: {fen}")
    return score


def random_game(seed):
    """Commands with the expected answers.

    A call of pyffish takes a millisecond, so each position gets one, with the
    moves so far, and only passes and ends get more."""
    choice = random.Random(seed).choice
    dialogue = [("clear_board", "")]
    moves = []
    color = "black"
    while True:
        after = othello.other(color)
        possible = pyffish.legal_moves(VARIANT, pyffish.start_fen(VARIANT), moves)
        legal = squares(possible)
        # The side not to move may play only if a pass can be omitted.
        replies = {}
        if not legal:
            fen = pyffish.get_fen(VARIANT, pyffish.start_fen(VARIANT), moves)
            replies = legal_after_pass(fen)
        dialogue.append((f"all_legal {color}", set(legal)))
        dialogue.append((f"all_legal {after}", set(replies)))
        if not legal and not replies:
            break
        dialogue.append(("gogui-rules_legal_moves", set(legal) or {"PASS"}))
        square = choice(sorted(legal)) if legal else "pass"
        dialogue.append((f"play {color} {square}", ""))
        moves.append(legal.get(square, possible[0]))
        color = after
    dialogue.append(("gogui-rules_legal_moves", set()))
    dialogue.append(("final_score", final_score(fen, color)))
    return dialogue


def matches(expected, answer):
    if isinstance(expected, str):
        return answer == expected
    words = answer.upper().split()
    return len(words) == len(expected) and set(words) == set(expected)


def script():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("engine", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if pyffish is None:
        raise gtp.Missing("pyffish is not installed")

    positions = passes = 0
    with gtp.Engine(arguments.engine or gtp.DEFAULT_ENGINE) as engine, multiprocessing.Pool() as pool:
        for game, dialogue in enumerate(pool.imap(random_game, range(arguments.games), chunksize=5)):
            commands = [command for command, _ in dialogue]
            played = [command for command in commands if command.startswith("play")]
            for (command, expected), answer in zip(dialogue, engine.answers(commands)):
                if not matches(expected, answer):
                    raise gtp.Failed(f"game {game}: {command} gives {answer!r}, not {expected!r}, in {played}")
            positions += len(played)
            passes += sum(command.endswith("pass") for command in played)
        check(True, f"{arguments.games} games, {positions} positions: the same legal moves, ends and scores")
        check(passes > 0, f"{passes} forced passes among them")
        engine.quit()


if __name__ == "__main__":
    gtp.run(script, limit=480)
