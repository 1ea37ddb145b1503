"""XBoard's protocol, in the variant reversi."""

import re

from dialogues.client import Client
from games import PASS, Game


class XBoard(Client):
    name = "xboard"

    def greet(self):
        self.pings = 0
        self.written = []  # Since the last move; the result comes some time after it.
        self.engine.send("xboard\nprotover 2\n")
        self.engine.until(lambda line: line == "feature done=1")
        self.engine.send("variant reversi\noption level=4\n")
        found = self.ping()
        self.round.expect(found and found[0].startswith("setup "), f"xboard: {found}")

    def ping(self):
        self.pings += 1
        self.engine.send(f"ping {self.pings}\n")
        lines = self.engine.until(lambda line: line.startswith("pong"))
        self.round.expect(lines[-1] == f"pong {self.pings}", f"xboard: {lines[-1]!r}")
        self.round.count()
        self.written += lines[:-1]
        return lines[:-1]

    def word(self, move):
        return "@@@@" if move == PASS else f"P@{move.lower()}"

    def game(self, plies=60):
        self.mirror = Game()
        self.engine.send(f"new\nforce\nst 1\nsd {self.random.randrange(1, 9)}\n")
        for _ in self.turns(plies):
            if self.round.chance(0.5):
                self.go()
            else:
                self.tell(self.random.choice(self.mirror.choices()))
        self.ping()
        found = self.written
        if self.mirror.over():
            difference = self.mirror.count("black") - self.mirror.count("white")
            result = "1/2-1/2 {" if difference == 0 else "1-0 {" if difference > 0 else "0-1 {"
            self.round.expect(
                any(line.startswith(result) for line in found), f"xboard: {found}, not {result}"
            )

    def tell(self, move):
        self.written = []
        self.engine.send(f"{self.random.choice(['usermove ', ''])}{self.word(move)}\n")
        self.mirror.play(move)

    def go(self):
        self.engine.send("go\n")
        self.answer()

    def answer(self):
        """The engine's move, after which it plays neither side."""
        line = self.engine.until(lambda line: line.startswith("move "))[-1]
        form = re.fullmatch(r"move (P@([a-h][1-8])|@@@@)", line)
        self.round.expect(form, f"xboard: {line!r}")
        move = form[2].upper() if form[2] else PASS
        self.check_move(self.mirror, move)
        self.mirror.play(move)
        self.written = []
        self.engine.send("force\n")

    # Between the moves.

    def aside_noise(self):
        self.ping()
        line = self.random.choice(
            [self.noise(), "level x", "st soon", "setboard 8/8 w", "sd", "option depth=many"]
        )
        self.engine.send(line + "\n")
        found = self.ping()
        self.round.expect(
            any(line.startswith(("Error", "Illegal", "tellusererror")) for line in found),
            f"xboard: {line!r}: {found}",
        )

    def aside_illegal(self):
        if not self.mirror.over():
            self.ping()
            self.engine.send(f"usermove {self.word(self.illegal(self.mirror))}\n")
            found = self.ping()
            self.round.expect(
                any(line.startswith("Illegal move") for line in found), f"xboard: {found}"
            )

    def aside_undo(self):
        if self.mirror.moves:
            self.ping()
            self.engine.send("undo\n")
            self.mirror.undo()
            self.round.expect(not self.ping(), "xboard: it cannot undo")

    def aside_question(self):
        """`?` ends a long search, and the move is played."""
        if self.mirror.over():
            return
        self.engine.send("sd 60\nst 1000\ngo\n")
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        self.engine.send("?\n")
        self.answer()
        self.engine.send("st 1\nsd 4\n")

    def aside_analyze(self):
        if self.mirror.over():
            return
        self.ping()
        self.engine.send("post\nanalyze\n")
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        if self.round.chance(0.5):
            self.engine.send(".\n")
        if self.round.chance(0.5):
            self.tell(self.random.choice(self.mirror.choices()))
        self.engine.send("exit\nnopost\n")
        self.ping()

    def aside_clock(self):
        self.engine.send(
            self.random.choice(
                ["level 0 5 2\ntime 1000\notim 1000\n", "st 1\n", "level 40 0:30 0\n"]
            )
            + "st 1\n"
        )
        self.ping()
