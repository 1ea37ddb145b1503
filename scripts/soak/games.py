"""Games by the independent rules of `clients/othello.py`, with passes and undo."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "clients"))

from othello import SQUARES, Board, name, other, score  # noqa: E402

PASS = "pass"


class Game:
    """A game in progress. Moves are names of squares, or `pass`."""

    def __init__(self):
        self.board = Board()
        self.moves = []  # With their colours, passes included.
        self.before = []  # The boards before the moves.

    @property
    def turn(self):
        return self.board.to_move

    def legal(self):
        """The squares that the side to move can play."""
        return self.board.legal(self.turn)

    def over(self):
        return self.board.over()

    def must_pass(self):
        return not self.legal() and not self.over()

    def choices(self):
        """All moves of the side to move, a forced pass included; none after the end."""
        return self.legal() or ([] if self.over() else [PASS])

    def play(self, move):
        board = Board()
        board.discs, board.to_move = dict(self.board.discs), self.turn
        if move == PASS:
            board.to_move = other(self.turn)
        else:
            board.play(self.turn, move)
        self.moves.append((self.turn, move))
        self.before.append(self.board)
        self.board = board

    def undo(self, count=1):
        for _ in range(count):
            self.moves.pop()
            self.board = self.before.pop()

    def discs(self, color):
        return [name(square) for square in SQUARES if self.board.discs.get(square) == color]

    def count(self, color):
        return list(self.board.discs.values()).count(color)

    def score(self):
        return score(self.count("black"), self.count("white"))

    def letters(self):
        """The 64 squares as X, O and -."""
        letters = {"black": "X", "white": "O", None: "-"}
        return "".join(letters[self.board.discs.get(square)] for square in SQUARES)

    def side(self):
        return "X" if self.turn == "black" else "O"

    def text(self):
        """The moves in one word, without passes."""
        return "".join(move for _, move in self.moves if move != PASS).lower()

    def play_randomly(self, random, plies):
        """Plays up to this many random moves."""
        for _ in range(plies):
            if not (choices := self.choices()):
                break
            self.play(random.choice(choices))
        return self


def with_empties(random, empties):
    """A random position with this many empty squares, in which the side to move has a move."""
    while True:
        game = Game()
        while len(game.board.discs) < 64 - empties and not game.over():
            game.play(random.choice(game.choices()))
        if game.must_pass():
            game.play(PASS)
        if len(game.board.discs) == 64 - empties and game.legal():
            return game


def from_letters(letters, side):
    game = Game()
    colors = {"X": "black", "O": "white"}
    squares = zip(SQUARES, letters)
    game.board.discs = {square: colors[letter] for square, letter in squares if letter in colors}
    game.board.to_move = colors[side]
    return game


def problem_with(record):
    """What is wrong with a game in a match's file, or None: it is replayed to its end."""
    game = Game()
    text = record["moves"].upper()
    for start in range(0, len(text), 2):
        if game.must_pass():
            game.play(PASS)
        move = text[start : start + 2]
        if move not in game.legal():
            return f"move {move} is not legal"
        game.play(move)
    if record["reason"] == "normal":
        if not game.over():
            return "the game is not over"
        if game.score() != record["result"]:
            return f"the result is {game.score()}"
    return None
