"""The rules of Othello, independent of the engine, to check it."""

COLORS = ("black", "white")
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
SQUARES = [(x, y) for y in range(8) for x in range(8)]


def other(color):
    return COLORS[1 - COLORS.index(color)]


def name(square):
    return "ABCDEFGH"[square[0]] + str(square[1] + 1)


class Board:
    """A position with the side to move."""

    def __init__(self):
        self.discs = {(3, 3): "white", (4, 4): "white", (4, 3): "black", (3, 4): "black"}
        self.to_move = "black"
        self.passes = 0

    def flips(self, color, square):
        found = []
        if square in self.discs:
            return found
        for dx, dy in DIRECTIONS:
            x, y = square
            line = []
            while self.discs.get((x := x + dx, y := y + dy)) == other(color):
                line.append((x, y))
            if self.discs.get((x, y)) == color:
                found += line
        return found

    def legal(self, color):
        return [name(square) for square in SQUARES if self.flips(color, square)]

    def over(self):
        return not any(self.legal(color) for color in COLORS)

    def play(self, color, move):
        """Plays a move and returns whether it was legal. A forced pass before it may be
        omitted, as Quarry does."""
        if color != self.to_move and not self.legal(self.to_move):
            self.to_move = color
            self.passes += 1
        square = next((square for square in SQUARES if name(square) == move), None)
        flips = self.flips(color, square) if square and color == self.to_move else []
        for changed in flips:
            self.discs[changed] = color
        if flips:
            self.discs[square] = color
            self.to_move = other(color)
        return bool(flips)

    def score(self):
        """The score as GTP writes it; empty squares go to the winner."""
        return score(*(list(self.discs.values()).count(color) for color in COLORS))


def score(black, white):
    if black == white:
        return "0"
    return f"B+{64 - 2 * white}" if black > white else f"W+{64 - 2 * black}"
