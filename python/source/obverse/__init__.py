"""The Othello engine Obverse.

Moves are numbers from 0 (a1), 1 (b1) to 63 (h8), and 64 is a pass, as in OpenSpiel and Pgx; sets of
squares are numbers of 64 bits, in which bit 0 is a1. Values are discs for the side to move.

>>> import obverse
>>> position = obverse.Position().play("f5")
>>> report = obverse.Engine(threads=1).search(position, depth=8)
>>> obverse.move_name(report.move) in ("d6", "f4", "f6")
True
"""

from ._obverse import (
    PASS,
    Analysis,
    Engine,
    Game,
    Line,
    Position,
    Report,
    __version__,
    evaluate,
    evaluate_many,
    legal_moves_many,
    move_from_name,
    move_name,
    parse_games,
    play_many,
    read_games,
    solve,
    solve_many,
)

__all__ = [
    "PASS",
    "Analysis",
    "Engine",
    "Game",
    "Line",
    "Position",
    "Report",
    "__version__",
    "evaluate",
    "evaluate_many",
    "legal_moves_many",
    "move_from_name",
    "move_name",
    "parse_games",
    "play_many",
    "read_games",
    "solve",
    "solve_many",
]
