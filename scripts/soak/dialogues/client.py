"""What the clients of all protocols share."""

from games import PASS, other

# Printable, without the comment sign of GTP; no protocol knows such lines.
NOISE = "zq?!%&/()=@$~ \\\"'[]{}<>|;:.,+*_-0123456789éß石"


class Client:
    """Talks to a process that speaks the protocol `name`."""

    name = ""
    quit = "quit\n"

    def __init__(self, round, *more):
        self.round = round
        self.random = round.random
        self.engine = self.start([*self.options(), *more])
        self.greet()

    def options(self):
        """The engine must be quick, and its memory small, so that growth is seen."""
        choose = self.random
        return [
            "--threads",
            choose.choice("112"),
            "--hash_mb",
            "4",
            "--seed",
            choose.randrange(1000),
        ]

    def start(self, options):
        return self.round.start(self.name, *options)

    def greet(self):
        """Sends what a client sends first."""

    def game(self, plies=60):
        """Plays a game, or its first plies."""
        raise NotImplementedError

    def turns(self, plies):
        """The turns of the game, with asides before each, until it or the time is over."""
        for _ in range(plies):
            if self.mirror.over() or self.round.is_over():
                return
            self.asides()
            if self.mirror.over():
                return
            yield

    def aside(self):
        """One of the things that a client may do between moves: a method whose name starts
        with `aside_`."""
        names = sorted(name for name in dir(self) if name.startswith("aside_"))
        self.round.count()
        getattr(self, self.random.choice(names))()

    def asides(self):
        while self.round.chance(0.4):
            self.aside()

    def leave(self):
        """Ends the session in one of the ways in which clients end it."""
        if self.round.chance(0.5):
            self.engine.send(self.quit)
        self.engine.close_input()
        self.engine.rest()
        self.engine.end(0)
        self.round.expect(
            self.name == "edax" or not self.engine.complaints(),
            f"{self.name} wrote to standard error: {self.engine.complaints()[:300]!r}",
        )

    # Dice.

    def noise(self):
        """A line that no protocol knows."""
        text = "".join(self.random.choices(NOISE, k=self.random.randrange(1, 60)))
        return "zz" + text

    def illegal(self, game):
        """A square that cannot be played, not even if a forced pass is left out."""
        squares = [column + row for column in "ABCDEFGH" for row in "12345678"]
        player = other(game.turn) if game.must_pass() else game.turn
        return self.random.choice(sorted(set(squares) - set(game.board.legal(player))))

    def check_move(self, game, move):
        """Fails unless the move, in upper case or `pass`, is one of the choices."""
        expected = game.choices() or [PASS]
        self.round.count()
        self.round.expect(
            move in expected,
            f"{self.name}: {move} is not a move in {game.letters()} {game.side()}: {expected}",
        )
