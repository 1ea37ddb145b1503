"""The console of Edax."""

import re

from dialogues.client import Client
from games import PASS, Game


class Edax(Client):
    name = "edax"

    def options(self):
        return ["-q", "-l", str(self.random.randrange(1, 8)), "-n", "1", "-h", "14"]

    def greet(self):
        self.prompt()

    def prompt(self):
        """What is written before the next prompt, which has no line feed."""
        data = self.engine.until_bytes(lambda data: data == b">" or data.endswith(b"\n>"))
        self.round.count()
        return data[:-1].decode(errors="backslashreplace").strip()

    def ask(self, command):
        self.engine.send(command + "\n")
        return self.prompt()

    def game(self, plies=60):
        self.mirror = Game()
        self.ask("mode 3")
        self.ask("init")
        for _ in self.turns(plies):
            self.go() if self.round.chance(0.5) else self.tell(
                self.random.choice(self.mirror.choices())
            )
        if self.mirror.over():
            answer = self.ask("go")
            self.round.expect("Game Over" in answer, f"edax: {answer!r} after the end")

    def go(self):
        answer = self.ask("go")
        form = re.search(r"^Edax plays ([A-H][1-8]|PS)$", answer, re.MULTILINE)
        self.round.expect(form, f"edax: {answer!r}")
        move = PASS if form[1] == "PS" else form[1]
        self.check_move(self.mirror, move)
        self.mirror.play(move)

    def tell(self, move):
        word = "PS" if move == PASS else self.random.choice([move, move.lower()])
        answer = self.ask(word)
        self.round.expect(f"You play {word.upper()}" in answer, f"edax: {answer!r}")
        self.mirror.play(move)

    # Between the moves.

    def aside_noise(self):
        self.ask(self.noise())

    def aside_illegal(self):
        if not self.mirror.over():
            answer = self.ask(self.illegal(self.mirror))
            self.round.expect("You play" not in answer, f"edax: {answer!r}")

    def aside_broken(self):
        self.ask(
            self.random.choice(
                ["mode x", "level", "load /no/such/file", "play z9", "setboard", "hint -1"]
            )
        )

    def aside_undo(self):
        """One ply, since the engine plays neither side."""
        if self.mirror.moves:
            self.ask("undo")
            self.mirror.undo()

    def aside_hint(self):
        if not self.mirror.over():
            answer = self.ask(f"hint {self.random.randrange(1, 4)}")
            # With `verbose 0`, there are only rows of moves, of which a forced pass has none.
            self.round.expect(answer or self.mirror.must_pass(), "edax: an empty hint")

    def aside_option(self):
        self.ask(
            self.random.choice(
                [
                    "verbose 0",
                    "level 3",
                    "level 5",
                    "move-time 0.05",
                    "set book-usage = on",
                    "options",
                ]
            )
        )

    def aside_board(self):
        """The position as it is, set up anew."""
        if not self.mirror.over():
            game = self.mirror
            self.ask(f"setboard {game.letters()} {game.side()}")
            game.moves, game.before = [], []

    def aside_stop(self):
        """`stop` while it searches to the end."""
        if len(self.mirror.board.discs) > 20 or not self.mirror.legal():
            return
        self.ask("level 60")
        self.engine.send("go\n")
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        self.engine.send("stop\n")
        data = self.engine.until_bytes(
            lambda data: data.endswith(b"\n>") and data.count(b"\n>") >= 2
        )
        form = re.search(rb"Edax plays ([A-H][1-8])", data)
        self.round.expect(form, f"edax: {data!r} after stop")
        move = form[1].decode()
        self.check_move(self.mirror, move)
        self.mirror.play(move)
        self.ask("level 4")
